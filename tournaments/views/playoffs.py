from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from bobing_event.access import EventRequest, event_view
from bobing_event.refusals import Refusal
from tables.queries import ruleset_of_event
from tournaments import permissions, services
from tournaments.forms import PlayoffForm
from tournaments.models import Playoff
from tournaments.queries import (
    Card,
    changed_since,
    eligible_entrants,
    entrants_of,
    playoff_cards,
    playoff_of,
    progress_of,
    stage_plan,
    stage_sheets,
)
from tournaments.views.heats import log_page

if TYPE_CHECKING:
    from django.http import HttpResponse


@dataclass(frozen=True)
class OfferedCard:
    """A card with the form to set it up, where there is something to set up and the right to."""

    card: Card
    form: PlayoffForm | None


@require_http_methods(["GET", "HEAD", "POST"])
@event_view(permissions.can_view_playoffs)
def playoffs(request: EventRequest) -> HttpResponse:
    """The three play-offs of the event; a POST sets one up."""
    can_run = permissions.can_run_playoff(request.roles)
    if request.method == "POST" and not can_run:
        raise PermissionDenied
    offered = [OfferedCard(card, _form(request, card) if can_run else None) for card in playoff_cards(request.event)]
    if request.method == "POST":
        chosen = next((one for one in offered if one.card.kind == request.POST.get("kind")), None)
        made = _create(request, chosen)
        if made is not None:
            return redirect(made)
    status = 200 if request.method != "POST" else 400
    context = {"section": "playoffs", "offered": offered, "can_run": can_run}
    return render(request, "backoffice/playoffs.html", context, status=status)


def _form(request: EventRequest, card: Card) -> PlayoffForm:
    data = request.POST if request.method == "POST" and request.POST.get("kind") == card.kind else None
    seats = ruleset_of_event(request.event).seats
    return PlayoffForm(data, kind=card.kind, unfinished=bool(card.eligible.not_yet), seats=seats)


def _create(request: EventRequest, chosen: OfferedCard | None) -> Playoff | None:
    """The play-off set up, or None where the form says what is wrong."""
    if chosen is None or chosen.form is None:
        raise Refusal("bad_kind", _("There is no play-off of this kind."), status=400)
    if not chosen.form.is_valid():
        return None
    try:
        playoff = services.create_playoff(
            event=request.event,
            kind=chosen.card.kind,
            by=request.user,
            now=timezone.now(),
            **chosen.form.cleaned_data,
        )
    except Refusal as refusal:  # said in the form, with what was typed
        chosen.form.add_error(None, str(refusal))
        return None
    count = playoff.entrants.count()
    facts = {"playoff": str(playoff), "count": count}
    messages.success(request, _("%(playoff)s is set up with %(count)d entrants. Draw the lots next.") % facts)
    return playoff


@require_http_methods(["GET", "HEAD", "POST"])
@event_view(permissions.can_view_playoffs)
def playoff_detail(request: EventRequest, pk: int) -> HttpResponse:
    """One play-off: entrants, stages, heats; a POST draws lots or takes it back."""
    playoff = playoff_of(request.event, pk)
    if playoff is None:
        raise Http404
    playoff.event = request.event
    if request.method == "POST":
        return _act(request, playoff)
    part = "playoff_detail_live" if request.GET.get("part") == "live" else "playoff_detail"
    return render(request, f"backoffice/{part}.html", _detail(request, playoff))


def _act(request: EventRequest, playoff: Playoff) -> HttpResponse:
    if not permissions.can_run_playoff(request.roles):
        raise PermissionDenied
    action, now = request.POST.get("action"), timezone.now()
    if action == "draw":
        stage = services.draw_lots(playoff=playoff, by=request.user, now=now, seed=secrets.token_bytes(32))
        messages.success(request, _("Lots are drawn: %(stage)s.") % {"stage": stage})
        return redirect(playoff)
    if action == "delete":
        services.delete_playoff(playoff=playoff, by=request.user, now=now)
        messages.success(request, _("%(playoff)s is taken back.") % {"playoff": playoff})
        return redirect("playoffs", request.event.slug)
    raise Refusal("bad_action", _("There is nothing of this name to do here."), status=400)


def _detail(request: EventRequest, playoff: Playoff) -> dict[str, Any]:
    entrants, stages = entrants_of(playoff), stage_sheets(playoff)
    final = stages[0].heats[0] if stages and stages[0].stage.is_final else None
    return {
        "section": "playoffs",
        "playoff": playoff,
        "entrants": entrants,
        "stages": stages,
        "progress": progress_of(stages[0].stage if stages else None),
        "plan": stage_plan(len(entrants), playoff.group_size, playoff.advance),
        "final": final,
        "placed": sorted((lot for lot in final.lots if lot.placed), key=lambda lot: lot.placed or 0) if final else [],
        "log": log_page(request, final) if final else None,
        "changed": changed_since(eligible_entrants(request.event, playoff.kind), entrants),
        "can_run": permissions.can_run_playoff(request.roles),
        "can_record": permissions.can_record_playoff_entry(request.roles),
        "can_correct": permissions.can_correct_any_playoff_entry(request.roles),
    }
