"""Claims follow their people when a correction gives pieces other numbers.

Pieces are numbered in the order in which they leave the stock. A win that is put in or taken out in the middle makes
every later piece of its rank another one, and yet most people hold as much as before, of the same goods. So a claim
that was handed over goes to a piece its person has now; only what somebody has too much of stays a task.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from awards.models import Claim
from awards.queries.due import Entitlement, entitlements
from awards.queries.plan import goods_by_piece
from awards.services.ledger import locked_ledger
from bobing_event.models import Event
from tables.models import Piece, Table
from tables.services.dependents import told_when_corrected

Goods = tuple[int, int]
"""Prize and units."""


@dataclass(frozen=True)
class Bound:
    """A claim or an entitlement: whose, of which goods, for which piece (all ids)."""

    person: int
    goods: Goods
    piece: int


@told_when_corrected
def rebind_claims(table: Table) -> int:
    """Bind the standing claims of a corrected table to its people's pieces; returns how many changed.

    One query where nothing of the table was handed over.
    """
    standing = Claim.objects.filter(piece__table=table, state__in=Claim.STANDING)
    if not standing.exists():
        return 0
    event = table.session.event
    locked_ledger(event)
    claims = {claim.pk: claim for claim in standing.order_by("pk")}
    before = {
        pk: Bound(claim.participant_id, (claim.prize_id, claim.quantity), _piece(claim)) for pk, claim in claims.items()
    }
    after = rebound(before, [_bound(one) for one in entitlements(event, table=table)], _pieces_giving(event, table))
    changed = [pk for pk, piece in after.items() if piece != before[pk].piece]
    _write([claims[pk] for pk in changed], after)
    return len(changed)


def rebound(
    claims: Mapping[int, Bound], entitled: Iterable[Bound], giving: Mapping[int, Collection[int]]
) -> dict[int, int]:
    """The piece of every claim, by the claim's id; no two claims of the same prize have the same.

    A claim stays where it is right, else goes to another piece of its person; then to one whose new owner lacks the
    goods; then to any that gives them (`giving`: pieces by prize, those in stock too).
    """
    open_pieces: dict[tuple[int, Goods], list[int]] = defaultdict(list)
    for one in entitled:
        open_pieces[one.person, one.goods].append(one.piece)
    bound = _to_their_own(claims, open_pieces)
    lacking: dict[Goods, list[int]] = defaultdict(list)
    for (_person, goods), pieces in open_pieces.items():
        lacking[goods] += pieces
    for pk, claim in claims.items():
        if pk not in bound and (others := lacking[claim.goods]):
            bound[pk] = others.pop(others.index(claim.piece) if claim.piece in others else 0)
    for pk, claim in claims.items():
        if pk not in bound:
            taken = _taken(bound, claims, claim)
            spare = [claim.piece, *sorted(giving.get(claim.goods[0], ()))]
            bound[pk] = next((piece for piece in spare if piece not in taken), claim.piece)
    return bound


def _to_their_own(claims: Mapping[int, Bound], open_pieces: Mapping[tuple[int, Goods], list[int]]) -> dict[int, int]:
    """The claims of who still has such a piece; it is taken out of `open_pieces`."""
    bound: dict[int, int] = {}
    for pk, claim in claims.items():
        own = open_pieces[claim.person, claim.goods]
        if claim.piece in own:
            own.remove(claim.piece)
            bound[pk] = claim.piece
    for pk, claim in claims.items():
        if pk not in bound and (own := open_pieces[claim.person, claim.goods]):
            bound[pk] = own.pop(0)
    return bound


def _taken(bound: Mapping[int, int], claims: Mapping[int, Bound], claim: Bound) -> set[int]:
    """Pieces that claims of the same prize have already."""
    return {piece for pk, piece in bound.items() if claims[pk].goods[0] == claim.goods[0]}


def _bound(one: Entitlement) -> Bound:
    assert one.piece is not None  # entitlements of a table are its pieces'
    return Bound(one.participant_id, (one.prize.pk, one.quantity), one.piece.pk)


def _piece(claim: Claim) -> int:
    assert claim.piece_id is not None
    return claim.piece_id


def _pieces_giving(event: Event, table: Table) -> dict[int, list[int]]:
    goods = goods_by_piece(event)
    giving: dict[int, list[int]] = defaultdict(list)
    for pk, rank, number in Piece.objects.filter(table=table).order_by("pk").values_list("pk", "rank", "number"):
        for line in goods.get((rank, number), ()):
            giving[line.prize_id].append(pk)
    return giving


def _write(claims: Sequence[Claim], pieces: Mapping[int, int]) -> None:
    """Two steps: for a moment none of them stands, since no order of updates would keep them apart."""
    if not claims:
        return
    Claim.objects.filter(pk__in=[claim.pk for claim in claims]).update(state=Claim.State.TAKEN_BACK)
    for claim in claims:
        claim.piece_id = pieces[claim.pk]
    Claim.objects.bulk_update(claims, ["piece", "state"])
