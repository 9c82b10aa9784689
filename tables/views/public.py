"""A draw's public page: no login, an address nobody guesses, names in part, numbers in full."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.forms import SPREADS
from tables.queries.draws import changes_since, checks_of, draw_at, draws_of, published, size_runs, unmet_of
from tables.queries.roll import roll_lines, roll_of

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase

    from tables.models import SeatingDraw

A_PAGE = 240
MOST_WISHES = 60
SCRIPT = settings.BASE_DIR / "docs" / "verify_draw.py"


@never_cache
@require_safe
def verify(request: HttpRequest, address: str) -> HttpResponse:
    """What was frozen, what was promised, and, once drawn, everything that it takes to repeat the draw."""
    draw = _draw(address)
    with timezone.override(draw.session.event.tz):
        return render(request, "draw_public.html", _context(request, draw))


@require_safe
def verify_file(request: HttpRequest, address: str) -> HttpResponse:
    """The same as a file for docs/verify_draw.py."""
    draw = _draw(address)
    name = f"draw-{draw.session.number}-{draw.number}.json"
    text = json.dumps(published(draw), ensure_ascii=False, sort_keys=True)
    return HttpResponse(
        text,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


@require_safe
def verify_script(request: HttpRequest) -> HttpResponseBase:
    """The script that repeats a draw, to read and to run."""
    if not SCRIPT.is_file():
        raise Http404
    return FileResponse(SCRIPT.open("rb"), content_type="text/x-python; charset=utf-8")


def _draw(address: str) -> SeatingDraw:
    draw = draw_at(address)
    if draw is None:
        raise Http404
    return draw


def _context(request: HttpRequest, draw: SeatingDraw) -> dict[str, Any]:
    text = request.GET.get("q", "").strip()
    roll = roll_of(draw, text)
    page = Paginator(roll, A_PAGE).get_page(request.GET.get("page"))
    drawn = draw.drawn_at is not None
    labels, checked = _check_labels(), checks_of(draw) if drawn and "check" in request.GET else {}
    return {
        "draw": draw,
        "event": draw.session.event,
        "drawn": drawn,
        "q": text,
        "page": page,
        "lines": roll_lines(draw, list(page)),
        "runs": size_runs(draw.plan["sizes"]),
        "wishes": _wishes(draw),
        "any_wish": any(draw.plan[kind] for kind in ("together", "apart", "fixed")),
        "unmet": unmet_of(draw, named=False),
        "others": [one for one in draws_of(draw.session) if one.pk != draw.pk],
        "check_labels": list(labels.items()),
        "checks": [(labels[name], good) for name, good in checked.items()],
        "changes": changes_since(draw),
        "spread": dict(SPREADS)[draw.plan["spread"]],
    }


def _check_labels() -> dict[str, str]:
    return {
        "plan_digest": _("The list has the digest that was shown."),
        "commitment": _("The secret has the hash that was shown."),
        "seating": _("List, secret and phrase give this seating."),
    }


def _wishes(draw: SeatingDraw) -> list[tuple[str, dict[str, Any]]]:
    """The wishes in the plan by kind, at most so many of each on the page; all are in the file."""
    plan = draw.plan
    comma = pgettext("between items", ", ")
    kinds = {
        _("at one table"): [comma.join(map(str, group)) for group in plan["together"]],
        _("at different tables"): [comma.join(map(str, people)) for people in plan["apart"]],
        _("fixed places"): [
            f"{person} → {'-'.join(str(part) for part in place if part)}" for person, place in plan["fixed"].items()
        ],
    }
    return [(label, {"count": len(found), "shown": found[:MOST_WISHES]}) for label, found in kinds.items()]
