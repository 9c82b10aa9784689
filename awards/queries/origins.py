"""Why goods are somebody's, and why they have to wait for them, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from awards.models import Claim, Delivery, PlanLine
from awards.queries.due import Entitlement, Waiting
from bobing_event.labels import rank_label
from rules import Rank
from tournaments.models import Playoff

if TYPE_CHECKING:
    from tables.models import Piece


def piece_label(piece: Piece) -> str:
    """状元; 对堂第 1 块."""
    if piece.rank == Rank.ZHUANGYUAN:
        return rank_label(piece.rank)
    return _("%(rank)s, piece %(number)s") % {"rank": rank_label(piece.rank), "number": piece.number}


def origin_label(of: Claim | Delivery | Entitlement) -> str:
    """A piece, a place in a play-off, a consolation, a redraw; with `piece` and `playoff` selected, no query."""
    if of.piece is not None:
        return piece_label(of.piece)
    if of.place is not None:
        kind = of.playoff_kind if isinstance(of, Entitlement) else of.playoff.kind if of.playoff is not None else ""
        return _("%(playoff)s, place %(place)s") % {"playoff": Playoff.Kind(kind).label, "place": of.place}
    if of.consolation:
        return _("Consolation: %(whom)s") % {"whom": PlanLine.Consolation(of.consolation).label}
    return _("Redraw")


def waiting_sentence(one: Entitlement) -> str:
    """Why goods cannot be handed over yet, and what has to happen first; empty where they can."""
    table = one.piece.table.number if one.piece is not None else ""
    sentences = {
        Waiting.NOTHING: "",
        Waiting.TABLE_PLAYS: _("Table %(table)s still plays. Its prizes are final when it has ended and is signed off."),
        Waiting.MAY_BE_TAKEN: _("Table %(table)s still plays, and others may yet take this piece. Wait for its end."),
        Waiting.NOT_SIGNED_OFF: _("The table is not signed off yet. Have the referee sign it off first."),
        Waiting.PLAYOFF_PLAYS: _("The play-off is not over yet. Wait for its end."),
    }
    return sentences[one.waiting] % {"table": table}
