"""Every word of the page that takes paper sheets, by the key its script looks it up with."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bobing_event.labels import ENTRY_LABELS, PATTERN_LABELS, RANK_LABELS


def words() -> dict[str, str]:
    """`{name}` in a word is filled in by the script."""
    return {
        "seat.label": _("Seat {number}"),
        "pattern.none": pgettext("throw", "Nothing"),
        "result.with_bonus": _("{pattern} with {bonus}"),
        "line.seat": pgettext("sheet", "Seat of line {n}"),
        "line.throw": pgettext("sheet", "Throw of line {n}"),
        "line.remove": pgettext("sheet", "Remove line {n}"),
        "seat.unknown": _("Nobody sits there."),
        "bad.dice": _("Six dice from 1 to 6: {n} digits are typed."),
        "bad.face": _("A die shows 1 to 6."),
        "bad.unknown": _("This is neither dice nor a pattern nor one of the letters."),
        "bad.ambiguous": _("This may mean more than one pattern: type one letter more."),
        "bad.dice_needed": _("For 状元 the six dice are needed."),
        "bad.pattern": _("There is no such throw under these rules."),
        "status.recorded": pgettext("sheet", "recorded, no. {seq}"),
        "send.none": _("Nothing to record yet"),
        "send.some": _("Record {n} lines"),
        "send.bad": _("{n} lines cannot be read"),
        "send.sending": _("Recording…"),
        "said.all": _("All {n} lines are recorded."),
        "said.refused": _("Recorded up to the line before. Line {n} was refused; nothing from there on is recorded."),
        "said.unreachable": _("The server did not answer. Press again: nothing is recorded twice."),
        "said.signed_out": _("You are signed out. Sign in in another tab, then press again: the lines stay here."),
        "said.full": _("A batch has at most {n} lines. Record these first."),
        "said.kept": _("These lines were typed before and not recorded. They are as you left them."),
        **{f"rank.{rank.value}": str(label) for rank, label in RANK_LABELS.items()},
        **{f"pattern.{pattern.value}": str(label) for pattern, label in PATTERN_LABELS.items()},
        **{f"kind.{kind}": str(ENTRY_LABELS[kind]) for kind in ("overflow", "pass", "leave", "time_up")},
    }
