"""The door of every page: which event, which roles, and 404 or 403 where they do not fit."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from bobing_event.models import Event, Role
from bobing_event.permissions import Roles, can_view_back_office
from bobing_event.queries import events_of, roles_of

View = Callable[..., HttpResponseBase]


class EventRequest(HttpRequest):
    """A request that passed `event_view`: `event` and `roles` are set, and somebody is signed in.

    `htmx` is true where a script asks for a part of the page.
    """

    user: User
    event: Event
    roles: frozenset[str]
    htmx: HtmxDetails


def home_of(roles: Roles) -> str:
    """The URL name of the page where an event begins for somebody: runners see what they are to bring, and no more."""
    is_runner = Role.RUNNER in roles and not can_view_back_office(roles)
    return "deliveries" if is_runner else "event-dashboard"


def event_view(allowed: Callable[[Roles], bool]) -> Callable[[View], View]:
    """A page of one event, found by `slug` in the URL, on the event's clock.

    Strangers get 404, members without the right 403.
    """

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def page(request: Any, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            event = events_of(request.user).filter(slug=slug).first()
            if event is None:
                raise Http404
            request.event, request.roles = event, roles_of(request.user, event)
            if not allowed(request.roles):
                raise PermissionDenied
            with timezone.override(event.tz):
                return view(request, *args, **kwargs)

        return page

    return decorate
