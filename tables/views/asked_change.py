"""A change of seats as an address or a form names it, step by step, until it can be previewed and done."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bobing_event.labels import SEAT_CHANGE_LABELS
from bobing_event.models import Session
from bobing_event.refusals import Refusal
from tables import services
from tables.models import Seat, SeatChange, Table
from tables.moving import BalanceTables, Change, DissolveTable, FreeSeats, MovePerson, Place, SwapPeople
from tables.queries.hall import hall_of, lot_seed
from tables.queries.picking import read_place, seat_at, table_numbered, tables_to_join
from tables.queries.reseating import swap_end, throws_of_seat
from tables.services import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.contrib.auth.models import User

KINDS = {kind: SEAT_CHANGE_LABELS[kind] for kind in ("move", "swap", "dissolve", "balance", "no_show", "reseat")}
"""What can be done by hand, by the kind of change, in the order of the tabs."""

ABOUT = {
    "move": gettext_lazy("Before the table is open. To a table with a free seat."),
    "swap": gettext_lazy("Before the tables are open. The two take each other's seats."),
    "dissolve": gettext_lazy("Lots say where everybody of the table goes: the emptiest tables first."),
    "balance": gettext_lazy("As few people as possible move until the tables that wait differ by one at most."),
    "no_show": gettext_lazy("Whoever has not come loses the seat, so that somebody else can have it."),
    "reseat": gettext_lazy("The table plays, and two sat in each other's seats: throws and prizes follow the people."),
}
KEPT = ("from", "to", "table", "seat", "beyond", "keep", "since", "other_since")
NEEDED = {"move": ("from", "table"), "swap": ("from", "to"), "reseat": ("from", "to"), "dissolve": ("table",)}


class AskedChange:
    """What was chosen so far. `step` is what the page shows next, `apply` does the change."""

    def __init__(self, *, session: Session, kind: str, data: Mapping[str, Any]) -> None:
        self.session, self.kind, self._data = session, kind, data
        self.label, self.about = KINDS[kind], ABOUT[kind]

    @cached_property
    def source(self) -> Seat | None:
        return self._seat("from")

    @cached_property
    def target(self) -> Seat | None:
        return self._seat("to")

    @cached_property
    def table(self) -> Table | None:
        return table_numbered(self.session, self._data.get("table", ""))

    @property
    def chosen(self) -> dict[str, str]:
        """What stands in the address, to be kept by the next step."""
        kept = {key: self._data[key] for key in KEPT if self._data.get(key)}
        return {"session": str(self.session.number), **kept}

    @property
    def query(self) -> str:
        return urlencode(self.chosen)

    @property
    def query_for_tabs(self) -> str:
        """Who was chosen first is kept when another tab is opened."""
        return urlencode({key: value for key, value in self.chosen.items() if key in ("session", "from")})

    @property
    def missing(self) -> str:
        """The choice that comes next: `from`, `to` or `table`; empty once all are made."""
        have = {"from": self.source, "to": self.target, "table": self.table}
        return next((key for key in NEEDED.get(self.kind, ()) if have[key] is None), "")

    def step(self) -> dict[str, Any]:
        """The context of the next step: `tables` to choose from, a `preview` of the change, or of a `swap`."""
        if self.missing == "table":
            leaving = self.source.table_id if self.source else 0
            return {"tables": tables_to_join(hall_of(self.session), leaving, self._data.get("q", "").strip())}
        if self.missing:
            return {}
        if self.kind == SeatChange.Kind.RESEAT:
            return {"swap": services.preview_swap(sides=self._sides), "since": self._since_choices()}
        return {"preview": services.preview_change(session=self.session, change=self._change)}

    def apply(self, *, by: User, now: datetime) -> SeatChange:
        """Do what the preview showed. Refuses `choice_missing`, and what the services refuse."""
        if self.missing:
            raise Refusal("choice_missing", _("Choose who and where first."), status=400)
        reason = self._data.get("reason", "")
        if self.kind != SeatChange.Kind.RESEAT:
            digest = self._data.get("digest", "")
            return services.change_seats(
                session=self.session, change=self._change, digest=digest, by=by, now=now, reason=reason
            )
        one, two = self._sides
        return services.swap_people(
            table=one.table, seat=one.seat, since=one.since,
            other_table=two.table, other_seat=two.seat, other_since=two.since,
            by=by, now=now, reason=reason, client_uuid=self._uuid(),
        )  # fmt: skip

    @property
    def _change(self) -> Change:
        changes: dict[str, Callable[[], Change]] = {
            "move": self._move,
            "swap": lambda: SwapPeople(_place(self.source), _place(self.target)),
            "dissolve": lambda: DissolveTable(self.table.pk if self.table else 0, lot_seed(self.session)),
            "balance": lambda: BalanceTables(lot_seed(self.session), keep_absent=bool(self._data.get("keep"))),
            "no_show": lambda: FreeSeats(self.table.pk if self.table else None),
        }
        return changes[self.kind]()

    def _move(self) -> MovePerson:
        seat = self._number("seat")
        return MovePerson(
            _place(self.source), self.table.pk if self.table else 0, seat, beyond_full=bool(self._data.get("beyond"))
        )

    @property
    def _sides(self) -> tuple[Side, Side]:
        assert self.source is not None
        assert self.target is not None
        return (
            Side(self.source.table, self.source.number, self._number("since") or 1),
            Side(self.target.table, self.target.number, self._number("other_since") or 1),
        )

    def _since_choices(self) -> list[tuple[str, Seat, int, list[Any]]]:
        """For each seat: the field's name, the seat, the chosen entry, and the seat's entries to begin from."""
        choices = []
        for field, side, seat in zip(("since", "other_since"), self._sides, (self.source, self.target), strict=True):
            end = swap_end(side.table, side.seat, 1)
            if end is not None and seat is not None:
                choices.append((field, seat, side.since, throws_of_seat(end.reading, side.seat)))
        return choices

    def _seat(self, key: str) -> Seat | None:
        place = read_place(self._data.get(key, "")) if key in NEEDED.get(self.kind, ()) else None
        return seat_at(self.session, place) if place else None

    def _number(self, key: str) -> int | None:
        text = self._data.get(key, "")
        return int(text) if text.isdecimal() and len(text) < 7 else None

    def _uuid(self) -> UUID:
        try:
            return UUID(self._data.get("client_uuid", ""))
        except ValueError:
            raise Refusal("bad_client_uuid", _("The entry needs a client UUID."), status=400) from None


def _place(seat: Seat | None) -> Place:
    return Place(seat.table_id, seat.number) if seat else Place(0, 0)
