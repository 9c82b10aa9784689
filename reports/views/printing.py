"""Printing: how many sheets of what, who has printed them already, and which names need a pen."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from bobing_event.access import EventRequest, event_view
from bobing_event.models import Job
from bobing_event.permissions import can_download_job
from reports.forms import PrintForm, ScopeForm
from reports.permissions import can_print
from reports.printing.ink import by_hand
from reports.printing.kinds import DRAW_NOTICE, KINDS, MOVE_SLIPS, SEATS, Kind
from reports.printing.people import Scope
from reports.printing.work import Asked, place_short
from reports.queries import last_printings, print_jobs, seat_changes, seats_changed_at
from reports.services import ask_print
from tables.queries.draws import standing_draw

SHOWN = 10
SHOWN_NAMES = 50
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


@dataclass(frozen=True)
class Line:
    """A kind of sheet as the page offers it: how many things, on how many sheets, and the last time it was printed."""

    kind: Kind
    count: int
    pages: int
    printed: Job | None
    outdated: bool

    @property
    def counted(self) -> str:
        return self.kind.counted(self.count)


@event_view(can_print)
@require_GET
def print_page(request: EventRequest) -> HttpResponse:
    """What can be printed of a session or some of its tables."""
    form = ScopeForm(request.GET, event=request.event)
    scope = form.scope()
    context = {
        "section": "print",
        "event": request.event,
        "form": form,
        "scope": scope,
        "jobs": [(job, str(KINDS[job.kind].label)) for job in print_jobs(request.event)[:SHOWN]],
        "may_download": can_download_job(request.roles),
        "site": request.build_absolute_uri("/"),
        "is_loopback": urlsplit(request.build_absolute_uri("/")).netloc.split(":")[0] in LOOPBACK,
        **(_offers(request, scope) if scope else {}),
    }
    return render(request, "backoffice/print.html", context)


@event_view(can_print)
@require_POST
def print_ask(request: EventRequest) -> HttpResponse:
    """Ask for sheets; what is being made already is not made twice."""
    form = PrintForm(request.POST, event=request.event)
    scope = form.scope()
    if not form.is_valid() or scope is None or form.cleaned_data["kind"] not in KINDS:
        messages.error(request, _("Choose what to print, and a range of tables by their numbers."))
        return redirect("print", request.event.slug)
    parameters = {**form.parameters(scope), "base_url": request.build_absolute_uri("/"), "language": get_language()}
    _job, new = ask_print(
        event=request.event,
        kind=form.cleaned_data["kind"],
        parameters=parameters,
        by=request.user,
        now=timezone.now(),
    )
    if not new:
        messages.info(request, _("These sheets are being made already."), extra_tags="report_already_running")
    return redirect(f"{reverse('print', args=[request.event.slug])}?{_query(scope)}#made")


@event_view(can_print)
@require_GET
def print_by_hand(request: EventRequest) -> HttpResponse:
    """The names with characters that no font has, as a list to take along; WPS and Excel read it."""
    scope = ScopeForm(request.GET, event=request.event).scope()
    if scope is None:
        raise Http404
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="by-hand-{request.event.slug}.csv"'
    writer = csv.writer(response)
    writer.writerow([pgettext("print", word) for word in ("Seat", "Name", "Unit", "Missing")])
    for row in by_hand(Asked(request.event, scope).people):
        person = row.person
        writer.writerow(
            [_as_text(cell) for cell in (place_short(person), person.name, person.unit, f"{row.missing} {row.points}")]
        )
    return response


def _offers(request: EventRequest, scope: Scope) -> dict[str, object]:
    asked = Asked(request.event, scope)
    names = by_hand(asked.people)
    draw = standing_draw(scope.session)
    printed = last_printings(scope.session)
    changed = seats_changed_at(scope.session)
    return {
        "lines": [_line(asked, kind, printed.get(kind.code), changed) for kind in SEATS],
        "by_hand": names[:SHOWN_NAMES],
        "by_hand_count": len(names),
        "query": _query(scope),
        "draw": draw,
        "notice": DRAW_NOTICE,
        "notice_printed": printed.get(DRAW_NOTICE.code),
        "changes": list(seat_changes(scope.session)[:SHOWN]),
        "slips": MOVE_SLIPS,
    }


def _line(asked: Asked, kind: Kind, printed: Job | None, changed: datetime | None) -> Line:
    work = kind.make(asked)
    outdated = printed is not None and changed is not None and changed > printed.asked_at
    return Line(kind, work.count, len(work.pages), printed, outdated)


def _query(scope: Scope) -> str:
    chosen = {"session": scope.session.number, "first": scope.first, "last": scope.last}
    return urlencode({name: value for name, value in chosen.items() if value is not None})


def _as_text(cell: str) -> str:
    """A cell that a spreadsheet does not take for a formula."""
    return f"'{cell}" if cell[:1] in "=+-@" else cell
