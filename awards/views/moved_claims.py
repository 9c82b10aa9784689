"""After corrections: what to take back from whom, and what to give to whom."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from awards.models import Claim
from awards.permissions import can_forfeit, can_settle_corrections, can_view_claims
from awards.queries.moved_claims import kept_claims, moved_claims, moved_forfeits
from awards.services import settle_moved_claim
from bobing_event.access import EventRequest, event_view


@event_view(can_view_claims)
@require_GET
def prize_corrections(request: EventRequest) -> HttpResponse:
    """The tasks in the order in which the goods were handed over, what was kept, and what was given up too early."""
    event = request.event
    context = {
        "section": "prizes",
        "tasks": moved_claims(event),
        "forfeits": moved_forfeits(event),
        "kept": kept_claims(event),
        "may_settle": can_settle_corrections(request.roles),
        "may_forfeit": can_forfeit(request.roles),
    }
    return render(request, "backoffice/prizes_corrections.html", context)


@event_view(can_settle_corrections)
@require_POST
def moved_claim_settle(request: EventRequest, pk: int) -> HttpResponse:
    """Settle a task: `how` is one of the ways of `settle_moved_claim`, with a `reason` where goods are kept."""
    claim = get_object_or_404(Claim.objects.select_related("event", "piece"), event=request.event, pk=pk)
    settle_moved_claim(
        claim=claim, how=request.POST.get("how", ""), reason=request.POST.get("reason", ""), by=request.user,
        now=timezone.now(),
    )  # fmt: skip
    messages.success(request, _("Settled. The stock and the lists follow it."))
    return redirect("prize-corrections", request.event.slug)
