"""The list of certificates: who signs for which number."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.queries import certificates_of
from bobing_event.labels import pattern_label
from bobing_event.models import Event
from reports.workbook.book import Column, Row, Sheet
from reports.workbook.sheets import in_zone


def certificate_sheet(event: Event) -> Sheet:
    """Every certificate in the order of printing, with a column to sign in."""

    def rows() -> Iterator[Row]:
        for made in certificates_of(event).iterator(chunk_size=500):
            session = str(made.table.session) if made.table else ""
            yield [
                made.number_text,
                session,
                made.honour_label,
                made.participant.name,
                made.participant.unit,
                pattern_label(made.pattern) if made.pattern else "",
                made.dice,
                made.printed,
                _("void") if made.is_void else _("valid"),
                made.made_at,
                "",
            ]

    columns = [
        Column(_("Number"), 10),
        Column(_("Session"), 12),
        Column(_("Honour"), 24),
        Column(_("Name"), 16),
        Column(pgettext("person", "Unit"), 24),
        Column(_("Pattern"), 16),
        Column(_("Dice"), 10),
        Column(_("Times printed"), 10, "number"),
        Column(_("State"), 10),
        Column(in_zone(_("Made"), event), 26, "time"),
        Column(_("Signature"), 20),
    ]
    return Sheet(_("Certificates"), columns, rows, _("No certificate has been made yet."))
