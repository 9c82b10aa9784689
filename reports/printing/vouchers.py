"""Prize vouchers (兑奖券): one with a stub for each prize that may be fetched at the desk, eight on an A4 sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from awards.models import PrizeSettings
from awards.typesetting import qr_svg
from bobing_event.models import Event
from reports.printing.dues import Due, goods_of, left_out_words
from reports.printing.order import cut_stack
from reports.printing.supplies import has_plan, no_plan
from reports.printing.work import Asked, Work, event_head, place_words

VOUCHERS_PER_SHEET = 8


class Note(NamedTuple):
    """The last slip of a pile: what was left out, and how many vouchers there are."""

    note: str
    counted: str


def vouchers(asked: Asked) -> Work:
    """A voucher for each prize that is due and final, of one rank where one was asked for, cut as one pile by seats.

    What was handed over has none, and neither has what is not final: a last slip says how many of those there are.
    """
    chosen = [due for due in asked.dues if _is_asked_for(due, asked.rank)]
    final = [due for due in chosen if due.may_be_had]
    waiting = sum(not due.may_be_had and (due.at_desk or bool(asked.rank)) for due in chosen)
    left_out = left_out_words(waiting)
    slips: list[Due | Note] = [*final, Note(left_out, _counted(len(final)))] if final and waiting else [*final]

    def sheet(slips: Sequence[Due | Note | None]) -> list[Any]:
        return [_slip(asked, slip) if slip is not None else None for slip in slips]

    return Work(
        "vouchers.typ", list(cut_stack(slips, VOUCHERS_PER_SHEET)), sheet, len(final),
        {**event_head(asked), "words": _words(asked.event)}, [due.person for due in final],
        nothing="" if final else _nothing(asked.event, waiting), left_out=left_out, goods=goods_of(final),
    )  # fmt: skip


def _is_asked_for(due: Due, rank: str) -> bool:
    return not rank or (due.what.piece is not None and due.what.piece.rank == rank)


def _slip(asked: Asked, slip: Due | Note) -> dict[str, Any]:
    return slip._asdict() if isinstance(slip, Note) else _voucher(asked, slip)


def _voucher(asked: Asked, due: Due) -> dict[str, Any]:
    person, prize = due.person, due.what.prize
    place = place_words(person.table, person.seat or 0) if person.table is not None else ""
    return {
        "number": due.number,
        "prize": asked.ink(prize.name),
        "specification": asked.ink(prize.specification),
        "quantity": asked.ink(f"× {due.what.quantity} {prize.unit}"),
        "honour": due.honour,
        "place": place,
        "name": asked.ink(person.name),
        "code": person.code,
        "qr": qr_svg(asked.site(reverse("participant", args=[person.code]))),
    }


def _counted(count: int) -> str:
    return npgettext("print", "%(count)s voucher", "%(count)s vouchers", count) % {"count": count}


def _nothing(event: Event, waiting: int) -> str:
    if not has_plan(event):
        return no_plan()
    if waiting:
        return _("Nothing can be claimed yet: tables have to end and be signed off first.")
    return _("Nothing waits to be claimed: nobody has won a prize, or all of them were handed over.")


def _words(event: Event) -> dict[str, str]:
    return {
        "title": pgettext("print", "Prize voucher"),
        "number": pgettext("print", "No. "),
        "stub": pgettext("print", "Stub"),
        "signature": pgettext("print", "Received, signature: "),
        "code": pgettext("print", "QR code"),
        "claim": _claim(event),
    }


def _claim(event: Event) -> str:
    until = PrizeSettings.objects.filter(event=event).values_list("claim_until", flat=True).first()
    if until is None:
        return pgettext("print", "Claim it at the prize desk with this voucher.")
    local = localtime(until, event.tz)
    moment = f"{date_format(local, pgettext('date format', 'F j'))} {local:%H:%M}"
    return pgettext("print", "Claim it at the prize desk with this voucher until %(moment)s.") % {"moment": moment}
