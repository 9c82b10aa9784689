"""The list of certificates: who signs for which number."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.queries import certificates_of
from bobing_event.labels import pattern_label
from bobing_event.models import Event
from reports.workbook.book import Column, Row, Sheet
from reports.workbook.words import in_zone


def certificate_sheet(event: Event) -> Sheet:
    """Every certificate in the order of printing, with a column to sign in."""

    def rows() -> Iterator[Row]:
        for made in certificates_of(event).iterator(chunk_size=500):
            session = str(made.at_table.session) if made.at_table else ""
            yield [
                made.number_text,
                session,
                made.honour_label,
                made.recipient,
                made.participant.unit if made.participant else "",
                pattern_label(made.pattern) if made.pattern else "",
                made.dice,
                made.printed,
                _("void") if made.is_void else _("valid"),
                made.made_at,
                "",
            ]

    columns = [
        Column(pgettext("column", "Number"), 10),
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Honour"), 24),
        Column(pgettext("column", "Name"), 16),
        Column(pgettext("column", "Department"), 24),
        Column(pgettext("column", "Pattern"), 16),
        Column(pgettext("column", "Dice"), 10),
        Column(pgettext("column", "Times printed"), 10, "number"),
        Column(pgettext("column", "State"), 10),
        Column(in_zone(pgettext("column", "Made"), event), 26, "time"),
        Column(pgettext("column", "Signature"), 20),
    ]
    return Sheet(pgettext("sheet", "Certificates"), columns, rows, _("No certificate has been made yet."))
