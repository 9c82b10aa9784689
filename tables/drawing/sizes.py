"""How many people sit at each table."""

from __future__ import annotations

from enum import StrEnum


class Rest(StrEnum):
    """What becomes of the people who do not fill a table."""

    AS_RULED = "as_ruled"  # short where they are half a table and the ruleset lets so few begin, else spread
    SHORT = "short"  # they play at a table of their own
    SPREAD = "spread"  # that table is dissolved: each is one more at a full table


def table_sizes(people: int, seats: int, min_players: int, rest: Rest = Rest.AS_RULED) -> list[int]:
    """How many people sit at each table, the first table first.

    Full tables, and those left over as `rest` says. Where they may not play alone (fewer than `min_players`) they
    are spread; where there are not enough full tables for that, all sit evenly at one table more. Who sits at a table
    with one more is for the lots to say: tables differ in nothing but their number before.
    """
    full, over = divmod(people, seats)
    if over == 0 or full == 0 or _may_be_short(over, seats, min_players, rest):
        return [seats] * full + [over] * (over > 0)
    if over <= full:
        return [seats + 1] * over + [seats] * (full - over)
    each, more = divmod(people, full + 1)
    return [each + 1] * more + [each] * (full + 1 - more)


def _may_be_short(over: int, seats: int, min_players: int, rest: Rest) -> bool:
    least = max(min_players, seats // 2) if rest is Rest.AS_RULED else min_players
    return over >= least and (rest is not Rest.SPREAD)
