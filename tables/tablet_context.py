"""What the referee's page is given: where its log is, the few options it shows, and its words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from django.urls import reverse
from django.utils.translation import get_language

from bobing_event.labels import ENTRY_LABELS, PATTERN_LABELS, RANK_LABELS
from rules import LOWER_RANKS, RANKS, Pattern
from tables.tablet_words import words

if TYPE_CHECKING:
    from rules import Ruleset
    from tables.queries.goods_named import Named

Kind = Literal["table", "heat"]

RARE = (Pattern.LIUBEIHONG, Pattern.HEILIUBO, Pattern.BIANDIJIN, Pattern.CHAJINHUA)
"""Patterns that ask for a second look before they are recorded."""


_STATIC = Path(__file__).parent / "static"
MODULES = [
    *sorted(path.relative_to(_STATIC).as_posix() for path in (_STATIC / "tables/tablet").glob("*.js")),
    "vendor/idb/index.js",
]
"""Every script of the page, so that a browser asks for all of them at once."""


def tablet_context(
    *,
    kind: Kind,
    api_root: str,
    title: str,
    back_url: str = "",
    ruleset: Ruleset | None = None,
    token: str = "",
    epoch: str = "",
    can_record: bool = True,
    goods: Named | None = None,
) -> dict[str, Any]:
    """The context of `tablet/tablet.html`, for a table or a play-off heat.

    `api_root` ends with a slash and is where state, hands and entries are (`/api/v1/tables/7/`,
    `/api/v1/heats/3/`). `title` stands in the header ("Table 7", "总状元 · heat 2"). `back_url` is the page the
    menu leads back to, empty for a paired device. `ruleset` lets the page say what 出碗 does and how a table is
    opened. `token` is a device token: with it the page needs no session. `epoch` tells logs of the same address
    in different databases apart, so that entries queued on a tablet never reach a log they were not meant for
    (an event's creation time does). Without `can_record` the page only shows. `goods` names what a table's pieces give.
    """
    return {
        "title": title,
        "kind": kind,
        "back_url": back_url,
        "modules": MODULES,
        "ranks": [(rank.value, RANK_LABELS[rank]) for rank in RANKS],
        "config": {
            "kind": kind,
            "canRecord": can_record,
            "apiRoot": api_root,
            "backUrl": back_url,
            "token": token,
            "worker": reverse("tablet-worker") if token else "",
            "place": f"{api_root}@{epoch}",
            "language": get_language() or "zh-hans",
            "rare": [pattern.value for pattern in RARE],
            "ranks": [rank.value for rank in RANKS],
            "lowerRanks": [rank.value for rank in LOWER_RANKS],
            "rules": _options(ruleset),
            "goods": goods or {},
        },
        "words": {
            **words(),
            **{f"rank.{rank.value}": str(label) for rank, label in RANK_LABELS.items()},
            **{f"pattern.{pattern.value}": str(label) for pattern, label in PATTERN_LABELS.items()},
            **{f"kind.{kind}": str(label) for kind, label in ENTRY_LABELS.items()},
        },
    }


def _options(ruleset: Ruleset | None) -> dict[str, Any]:
    """The few options that the page puts into words; None where they are not known."""
    if ruleset is None:
        return {"overflow": None, "openingBy": None, "openingDice": None, "movable": []}
    return {
        "overflow": ruleset.overflow,
        "openingBy": ruleset.opening_by,
        "openingDice": ruleset.opening_dice,
        "movable": sorted(rank.value for rank in ruleset.movable_ranks),
    }
