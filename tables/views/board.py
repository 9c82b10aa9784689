"""The floor board: all tables at a glance, and more time for all of them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.refusals import Refusal
from tables import permissions, services
from tables.floor_forms import EXTRA_MINUTES
from tables.models import Table
from tables.queries.board import board_of
from tables.queries.board_line import FILTERS
from tables.queries.board_mark import SLOT, board_mark
from tables.queries.dice import hints_of_event

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_DIGITS = 6
"""So much of a table's number is looked for."""


def _tag(request: EventRequest) -> str | None:
    """The ETag of the live part, by what it shows and in which language; the page around it has none."""
    if request.GET.get("part") != "live":
        return None
    show, text = _asked(request)
    shown = hashlib.sha256(repr((request.event.pk, show, text, get_language())).encode()).hexdigest()[:12]
    return f'"{board_mark(request.event, now=timezone.now())}-{shown}"'


@require_safe
@event_view(permissions.can_view_tables)
@condition(etag_func=_tag)
def floor_board(request: EventRequest) -> HttpResponse:
    """Every table, those that need somebody first; htmx fetches the tables every few seconds, with an ETag.

    `show` is one of `FILTERS`, `q` the beginning of a table's number. What one reader was sent is kept for the others
    for as long as the ETag stands.
    """
    tag = _tag(request)
    show, text = _asked(request)
    context: dict[str, Any] = {"section": "dashboard", "show": show, "q": text, "minutes": EXTRA_MINUTES}
    if tag is not None:
        kept = cache.get_or_set(f"board:{tag}", lambda: _live(request, context), SLOT)
        return HttpResponse(kept, headers={"Cache-Control": "private, no-cache"})
    context |= {"live": _live(request, context), "can_grant": permissions.can_grant_extra_time(request.roles)}
    return render(request, "backoffice/board.html", context)


def _asked(request: EventRequest) -> tuple[str, str]:
    """Which filter, empty for none, and the beginning of which number."""
    show = request.GET.get("show", "")
    return show if show in FILTERS else "", request.GET.get("q", "").strip()[:MOST_DIGITS]


def _live(request: EventRequest, context: dict[str, Any]) -> SafeString:
    """The tables as HTML, without anything that is one reader's own."""
    board = board_of(request.event, now=timezone.now())
    labels = (_("Need somebody"), _("Playing"), _("To sign off"))
    shown = {
        **context,
        "request": {"event": request.event},
        "board": board,
        "groups": board.groups(board.shown(context["show"], context["q"])),
        "filters": [(name, label, board.counts[name]) for name, label in zip(FILTERS, labels, strict=True)],
    }
    return render_to_string("backoffice/board_live.html", shown)


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
            "%(tables)s table got %(minutes)s min more.",
            "%(tables)s tables got %(minutes)s min more.",
            len(granted),
        )
    else:
        sentence = ngettext(
            "%(minutes)s min are taken back from %(tables)s table.",
            "%(minutes)s min are taken back from %(tables)s tables.",
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
