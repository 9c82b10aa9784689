"""The words of the referee's page beside the play: patterns, the hall, corrections, the signature."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.models import HelpCall


def floor_words() -> dict[str, str]:
    """By key, as `tablet_words.words` has them."""
    return {**_quick(), **_floor(), **_corrections(), **_sign_off()}


def _quick() -> dict[str, str]:
    return {
        "quick.none": pgettext("throw", "Nothing"),
        "quick.bonus": _("with {bonus}"),
        "quick.tops": _("Top throws…"),
        "quick.dice": _("By dice"),
        "result.empty_quick": _("Tap what the throw is"),
        "result.which_top": _("Which one? The dice are asked next"),
        "record.choose": _("Choose what it is"),
    }


def _floor() -> dict[str, str]:
    return {
        "warn.low": _("Five minutes left."),
        "warn.last": _("One minute left."),
        "warn.over": _("The time is up: call time when this throw is recorded."),
        "news.extra": _("The floor desk gave {n} minutes more."),
        "news.less": _("The floor desk took {n} minutes back."),
        "news.help_answered": _("Your help call was answered."),
        "news.replaced": _("Another tablet has this table now: {who}."),
        "news.sign_off_void": _("An entry was corrected: the signature is void. Check and sign again."),
        "news.objection": _("A player objects. Open objections: {n}"),
        "help.call": _("Call help"),
        "help.called": _("Called {time}"),
        "help.title": _("Help at the table"),
        "help.line": _("Tap the reason: the call goes out at once."),
        "help.note": _("Note (may stay empty; write it first)"),
        **{f"help.{reason.value}": str(reason.label).capitalize() for reason in HelpCall.Reason},
        "help.waiting": _("Called {time} · being seen to"),
        "help.withdraw": _("Withdraw the call"),
        "help.unreachable": _("The server does not answer: the call did not go out. Wave to the floor desk."),
        "replaced.title": _("This tablet is handing over"),
        "replaced.done_title": _("This tablet was released"),
        "replaced.who": _("The table is now recorded on: {who}"),
        "replaced.somebody": _("The table is now recorded on another tablet."),
        "replaced.waiting": _("Sending what was queued here: {sent} of {all} sent, {n} left. Leave it on until then."),
        "replaced.done": _("Everything entered here was sent. Please bring this tablet to the floor desk."),
    }


def _corrections() -> dict[str, str]:
    return {
        "log.correct": _("Correct"),
        "correct.title": _("Correct an entry"),
        "correct.void_title": _("Take an entry back"),
        "correct.from_to": _("{what} → {now}"),
        "correct.other_dice": _("The six dice as they lay"),
        "correct.other_pattern": _("It was"),
        "correct.void": _("It was no throw: take it back"),
        "correct.preview": _("See what would change"),
        "correct.changes": _("What would change"),
        "correct.piece": _("1 {rank}: {from} → {to}"),
        "correct.champion": _("Champion: {before} → {after}"),
        "correct.leader": _("Leads for Zhuangyuan: {before} → {after}"),
        "correct.reopens": _("The table goes on: it has not ended."),
        "correct.handed_over": _("Some of these pieces were handed over already."),
        "correct.impossible": _("Later entries would become impossible: {entries}. Correct those first."),
        "correct.nothing_moves": _("No piece moves."),
        "correct.second_person": _(
            "This touches the Zhuangyuan: a second person enters the PIN, a floor manager or an organiser."
        ),
        "correct.pin": _("PIN of the second person"),
        "correct.go": _("Record the correction"),
        "correct.go_void": _("Take it back"),
        "correct.unsent": _("First everything must be sent. Corrections need the connection."),
        "correct.unreachable": _("The server does not answer. Corrections need the connection: nothing was changed."),
        "place.stock": _("stock"),
        "place.grabbed": _("grabbed"),
        "place.returned": _("returned"),
        "pad.back": _("Delete"),
        "pad.dots": _("{n} digits entered"),
    }


def _sign_off() -> dict[str, str]:
    return {
        "sign.line": _("Read every name aloud and check the pieces, then sign."),
        "sign.go": _("Checked and right: sign"),
        "sign.unsent": _("{n} entries not sent yet: sign after that"),
        "sign.objections": _("Open objections: {n}"),
        "sign.signed": _("Signed {time}"),
        "sign.waits": _("Signed {time} · waits for the floor manager"),
        "sign.countersigned": _("Signed {time} · countersigned"),
        "sign.void": _("Something was entered after the signature, which is void. Check and sign again."),
        "sign.unreachable": _("The server does not answer. Nothing was signed: try again."),
    }
