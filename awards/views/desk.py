"""The prize desk: find a person, see what they won, hand over, take back. Scripts get JSON, bare forms a page."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from awards.desk_words import desk_words
from awards.forms.desk import HandOverForm
from awards.models import Claim, HandOver
from awards.permissions import can_hand_over, can_undo_hand_over, can_view_claims
from awards.queries.desk import hand_overs_of, person_at_desk, units_due, with_claims
from awards.queries.moved_claims import tasks_about
from awards.queries.waiting import origin_words
from awards.services import hand_over, undo_hand_over
from awards.slips import claim_slip_pdf
from bobing_event.access import EventRequest, event_view
from bobing_event.models import Participant
from bobing_event.queries import arrivals_matching
from bobing_event.refusals import Refusal
from tables.queries.arrivals import seats_of

PAGE = 25
LATEST = 6


@event_view(can_view_claims)
@never_cache
@require_safe
def prize_desk(request: EventRequest) -> HttpResponse:
    """`?q=` looks up what was scanned or typed, `?person=` shows somebody, `?done=` what was just handed over."""
    if done := request.GET.get("done", ""):
        handed = _hand_over(request, done)
        return _desk(request, "undone" if handed.undone_at else "welcome", handed=handed)
    if person := request.GET.get("person", ""):
        who = _person(request, person)
        return _desk(request, "out", shown=person_at_desk(request.event, who), tasks=tasks_about(request.event, who))
    text = request.GET.get("q", "").strip()
    if not text:
        return _desk(request, "idle", latest=hand_overs_of(request.event)[:LATEST])
    found = arrivals_matching(request.event, text)
    if found.certain is not None:
        return _to_desk(request, person=str(found.certain.pk))
    return _desk(
        request, "choose" if found.people else "unknown", q=text, more=found.more,
        candidates=_candidates(request, found.people),
    )  # fmt: skip


@event_view(can_hand_over)
@require_POST
def desk_hand_over(request: EventRequest, pk: int) -> HttpResponse:
    """One tap. A script gets `{"url"}`, or the refusal as `{"code", "detail"}`."""
    person = _person(request, pk)
    try:
        handed = _hand_over_as_asked(request, person)
    except Refusal as refusal:
        if _wants_json(request):
            return JsonResponse(refusal.to_json(), status=refusal.status)
        raise
    done = f"{reverse('prize-desk', args=[request.event.slug])}?done={handed.pk}"
    return JsonResponse({"url": done}) if _wants_json(request) else redirect(done)


@event_view(can_view_claims)
@require_safe
def hand_overs(request: EventRequest) -> HttpResponse:
    """Everything handed over, the latest first; `?q=` a person, a table, or a slip's number."""
    text = request.GET.get("q", "").strip()
    page = Paginator(hand_overs_of(request.event, text), PAGE).get_page(request.GET.get("page"))
    context = {"section": "prizes", "page_obj": page, "q": text}
    return render(request, "backoffice/desk_hand_overs.html", context)


@event_view(can_view_claims)
@never_cache
@require_safe
def hand_over_detail(request: EventRequest, pk: int) -> HttpResponse:
    """One hand-over: who, what, when, the signature; and its undoing."""
    handed = _hand_over(request, pk)
    claims = list(handed.claims.all())
    context = {
        "section": "prizes",
        "handed": handed,
        "lines": [(claim, origin_words(claim)) for claim in claims],
        "people": _by_person(claims),
        "may_undo": can_undo_hand_over(request.roles),
    }
    return render(request, "backoffice/desk_hand_over.html", context)


@event_view(can_undo_hand_over)
@require_POST
def hand_over_undo(request: EventRequest, pk: int) -> HttpResponse:
    """Takes it back, or with `participant` one person's part of it."""
    handed = _hand_over(request, pk)
    person = _person(request, request.POST["participant"]) if request.POST.get("participant") else None
    undo_hand_over(
        hand_over=handed, participant=person, reason=request.POST.get("reason", ""), by=request.user,
        now=timezone.now(),
    )  # fmt: skip
    messages.success(request, _("Taken back. The goods are due again."))
    if handed.participant_id and "to_desk" in request.POST:
        return _to_desk(request, person=str(handed.participant_id))
    return redirect("hand-over", request.event.slug, handed.pk)


@event_view(can_view_claims)
@never_cache
@require_safe
def hand_over_signature(request: EventRequest, pk: int) -> HttpResponse:
    """The signature, for whoever may see claims; kept nowhere."""
    handed = get_object_or_404(HandOver.objects.exclude(signature=""), event=request.event, pk=pk)
    png = _read(handed)
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "private, no-store"})


@event_view(can_view_claims)
@never_cache
@require_safe
def hand_over_slip(request: EventRequest, pk: int) -> HttpResponse:
    """The printable slip, A6."""
    handed = _hand_over(request, pk)
    pdf = claim_slip_pdf(handed, _read(handed) if handed.signature else b"")
    name = f"slip-{handed.movement.number_text}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def _hand_over_as_asked(request: EventRequest, person: Participant) -> HandOver:
    form = HandOverForm(request.POST)
    if not form.is_valid():
        raise Refusal("stale_page", _("This page is out of date. Scan the code again."), status=400)
    asked = form.arguments()
    if asked["guardian_waived"] and not can_undo_hand_over(request.roles):
        sentence = _("Only a supervisor may hand over to a minor without a guardian.")
        raise Refusal("permission_denied", sentence, status=403)
    return hand_over(event=request.event, participant=person, **asked, by=request.user, now=timezone.now())


def _desk(request: EventRequest, tone: str, **shown: Any) -> HttpResponse:
    context = {
        "section": "prizes",
        "tone": tone,
        "may_hand_over": can_hand_over(request.roles),
        "may_undo": can_undo_hand_over(request.roles),
        "client_uuid": uuid.uuid4(),
        "words": desk_words(),
        **shown,
    }
    return render(request, "backoffice/desk_desk.html", context)


def _by_person(claims: list[Claim]) -> list[dict[str, Any]]:
    """`{person, claims, standing}`: whose they are, and how many of them still stand."""
    people: dict[int, dict[str, Any]] = {}
    for claim in claims:
        row = people.setdefault(claim.participant_id, {"person": claim.participant, "claims": [], "standing": 0})
        row["claims"].append(claim)
        row["standing"] += claim.state == Claim.State.HANDED_OVER
    return list(people.values())


def _candidates(request: EventRequest, people: list[Participant]) -> list[dict[str, Any]]:
    seats, units = seats_of(people), units_due(request.event, [person.pk for person in people])
    return [{"person": one, "seat": seats.get(one.pk), "units": units[one.pk]} for one in people]


def _person(request: EventRequest, pk: int | str) -> Participant:
    people = Participant.objects.filter(event=request.event)
    return get_object_or_404(people, pk=pk if str(pk).isdecimal() else None)


def _hand_over(request: EventRequest, pk: int | str) -> HandOver:
    found = with_claims(HandOver.objects.filter(event=request.event))
    return get_object_or_404(found, pk=pk if str(pk).isdecimal() else None)


def _read(handed: HandOver) -> bytes:
    """The signature's bytes; none where the file is gone (erased)."""
    try:
        with handed.signature.open("rb") as file:
            return bytes(file.read())
    except FileNotFoundError:
        return b""


def _wants_json(request: EventRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _to_desk(request: EventRequest, **query: str) -> HttpResponse:
    return redirect(f"{reverse('prize-desk', args=[request.event.slug])}?{urlencode(query)}")
