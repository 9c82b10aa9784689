"""Printing: how many sheets of what, who has printed them already, and which names need a pen."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from awards.queries.unclaimed import claim_until
from bobing_event.access import EventRequest, event_view
from bobing_event.labels import rank_label
from bobing_event.models import Job, Session
from bobing_event.permissions import can_download_job, can_open_printing
from bobing_event.site_address import site_address
from reports.forms import PrintForm, ScopeForm
from reports.permissions import can_print
from reports.printing.ink import by_hand
from reports.printing.kinds import DRAW_NOTICE, GROUPS, KINDS, MOVE_SLIPS, Group, Kind
from reports.printing.people import Scope
from reports.printing.work import Asked, Work, place_short
from reports.queries import (
    claims_changed_at,
    last_printings,
    print_jobs,
    results_changed_at,
    seat_changes,
    seats_changed_at,
    stock_moved_at,
)
from reports.services import ask_print
from rules import RANKS
from tables.queries.draws import standing_draw

SHOWN = 10
SHOWN_NAMES = 50


COUNTED_PEOPLE = 600
"""So many people's prizes are counted while the page is made; of more, by the job."""


@dataclass(frozen=True)
class Line:
    """A kind of sheet as the page offers it: how many things, on how many sheets, and the last time it was printed.

    `work` is None where counting would take long. `outdated` says what has changed since the printing, or nothing.
    `ended` is until when prizes were to be claimed, where the sheets are for claiming them and the time is over.
    """

    kind: Kind
    work: Work | None
    printed: Job | None
    outdated: str
    ended: datetime | None = None

    @property
    def count(self) -> int | None:
        return self.work.count if self.work else None

    @property
    def pages(self) -> int | None:
        return len(self.work.pages) if self.work else None

    @property
    def counted(self) -> str:
        return self.kind.counted(self.work.count) if self.work and self.work.count else ""

    @property
    def nothing(self) -> str:
        """Why it cannot be printed yet; empty where it can."""
        if self.work is None or self.work.pages:
            return ""
        return self.work.nothing or _("Nothing to print yet: nobody has a seat here.")


@dataclass(frozen=True)
class Section:
    """A group of the page with what it offers."""

    group: Group
    lines: list[Line]


@event_view(can_open_printing)
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
        "jobs": [(job, str(KINDS[job.kind].label)) for job in _jobs(request)],
        "may_download": can_download_job(request.roles),
        **site_address(request),
        **(_offers(request, scope) if scope else {}),
    }
    return render(request, "backoffice/print.html", context)


@event_view(can_open_printing)
@require_POST
def print_ask(request: EventRequest) -> HttpResponse:
    """Ask for sheets; what is being made already is not made twice."""
    form = PrintForm(request.POST, event=request.event)
    scope = form.scope()
    if not form.is_valid() or scope is None:
        messages.error(request, _("Choose what to print, and a range of tables by their numbers."))
        return redirect("print", request.event.slug)
    if not form.chosen.may(request.roles):
        raise PermissionDenied
    parameters = {**form.parameters(scope), "base_url": request.build_absolute_uri("/"), "language": get_language()}
    _job, new = ask_print(
        event=request.event,
        kind=form.chosen.code,
        parameters=parameters,
        by=request.user,
        now=timezone.now(),
    )
    if not new:
        messages.info(request, _("These sheets are being made already."), extra_tags="report_already_running")
    return redirect(f"{reverse('print', args=[request.event.slug])}?{_query(scope)}#made")


@event_view(can_open_printing)
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


def _jobs(request: EventRequest) -> list[Job]:
    """What was made last of what this person may print."""
    kinds = [kind.code for kind in KINDS.values() if kind.may(request.roles)]
    return list(print_jobs(request.event).filter(kind__in=kinds)[:SHOWN])


def _offers(request: EventRequest, scope: Scope) -> dict[str, object]:
    asked = Asked(request.event, scope)
    names = by_hand(asked.people)
    return {
        "groups": _sections(request, asked),
        "by_hand": names[:SHOWN_NAMES],
        "by_hand_count": len(names),
        "query": _query(scope),
        "ranks": [(rank.value, rank_label(rank.value)) for rank in RANKS],
        **(_of_seats(scope) if can_print(request.roles) else {}),
    }


def _of_seats(scope: Scope) -> dict[str, object]:
    """The draw and the changes of seats, which are printed one by one."""
    return {
        "draw": standing_draw(scope.session),
        "notice": DRAW_NOTICE,
        "notice_printed": last_printings(scope.session).get(DRAW_NOTICE.code),
        "changes": list(seat_changes(scope.session)[:SHOWN]),
        "slips": MOVE_SLIPS,
    }


def _sections(request: EventRequest, asked: Asked) -> list[Section]:
    """The groups, each with what this person may print of it."""
    printed, changes = last_printings(asked.scope.session), _changes(asked.scope.session)
    ended = _claiming_ended(asked, timezone.now())

    def line(kind: Kind) -> Line:
        return _line(asked, kind, printed.get(kind.code), changes, ended if kind.holds == "claims" else None)

    found = [Section(group, [line(kind) for kind in group.kinds if kind.may(request.roles)]) for group in GROUPS]
    return [section for section in found if section.lines]


def _changes(session: Session) -> dict[str, tuple[datetime | None, str]]:
    """By what a kind of sheet holds on to: when that last changed, and how the page says so."""
    results = results_changed_at(session)
    claims = [results, claims_changed_at(session.event)]
    return {
        "seats": (seats_changed_at(session), _("seats changed since")),
        "stock": (stock_moved_at(session.event), _("stock moved since")),
        "claims": (max(filter(None, claims), default=None), _("results or hand-overs since")),
        "results": (results, _("entries or signatures since")),
    }


def _claiming_ended(asked: Asked, now: datetime) -> datetime | None:
    until = claim_until(asked.event)
    return until if until is not None and until <= now else None


def _line(
    asked: Asked,
    kind: Kind,
    printed: Job | None,
    changes: dict[str, tuple[datetime | None, str]],
    ended: datetime | None,
) -> Line:
    changed, sentence = changes[kind.holds]
    outdated = printed is not None and changed is not None and changed > printed.asked_at
    work = None if kind.costly and len(asked.people) > COUNTED_PEOPLE else kind.make(asked)
    return Line(kind, work, printed, sentence if outdated else "", ended)


def _query(scope: Scope) -> str:
    chosen = {"session": scope.session.number, "first": scope.first, "last": scope.last}
    return urlencode({name: value for name, value in chosen.items() if value is not None})


def _as_text(cell: str) -> str:
    """A cell that a spreadsheet does not take for a formula."""
    return f"'{cell}" if cell[:1] in "=+-@" else cell
