"""The check-in station: a scan is one POST. A script gets the answer as a part of the page, a bare form a redirect."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlencode

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.forms import WalkInForm, refusals_in
from bobing_event.importing import cleaning
from bobing_event.models import Participant
from bobing_event.permissions import can_change_participants, can_check_in, can_undo_check_in
from bobing_event.queries import arrival_figures, arrivals_matching
from bobing_event.refusals import Refusal
from bobing_event.services.check_in import CheckIn, admit_missing, check_in
from bobing_event.services.people import add_stand_by, add_walk_in, name_proxy
from bobing_event.services.stand_by import add_to_stand_by, note_waiting
from tables import services
from tables.queries.arrivals import StationAnswer, seats_of, station_answer
from tables.station_words import station_words

if TYPE_CHECKING:
    from django.http import HttpResponse

STATION = "station"
"""The cookie that holds the name of this browser's station."""
STATION_LENGTH = 40
STATION_AGE = 365 * 24 * 3600
SCAN_LENGTH = 36

View = Callable[..., "HttpResponse"]


def _says_refusals(view: View) -> View:
    """A script shows a refusal where it shows any answer; a bare form leaves it to the middleware."""

    @wraps(view)
    def page(request: EventRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            if not request.htmx:
                raise
            return _show(request, refusal=refusal, status=refusal.status)

    return page


@event_view(can_check_in)
@require_http_methods(["GET", "HEAD", "POST"])
@_says_refusals
def station(request: EventRequest) -> HttpResponse:
    """POST takes what was scanned or typed; GET shows whom it may mean, an answer again, or a walk-in's form."""
    if request.method == "POST":
        text = request.POST.get("q", "").strip()
        found = arrivals_matching(request.event, text)
        if found.certain is not None:
            return _scan(request, found.certain)
        if request.htmx:
            return _show_matches(request, text)
        return _back(request, q=text) if text else _back(request)
    if person := request.GET.get("person", ""):
        return _show_person(request, _person(request, person), again="again" in request.GET)
    if "walk_in" in request.GET:
        return _show(request, form=_walk_in_form(request, request.GET.get("q", "")))
    return _show_matches(request, request.GET.get("q", ""))


@event_view(can_check_in)
@require_POST
@_says_refusals
def check_in_person(request: EventRequest, pk: int) -> HttpResponse:
    """Checks in the one who was chosen."""
    return _scan(request, _person(request, pk))


@event_view(can_check_in)
@require_POST
@_says_refusals
def check_in_admit(request: EventRequest, pk: int) -> HttpResponse:
    """Lets somebody in who is not on the latest list."""
    return _answer(request, admit_missing(participant=_person(request, pk), **_scanned(request)))


@event_view(can_check_in)
@require_POST
@_says_refusals
def check_in_stand_by(request: EventRequest, pk: int) -> HttpResponse:
    """Gives somebody who came without a place a number of the stand-by list."""
    return _done(request, add_to_stand_by(participant=_person(request, pk), here=True, **_made(request)))


@event_view(can_check_in)
@require_POST
@_says_refusals
def check_in_proxy(request: EventRequest, pk: int) -> HttpResponse:
    """Notes who throws in the person's place."""
    name, phone = request.POST.get("name", ""), request.POST.get("phone", "")
    return _done(request, name_proxy(participant=_person(request, pk), name=name, phone=phone, **_made(request)))


@event_view(can_change_participants)
@require_POST
@_says_refusals
def check_in_walk_in(request: EventRequest) -> HttpResponse:
    """Adds who came uninvited, and checks them in or puts them on the stand-by list."""
    form = WalkInForm(request.POST, event=request.event)
    if not form.is_valid():
        return _show(request, form=form)
    facts = {"event": request.event, **form.cleaned_data, **_scanned(request)}
    try:
        if "stand_by" not in request.POST:
            return _answer(request, add_walk_in(**facts))
        del facts["where"]
        return _done(request, add_stand_by(here=True, **facts))
    except Refusal as refusal:
        with refusals_in(form):
            raise
        known = Participant.objects.filter(event=request.event, pk=refusal.context.get("participant"))
        return _show(request, form=form, candidates=list(known), full=refusal.code == "no_place_left")


@event_view(can_undo_check_in)
@require_POST
@_says_refusals
def check_in_undo(request: EventRequest, pk: int) -> HttpResponse:
    """Takes a check-in back."""
    person = services.take_back_check_in(participant=_person(request, pk), **_made(request))
    if not request.htmx:
        messages.success(request, _("%(name)s's check-in is taken back.") % {"name": person.name})
    return _done(request, person)


@event_view(can_check_in)
@require_POST
def check_in_station(request: EventRequest) -> HttpResponse:
    """Names this browser's station."""
    name = cleaning.text(request.POST.get("name", ""))[:STATION_LENGTH]
    response = _back(request)
    response.set_cookie(STATION, quote(name), max_age=STATION_AGE, samesite="Lax", secure=request.is_secure())
    return response


@event_view(can_check_in)
@require_safe
def check_in_count(request: EventRequest) -> HttpResponse:
    """How the arrivals go; a part of the page."""
    return render(request, "backoffice/check_in_count.html", _figures(request))


def _scan(request: EventRequest, person: Participant) -> HttpResponse:
    try:
        answer = check_in(participant=person, **_scanned(request))
    except Refusal as refusal:
        if refusal.code == "on_stand_by":
            note_waiting(participant=person, **_made(request))
        return _done(request, person)
    return _answer(request, answer)


def _answer(request: EventRequest, answer: CheckIn) -> HttpResponse:
    return _done(request, answer.participant, again=not answer.first)


def _done(request: EventRequest, person: Participant, *, again: bool = False) -> HttpResponse:
    if request.htmx:
        return _show_person(request, person, again=again)
    return _back(request, person=str(person.pk), **({"again": "1"} if again else {}))


def _show_person(request: EventRequest, person: Participant, *, again: bool) -> HttpResponse:
    return _show(request, answer=station_answer(request.event, person, again=again))


def _show_matches(request: EventRequest, text: str) -> HttpResponse:
    text = text.strip()
    found = arrivals_matching(request.event, text)
    form = None if found.people or not text else _walk_in_form(request, text)
    return _show(request, q=text, candidates=found.people, more=found.more, form=form)


def _show(request: EventRequest, *, status: int = 200, **shown: Any) -> HttpResponse:
    """The page, or for a script the part with the answer."""
    people: list[Participant] = shown.pop("candidates", [])
    seats = seats_of(people) if people else {}
    context = {
        "section": "check-in",
        "candidates": [(person, seats.get(person.pk)) for person in people],
        "tone": _tone(bool(people), **shown),
        "may_undo": can_undo_check_in(request.roles),
        "may_add": can_change_participants(request.roles),
        **shown,
    }
    if request.htmx:
        return render(request, "backoffice/check_in_answer.html", context, status=status)
    return render(request, "backoffice/check_in.html", {**context, **_furniture(request)}, status=status)


def _tone(
    several: bool,
    *,
    answer: StationAnswer | None = None,
    form: WalkInForm | None = None,
    q: str = "",
    refusal: Refusal | None = None,
    **_more: Any,
) -> str:
    """What colours the screen and chooses the sound: that of an answer, or which question there is."""
    if refusal is not None or answer is not None:
        return "refused" if answer is None else answer.tone
    if form is not None and not q:
        return "known" if several else "form"
    return "choose" if several else "unknown" if q else "idle"


def _furniture(request: EventRequest) -> dict[str, Any]:
    """What stands around the answer: the figures, the station's name, the words its script needs."""
    return {
        **_figures(request),
        "stations": [_("Station %(number)s") % {"number": number} for number in range(1, 7)],
        "words": station_words(),
    }


def _walk_in_form(request: EventRequest, text: str) -> WalkInForm:
    begun = {**WalkInForm.begun_with(text), "companion_of": request.GET.get("with")}
    return WalkInForm(event=request.event, initial=begun)


def _figures(request: EventRequest) -> dict[str, Any]:
    return {"figures": arrival_figures(request.event, now=timezone.now()), "station": _station(request)}


def _person(request: EventRequest, pk: int | str) -> Participant:
    people = Participant.objects.select_related("session", "checked_in_by", "companion_of")
    return get_object_or_404(people, event=request.event, pk=pk if str(pk).isdecimal() else None)


def _made(request: EventRequest) -> dict[str, Any]:
    return {"by": request.user, "now": timezone.now()}


def _scanned(request: EventRequest) -> dict[str, Any]:
    scan = request.POST.get("scan", "")[:SCAN_LENGTH]
    return {**_made(request), "where": _station(request), "scan": scan if scan.isprintable() else ""}


def _station(request: EventRequest) -> str:
    return cleaning.text(unquote(request.COOKIES.get(STATION, "")))[:STATION_LENGTH]


def _back(request: EventRequest, **query: str) -> HttpResponse:
    address = reverse("check-in", args=[request.event.slug])
    return redirect(f"{address}?{urlencode(query)}" if query else address)
