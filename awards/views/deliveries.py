"""Deliveries: the queue for organisers and the desk, and what a runner's phone shows of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from awards.forms.aftermath import DeliveryForm
from awards.models import Delivery
from awards.permissions import can_ask_delivery, can_deliver
from awards.queries.deliveries import finished, queue, queue_mark, receivers
from awards.queries.desk import pieces_in
from awards.queries.whereabouts import seat_of, seats_of_people
from awards.services import (
    ask_delivery,
    ask_delivery_to,
    cancel_delivery,
    finish_delivery,
    take_delivery,
)
from bobing_event.access import EventRequest, event_view
from bobing_event.forms import refusals_in
from bobing_event.models import Participant
from bobing_event.permissions import can_view_personal_data
from bobing_event.refusals import Refusal
from tables.models import Piece, Table

SHOWN_FINISHED = 15
POLL_SECONDS = 4
NAMING = frozenset({"not_due", "forfeited", "sent_for_another"})
"""Codes of refusals whose sentences name people who won something."""


def _tag(request: EventRequest) -> str | None:
    """The ETag of the queue, by what it shows, to whom and in which language; the page around it has none."""
    if request.GET.get("part") != "live":
        return None
    asks = can_ask_delivery(request.roles)
    shown = hashlib.sha256(repr((request.user.pk, asks, get_language())).encode()).hexdigest()[:12]
    return f'"{queue_mark(request.event, now=timezone.now())}-{shown}"'


@require_safe
@event_view(can_deliver)
@condition(etag_func=_tag)
def deliveries(request: EventRequest) -> HttpResponse:
    """The queue; htmx fetches it every few seconds, with an ETag. Runners see no more than they need."""
    if request.GET.get("part") == "live":
        answer = render(request, f"backoffice/{_page(request)}_live.html", _queue(request))
        answer["Cache-Control"] = "private, no-cache"
        return answer
    return _whole_page(request)


@event_view(can_ask_delivery)
@require_POST
def delivery_ask(request: EventRequest) -> HttpResponse:
    """Goods for a table's stock."""
    form = DeliveryForm(request.POST, event=request.event)
    if form.is_valid():
        with refusals_in(form):
            made = ask_delivery(event=request.event, by=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(
                request, _("In the queue: %(quantity)s %(unit)s of %(prize)s for table %(table)s.") % _facts(made)
            )
            return redirect("deliveries", request.event.slug)
    return _whole_page(request, form)


@event_view(can_ask_delivery)
@require_POST
def delivery_ask_to(request: EventRequest, pk: int) -> HttpResponse:
    """What is due to somebody, to where they sit. Refuses `no_seat` for who has none."""
    person = get_object_or_404(Participant, event=request.event, pk=pk)
    key = request.POST.get("key", "")
    made = ask_delivery_to(
        event=request.event, table=_table_of(person, key), participant=person, key=key,
        note=request.POST.get("note", ""), by=request.user, now=timezone.now(),
    )  # fmt: skip
    _tell_asked(request, made)
    return redirect("deliveries", request.event.slug)


@event_view(can_deliver)
@require_POST
def delivery_take(request: EventRequest, pk: int) -> HttpResponse:
    with _without_names(request, _("This is not to be handed over any more. Leave it, and tell the prize desk.")):
        take_delivery(delivery=_delivery(request, pk), by=request.user, now=timezone.now())
    return redirect("deliveries", request.event.slug)


@event_view(can_deliver)
@require_POST
def delivery_finish(request: EventRequest, pk: int) -> HttpResponse:
    """Delivered; the desk and supervisors may say so of what somebody else brought."""
    with _without_names(request, _("This is not to be handed over any more. Bring it back and cancel it.")):
        made = finish_delivery(
            delivery=_delivery(request, pk), by=request.user, now=timezone.now(),
            may_finish_any=can_ask_delivery(request.roles),
        )  # fmt: skip
    messages.success(request, _("Delivered: %(quantity)s %(unit)s of %(prize)s to table %(table)s.") % _facts(made))
    return redirect("deliveries", request.event.slug)


@event_view(can_deliver)
@require_POST
def delivery_cancel(request: EventRequest, pk: int) -> HttpResponse:
    """Cancel any, for who may ask for them; a runner brings back what they have taken themselves."""
    made = cancel_delivery(
        delivery=_delivery(request, pk), by=request.user, now=timezone.now(), reason=request.POST.get("reason", ""),
        may_cancel_any=can_ask_delivery(request.roles),
    )  # fmt: skip
    if made.supply_id:
        told = _("Cancelled. Bring %(quantity)s %(unit)s of %(prize)s back to the store.")
        messages.warning(request, told % _facts(made))
    else:
        told = _("Cancelled: %(quantity)s %(unit)s of %(prize)s for table %(table)s.")
        messages.success(request, told % _facts(made))
    return redirect("deliveries", request.event.slug)


@contextmanager
def _without_names(request: EventRequest, sentence: str) -> Iterator[None]:
    """A runner's phone shows no full names: who may not see them is told `sentence` in their place."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code not in NAMING or can_view_personal_data(request.roles):
            raise
        raise Refusal(refusal.code, sentence, status=refusal.status) from None


def _delivery(request: EventRequest, pk: int) -> Delivery:
    found = Delivery.objects.select_related("event", "piece")
    return get_object_or_404(found, event=request.event, pk=pk)


def _tell_asked(request: EventRequest, delivery: Delivery) -> None:
    told = _("In the queue: %(quantity)s %(unit)s of %(prize)s for table %(table)s.")
    messages.success(request, told % _facts(delivery))


def _facts(delivery: Delivery) -> dict[str, Any]:
    prize = delivery.prize
    return {"prize": prize, "unit": prize.unit, "quantity": delivery.quantity, "table": delivery.table_number}


def _table_of(person: Participant, key: str) -> Table:
    tables = Piece.objects.filter(pk__in=pieces_in([key])).values_list("table", flat=True)
    seat = seat_of(person.pk, seats_of_people([person.pk]), next(iter(tables), None))
    if seat is None:
        sentence = _("%(name)s has no seat to bring it to. Hand it over at the prize desk.")
        raise Refusal("no_seat", sentence % {"name": person.name})
    return seat.table


def _page(request: EventRequest) -> str:
    return "deliveries" if can_ask_delivery(request.roles) else "deliveries_runner"


def _queue(request: EventRequest) -> dict[str, Any]:
    lines = queue(request.event, now=timezone.now())
    return {
        "section": "prizes",
        "waiting": [line for line in lines if line.delivery.taken_at is None],
        "mine": [line for line in lines if line.delivery.taken_by_id == request.user.pk],
        "others": [line for line in lines if line.delivery.taken_by_id not in (None, request.user.pk)],
        "several_sessions": len({table.session_id for line in lines if (table := line.delivery.table)}) > 1,
        "poll_seconds": POLL_SECONDS,
    }


def _whole_page(request: EventRequest, form: DeliveryForm | None = None) -> HttpResponse:
    context = _queue(request)
    if can_ask_delivery(request.roles):
        text = request.GET.get("q", "").strip()
        wanted = {name: request.GET.get(name) for name in ("table", "prize") if request.GET.get(name)}
        context |= {
            "form": form or DeliveryForm(event=request.event, initial=wanted),
            "q": text,
            "found": receivers(request.event, text),
            "finished": finished(request.event, most=SHOWN_FINISHED),
        }
    return render(request, f"backoffice/{_page(request)}.html", context)
