"""Goods at tables: supplying them, counting what is left, and whether all figures agree."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from awards.forms.stock import CountForm, GoodsForm, SupplyForm
from awards.models import Prize
from awards.permissions import can_move_stock, can_view_stock
from awards.queries.movements import Narrowed, movements_of, routes
from awards.queries.reconciliation import by_goods, by_table, table_states
from awards.queries.stock import keeps_stock, store_levels, table_set
from awards.queries.table_lines import TableLine
from awards.services import count_table, restock_table, return_leftovers, supply_tables
from bobing_event.access import EventRequest, event_view
from bobing_event.forms import refusals_in
from bobing_event.models import Event
from tables.models import Table

PAGE_SIZE = 40
TABLES_A_SHEET = 100
SENTENCES_SHOWN = 60

STATES = ("without_supply", "short_set", "unsupplied", "supplied", "not_signed_off", "to_count", "counted")
"""Of `TableLine.state`, in the order of an evening; what is wrong comes first."""


@event_view(can_view_stock)
@require_GET
def prize_tables(request: EventRequest) -> HttpResponse:
    """Tables with their goods; `state`, `session` and `q` (the beginning of a number) narrow them."""
    event = request.event
    lines = by_table(event)
    session, state, q = (request.GET.get(name, "") for name in ("session", "state", "q"))
    in_session = [line for line in lines if not session or str(line.table.session.number) == session]
    shown = [
        line
        for line in in_session
        if (not state or line.state == state) and (not q or str(line.table.number).startswith(q))
    ]
    context = {
        "section": "prizes",
        "event": event,
        "page": Paginator(shown, PAGE_SIZE).get_page(request.GET.get("page")),
        "lines": lines,
        "states": _state_counts(in_session),
        "state": state,
        "session": session,
        "sessions": event.sessions.order_by("number"),
        "q": q,
        "stocked": keeps_stock(event),
        "supply": _supply(event),
        "supply_form": _supply_form(event, lines),
        "may_move": can_move_stock(request.roles),
    }
    return render(request, "backoffice/stock_tables.html", context)


@event_view(can_move_stock)
@require_POST
def prize_supply(request: EventRequest) -> HttpResponse:
    """Bring every table of the range what it lacks of its set, all or nothing."""
    form = SupplyForm(request.POST, event=request.event)
    if not form.is_valid():
        messages.error(request, _("A table's number is a whole number from 1."), extra_tags="bad_range")
        return redirect("prize-tables", request.event.slug)
    run = supply_tables(event=request.event, tables=form.tables(), by=request.user, now=timezone.now())
    count = len(run.supplied)
    if count:
        sentence = ngettext("%(count)s table supplied.", "%(count)s tables supplied.", count) % {"count": count}
        messages.success(request, sentence)
    if run.topped_up:
        messages.info(
            request, _("%(count)s of them had part of their set and were topped up.") % {"count": len(run.topped_up)}
        )
    if run.before or run.ended:
        sentence = _("Left out: %(before)s that have their goods, %(ended)s that have ended.")
        messages.info(request, sentence % {"before": len(run.before), "ended": len(run.ended)})
    return redirect("prize-tables", request.event.slug)


@never_cache
@event_view(can_view_stock)
@require_GET
def prize_table(request: EventRequest, pk: int) -> HttpResponse:
    """A table's goods in figures, its count, and its movements."""
    line = _line(request.event, pk)
    return _table_page(request, line, **_forms(line))


@event_view(can_move_stock)
@require_POST
def prize_table_count(request: EventRequest, pk: int) -> HttpResponse:
    """What was counted goes back to the store, and the table is signed for."""
    line = _line(request.event, pk)
    form = CountForm(request.POST, prizes=_counted_goods(line), auto_id="count-%s")
    if form.is_valid():
        with refusals_in(form):
            count_table(
                table=_table(request, pk), counted=form.goods(), **form.arguments(), by=request.user,
                now=timezone.now(),
            )  # fmt: skip
            messages.success(request, _("%(table)s is counted and signed for.") % {"table": line.table})
            return redirect(_next_to_count(request.event, pk))
    return _table_page(request, line, **_forms(line) | {"count_form": form})


@event_view(can_move_stock)
@require_POST
def prize_table_restock(request: EventRequest, pk: int) -> HttpResponse:
    """More goods from the store."""
    line = _line(request.event, pk)
    form = GoodsForm(request.POST, prizes=_restock_goods(line), auto_id="restock-%s")
    if form.is_valid():
        with refusals_in(form):
            restock_table(
                table=_table(request, pk), goods=form.goods(), **form.arguments(), by=request.user, now=timezone.now()
            )
            messages.success(request, _("%(table)s got more goods.") % {"table": line.table})
            return redirect("prize-table", request.event.slug, pk)
    return _table_page(request, line, **_forms(line) | {"restock_form": form})


@event_view(can_move_stock)
@require_POST
def prize_table_return(request: EventRequest, pk: int) -> HttpResponse:
    """Goods back to the store, without a count."""
    line = _line(request.event, pk)
    form = GoodsForm(request.POST, prizes=_goods_there(line), auto_id="return-%s")
    if form.is_valid():
        with refusals_in(form):
            return_leftovers(
                table=_table(request, pk), goods=form.goods(), **form.arguments(), by=request.user, now=timezone.now()
            )
            messages.success(request, _("The goods of %(table)s are back in the store.") % {"table": line.table})
            return redirect("prize-table", request.event.slug, pk)
    return _table_page(request, line, **_forms(line) | {"return_form": form})


@event_view(can_view_stock)
@require_GET
def prize_reconciliation(request: EventRequest) -> HttpResponse:
    """Every figure by goods and by table, what differs and what is not signed for; `?all=1` on one sheet."""
    event = request.event
    goods, tables = by_goods(event), by_table(event)
    shown = [line for line in tables if line.state != "unsupplied" or any(one.won for one in line.goods)]
    sentences = [one for line in goods for one in line.sentences]
    sentences += [one for line in tables for one in line.sentences]
    size = len(shown) if request.GET.get("all") and shown else TABLES_A_SHEET
    context = {
        "section": "prizes",
        "event": event,
        "now": timezone.now(),
        "goods": goods,
        "tables": tables,
        "left_out": len(tables) - len(shown),
        "page": Paginator([(line, table_units(line)) for line in shown], size).get_page(request.GET.get("page")),
        "sentences": sentences[:SENTENCES_SHOWN],
        "more_sentences": max(0, len(sentences) - SENTENCES_SHOWN),
        "unsettled": [line for line in tables if line.state not in ("counted", "unsupplied")],
        "states": _state_counts(tables),
        "stocked": keeps_stock(event),
        "several_sessions": event.sessions.count() > 1,
    }
    return render(request, "backoffice/stock_reconciliation.html", context)


def table_units(line: TableLine) -> dict[str, int]:
    """Units of all goods of a table together."""
    return {
        "supplied": sum(one.flow.supplied for one in line.goods),
        "won": sum(one.won for one in line.goods),
        "handed": sum(one.handed for one in line.goods),
        "returned": sum(one.flow.returned for one in line.goods),
        "lost": sum(one.flow.lost for one in line.goods),
        "level": sum(one.level for one in line.goods),
    }


def _state_counts(lines: list[TableLine]) -> list[tuple[str, int]]:
    counts = Counter(line.state for line in lines)
    return [(state, counts[state]) for state in STATES if counts[state]]


def _supply(event: Event) -> dict[str, Any]:
    """A table's set, and for how many tables more the store has it."""
    wanted, store = table_set(event), store_levels(event)
    prizes = {prize.pk: prize for prize in _all_goods(event)}
    return {
        "goods": [(prizes[pk], units) for pk, units in sorted(wanted.items())],
        "reaches": min((store.get(pk, 0) // units for pk, units in wanted.items()), default=0),
    }


def _supply_form(event: Event, lines: list[TableLine]) -> SupplyForm:
    """For the tables that lack something of their set, of the first session that has such."""
    waiting = [line.table for line in lines if line.lacks]
    first = [table for table in waiting if table.session_id == waiting[0].session_id]
    numbers = {"first": first[0].number, "last": first[-1].number} if first else {}
    session = {"session": first[0].session.number} if first else {}
    return SupplyForm(event=event, initial=numbers | session)


def _line(event: Event, pk: int) -> TableLine:
    line = next(iter(by_table(event, [pk])), None)
    if line is None:
        raise Http404
    return line


def _table(request: EventRequest, pk: int) -> Table:
    return get_object_or_404(Table.objects.select_related("session__event"), session__event=request.event, pk=pk)


def _all_goods(event: Event) -> list[Prize]:
    return list(Prize.objects.filter(event=event))


def _goods_there(line: TableLine) -> list[Prize]:
    return [one.prize for one in line.goods if one.level]


def _restock_goods(line: TableLine) -> list[Prize]:
    """What the table's set has or had; other goods come by a delivery, or with nothing in the set all of them."""
    return [one.prize for one in line.goods] or list(line.prizes.values())


def _counted_goods(line: TableLine) -> list[Prize]:
    """What should be there, and what the table ever had: more of it may be found."""
    return [one.prize for one in line.goods if one.level or one.flow.supplied]


def _forms(line: TableLine) -> dict[str, GoodsForm]:
    """The table's three forms; the count is filled with what should be there by the log, a return with what is over.

    What was won at a table that is final is handed over at the desk: until then it lies there and is counted.
    """
    expected = {one.prize.pk: one.level - one.gone if line.final else one.expected for one in line.goods}
    reason = _("Grabbed in the dark, by nobody known") if any(one.gone for one in line.goods) else ""
    missing = {one.prize.pk: one.missing for one in line.goods if not line.table.has_ended and one.missing}
    there = {one.prize.pk: line.to_return(one) for one in line.goods}
    return {
        "count_form": CountForm(
            prizes=_counted_goods(line), units=expected, initial={"reason": reason, "client_uuid": uuid4()},
            auto_id="count-%s",
        ),
        "restock_form": GoodsForm(
            prizes=_restock_goods(line), units=missing, initial={"client_uuid": uuid4()}, auto_id="restock-%s"
        ),
        "return_form": GoodsForm(
            prizes=_goods_there(line), units=there, initial={"client_uuid": uuid4()}, auto_id="return-%s"
        ),
    }  # fmt: skip


def _table_page(request: EventRequest, line: TableLine, **forms: GoodsForm) -> HttpResponse:
    event = request.event
    sessions = event.sessions.count() > 1
    found = movements_of(event, Narrowed(table=line.table.pk))[:PAGE_SIZE]
    context = {
        "section": "prizes",
        "event": event,
        "line": line,
        "table": line.table,
        "several_sessions": sessions,
        "movements": [(one, routes(one, sessions=sessions)) for one in found],
        "stocked": keeps_stock(event),
        "may_move": can_move_stock(request.roles),
        **forms,
    }
    status = 400 if any(form.errors for form in forms.values()) else 200
    return render(request, "backoffice/stock_table.html", context, status=status)


def _next_to_count(event: Event, pk: int) -> str:
    """The list of tables still to be counted while there are any; else the table's own page."""
    if any(line.state == "to_count" for line in table_states(event)):
        return reverse("prize-tables", args=[event.slug]) + "?state=to_count"
    return reverse("prize-table", args=[event.slug, pk])
