from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bobing_event.queries import events_of


@login_required
def event_list(request: HttpRequest) -> HttpResponse:
    """The events a user may see."""
    return render(request, "backoffice/event_list.html", {"events": events_of(request.user)})
