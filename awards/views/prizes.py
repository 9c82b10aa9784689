"""The prize plan: what each rank, place and consolation gives, and what that comes to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.files.storage import default_storage
from django.db import transaction
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from awards.forms.plan import PieceSetForm, PlanLineForm, PrizeForm, PrizeSettingsForm, line_values
from awards.models import PlanLine, Prize
from awards.permissions import can_change_prizes, can_view_prizes
from awards.queries import Finding, plan_findings, prize_plan, prize_settings
from awards.queries.plan_check import MINOR
from awards.services import (
    add_prize,
    change_prize,
    remove_plan_line,
    remove_prize,
    remove_prize_picture,
    set_piece_count,
    set_plan_line,
    set_prize_picture,
    set_prize_settings,
    use_classic_plan,
)
from bobing_event.access import EventRequest, event_view
from bobing_event.forms import refusals_in
from rules import CLASSIC_SET

PICTURE_SECONDS = 24 * 60 * 60
LISTED = 8
"""So many sentences of one kind of finding are shown; the others are folded away."""


@event_view(can_view_prizes)
@require_GET
def prizes(request: EventRequest) -> HttpResponse:
    """The plan, what is wrong with it, its figures and what is won so far."""
    return _plan_page(request)


def _plan_page(request: EventRequest, settings_form: PrizeSettingsForm | None = None) -> HttpResponse:
    event = request.event
    plan, settings = prize_plan(event), prize_settings(event)
    findings = plan_findings(event, plan)
    context = {
        "section": "prizes",
        "event": event,
        "plan": plan,
        "settings": settings,
        "urgent": _by_code(one for one in findings if one.code not in MINOR),
        "minor": _by_code(one for one in findings if one.code in MINOR),
        "may_change": can_change_prizes(request.roles),
        "pieces_form": PieceSetForm(event=event),
        "settings_form": settings_form or PrizeSettingsForm.of(settings),
        "is_classic": all(event.piece_set.get(rank.value) == pieces for rank, pieces in CLASSIC_SET.items()),
    }
    return render(request, "backoffice/prizes.html", context, status=400 if settings_form else 200)


def _by_code(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings of a kind together, the first few apart from the rest."""
    kinds: dict[str, list[Finding]] = {}
    for finding in findings:
        kinds.setdefault(finding.code, []).append(finding)
    return [{"code": code, "shown": found[:LISTED], "folded": found[LISTED:]} for code, found in kinds.items()]


@event_view(can_change_prizes)
def prize_add(request: EventRequest) -> HttpResponse:
    """New goods."""
    form = PrizeForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form), transaction.atomic():
            now, by = timezone.now(), request.user
            prize = add_prize(event=request.event, **form.goods(), by=by, now=now)
            if content := form.picture_content():
                set_prize_picture(prize=prize, content=content, by=by, now=now)
            messages.success(request, _("%(prize)s is on the list.") % {"prize": prize})
            return redirect("prizes", request.event.slug)
    return _form_page(request, form, _("Add goods"), _("Add to the list"))


@event_view(can_change_prizes)
def prize_change(request: EventRequest, pk: int) -> HttpResponse:
    """What goods are called and cost, and their picture."""
    prize = get_object_or_404(Prize, event=request.event, pk=pk)
    title = str(prize)
    form = PrizeForm(request.POST or None, request.FILES or None, initial=_values(prize))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form), transaction.atomic():
            now, by = timezone.now(), request.user
            change_prize(prize=prize, **form.goods(), by=by, now=now)
            content = form.picture_content()
            if content is not None:
                set_prize_picture(prize=prize, content=content, by=by, now=now)
            messages.success(request, _("%(prize)s is changed.") % {"prize": prize})
            return redirect("prizes", request.event.slug)
    return _form_page(request, form, title, _("Save"), prize=prize)


@event_view(can_change_prizes)
@require_POST
def prize_remove(request: EventRequest, pk: int) -> HttpResponse:
    prize = get_object_or_404(Prize, event=request.event, pk=pk)
    remove_prize(prize=prize, by=request.user, now=timezone.now())
    messages.success(request, _("%(prize)s is off the list.") % {"prize": prize})
    return redirect("prizes", request.event.slug)


@event_view(can_view_prizes)
@require_safe
def prize_picture(request: EventRequest, pk: int) -> HttpResponseBase:
    """The picture of goods, for who may see prizes. Its address changes with it, so it may be kept."""
    prize = get_object_or_404(Prize, event=request.event, pk=pk)
    if not prize.picture.name or not default_storage.exists(prize.picture.name):
        raise Http404
    response = FileResponse(prize.picture.open("rb"), content_type="image/webp")
    response["Cache-Control"] = f"private, max-age={PICTURE_SECONDS}"
    return response


@event_view(can_change_prizes)
@require_POST
def prize_picture_remove(request: EventRequest, pk: int) -> HttpResponse:
    prize = get_object_or_404(Prize, event=request.event, pk=pk)
    remove_prize_picture(prize=prize, by=request.user, now=timezone.now())
    messages.success(request, _("%(prize)s has no picture any more.") % {"prize": prize})
    return redirect("prize-change", request.event.slug, pk)


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
@require_POST
def settings_set(request: EventRequest) -> HttpResponse:
    """The cap, what is of high value, until when to claim."""
    form = PrizeSettingsForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            set_prize_settings(event=request.event, **form.cleaned_data, by=request.user, now=timezone.now())
            messages.success(request, _("The rules for prizes are saved."))
            return redirect("prizes", request.event.slug)
    return _plan_page(request, form)


@event_view(can_change_prizes)
def plan_line_add(request: EventRequest) -> HttpResponse:
    """Goods for a rank, a place or a consolation; `?for=rank:yixiu` chooses it. `again` leads on to the next goods."""
    form = PlanLineForm(request.POST or None, event=request.event, initial={"target": request.GET.get("for", "")})
    if line := _saved_line(request, form, None):
        words = {"place": line.place_label, "prize": line.prize}
        messages.success(request, _("%(place)s gives %(prize)s.") % words)
        if "again" in request.POST:
            address = reverse("plan-line-add", args=[request.event.slug])
            return redirect(f"{address}?{urlencode({'for': form.cleaned_data['target']})}")
        return redirect("prizes", request.event.slug)
    return _form_page(request, form, _("Add goods to the plan"), _("Put into the plan"), again=True)


@event_view(can_change_prizes)
def plan_line_change(request: EventRequest, pk: int) -> HttpResponse:
    """Another span, share, number or other goods."""
    line = _line_or_404(request, pk)
    title = _("%(place)s: %(prize)s") % {"place": line.place_label, "prize": line.prize}
    form = PlanLineForm(request.POST or None, event=request.event, initial=line_values(line))
    if changed := _saved_line(request, form, line):
        words = {"place": changed.place_label, "prize": changed.prize}
        messages.success(request, _("%(place)s gives %(prize)s.") % words)
        return redirect("prizes", request.event.slug)
    return _form_page(request, form, title, _("Save"), line=line)


@event_view(can_change_prizes)
@require_POST
def plan_line_remove(request: EventRequest, pk: int) -> HttpResponse:
    line = _line_or_404(request, pk)
    words = {"place": line.place_label, "prize": line.prize}
    remove_plan_line(line=line, by=request.user, now=timezone.now())
    messages.success(request, _("%(place)s gives %(prize)s no more.") % words)
    return redirect("prizes", request.event.slug)


def _line_or_404(request: EventRequest, pk: int) -> PlanLine:
    return get_object_or_404(PlanLine.objects.select_related("prize", "event"), event=request.event, pk=pk)


def _saved_line(request: EventRequest, form: PlanLineForm, line: PlanLine | None) -> PlanLine | None:
    """The line as it was set; None where the form is not sent, or something is wrong in it."""
    if request.method != "POST" or not form.is_valid():
        return None
    event, now, by = request.event, timezone.now(), request.user
    with refusals_in(form), transaction.atomic():
        prize = form.cleaned_data["prize"] or add_prize(event=event, **form.new_goods(), by=by, now=now)
        return set_plan_line(event=event, prize=prize, line=line, **form.line(), by=by, now=now)
    return None


def _form_page(
    request: EventRequest, form: PrizeForm | PlanLineForm, title: str, action: str, **more: object
) -> HttpResponse:
    context = {"section": "prizes", "event": request.event, "form": form, "title": title, "action": action, **more}
    page = "prizes_line.html" if isinstance(form, PlanLineForm) else "prizes_goods.html"
    return render(request, f"backoffice/{page}", context, status=400 if form.errors else 200)


def _values(prize: Prize) -> dict[str, object]:
    return {name: getattr(prize, name) for name in PrizeForm.base_fields if name != "picture"}


def _pieces(request: EventRequest) -> int:
    return sum(request.event.piece_set.values())
