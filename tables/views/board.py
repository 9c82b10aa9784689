"""The floor board: all tables at a glance, and more time for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import conditional_page, require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.refusals import Refusal
from tables import permissions, services
from tables.floor_forms import EXTRA_MINUTES
from tables.models import Table
from tables.queries.board import board_of
from tables.queries.board_line import FILTERS
from tables.queries.dice import hints_of_event

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpResponse


@require_safe
@event_view(permissions.can_view_tables)
@conditional_page
def floor_board(request: EventRequest) -> HttpResponse:
    """Every table, those that need somebody first; htmx fetches the tables every few seconds, with an ETag.

    `show` is one of `FILTERS`, `q` the beginning of a table's number.
    """
    board = board_of(request.event, now=timezone.now())
    show, text = request.GET.get("show", ""), request.GET.get("q", "")
    labels = (_("Need somebody"), _("Playing"), _("To sign off"))
    context = {
        "section": "dashboard",
        "board": board,
        "groups": board.groups(board.shown(show, text)),
        "filters": [(name, label, board.counts[name]) for name, label in zip(FILTERS, labels, strict=True)],
        "show": show if show in FILTERS else "",
        "q": text,
        "can_grant": permissions.can_grant_extra_time(request.roles),
        "minutes": EXTRA_MINUTES,
    }
    template = "board_live" if request.GET.get("part") == "live" else "board"
    return render(request, f"backoffice/{template}.html", context)


@require_POST
@event_view(permissions.can_grant_extra_time)
def extra_time_for_all(request: EventRequest) -> HttpResponse:
    """Minutes more, or fewer, for every table that plays against the clock."""
    tables = Table.objects.filter(session__event=request.event).only("pk")
    grant_and_tell(request, tables)
    return redirect("floor-board", slug=request.event.slug)


def grant_and_tell(request: EventRequest, tables: Iterable[Table]) -> None:
    """Grant the minutes that a form names. Refuses as `services.grant_extra_time` does."""
    minutes = posted_minutes(request)
    granted = services.grant_extra_time(tables=tables, minutes=minutes, by=request.user, now=timezone.now())
    facts = {"tables": len(granted), "minutes": abs(minutes)}
    if minutes > 0:
        sentence = ngettext(
            "%(tables)s table got %(minutes)s minutes more.",
            "%(tables)s tables got %(minutes)s minutes more.",
            len(granted),
        )
    else:
        sentence = ngettext(
            "%(minutes)s minutes are taken back from %(tables)s table.",
            "%(minutes)s minutes are taken back from %(tables)s tables.",
            len(granted),
        )
    messages.success(request, sentence % facts)


def posted_minutes(request: EventRequest) -> int:
    """Refuses `bad_minutes` where the form names none."""
    try:
        return int(request.POST.get("minutes", ""))
    except ValueError as error:
        raise Refusal("bad_minutes", _("Choose how many minutes."), status=400) from error


@require_safe
@event_view(permissions.can_manage_tables)
def dice_hints(request: EventRequest) -> HttpResponse:
    """What the logs of all tables say of the dice and of whoever enters them, read when asked for."""
    context = {"section": "dashboard", "looked_at": hints_of_event(request.event)}
    return render(request, "backoffice/board_dice.html", context)
