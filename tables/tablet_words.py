"""The words of the referee's page that its scripts put on screen, translated on the server."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.tablet_floor_words import floor_words


def words() -> dict[str, str]:
    """By key, in the language of the request; `{name}` is filled in by the page."""
    return {
        **_page(),
        **_link(),
        **_players(),
        **_dice(),
        **_gains(),
        **_notices(),
        **_actions(),
        **_undo_and_log(),
        **_opening(),
        **_end(),
        **_conflict(),
        **floor_words(),
    }


def _page() -> dict[str, str]:
    return {
        "app.loading": _("Loading…"),
        "list.comma": pgettext("list", ", "),
        "head.round": _("Round {n}"),
        "phase.last_round": _("Last round"),
        "phase.extra_round": _("Extra round"),
        "phase.time_up_round": _("Time is up, last round"),
        "phase.zhuangyuan_only": _("For Zhuangyuan only"),
        "clock.left": pgettext("clock", "Left"),
        "clock.low": _("Soon over"),
        "clock.last": _("Last minute"),
        "clock.over": _("Time is up"),
        "clock.passed": pgettext("clock", "Played"),
        "sheet.close": _("Close"),
        "sheet.back": pgettext("sheet", "Back"),
        "menu.title": _("Menu"),
        "menu.log": pgettext("entries", "Log"),
        "menu.log_line": _("The latest entries of this bowl"),
        "menu.players": _("Everybody"),
        "menu.players_line": _("Who holds what"),
        "menu.link": pgettext("connection", "Connection"),
        "menu.link_line": _("How it stands, and what has not been sent"),
        "menu.help": _("Call help"),
        "menu.help_line": _("Somebody from the floor desk comes to the table"),
        "menu.sound_off": _("Sound off"),
        "menu.sound_off_line": _("The clock warns without beeping"),
        "menu.sound_on": _("Sound on"),
        "menu.sound_on_line": _("The clock beeps at five minutes, at one, and at the end"),
        "menu.full": _("Full screen"),
        "menu.full_line": _("Switch the full screen on or off"),
        "menu.back": _("To the back office"),
        "menu.back_line": _("What is queued here stays and is sent later"),
        "players.title": _("Everybody"),
    }


def _link() -> dict[str, str]:
    return {
        "link.connecting": _("Connecting"),
        "link.connecting_line": _("Waiting for the server's answer."),
        "link.ok": pgettext("connection", "Connected"),
        "link.ok_line": _("The server answers."),
        "link.sending": pgettext("connection", "Sending"),
        "link.sending_line": _("Waiting for the server's answer."),
        "link.unreachable": pgettext("connection", "Offline"),
        "link.unreachable_line": _(
            "The server does not answer. Go on entering: everything is kept on this tablet and sent by itself as soon "
            "as it answers again. Do not clear the browser's data until then."
        ),
        "link.conflict": pgettext("connection", "Not accepted"),
        "link.conflict_line": _("An entry was not accepted. Decide about it on the page."),
        "link.signed_out": pgettext("connection", "Signed out"),
        "link.signed_out_line": _("Sign in again in another tab, then press “Try now”. Nothing entered is lost."),
        "link.forbidden": pgettext("connection", "Not allowed"),
        "link.forbidden_line": _("This bowl is not given to you. Ask the floor desk."),
        "link.released": pgettext("connection", "Released"),
        "link.released_line": _("This tablet was released. Please go to the floor desk."),
        "link.replaced": pgettext("connection", "Replaced"),
        "link.replaced_line": _("Another tablet has this table now. What was queued here is still sent."),
        "link.missing": pgettext("connection", "Not found"),
        "link.missing_line": _("The server does not know this bowl. Please go to the floor desk."),
        "link.unsent": _("unsent {n}"),
        "link.unsent_line": _("Entries not sent yet: {n}"),
        "link.try": _("Try now"),
        "link.drop": _("Throw the {n} unsent away"),
        "link.drop_line": _("They are on this tablet only. Thrown away, they cannot be brought back."),
    }


def _players() -> dict[str, str]:
    return {
        "seat.label": _("Seat {number}"),
        "seat.short": pgettext("seat", "{number}"),
        "lot.label": _("Lot {number}"),
        "lot.short": pgettext("lot", "{number}"),
        "table.label": _("Table {number}"),
        "turn.waiting": _("Waiting for the server"),
        "turn.unconfirmed": _("not confirmed"),
        "mark.turn": _("to throw"),
        "mark.champion": pgettext("player", "champion"),
        "mark.leads": pgettext("player", "leads"),
        "mark.left": pgettext("player", "away"),
        "mark.skip": pgettext("player", "skipped"),
        "mark.placed": _("Place {place}"),
        "mark.hit": _("hit: {pattern}"),
        "mark.withdrawn": _("withdrawn"),
        "leader.none": pgettext("leader", "Nobody yet"),
        "leader.locked": _("locked"),
        "stock.left": _("{rank}: {left} of {total} left"),
        "held.pieces": _("{rank} {n}"),
        "held.provisional": _("may move"),
        "held.nothing": pgettext("player", "nothing"),
        "heat.best": _("The strongest Zhuangyuan throw of a round wins"),
        "heat.zhuangyuan_immediate": _("The first Zhuangyuan throw wins"),
        "heat.zhuangyuan_round": _("The strongest Zhuangyuan throw of the round wins"),
        "heat.duitang_immediate": _("The first Duitang wins"),
        "heat.duitang_round": _("The first Duitang wins, after the round"),
        "heat.places": _("({n} places)"),
    }


def _dice() -> dict[str, str]:
    return {
        "slot.empty": _("Die {n}: none yet"),
        "slot.filled": _("Die {n}: {face}. Press to take it out"),
        "pattern.none": pgettext("throw", "Nothing"),
        "result.empty": _("Tap the six dice as they lie"),
        "result.missing": _("{n} more"),
        "result.with_bonus": _("{pattern} with {bonus}"),
        "result.no_table": _("Six dice"),
        "result.no_table_line": _("Record it: the server says what it is."),
        "result.last": _("Last: {what}"),
        "record.missing": _("{n} dice missing"),
        "record.named": _("Record: {name}"),
        "record.throw": _("this throw"),
    }


def _gains() -> dict[str, str]:
    return {
        "gain.nothing": _("Takes nothing, no penalty"),
        "gain.piece": _("Takes 1 {rank} from stock, {left} left"),
        "gain.none_left": _("No {rank} in stock any more"),
        "gain.bonus": _("and beside it: {gain}"),
        "gain.first_candidate": _("The first candidate for Zhuangyuan"),
        "gain.stronger": _("Stronger than the leader, {who} {pattern}"),
        "gain.weaker": _("Not stronger than the leader, {who} {pattern}"),
        "gain.locked": _("{who} leads with {pattern} and is locked: it cannot be taken"),
        "gain.wins": _("Hit: this throw wins"),
        "gain.hit": _("Hit: decided when the round is complete"),
        "gain.no_hit": _("No hit"),
        "did.from_stock": _("took {pieces} {rank}"),
        "did.from_seat": _("took {pieces} {rank} from {who}"),
        "goods.give": _("give {goods}"),
        "did.nothing": _("took nothing"),
        "did.done": _("recorded"),
        "did.placed": _("{name}: place {place}"),
        "did.hit": pgettext("player", "hit"),
    }


def _notices() -> dict[str, str]:
    return {
        "stray.name": _("The turn has moved on: {who}"),
        "stray.line": _("These dice were entered for {owner}. Another device has recorded meanwhile."),
        "choice.clear": _("Clear the dice"),
        "choice.adopt": _("Keep them for the one in turn"),
        "choice.lower_bar": _("Lower the bar"),
        "choice.appoint": _("Appoint the champion"),
        "choice.time_up": _("Call time"),
        "propose.name": _("Five rounds and still no Zhuangyuan"),
        "propose.line": _("Lower the bar, or let the committee appoint the champion."),
        "over.name": _("The time is up"),
        "over.line": _("Call time: the round in progress is completed with prizes."),
        "choice.patterns": _("Back to the patterns"),
        "disk.name": _("This browser keeps nothing"),
        "disk.line": _("Do not close or reload this page before everything is sent."),
        "readonly.name": _("Only to look at"),
        "readonly.line": _("This bowl is not given to you. Ask the floor desk."),
        "rare.title": _("Look again"),
        "rare.line": _("This comes up very rarely. Compare with the six dice in the bowl before recording."),
        "rare.yes": _("It is {name}: record"),
        "rare.no": _("Correct the dice"),
    }


def _actions() -> dict[str, str]:
    return {
        "more.title": pgettext("actions", "More"),
        "more.do": _("Record: {what}"),
        "more.do_who": _("Record: {what}, {who}"),
        "more.reason": _("Reason (stays in the log)"),
        "what.overflow_skip": _("A die left the bowl: the throw is void and the next turn is skipped."),
        "what.overflow_void": _("A die left the bowl: the throw is void, nothing more."),
        "what.overflow_unknown": _("A die left the bowl: the throw is void."),
        "what.pass": _("Not at the table just now: this turn is used, no penalty."),
        "what.rethrow": _("{reason}. It does not count, the same player throws again."),
        "what.rethrow_why": _("The throw does not count and the same player throws again. Why?"),
        "what.leave": _("Leaves the table and is passed over from now on. The pieces stay on the table."),
        "what.return": _("Is back and throws again when the turn comes."),
        "what.time_up": _("The round in progress is completed with prizes, then what is left goes back."),
        "what.lower_bar": _("From now on a throw of this rank or above makes a candidate too."),
        "what.appoint": _("The committee names the champion: the table ends at once."),
        "what.withdraw": _("Is out of this play-off for good."),
        "what.decide": _("The officials give the next place without a throw."),
        "reason.stacked": _("Dice stacked"),
        "reason.leaning": _("A die leaning"),
        "reason.touched": _("Dice touched"),
        "reason.fewer": _("Fewer than six dice"),
        "reason.misread": _("Dice misread"),
        "reason.mistapped": _("Tapped by mistake"),
        "reason.disputed": _("Players objected"),
    }


def _undo_and_log() -> dict[str, str]:
    return {
        "last.none": _("nothing yet"),
        "last.opened": _("the opening"),
        "last.unconfirmed": _("{what} · not confirmed"),
        "last.undoing": _("Undoing {what}"),
        "undo.word": pgettext("entry", "Undo"),
        "undo.contested": _("Undo… (objection)"),
        "undo.title": _("Undo the last entry"),
        "undo.line": _("{what} is taken back with everything it did. It stays in the log, crossed out."),
        "undo.opening": _("The opening is taken back: choose again who throws first."),
        "undo.why": _("Why?"),
        "undo.yes": _("Undo {what}"),
        "undo.no": _("Leave it"),
        "log.title": pgettext("entries", "Log"),
        "log.void": _("Number {n} taken back"),
        "log.out": _("replaced by {n}"),
        "log.older": _("and {n} older ones"),
        "log.unreachable": _("The log cannot be read while the server does not answer."),
    }


def _opening() -> dict[str, str]:
    return {
        "opening.direct": _("Choose who begins"),
        "opening.count": _("Count by dice"),
        "opening.who_threw": _("Who threw the opening dice?"),
        "opening.who_first": _("Who throws first?"),
        "opening.total": _("What did the {n} dice come to?"),
        "opening.absent": _("Who has not come? Their seats are kept, and passed over until they return."),
        "opening.away": _("{n} not here"),
        "opening.incomplete": _("Choose first"),
        "opening.go_first": _("{who} begins"),
        "opening.go_thrower": _("{who} threw {total}: begin"),
        "opening.go_total": _("The dice show {total}: begin"),
        "opening.unreachable": _("The server does not answer. Nothing was begun: try again."),
    }


def _end() -> dict[str, str]:
    return {
        "end.champion": _("Zhuangyuan of the table"),
        "end.appointed": _("appointed by the committee"),
        "end.no_champion": _("No Zhuangyuan"),
        "end.no_champion_line": _("The table ended without a champion; the piece stays."),
        "end.nobody": _("Nobody took a place"),
        "end.stock": _("Left in stock: {pieces}."),
        "end.returned": _("Returned when time was up: {pieces}."),
        "end.grabbed": _("Grabbed in the dark: {pieces}."),
    }


def _conflict() -> dict[str, str]:
    return {
        "conflict.title": _("The server did not take this entry"),
        "conflict.at": _("entered at {time}"),
        "conflict.expected": _("To throw: {who}"),
        "conflict.last": _("Recorded last: {what}"),
        "conflict.behind": _("{n} more entries wait behind this one."),
        "conflict.discard": _("Throw mine away"),
        "conflict.discard_all": _("Throw all {n} away"),
        "conflict.give": _("Record it for {who}"),
        "conflict.again": _("Try the same again"),
        "conflict.approve": _("Do it with a second person"),
    }
