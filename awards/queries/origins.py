"""Why goods are somebody's, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from awards.models import Claim, Delivery, PlanLine
from awards.queries.due import Entitlement
from bobing_event.labels import rank_label
from rules import Rank
from tournaments.models import Playoff


def origin_label(of: Claim | Delivery | Entitlement, playoff_kind: str = "") -> str:
    """状元; 对堂第 1 块; 总状元第 1 名; a consolation; a redraw. With `piece` and `playoff` selected, no query."""
    if of.piece is not None:
        if of.piece.rank == Rank.ZHUANGYUAN:
            return rank_label(of.piece.rank)
        return _("%(rank)s, piece %(number)s") % {"rank": rank_label(of.piece.rank), "number": of.piece.number}
    if of.place is not None:
        kind = playoff_kind or _playoff_kind(of)
        return _("%(playoff)s, place %(place)s") % {"playoff": Playoff.Kind(kind).label, "place": of.place}
    if of.consolation:
        return _("Consolation: %(whom)s") % {"whom": PlanLine.Consolation(of.consolation).label}
    return _("Redraw")


def _playoff_kind(of: Claim | Delivery | Entitlement) -> str:
    if isinstance(of, Entitlement):
        return of.playoff_kind
    return of.playoff.kind if of.playoff is not None else ""
