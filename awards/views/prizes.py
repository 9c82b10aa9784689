"""The prize plan: what each rank and place gives, and what that comes to."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from awards.forms.plan import PieceSetForm, PlanLineForm, PrizeForm
from awards.models import PlanLine, Prize
from awards.permissions import can_change_prizes, can_view_prizes
from awards.queries import prize_plan
from awards.services import (
    add_prize,
    change_prize,
    remove_plan_line,
    remove_prize,
    set_piece_count,
    set_plan_line,
    use_classic_plan,
)
from bobing_event.access import EventRequest, event_view
from rules import CLASSIC_SET


@event_view(can_view_prizes)
@require_GET
def prizes(request: EventRequest, pieces_form: PieceSetForm | None = None) -> HttpResponse:
    """The plan, its figures and what is won so far."""
    event = request.event
    context = {
        "section": "prizes",
        "event": event,
        "plan": prize_plan(event),
        "may_change": can_change_prizes(request.roles),
        "pieces_form": pieces_form or PieceSetForm(event=event),
        "is_classic": all(event.piece_set.get(rank.value) == pieces for rank, pieces in CLASSIC_SET.items()),
    }
    return render(request, "backoffice/prizes.html", context)


@event_view(can_change_prizes)
def prize_add(request: EventRequest) -> HttpResponse:
    """New goods."""
    form = PrizeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        prize = add_prize(event=request.event, **form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("%(prize)s is on the list.") % {"prize": prize})
        return redirect("prizes", request.event.slug)
    return _form_page(request, form, _("Add goods"), _("Add to the list"))


@event_view(can_change_prizes)
def prize_change(request: EventRequest, pk: int) -> HttpResponse:
    """What goods are called and cost."""
    prize = get_object_or_404(Prize, event=request.event, pk=pk)
    form = PrizeForm(request.POST or None, initial=_values(prize))
    if request.method == "POST" and form.is_valid():
        change_prize(prize=prize, **form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("%(prize)s is changed.") % {"prize": prize})
        return redirect("prizes", request.event.slug)
    return _form_page(request, form, str(prize), _("Save"))


@event_view(can_change_prizes)
@require_POST
def prize_remove(request: EventRequest, pk: int) -> HttpResponse:
    prize = get_object_or_404(Prize, event=request.event, pk=pk)
    remove_prize(prize=prize, by=request.user, now=timezone.now())
    messages.success(request, _("%(prize)s is off the list.") % {"prize": prize})
    return redirect("prizes", request.event.slug)


@event_view(can_change_prizes)
@require_POST
def pieces_set(request: EventRequest) -> HttpResponse:
    """How many pieces of each rank a table has."""
    form = PieceSetForm(request.POST, event=request.event)
    if form.is_valid():
        set_piece_count(event=request.event, counts=form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("Each table has %(pieces)s pieces.") % {"pieces": _pieces(request)})
    else:
        messages.error(request, _("A table has 0 to 200 pieces of a rank."), extra_tags="bad_piece_count")
    return redirect("prizes", request.event.slug)


@event_view(can_change_prizes)
@require_POST
def pieces_classic(request: EventRequest) -> HttpResponse:
    """The classic 会饼."""
    use_classic_plan(event=request.event, by=request.user, now=timezone.now())
    messages.success(request, _("Each table has %(pieces)s pieces.") % {"pieces": _pieces(request)})
    return redirect("prizes", request.event.slug)


@event_view(can_change_prizes)
def plan_line_add(request: EventRequest) -> HttpResponse:
    """Goods for a rank or a place; `?for=rank:yixiu` chooses it."""
    event = request.event
    form = PlanLineForm(request.POST or None, event=event, initial={"target": request.GET.get("for", "")})
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            now, by = timezone.now(), request.user
            prize = form.cleaned_data["prize"] or add_prize(event=event, **form.new_goods(), by=by, now=now)
            line = set_plan_line(event=event, prize=prize, **form.line(), by=by, now=now)
        words = {"place": line.place_label, "prize": line.prize}
        messages.success(request, _("%(place)s gives %(prize)s.") % words)
        return redirect("prizes", event.slug)
    return _form_page(request, form, _("Add goods to the plan"), _("Put into the plan"))


@event_view(can_change_prizes)
@require_POST
def plan_line_remove(request: EventRequest, pk: int) -> HttpResponse:
    line = get_object_or_404(PlanLine.objects.select_related("prize", "event"), event=request.event, pk=pk)
    words = {"place": line.place_label, "prize": line.prize}
    remove_plan_line(line=line, by=request.user, now=timezone.now())
    messages.success(request, _("%(place)s gives %(prize)s no more.") % words)
    return redirect("prizes", request.event.slug)


def _form_page(request: EventRequest, form: PrizeForm | PlanLineForm, title: str, action: str) -> HttpResponse:
    context = {"section": "prizes", "event": request.event, "form": form, "title": title, "action": action}
    page = "prizes_line.html" if isinstance(form, PlanLineForm) else "prizes_form.html"
    return render(request, f"backoffice/{page}", context, status=400 if form.errors else 200)


def _values(prize: Prize) -> dict[str, object]:
    return {name: getattr(prize, name) for name in PrizeForm.base_fields}


def _pieces(request: EventRequest) -> int:
    return sum(request.event.piece_set.values())
