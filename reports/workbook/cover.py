"""The cover: which event this is, by which rules, when it was made, and what the other sheets hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from bobing_event.models import Event
from bobing_event.queries import people_counts
from reports import queries
from reports.workbook.book import Column, Row, Sheet
from tables.queries import ruleset_of_event


def cover_sheet(event: Event, *, made_at: datetime, made_by: str, phones: bool, counts: Mapping[str, int]) -> Sheet:
    """`counts` are the rows of the other sheets by their title."""

    def rows() -> Iterator[Row]:
        people, tables = people_counts(event), queries.table_counts(event)
        yield [_("Event"), event.name]
        if event.edition:
            yield [_("Edition"), event.edition]
        yield [_("Date"), event.date.isoformat()]
        yield [_("Time zone"), _("%(zone)s; all times are in it") % {"zone": event.zone}]
        yield from _rules(event)
        yield [_("People"), people["total"]]
        yield [_("Checked in"), people["checked_in"]]
        yield [_("Number of tables"), tables["tables"]]
        yield [_("Ended tables"), tables["ended"]]
        yield [_("Tables with a champion"), tables["with_champion"]]
        yield [_("Phones"), _("shown whole") if phones else _("shown in part")]
        yield [_("Made at"), made_at]
        yield [_("Made by"), made_by]
        for title, count in counts.items():
            yield [_("Rows of “%(sheet)s”") % {"sheet": title}, count]

    columns = [Column(_("About this workbook"), 26), Column(event.name, 70)]
    return Sheet(pgettext("sheet", "About"), columns, rows, "")


def _rules(event: Event) -> Iterator[Row]:
    ruleset = ruleset_of_event(event)
    title = ruleset.title_en if get_language() == "en" and ruleset.title_en else ruleset.title
    yield [_("Ruleset"), f"{title} ({ruleset.id})"]
    yield [_("Ruleset digest"), event.ruleset_digest or ruleset.digest]
