"""What a tablet is told of its table: plain JSON, the whole of it each time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from bobing_event.models import Device
from bobing_event.refusals import Refusal
from rules import RANKS, Candidate, Game, Rank, Ruleset
from tables.models import Entry, Seat, Table
from tables.queries.devices import device_json
from tables.queries.hot import Notices, notices_of
from tables.queries.late import seats_to_keep
from tables.queries.log import effective, fold, game_of, last_effective_entry, log_of, utc_text
from tables.queries.rulesets import ruleset_of_table

ROUNDS_BEFORE_A_PROPOSAL = 5  # RULEBOOK §7.8


def seats_of(table: Table) -> list[Seat]:
    """The seats with who sits there, by number."""
    return list(Seat.objects.filter(table=table).select_related("participant").order_by("number"))


def table_state(table: Table, *, now: datetime, device: Device | None = None) -> dict[str, Any]:
    """The state of a table as it stands in the database, for a device or somebody signed in; three queries."""
    game, notices = game_of(table), notices_of(table.pk)
    last = last_entry_of(table, game)
    return state_json(table, game, seats_of(table), last, now=now, notices=notices, device=device)


def last_entry_of(table: Table, game: Game | None) -> Entry | None:
    """The entry that counts last, with what it comes to now: a correction may have changed what it took."""
    last = last_effective_entry(table) if table.seq else None
    if last is not None and game is not None and game.entered != table.seq:
        last.effect = fold(table, effective(log_of(table))).effects[last.seq].to_json()
    return last


def state_json(
    table: Table,
    game: Game | None,
    seats: Sequence[Seat],
    last: Entry | None,
    *,
    now: datetime,
    notices: Notices,
    device: Device | None,
) -> dict[str, Any]:
    """The answer of `GET /api/v1/tables/{id}/`. `table.session.event` must have been fetched."""
    ruleset = game.ruleset if game else ruleset_of_table(table)
    return {
        "table": _table_json(table),
        "ruleset": _ruleset_json(table, ruleset),
        "seats": _seats_json(game, seats) if game else _seats_before_opening(table, seats),
        "set": _set_json(table, game),
        **_play_json(table, game, {seat.number: seat for seat in seats}),
        "clock": clock_json(table, ruleset),
        "entry_mode": table.session.event.entry_mode,
        "server_time": utc_text(now),
        "seq": table.seq,
        "last": last and last_json(last),
        **notices_json(notices, table.seq),
        "device": device_json(device),
    }


def clock_json(table: Table, ruleset: Ruleset) -> dict[str, Any]:
    """`ends_at` is None where the rules set no limit, or the table is not open yet."""
    limit, opened_at = ruleset.time_limit_minutes, table.opened_at
    ends_at = opened_at and limit is not None and opened_at + timedelta(minutes=limit + table.extra_minutes)
    return {
        "limit_minutes": limit,
        "extra_minutes": table.extra_minutes,
        "opened_at": utc_text(opened_at) if opened_at else None,
        "ends_at": utc_text(ends_at) if ends_at else None,
    }


def notices_json(notices: Notices, seq: int) -> dict[str, Any]:
    """`{help, sign_off, objections}`; a sign-off is valid until a later entry, `seq` being the table's last."""
    help_call = notices.help_called_at and {
        "reason": notices.help_reason,
        "called_at": utc_text(notices.help_called_at),
    }
    signed = notices.signed_at and {
        "seq": notices.signed_seq,
        "signed_at": utc_text(notices.signed_at),
        "disputed": notices.disputed,
        "countersigned": notices.countersigned_at is not None,
        "valid": notices.signed_seq == seq,
    }
    return {"help": help_call, "sign_off": signed, "objections": notices.objections}


def last_json(entry: Entry) -> dict[str, Any]:
    """The last entry that counts, as the tablet shows it beside its undo button."""
    return {
        "seq": entry.seq,
        "client_uuid": str(entry.client_uuid),
        "kind": entry.kind,
        "seat": entry.seat,
        "dice": dice_json(entry.dice),
        "dice_seen": entry.dice_seen,
        "pattern": entry.effect.get("pattern"),
        "won": entry.effect.get("won", []),
        "can_undo": True,
    }


def dice_json(dice: str) -> list[int] | None:
    """`"444411"` as six ints; None where there are no dice."""
    return [int(face) for face in dice] or None


def counts_json(counts: dict[Rank, int]) -> dict[str, int]:
    return {rank.value: pieces for rank, pieces in counts.items()}


def _table_json(table: Table) -> dict[str, Any]:
    event = table.session.event
    return {
        "id": table.pk,
        "number": table.number,
        "name": str(table),
        "session": str(table.session),
        "event": {"slug": event.slug, "name": event.name},
    }


def _ruleset_json(table: Table, ruleset: Ruleset) -> dict[str, Any]:
    digest = table.opening["digest"] if table.opening else ruleset.digest
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "digest": digest,
        "direction": ruleset.direction,
        "overflow": ruleset.overflow,
        "opening_by": ruleset.opening_by,
        "opening_dice": ruleset.opening_dice,
    }


def _set_json(table: Table, game: Game | None) -> dict[str, int]:
    if game is not None:
        return counts_json(dict(zip(RANKS, game.full, strict=True)))
    return {rank.value: table.session.event.piece_set.get(rank.value, 0) for rank in RANKS}


def _seats_before_opening(table: Table, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Where late guests are let in, also whose seats would be kept for them: the opener may say otherwise."""
    kept = seats_to_keep(table.session.event, seats)
    plain = _seats_json(None, seats)
    return plain if kept is None else [{**seat, "absent": seat["number"] in kept} for seat in plain]


def _seats_json(game: Game | None, seats: Sequence[Seat]) -> list[dict[str, Any]]:
    held: dict[int, dict[str, int]] = {}
    for piece in game.pieces if game else ():
        if isinstance(piece.place, int):
            counts = held.setdefault(piece.place, {})
            counts[piece.rank.value] = counts.get(piece.rank.value, 0) + 1
    candidates = game.candidates if game else {}
    return [
        {
            "number": seat.number,
            "name": seat.participant.name,
            "unit": seat.participant.unit,
            "left": bool(game and seat.number in game.left),
            "skip": bool(game and seat.number in game.skips),
            "held": held.get(seat.number, {}),
            "candidate": candidate_json(candidates.get(seat.number)),
        }
        for seat in seats
    ]


def candidate_json(candidate: Candidate | None) -> dict[str, Any] | None:
    if candidate is None:
        return None
    return {
        "pattern": candidate.pattern.value,
        "rank": Rank.ZHUANGYUAN.value if candidate.real else candidate.pattern.value,
        "dice": list(candidate.hand.faces),
        "strength": candidate.strength,
    }


_BEFORE_OPENING: dict[str, Any] = {
    "stock": {},
    "grabbed": {},
    "returned": {},
    "phase": Table.Phase.WAITING.value,
    "turn": None,
    "round": 0,
    "next": [],
    "leader": None,
    "locked": None,
    "champion": None,
    "time_up": False,
    "lowered_bar": None,
    "propose_lower_bar": False,
}


def _play_json(table: Table, game: Game | None, seats: dict[int, Seat]) -> dict[str, Any]:
    if game is None:
        return _BEFORE_OPENING
    return {
        "stock": counts_json(game.stock),
        "grabbed": counts_json(game.grabbed),
        "returned": counts_json(game.returned),
        "phase": game.phase.value,
        "turn": game.turn,
        "round": game.round,
        "next": _next_json(game),
        "leader": leader_json(game),
        "locked": game.locked,
        "champion": champion_json(table, game, seats),
        "time_up": game.time_up,
        "lowered_bar": game.lowered_bar and game.lowered_bar.value,
        "propose_lower_bar": not game.ended and game.rounds_without_champion_after_time_up >= ROUNDS_BEFORE_A_PROPOSAL,
    }


def _next_json(game: Game) -> list[dict[str, Any]]:
    """The turns after the present one, a round of them; a left seat is not among them."""
    visits = game.upcoming(len(game.seats) + 1)[1:]
    return [
        {"seat": visit.seat, "round": visit.round, "skipped": visit.kind == "skip"}
        for visit in visits
        if visit.kind != "left"
    ]


def leader_json(game: Game) -> dict[str, Any] | None:
    if game.leader is None:
        return None
    candidate = game.candidates[game.leader]
    return {
        "seat": candidate.seat,
        "pattern": candidate.pattern.value,
        "dice": list(candidate.hand.faces),
    }


def champion_json(table: Table, game: Game, seats: dict[int, Seat]) -> dict[str, Any] | None:
    """The champion by the name of who threw it: one query where the seat changed hands since."""
    if game.champion is None:
        return None
    seat, pattern = game.champion
    sits = seats[seat].participant
    person = sits if table.champion_person_id in (None, sits.pk) else table.champion_person
    return {"seat": seat, "name": person.name if person else "", "pattern": pattern and pattern.value}


def table_of(pk: int) -> Table:
    """A table with its session and event. Refuses `not_found`."""
    table = Table.objects.select_related("session__event").filter(pk=pk).first()
    if table is None:
        raise Refusal("not_found", _("There is no such table."), status=404)
    return table
