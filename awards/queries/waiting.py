"""Why goods are somebody's, with the table they were won at, and why they have to wait, in the page's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from awards.models import Claim
from awards.queries.due import Entitlement, Waiting
from awards.queries.origins import origin_label
from bobing_event.labels import rank_label
from tables.models import Piece


def origin_words(one: Entitlement | Claim) -> str:
    """一秀第 3 块（7 桌）; 总状元第 1 名. Of a claim it reads `piece__table` and `playoff`: select them."""
    if isinstance(one, Entitlement):
        return _at_table(origin_label(one, one.playoff_kind), one.piece)
    return _at_table(origin_label(one, one.playoff.kind if one.playoff else ""), one.piece)


def piece_words(piece: Piece) -> str:
    """状元（7 桌）."""
    label = _("%(rank)s, piece %(number)s") % {"rank": rank_label(piece.rank), "number": piece.number}
    return _at_table(label, piece)


def _at_table(label: str, piece: Piece | None) -> str:
    if piece is None:
        return label
    return _("%(what)s (table %(table)s)") % {"what": label, "table": piece.table.number}


def waiting_sentence(one: Entitlement) -> str:
    """Why it cannot be handed over yet, and what has to come first; "" where it can."""
    table = one.piece.table.number if one.piece else ""
    rank = rank_label(one.piece.rank) if one.piece else ""
    if one.waiting == Waiting.MAY_BE_TAKEN:
        sentence = _("Table %(table)s still plays: others may take this %(rank)s. Wait until it is signed off.")
        return sentence % {"table": table, "rank": rank}
    if one.waiting == Waiting.TABLE_PLAYS:
        return _("Table %(table)s still plays. Wait until it is signed off.") % {"table": table}
    if one.waiting == Waiting.PLAYOFF_PLAYS:
        return _("This play-off is still being played. Wait until it is decided.")
    if one.waiting == Waiting.NOT_SIGNED_OFF and one.piece is None:
        return _("A table of theirs is not signed off yet. Ask its referee.")
    if one.waiting == Waiting.NOT_SIGNED_OFF:
        sentence = _("Table %(table)s is not signed off, or a dispute is not countersigned. Ask its referee.")
        return sentence % {"table": table}
    return ""
