"""The sheets of the result workbook."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.queries import arranged, goods_by_piece, goods_by_place, prize_plan
from bobing_event.labels import pattern_label, rank_label
from bobing_event.models import Event
from reports import queries
from reports.workbook.book import Column, Row, Sheet
from reports.workbook.hand_overs import hand_overs_sheet, unclaimed_sheet
from reports.workbook.stock import stock_sheet, tables_stock_sheet
from reports.workbook.words import goods_text, goods_value, in_zone, person_name, session_label, shown_phone
from rules import Ruleset


def result_sheets(event: Event, *, phones: bool) -> list[Sheet]:
    """All sheets but the cover; `phones` says whether telephone numbers are shown whole."""
    return [
        people_sheet(event, phones=phones),
        tables_sheet(event),
        pieces_sheet(event, phones=phones),
        champions_sheet(event),
        playoffs_sheet(event),
        prizes_sheet(event),
        stock_sheet(event),
        tables_stock_sheet(event),
        hand_overs_sheet(event, phones=phones),
        unclaimed_sheet(event, phones=phones),
    ]


def people_sheet(event: Event, *, phones: bool) -> Sheet:
    def rows() -> Iterator[Row]:
        for number, person in enumerate(queries.people_rows(event), start=1):
            yield [
                number,
                person["name"],
                person["unit"],
                shown_phone(person["phone"], phones),
                person["ticket"],
                session_label(person["session_number"], person["session_name"]),
                person["table"],
                person["seat"],
                person["checked_in_at"],
            ]

    columns = [
        Column(pgettext("column", "No."), 7, "number"),
        Column(pgettext("column", "Name"), 16),
        Column(pgettext("column", "Department"), 24),
        Column(pgettext("column", "Phone"), 16),
        Column(pgettext("column", "Ticket number"), 14),
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Table"), 8, "number"),
        Column(pgettext("column", "Seat"), 8, "number"),
        Column(in_zone(pgettext("column", "Checked in"), event), 26, "time"),
    ]
    return Sheet(pgettext("sheet", "Participants"), columns, rows, _("Nobody has been entered yet."))


def tables_sheet(event: Event) -> Sheet:
    def rows() -> Iterator[Row]:
        rulesets: dict[str, Ruleset] = {}
        for table in queries.table_rows(event):
            champion = queries.champion_of(table, rulesets)
            started, ended = queries.started_and_ended(table)
            yield [
                str(table.session),
                table.number,
                str(table.get_phase_display()),
                person_name(table.referee),
                table.players,
                table.round,
                table.throws,
                champion.person.name if champion else "",
                champion_pattern(champion) if champion else "",
                champion.dice if champion else "",
                table.pieces_left,
                started,
                ended,
            ]

    columns = [
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Table"), 8, "number"),
        Column(pgettext("column", "State"), 16),
        Column(pgettext("column", "Referee"), 14),
        Column(pgettext("column", "Players"), 9, "number"),
        Column(pgettext("column", "Rounds"), 9, "number"),
        Column(pgettext("column", "Throws"), 9, "number"),
        Column(pgettext("column", "Champion"), 16),
        Column(pgettext("column", "Pattern"), 16),
        Column(pgettext("column", "Dice"), 10),
        Column(pgettext("column", "Pieces left"), 10, "number"),
        Column(in_zone(pgettext("column", "Opened"), event), 26, "time"),
        Column(in_zone(pgettext("column", "Ended"), event), 26, "time"),
    ]
    return Sheet(pgettext("sheet", "Tables"), columns, rows, _("No seats have been drawn yet."))


def pieces_sheet(event: Event, *, phones: bool) -> Sheet:
    def rows() -> Iterator[Row]:
        goods = goods_by_piece(event)
        for piece in queries.piece_rows(event):
            given = goods.get((piece["rank"], piece["number"]), [])
            yield [
                session_label(piece["session_number"], piece["session_name"]),
                piece["table_number"],
                piece["seat"],
                piece["name"],
                piece["unit"],
                shown_phone(piece["phone"], phones),
                rank_label(piece["rank"]),
                piece["number"],
                goods_text(given),
                goods_value(given),
                pgettext("piece", "final") if piece["final"] else pgettext("piece", "provisional"),
            ]

    columns = [
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Table"), 8, "number"),
        Column(pgettext("column", "Seat"), 8, "number"),
        Column(pgettext("column", "Name"), 16),
        Column(pgettext("column", "Department"), 24),
        Column(pgettext("column", "Phone"), 16),
        Column(pgettext("column", "Rank"), 10),
        Column(pgettext("column", "Piece"), 8, "number"),
        Column(pgettext("column", "Goods"), 36),
        Column(pgettext("column", "Value (yuan)"), 12, "money"),
        Column(pgettext("column", "Standing"), 10),
    ]
    return Sheet(pgettext("sheet", "Prizes by person"), columns, rows, _("Nobody has won a piece yet."))


def champions_sheet(event: Event) -> Sheet:
    def rows() -> Iterator[Row]:
        place = 0
        last: int | None = -1
        for number, row in enumerate(queries.champion_rows(event), start=1):
            # Equal strength is an equal place: 1, 2, 2, 4.
            place = place if row.strength == last else number
            last = row.strength
            yield [
                place,
                str(row.table.session),
                row.table.number,
                row.seat.number,
                row.person.name,
                row.person.unit,
                champion_pattern(row),
                row.dice,
            ]

    columns = [
        Column(pgettext("column", "Place"), 8, "number"),
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Table"), 8, "number"),
        Column(pgettext("column", "Seat"), 8, "number"),
        Column(pgettext("column", "Name"), 16),
        Column(pgettext("column", "Department"), 24),
        Column(pgettext("column", "Pattern"), 18),
        Column(pgettext("column", "Dice"), 10),
    ]
    return Sheet(pgettext("sheet", "Champions"), columns, rows, _("No table has ended with a champion yet."))


def playoffs_sheet(event: Event) -> Sheet:
    def rows() -> Iterator[Row]:
        goods = goods_by_place(event)
        for entrant in queries.entrant_rows(event):
            lot = next(iter(entrant.final_lots), None)
            given = goods.get((entrant.playoff.kind, entrant.placed), []) if entrant.placed else []
            yield [
                str(entrant.playoff),
                entrant.placed,
                entrant.participant.name,
                entrant.participant.unit,
                str(entrant.seat.table.session),
                entrant.seat.table.number,
                entrant.seat.number,
                lot.lot if lot else None,
                pattern_label(lot.pattern) if lot and lot.pattern else "",
                arranged(lot.dice) if lot else "",
                goods_text(given),
            ]

    columns = [
        Column(pgettext("column", "Play-off"), 16),
        Column(pgettext("column", "Place"), 8, "number"),
        Column(pgettext("column", "Name"), 16),
        Column(pgettext("column", "Department"), 24),
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Table"), 8, "number"),
        Column(pgettext("column", "Seat"), 8, "number"),
        Column(pgettext("column", "Lot"), 8, "number"),
        Column(pgettext("column", "Pattern"), 18),
        Column(pgettext("column", "Dice"), 10),
        Column(pgettext("column", "Goods"), 30),
    ]
    return Sheet(pgettext("sheet", "Play-offs"), columns, rows, _("No play-off has been drawn."))


def prizes_sheet(event: Event) -> Sheet:
    plan = prize_plan(event)

    def rows() -> Iterator[Row]:
        for goods in plan.goods:
            yield [
                goods.prize.name,
                goods.prize.specification,
                goods.prize.unit,
                goods.prize.value,
                goods.prize.sponsor,
                goods.per_table,
                goods.planned,
                goods.won,
                goods.grabbed,
                goods.returned,
                goods.left,
                goods.value,
                goods.won_value,
            ]

    def foot() -> Iterator[Row]:
        blank: list[str] = [""] * 10
        yield [_("Total"), *blank, plan.total_value, plan.won_value]

    columns = [
        Column(pgettext("column", "Goods"), 20),
        Column(pgettext("column", "Specification"), 14),
        Column(pgettext("column", "Unit"), 8),
        Column(pgettext("column", "Unit price (yuan)"), 13, "money"),
        Column(pgettext("column", "Sponsor"), 18),
        Column(pgettext("column", "Units a table"), 10, "number"),
        Column(pgettext("column", "Planned"), 10, "number"),
        Column(pgettext("column", "Won"), 10, "number"),
        Column(pgettext("column", "Grabbed in the dark"), 10, "number"),
        Column(pgettext("column", "Returned"), 10, "number"),
        Column(pgettext("column", "Left"), 10, "number"),
        Column(pgettext("column", "Planned value (yuan)"), 14, "money"),
        Column(pgettext("column", "Won value (yuan)"), 14, "money"),
    ]
    return Sheet(pgettext("sheet", "Prizes"), columns, rows, _("No goods are on the list."), foot)


def champion_pattern(row: queries.ChampionRow) -> str:
    """The pattern; a champion without one was named by the committee."""
    return pattern_label(row.pattern) if row.pattern else _("named by the committee")
