"""The workbook's sheets about hand-overs: all there were, and what nobody has fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from awards.models import Claim, HandOver, PlanLine
from awards.queries.due import Entitlement
from awards.queries.origins import origin_label
from awards.queries.waiting import waiting_sentence
from bobing_event.labels import rank_label
from bobing_event.models import Event
from reports import queries
from reports.queries.hand_overs import Receiver
from reports.workbook.book import Column, Row, Sheet
from reports.workbook.words import in_zone, session_label, shown_phone
from tournaments.models import Playoff


def hand_overs_sheet(event: Event, *, phones: bool) -> Sheet:
    """Every hand-over, a row for each kind of goods of each piece, also those that were undone."""

    def rows() -> Iterator[Row]:
        words = _Words()
        for row in queries.hand_over_rows(event):
            yield [
                f"{row['movement']:05d}",
                row["handed_at"],
                words.channels[row["channel"]],
                session_label(row["session_number"], row["session_name"]),
                row["table"],
                row["name"],
                row["unit"],
                shown_phone(row["phone"], phones),
                words.award(row),
                row["goods"],
                row["specification"],
                row["quantity"],
                row["goods_unit"],
                words.receivers[row["receiver"]],
                row["receiver_name"],
                shown_phone(row["receiver_phone"], phones),
                words.checked if row["id_checked"] else "",
                f"{row['by_first']} {row['by_last']}".strip() or row["by_user"],
                words.states[row["state"]],
                row["undone_at"] or (row["settled_at"] if row["state"] != Claim.State.HANDED_OVER else None),
                row["undo_reason"] or row["reason"],
            ]

    columns = [
        Column(pgettext("column", "Number"), 10),
        Column(in_zone(pgettext("column", "Handed over"), event), 26, "time"),
        Column(pgettext("column", "Where"), 14),
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Won at table"), 9, "number"),
        Column(pgettext("column", "Name"), 16),
        Column(pgettext("column", "Department"), 24),
        Column(pgettext("column", "Phone"), 16),
        Column(pgettext("column", "Award"), 18),
        Column(pgettext("column", "Goods"), 20),
        Column(pgettext("column", "Specification"), 14),
        Column(pgettext("column", "Quantity"), 8, "number"),
        Column(pgettext("column", "Unit"), 8),
        Column(pgettext("column", "Received by"), 12),
        Column(pgettext("column", "Receiver's name"), 16),
        Column(pgettext("column", "Receiver's phone"), 16),
        Column(pgettext("column", "ID"), 10),
        Column(pgettext("column", "Handed over by"), 14),
        Column(pgettext("column", "State"), 14),
        Column(in_zone(pgettext("column", "Taken back"), event), 26, "time"),
        Column(pgettext("column", "Reason"), 30),
    ]
    return Sheet(pgettext("sheet", "Hand-overs"), columns, rows, _("Nothing has been handed over yet."))


def unclaimed_sheet(event: Event, *, phones: bool) -> Sheet:
    """What is due, and why it waits; then what nobody came for in time."""

    def rows() -> Iterator[Row]:
        for person, one in queries.unclaimed_rows(event):
            yield _due_row(person, one, phones)
        for claim in queries.forfeited_claims(event).iterator(chunk_size=queries.CHUNK):
            yield _forfeited_row(claim, phones)

    columns = [
        Column(pgettext("column", "Session"), 12),
        Column(pgettext("column", "Table"), 8, "number"),
        Column(pgettext("column", "Seat"), 8, "number"),
        Column(pgettext("column", "Name"), 16),
        Column(pgettext("column", "Department"), 24),
        Column(pgettext("column", "Phone"), 16),
        Column(pgettext("column", "Award"), 20),
        Column(pgettext("column", "Goods"), 20),
        Column(pgettext("column", "Specification"), 14),
        Column(pgettext("column", "Quantity"), 8, "number"),
        Column(pgettext("column", "Unit"), 8),
        Column(pgettext("column", "Value (yuan)"), 12, "money"),
        Column(pgettext("column", "To be had"), 14),
        Column(pgettext("column", "State"), 14),
        Column(pgettext("column", "Why it waits"), 44),
    ]
    return Sheet(pgettext("sheet", "Not claimed"), columns, rows, _("Nothing is due to anybody."))


def _due_row(person: Receiver, one: Entitlement, phones: bool) -> Row:
    return [
        session_label(person.session_number, person.session_name),
        person.table,
        person.seat,
        person.name,
        person.unit,
        shown_phone(person.phone, phones),
        origin_label(one),
        one.prize.name,
        one.prize.specification,
        one.quantity,
        one.prize.unit,
        one.quantity * one.prize.value,
        str(PlanLine.GivenAt(one.given_at).label),
        pgettext("due", "waits") if one.waiting else pgettext("due", "may be fetched"),
        waiting_sentence(one),
    ]


def _forfeited_row(claim: Claim, phones: bool) -> Row:
    person, table = claim.participant, claim.piece.table if claim.piece else None
    return [
        str(table.session) if table else "",
        table.number if table else None,
        None,
        person.name,
        person.unit,
        shown_phone(person.phone, phones),
        origin_label(claim),
        claim.prize.name,
        claim.prize.specification,
        claim.quantity,
        claim.prize.unit,
        claim.quantity * claim.prize.value,
        "",
        str(claim.get_state_display()),
        claim.reason,
    ]


class _Words:
    """The labels of codes, looked up once and not for every row."""

    def __init__(self) -> None:
        self.channels = {code: str(label) for code, label in HandOver.Channel.choices}
        self.receivers = {code: str(label) for code, label in HandOver.Receiver.choices}
        self.states = {code: str(label) for code, label in Claim.State.choices}
        self.playoffs = {code: str(label) for code, label in Playoff.Kind.choices}
        self.consolations = {code: str(label) for code, label in PlanLine.Consolation.choices}
        self.checked = pgettext("ID", "compared")
        self.redraw = _("Redraw")

    def award(self, row: Mapping[str, Any]) -> str:
        """What the goods were for: a rank, a place, a consolation, a redraw."""
        if row["rank"]:
            return rank_label(row["rank"])
        if row["place"]:
            return _("%(playoff)s, place %(place)s") % {
                "playoff": self.playoffs[row["playoff_kind"]],
                "place": row["place"],
            }
        return self.consolations.get(row["consolation"], self.redraw)
