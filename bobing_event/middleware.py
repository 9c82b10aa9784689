from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from bobing_event.refusals import Refusal


class RefusalMiddleware:
    """Shows a `Refusal` that a page's service raised: on the page it came from, or on one of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Refusal):
            return None
        back = request.headers.get("Referer", "")
        here = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
        if request.method == "POST" and here and not getattr(request, "htmx", False):
            messages.error(request, str(error), extra_tags=error.code)
            return HttpResponseRedirect(back)
        return render(request, "refusal.html", {"refusal": error}, status=error.status)
