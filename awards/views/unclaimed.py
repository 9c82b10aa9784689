"""What nobody came for: giving it up, taking that back, and drawing lots for it among those present."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST, require_safe

from awards.forms.aftermath import narrowed_by, rank_choices, wholes
from awards.models import Claim, Prize, Redraw, RedrawWin
from awards.permissions import can_forfeit, can_hand_over, can_view_claims, can_view_prizes
from awards.queries.unclaimed import (
    calls_of,
    claim_until,
    drawable,
    family_of,
    forfeits,
    present,
    redraws_of,
    repeatable,
    unclaimed,
)
from awards.queries.whereabouts import seat_of, seats_of_people
from awards.services import draw_unclaimed, forfeit_unclaimed, mark_absent, take_back_forfeit
from bobing_event.access import EventRequest, event_view
from bobing_event.models import Participant
from bobing_event.permissions import can_view_personal_data
from bobing_event.refusals import Refusal
from tables.models import Seat, Table

PAGE_SIZE = 100
SEED_BYTES = 32


@event_view(can_view_claims)
@require_GET
def prize_unclaimed(request: EventRequest) -> HttpResponse:
    """What is due and final, what was given up, and the redraws."""
    event, narrowed = request.event, narrowed_by(request.GET)
    lines, until = unclaimed(event, narrowed), claim_until(event)
    context = {
        "section": "prizes",
        "page": Paginator(lines, PAGE_SIZE).get_page(request.GET.get("page")),
        "total": len(lines),
        "for_all": sum(line.due.redraw_win_id is None for line in lines),
        "shown": _digest(line.due.key_text for line in lines if line.due.redraw_win_id is None),
        "narrowed": narrowed,
        "is_narrowed": narrowed != type(narrowed)(),
        "until": until,
        "is_over": until is not None and timezone.now() >= until,
        "forfeits": forfeits(event),
        "redraws": redraws_of(event).filter(continues__isnull=True),
        "may_forfeit": can_forfeit(request.roles),
        "sessions": event.sessions.order_by("number"),
        "tables": Table.objects.filter(session__event=event)
        .order_by("number")
        .values_list("number", flat=True)
        .distinct(),
        "ranks": rank_choices(),
        "goods": Prize.objects.filter(event=event),
    }
    return render(request, "backoffice/prizes_unclaimed.html", context)


@event_view(can_forfeit)
@require_POST
def unclaimed_forfeit(request: EventRequest) -> HttpResponse:
    """Give up what is ticked, or with `which=all` what the list is narrowed to, if it is what was shown.

    What a redraw gave somebody is only given up where it is ticked.
    """
    event = request.event
    keys = request.POST.getlist("key")
    if request.POST.get("which") == "all":
        lines = unclaimed(event, narrowed_by(request.POST))
        keys = [line.due.key_text for line in lines if line.due.redraw_win_id is None]
        if _digest(keys) != request.POST.get("shown"):
            raise Refusal("list_changed", _("The list has changed since it was shown. Look at it again."))
    claims = forfeit_unclaimed(
        event=event, keys=keys, reason=request.POST.get("reason", ""), by=request.user, now=timezone.now()
    )
    told = ngettext(
        "%(count)s thing is given up. It can be drawn again, or be taken back.",
        "%(count)s things are given up. They can be drawn again, or be taken back.",
        len(claims),
    )
    messages.success(request, told % {"count": len(claims)})
    return redirect("prize-unclaimed", event.slug)


@event_view(can_forfeit)
@require_POST
def forfeit_undo(request: EventRequest, pk: int) -> HttpResponse:
    claim = get_object_or_404(Claim.objects.select_related("event", "prize", "participant"), event=request.event, pk=pk)
    take_back_forfeit(claim=claim, reason=request.POST.get("reason", ""), by=request.user, now=timezone.now())
    facts = {"prize": claim.prize, "name": claim.participant.name}
    messages.success(request, _("%(prize)s is due to %(name)s again.") % facts)
    return redirect("prize-unclaimed", request.event.slug)


@event_view(can_forfeit)
@require_safe
def redraw_prepare(request: EventRequest) -> HttpResponse:
    """Who takes part in a redraw of the goods that `claim` names; all that were given up where it names none."""
    event = request.event
    chosen = wholes(request.GET.getlist("claim"))
    goods = [claim for claim in drawable(event) if not chosen or claim.pk in chosen]
    people = list(present(event))
    seats = seats_of_people([person.pk for person in people])
    seated = [(person, seat_of(person.pk, seats)) for person in people]
    context = {
        "section": "prizes",
        "goods": goods,
        "units": sum(claim.quantity for claim in goods),
        "people": sorted(seated, key=_by_seat),
        "losers": {claim.participant_id for claim in goods},
        "digest": _digest(person.pk for person in people),
    }
    return render(request, "backoffice/redraw_prepare.html", context)


@event_view(can_forfeit)
@require_POST
def redraw_draw(request: EventRequest) -> HttpResponse:
    """Draw: among everybody shown but those ticked, or with `mode=only` among those ticked alone.

    Refuses `people_changed` where the list of people is not the one that was looked through.
    """
    event = request.event
    people = list(present(event))
    if request.POST.get("digest") != _digest(person.pk for person in people):
        raise Refusal("people_changed", _("Somebody came or left meanwhile. Look through the list again."))
    ticked = wholes(request.POST.getlist("person"))
    only = request.POST.get("mode") == "only"
    redraw = draw_unclaimed(
        event=event,
        claims=wholes(request.POST.getlist("claim")),
        entrants=[person.pk for person in people if (person.pk in ticked) == only],
        seed=secrets.token_bytes(SEED_BYTES),
        by=request.user,
        now=timezone.now(),
    )
    return redirect("redraw", event.slug, redraw.pk)


@event_view(can_view_prizes)
@require_safe
def redraw_detail(request: EventRequest, pk: int) -> HttpResponse:
    """Who won what, and everything that is needed to repeat it. Names are masked for who may not see them in full."""
    redraw = get_object_or_404(Redraw.objects.select_related("event"), event=request.event, pk=pk)
    family = family_of(redraw)
    context: dict[str, Any] = {
        "section": "prizes",
        "redraw": family[0],
        "family": family,
        "calls": calls_of(family),
        "full_names": can_view_personal_data(request.roles),
        "may_draw": can_forfeit(request.roles),
        "may_hand_over": can_hand_over(request.roles),
    }
    return render(request, "backoffice/redraw.html", context)


@event_view(can_view_prizes)
@require_safe
def redraw_file(request: EventRequest, pk: int) -> HttpResponse:
    """What `docs/verify_redraw.py` reads: seeds, entrants and winners by number, no names."""
    redraw = get_object_or_404(Redraw.objects.select_related("event"), event=request.event, pk=pk)
    family = family_of(redraw)
    name = f"redraw-{family[0].pk}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(repeatable(family), headers=headers, json_dumps_params={"indent": 1})


@event_view(can_forfeit)
@require_POST
def redraw_absent(request: EventRequest, pk: int) -> HttpResponse:
    """Whoever was called is not there: that one thing is drawn again."""
    wins = RedrawWin.objects.select_related("redraw__event", "redraw__continues", "claim__prize", "participant")
    win = get_object_or_404(wins, redraw__event=request.event, pk=pk)
    again = mark_absent(win=win, seed=secrets.token_bytes(SEED_BYTES), by=request.user, now=timezone.now())
    facts = {"prize": win.claim.prize}
    if again is None:
        told = _("Nobody is left for %(prize)s. It is among what can be drawn again.")
        messages.warning(request, told % facts)
    else:
        told = _("%(prize)s goes to %(name)s.")
        messages.success(request, told % {**facts, "name": again.participant.name})
    return redirect("redraw", request.event.slug, win.redraw.continues_id or win.redraw_id)


def _by_seat(seated: tuple[Participant, Seat | None]) -> tuple[int, ...]:
    """Table by table, who has no seat last: so people are looked for."""
    _person, seat = seated
    return (0, seat.table.session.number, seat.table.number, seat.number) if seat else (1,)


def _digest(listed: Iterable[object]) -> str:
    """Of what stands in a list, whatever its order: what is done to it is done to what was looked at."""
    return hashlib.sha256("\n".join(sorted(map(str, listed))).encode()).hexdigest()[:16]
