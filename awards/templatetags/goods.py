"""Claims as the goods they come to."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from awards.models import Claim, Prize

register = template.Library()


@register.filter
def by_goods(claims: Iterable[Claim]) -> list[tuple[Prize, int]]:
    """`{% for prize, units in claims|by_goods %}`: each kind of goods once, in the order of the prize pages."""
    prizes: dict[int, Prize] = {}
    units: dict[int, int] = {}
    for claim in claims:
        prizes[claim.prize_id] = claim.prize
        units[claim.prize_id] = units.get(claim.prize_id, 0) + claim.quantity
    return [(prize, units[pk]) for pk, prize in sorted(prizes.items())]
