"""What is whose, and what of it has still to be handed over.

Entitlements follow from the log, the play-offs and the plan; nothing of them is stored. Claims say what became of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from awards.models import Claim, PlanLine, Prize, RedrawWin
from awards.queries.plan import goods_by_piece, goods_by_place
from bobing_event.models import Event, Participant
from rules import RANKS, Rank
from tables.models import Piece, Seat, Table
from tables.queries.sign_offs import final_sign_offs
from tournaments.models import Entrant, Heat

OriginKey = tuple[int | None, int | None, int | None, str, int | None]
"""`(piece, playoff, place, consolation, redraw win)` as ids; what there can be one standing claim for (and goods)."""


class Waiting:
    """Why goods cannot be handed over yet; the empty string where they can."""

    NOTHING = ""
    TABLE_PLAYS = "table_plays"
    MAY_BE_TAKEN = "may_be_taken"  # the table plays, and the rules let others still take the piece (RULEBOOK §5.3)
    NOT_SIGNED_OFF = "not_signed_off"
    PLAYOFF_PLAYS = "playoff_plays"


@dataclass(frozen=True)
class Entitlement:
    """Units of goods that are somebody's, and why. `table` and `rank` are those of the piece, where it is one.

    `given_at` is where they are handed over (`PlanLine.GivenAt`), `waiting` one of `Waiting`.
    """

    participant_id: int
    prize: Prize
    quantity: int
    given_at: str
    waiting: str
    piece: Piece | None = None
    playoff_id: int | None = None
    playoff_kind: str = ""
    place: int | None = None
    consolation: str = ""
    redraw_win_id: int | None = None

    @property
    def origin(self) -> OriginKey:
        piece = self.piece.pk if self.piece else None
        return piece, self.playoff_id, self.place, self.consolation, self.redraw_win_id

    @property
    def key(self) -> tuple[Any, ...]:
        """What there can be one standing claim for."""
        return (*self.origin, self.prize.pk, self.participant_id if self.consolation else None)

    @property
    def key_text(self) -> str:
        return key_text(self.key)

    @property
    def origin_fields(self) -> dict[str, Any]:
        """The origin as the fields of a `Claim` or `Delivery`."""
        piece, playoff, place, consolation, win = self.origin
        return {
            "piece_id": piece, "playoff_id": playoff, "place": place, "consolation": consolation,
            "redraw_win_id": win,
        }  # fmt: skip


def key_text(key: tuple[Any, ...]) -> str:
    """A key as forms carry it: seven ids or codes between dots, empty where there is none."""
    return ".".join("" if part is None else str(part) for part in key)


def claim_key(claim: Claim) -> tuple[Any, ...]:
    """As `Entitlement.key`."""
    person = claim.participant_id if claim.consolation else None
    origin = (claim.piece_id, claim.playoff_id, claim.place, claim.consolation, claim.redraw_win_id)
    return (*origin, claim.prize_id, person)


def entitlements(
    event: Event, *, people: Collection[int] | None = None, table: Table | None = None
) -> list[Entitlement]:
    """All that is somebody's: of everybody, of some people (participants' ids), or the pieces of one table.

    A constant number of queries. By table, seat and rank from 状元 down, then play-offs, consolations, redraws.
    """
    found = [*_of_pieces(event, people, table)]
    if table is None:
        found += [*_of_places(event, people), *_of_consolations(event, people), *_of_redraws(event, people)]
    return found


def due(event: Event, *, people: Collection[int] | None = None, table: Table | None = None) -> list[Entitlement]:
    """The entitlements for which no claim stands: neither handed over nor forfeited. Two queries more.

    Who kept goods when a correction gave them to somebody else is not due them again when another gives them back.
    """
    found = entitlements(event, people=people, table=table)
    claims, kept = standing_claims(event), Claim.objects.filter(event=event, state=Claim.State.KEPT)
    if people is not None or table is not None:
        # A piece may have been handed over to somebody else before a correction: its claim is found by the piece.
        pieces = [one.piece.pk for one in found if one.piece]
        claims = claims.filter(Q(piece__in=pieces) | Q(playoff__isnull=False) | Q(participant__in=people or ()))
    settled = {claim_key(claim) for claim in claims}
    # By the table, not by the piece: a correction may have given what they kept another number.
    has = Counter(
        (claim.piece.table_id if claim.piece else claim_key(claim), claim.participant_id, claim.prize_id)
        for claim in kept.select_related("piece")
    )
    left = []
    for one in found:
        same = (one.piece.table_id if one.piece else one.key, one.participant_id, one.prize.pk)
        if one.key in settled:
            continue
        if has[same]:
            has[same] -= 1
        else:
            left.append(one)
    return left


def standing_claims(event: Event) -> QuerySet[Claim]:
    """What was handed over or forfeited, and not taken back."""
    return Claim.objects.filter(event=event, state__in=Claim.STANDING)


def _of_pieces(event: Event, people: Collection[int] | None, table: Table | None) -> Iterator[Entitlement]:
    goods = goods_by_piece(event)
    if not goods:
        return
    final = final_sign_offs().filter(table=OuterRef("table"))
    pieces = Piece.objects.filter(table__session__event=event, place="seat").annotate(final=Exists(final))
    if people is not None:
        pieces = pieces.filter(participant__in=people)
    if table is not None:
        pieces = pieces.filter(table=table)
    pieces = pieces.select_related("table__session", "holder").defer("table__opening", "table__state")
    for piece in sorted(pieces, key=_by_seat):
        assert piece.participant_id is not None  # a piece at a seat is somebody's: a constraint
        for prize, quantity, given_at in _summed(goods.get((piece.rank, piece.number), ())):
            yield Entitlement(piece.participant_id, prize, quantity, given_at, _piece_waiting(piece), piece=piece)


def _by_seat(piece: Piece) -> tuple[int, ...]:
    table, seat = piece.table, piece.holder.number if piece.holder else 0
    return table.session.number, table.number, seat, RANKS.index(Rank(piece.rank)), piece.number


def _piece_waiting(piece: Piece) -> str:
    if getattr(piece, "final", False):  # annotated by `_of_pieces`
        return Waiting.NOTHING
    if piece.table.has_ended:
        return Waiting.NOT_SIGNED_OFF
    return Waiting.MAY_BE_TAKEN if piece.provisional else Waiting.TABLE_PLAYS


def _of_places(event: Event, people: Collection[int] | None) -> Iterator[Entitlement]:
    goods = goods_by_place(event)
    if not goods:
        return
    playing = Heat.objects.filter(stage__playoff=OuterRef("playoff"), stage__is_final=True, phase=Heat.Phase.PLAYING)
    placed = Entrant.objects.filter(playoff__event=event, placed__isnull=False).annotate(playing=Exists(playing))
    if people is not None:
        placed = placed.filter(participant__in=people)
    for entrant in placed.select_related("playoff").order_by("playoff", "placed"):
        waiting = Waiting.PLAYOFF_PLAYS if entrant.playing else Waiting.NOTHING
        kind, place = entrant.playoff.kind, entrant.placed
        assert place is not None
        for prize, quantity, given_at in _summed(goods.get((kind, place), ())):
            yield Entitlement(
                entrant.participant_id, prize, quantity, given_at, waiting,
                playoff_id=entrant.playoff_id, playoff_kind=kind, place=place,
            )  # fmt: skip


def _of_consolations(event: Event, people: Collection[int] | None) -> Iterator[Entitlement]:
    lines = PlanLine.objects.filter(event=event).exclude(consolation="").select_related("prize")
    by_kind: dict[str, list[PlanLine]] = {}
    for line in lines:
        by_kind.setdefault(line.consolation, []).append(line)
    for kind, given in by_kind.items():
        for person, waiting in _consoled(event, kind, people):
            for prize, quantity, given_at in _summed(given):
                yield Entitlement(person, prize, quantity, given_at, waiting, consolation=kind)


def _consoled(event: Event, kind: str, people: Collection[int] | None) -> Iterator[tuple[int, str]]:
    """Participants' ids, and whether they have to wait."""
    here = Participant.objects.filter(event=event, checked_in_at__isnull=False)
    if people is not None:
        here = here.filter(pk__in=people)
    if kind == PlanLine.Consolation.EVERYBODY:
        yield from ((pk, Waiting.NOTHING) for pk in here.order_by("pk").values_list("pk", flat=True))
        return
    won = Piece.objects.filter(participant=OuterRef("pk"), place="seat")
    placed = Entrant.objects.filter(participant=OuterRef("pk"), placed__isnull=False)
    seats = Seat.objects.filter(participant=OuterRef("pk"))
    final = final_sign_offs().filter(table=OuterRef("table"))
    empty_handed = (
        here.filter(Exists(seats)).exclude(Exists(won)).exclude(Exists(placed))
        .annotate(unfinished=Exists(seats.exclude(Exists(final))))
    )  # fmt: skip
    for pk, unfinished in empty_handed.order_by("pk").values_list("pk", "unfinished"):
        yield pk, Waiting.NOT_SIGNED_OFF if unfinished else Waiting.NOTHING


def _of_redraws(event: Event, people: Collection[int] | None) -> Iterator[Entitlement]:
    wins = RedrawWin.objects.filter(redraw__event=event, absent_at__isnull=True, claim__state=Claim.State.FORFEITED)
    if people is not None:
        wins = wins.filter(participant__in=people)
    for win in wins.select_related("claim__prize").order_by("redraw", "pk"):
        yield Entitlement(
            win.participant_id, win.claim.prize, win.claim.quantity, PlanLine.GivenAt.DESK, Waiting.NOTHING,
            redraw_win_id=win.pk,
        )  # fmt: skip


def _summed(lines: Iterable[PlanLine]) -> list[tuple[Prize, int, str]]:
    """Goods, units, where they are given: each kind of goods once, at the desk if one of its lines says so."""
    prizes: dict[int, Prize] = {}
    units: Counter[int] = Counter()
    at_desk: set[int] = set()
    for line in lines:
        prizes[line.prize_id] = line.prize
        units[line.prize_id] += line.quantity
        if line.given_at == PlanLine.GivenAt.DESK:
            at_desk.add(line.prize_id)
    places = PlanLine.GivenAt
    return [(prize, units[pk], places.DESK if pk in at_desk else places.TABLE) for pk, prize in prizes.items()]


def moved_on(event: Event) -> QuerySet[Claim]:
    """Claims handed over to somebody whose piece or place it is not any more, by a correction since.

    Consolations of people who by now have won something count too, redraws do not.
    """
    handed = Claim.objects.filter(event=event, state=Claim.State.HANDED_OVER)
    still_placed = Entrant.objects.filter(
        playoff=OuterRef("playoff"), placed=OuterRef("place"), participant=OuterRef("participant")
    )
    won = Piece.objects.filter(participant=OuterRef("participant"), place="seat")
    placed = Entrant.objects.filter(participant=OuterRef("participant"), placed__isnull=False)
    of_piece = Q(piece__isnull=False) & ~Q(piece__place="seat", piece__participant=F("participant"))
    of_place = Q(playoff__isnull=False) & ~Exists(still_placed)
    consoled = Q(consolation=PlanLine.Consolation.EMPTY_HANDED) & (Exists(won) | Exists(placed))
    return handed.filter(of_piece | of_place | consoled)
