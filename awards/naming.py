"""What referees and players read of goods: names of what pieces give, and what of it is a player's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from awards.models import Claim, PlanLine, Prize
from awards.queries.due import due
from awards.queries.plan import goods_by_piece, pieces_of
from bobing_event.models import Event, Participant
from rules import LOWER_RANKS
from tables.queries.goods_named import Named, Taking, names_goods, tells_takings


@names_goods
def goods_of_pieces(event: Event) -> Named:
    """What each piece of the lower ranks gives: `花生油 5 L`, `抽纸 ×2`; ranks without goods are left out."""
    given = goods_by_piece(event)
    named = {
        rank.value: [_piece_text(given, rank.value, number + 1) for number in range(pieces_of(event, rank))]
        for rank in LOWER_RANKS
    }
    return {rank: names for rank, names in named.items() if any(names)}


@tells_takings
def takings(person: Participant) -> list[Taking]:
    """What waits for somebody at the prize desk, what is not final yet, and what they have got; each goods once."""
    event = person.event
    claims = Claim.objects.filter(event=event, participant=person, state=Claim.State.HANDED_OVER)
    sums: Counter[tuple[str, Prize]] = Counter()
    for one in due(event, people=[person.pk]):
        sums["later" if one.waiting else "due", one.prize] += one.quantity
    for claim in claims.select_related("prize"):
        sums["done", claim.prize] += claim.quantity
    return [Taking(state, units(prize, quantity)) for (state, prize), quantity in sums.items()]


def units(prize: object, quantity: int) -> str:
    """`抽纸`, `抽纸 ×2`."""
    return str(prize) if quantity == 1 else _("%(goods)s ×%(quantity)s") % {"goods": prize, "quantity": quantity}


def _piece_text(given: Mapping[tuple[str, int], Sequence[PlanLine]], rank: str, number: int) -> str:
    return " + ".join(units(line.prize, line.quantity) for line in given.get((rank, number), ()))
