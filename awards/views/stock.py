"""The store: where the goods are, what comes in, what is written off, and the ledger of it all."""

from __future__ import annotations

from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from awards.forms.stock import GoodsForm, LedgerForm, UndoForm, WriteOffForm
from awards.models import Movement
from awards.permissions import can_change_prizes, can_move_stock, can_view_stock
from awards.queries.movements import Narrowed, movements_of, routes, tables_with_movements
from awards.queries.reconciliation import GoodsLine, by_goods
from awards.queries.stock import keeps_stock, store_levels
from awards.queries.supplying import tables_wanting
from awards.services import receive_goods, undo_movement, write_off
from awards.services.counts import undoable
from bobing_event.access import EventRequest, event_view
from bobing_event.forms import refusals_in

PAGE_SIZE = 20


@event_view(can_view_stock)
@require_GET
def prize_stock(request: EventRequest) -> HttpResponse:
    """Goods by where they are, what needs somebody, and the ledger, narrowed by `kind`, `prize` and `table`."""
    event = request.event
    asked = LedgerForm(request.GET, event=event)
    asked.is_valid()
    chosen = asked.cleaned_data
    narrowed = Narrowed(
        chosen.get("kind") or "",
        chosen["prize"].pk if chosen.get("prize") else None,
        chosen["table"].pk if chosen.get("table") else None,
    )
    page = Paginator(movements_of(event, narrowed), PAGE_SIZE).get_page(request.GET.get("page"))
    sessions = event.sessions.count() > 1
    lines = by_goods(event)
    context = {
        "section": "prizes",
        "event": event,
        "lines": lines,
        "stocked": keeps_stock(event),
        "totals": _totals(lines),
        "wanting": tables_wanting(event),
        "narrowed": narrowed,
        "kinds": Movement.Kind.choices,
        "tables": tables_with_movements(event),
        "several_sessions": sessions,
        "page": page,
        "movements": [(one, routes(one, sessions=sessions)) for one in page],
        "may_move": can_move_stock(request.roles),
        "may_change": can_change_prizes(request.roles),
    }
    return render(request, "backoffice/stock_store.html", context)


@never_cache
@event_view(can_move_stock)
def prize_receive(request: EventRequest) -> HttpResponse:
    """A receipt: how much came of each kind of goods; `?fill=needed` fills in what is still needed."""
    event = request.event
    lines = by_goods(event)
    prizes = [line.prize for line in lines]
    needed = {line.prize.pk: line.to_come for line in lines if line.to_come}
    units = needed if request.GET.get("fill") == "needed" else None
    form = GoodsForm(request.POST or None, prizes=prizes, units=units, initial={"client_uuid": uuid4()})
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            movement = receive_goods(
                event=event, goods=form.goods(), **form.arguments(), by=request.user, now=timezone.now()
            )
            words = {"number": movement.number_text, "units": sum(form.goods().values())}
            messages.success(request, _("Received: %(units)s units, movement %(number)s.") % words)
            return redirect("prize-stock", event.slug)
    rows = [
        {"prize": prize, "field": field, "line": line}
        for (prize, field), line in zip(form.rows(), lines, strict=True)
    ]  # fmt: skip
    context = {"section": "prizes", "event": event, "form": form, "rows": rows, "fillable": bool(needed)}
    return render(request, "backoffice/stock_receive.html", context, status=400 if form.errors else 200)


@never_cache
@event_view(can_move_stock)
def prize_write_off(request: EventRequest) -> HttpResponse:
    """Goods that are no more; `?prize=3&place=7` chooses them."""
    event = request.event
    given = {name: request.GET.get(name) for name in ("prize", "place", "units", "reason")}
    form = WriteOffForm(request.POST or None, event=event, initial={**given, "client_uuid": uuid4()})
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        with refusals_in(form):
            movement = write_off(
                event=event, location=chosen["place"], goods={chosen["prize"].pk: chosen["units"]},
                reason=chosen["reason"], by=request.user, now=timezone.now(), client_uuid=chosen["client_uuid"],
            )  # fmt: skip
            words = {"units": chosen["units"], "unit": chosen["prize"].unit, "goods": chosen["prize"]}
            messages.success(request, _("%(units)s %(unit)s of %(goods)s written off.") % words)
            return redirect("prize-movement", event.slug, movement.number)
    context = {"section": "prizes", "event": event, "form": form, "levels": store_levels(event)}
    return render(request, "backoffice/stock_write_off.html", context, status=400 if form.errors else 200)


@event_view(can_view_stock)
@require_GET
def prize_movement(request: EventRequest, number: int) -> HttpResponse:
    """One movement: its lines, who, when, why, and what undid it."""
    movement = get_object_or_404(movements_of(request.event), number=number)
    return _movement_page(request, movement, UndoForm())


@event_view(can_move_stock)
@require_POST
def prize_movement_undo(request: EventRequest, number: int) -> HttpResponse:
    movement = get_object_or_404(movements_of(request.event), number=number)
    form = UndoForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            undoing = undo_movement(
                movement=movement, reason=form.cleaned_data["reason"], by=request.user, now=timezone.now()
            )
            words = {"number": movement.number_text, "other": undoing.number_text}
            messages.success(request, _("Movement %(number)s is undone by %(other)s.") % words)
            return redirect("prize-movement", request.event.slug, undoing.number)
    return _movement_page(request, movement, form)


def _movement_page(request: EventRequest, movement: Movement, form: UndoForm) -> HttpResponse:
    settled = movement.of_a_count or movement.of_a_delivery or movement.of_people  # type: ignore[attr-defined]
    is_undone = hasattr(movement, "undone_by")
    context = {
        "section": "prizes",
        "event": request.event,
        "movement": movement,
        "routes": routes(movement, sessions=request.event.sessions.count() > 1),
        "is_undone": is_undone,
        "form": form,
        "may_undo": can_move_stock(request.roles) and not is_undone and undoable(movement, settled=settled),
    }
    return render(request, "backoffice/stock_movement.html", context, status=400 if form.errors else 200)


def _totals(lines: list[GoodsLine]) -> dict[str, int]:
    """Units of all goods together, by where they are."""
    names = ("came_in", "store", "at_tables", "people", "written_off", "needed")
    return {name: sum(getattr(line, name) for line in lines) for name in names}
