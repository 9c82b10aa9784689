"""Freezing a list, drawing, taking a draw back, and the wishes before it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Participant, Session
from bobing_event.queries import people_of, people_of_session
from tables import permissions, services
from tables.drawing import Rest
from tables.forms import RESTS, FixedPlaceForm, PrepareDrawForm, ReasonForm, WishForm
from tables.models import SeatingDraw, Wish
from tables.queries.draws import Forecast, fixed_places_of, forecast_of, wishes_of
from tables.views.posting import back_to_seating, posted_session

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpResponse

SECRET_BYTES = 32
MOST_FOUND = 12
MOST_PLACES = 60


@require_POST
@event_view(permissions.can_draw_seats)
def prepare(request: EventRequest) -> HttpResponse:
    """Freeze the list and commit to a secret."""
    session = posted_session(request)
    form = PrepareDrawForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose who is drawn and how people are spread."))
        return back_to_seating(request, session)
    draw = services.prepare_draw(
        session=session, by=request.user, now=timezone.now(), secret=secrets.token_bytes(SECRET_BYTES), **form.chosen()
    )
    people = len(draw.plan["people"])
    sentence = ngettext("The list is frozen: %(people)s person.", "The list is frozen: %(people)s people.", people)
    messages.success(request, sentence % {"people": people})
    return back_to_seating(request, session)


@require_POST
@event_view(permissions.can_draw_seats)
def draw(request: EventRequest) -> HttpResponse:
    """Run the prepared draw with the phrase from the hall."""
    session = posted_session(request)
    number = request.POST.get("draw", "")
    prepared = SeatingDraw.objects.filter(session=session, number=number).first() if number.isdecimal() else None
    done = services.run_draw(
        draw=prepared, public_seed=request.POST.get("phrase", ""), by=request.user, now=timezone.now()
    )
    people = len(done.plan["people"])
    sentence = ngettext("Seats drawn for %(people)s person.", "Seats drawn for %(people)s people.", people)
    messages.success(request, sentence % {"people": people})
    return back_to_seating(request, session)


@require_POST
@event_view(permissions.can_draw_seats)
def discard(request: EventRequest) -> HttpResponse:
    """Take a draw back, with a reason."""
    session = posted_session(request)
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    services.discard_draw(session=session, by=request.user, now=timezone.now(), reason=reason)
    messages.success(request, _("The draw is discarded. It stays on record with its reason."))
    return back_to_seating(request, session)


@require_POST
@event_view(permissions.can_draw_seats)
def add_wish(request: EventRequest) -> HttpResponse:
    """State that the chosen people sit together or apart."""
    session = posted_session(request)
    form = WishForm(request.POST, event=request.event)
    if not form.is_valid():
        messages.error(request, _("Choose people of this event, and whether they sit together or apart."))
        return back_to_seating(request, session, "#wishes")
    services.add_wish(session=session, by=request.user, now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("The wish is noted."))
    return back_to_seating(request, session, "#wishes")


@require_POST
@event_view(permissions.can_draw_seats)
def withdraw_wish(request: EventRequest, pk: int) -> HttpResponse:
    """Take a wish back."""
    wish = Wish.objects.select_related("session").filter(pk=pk, session__event=request.event).first()
    if wish is None:
        raise Http404
    services.withdraw_wish(wish=wish, by=request.user, now=timezone.now())
    messages.success(request, _("The wish is withdrawn."))
    return back_to_seating(request, wish.session, "#wishes")


@require_POST
@event_view(permissions.can_draw_seats)
def fix_place(request: EventRequest) -> HttpResponse:
    """Fix somebody's place, or take it back."""
    session = posted_session(request)
    form = FixedPlaceForm(request.POST, event=request.event)
    if not form.is_valid():
        messages.error(request, _("Choose a person of this event, a table, and a seat or none."))
        return back_to_seating(request, session, "#wishes")
    person = services.fix_place(session=session, by=request.user, now=timezone.now(), **form.cleaned_data)
    done = _("%(name)s has a fixed place.") if person.wanted_table else _("%(name)s has no fixed place any more.")
    messages.success(request, done % {"name": person.name})
    return back_to_seating(request, session, "#wishes")


def forecast_context(session: Session) -> dict[str, Any]:
    """What freezing the list would draw, for each basis; `checked` are the choices to begin with."""
    found = {basis: forecast_of(session, basis) for basis in SeatingDraw.Basis}
    first = next((basis for basis, forecast in found.items() if forecast.people), None)
    return {
        "prepare": PrepareDrawForm(),
        "any_forecast": first is not None,
        "forecasts": [
            {"basis": basis, "forecast": forecast, "checked": basis == first} for basis, forecast in found.items()
        ],
        "rests": _rests(found, first),
        "parties": max(forecast.parties for forecast in found.values()),
        "fixed": max(forecast.fixed for forecast in found.values()),
    }


def _rests(found: dict[SeatingDraw.Basis, Forecast], first: SeatingDraw.Basis | None) -> list[dict[str, Any]]:
    """Both ways to seat who does not fill a table, where there is a choice; first what the ruleset suggests."""
    if not any(forecast.choices for forecast in found.values()):
        return []
    suggested = found[first].suggested if first else Rest.SHORT
    return [
        {
            "value": value,
            "label": label,
            "checked": value == suggested,
            "runs": [(basis.label, forecast.choices[value]) for basis, forecast in found.items() if forecast.choices],
        }
        for value, label in RESTS
    ]


def wishes_context(request: EventRequest, session: Session) -> dict[str, Any]:
    """Wishes so far, and the people chosen (`p`) and found (`who`) for another.

    Choosing is following links, so that it needs no script: each person comes with the query that adds or removes them.
    """
    chosen = _people(session, request.GET.getlist("p"))
    text, asked = request.GET.get("who", "").strip(), [str(person.pk) for person in chosen]
    found = _found(session, text).exclude(pk__in=asked)[:MOST_FOUND] if text else []
    return {
        "wishes": list(wishes_of(session)),
        "fixed_places": list(fixed_places_of(session)[:MOST_PLACES]),
        "who": text,
        "chosen": [(person, _query(request, [pk for pk in asked if pk != str(person.pk)])) for person in chosen],
        "found_people": [(person, _query(request, [*asked, str(person.pk)])) for person in found],
    }


def _found(session: Session, text: str) -> QuerySet[Participant]:
    here = people_of_session(session).values("pk")
    return people_of(session.event, text=text).filter(pk__in=here).order_by("pk")


def _people(session: Session, asked: list[str]) -> list[Participant]:
    numbers = [int(pk) for pk in asked if pk.isdecimal() and len(pk) < 12]
    return list(people_of_session(session).filter(pk__in=numbers)) if numbers else []


def _query(request: EventRequest, people: list[str]) -> str:
    query = request.GET.copy()
    query.setlist("p", people)
    query.pop("who", None)
    return f"?{query.urlencode()}#wishes"
