"""Components that every page may use (loaded as builtins): dice, stock bars, icons, fields, nav, progress, pages.

Their class names and snippets are listed in templates/components/README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django import forms, template
from django.core.paginator import Page
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from bobing_event import permissions
from bobing_event.access import home_of
from bobing_event.forms.base import refusal_codes
from bobing_event.labels import rank_label

register = template.Library()

FACE_WORDS = {
    0: pgettext_lazy("die", "none yet"),
    1: pgettext_lazy("die", "one"),
    2: pgettext_lazy("die", "two"),
    3: pgettext_lazy("die", "three"),
    4: pgettext_lazy("die", "four"),
    5: pgettext_lazy("die", "five"),
    6: pgettext_lazy("die", "six"),
}
SQUARES = 8
"""A stock of more pieces than this is shown as a meter: its squares could not be counted at a glance."""

Allowed = Callable[[permissions.Roles], bool]
SECTIONS: tuple[tuple[str, str, Promise, Allowed], ...] = (
    ("dashboard", "event-dashboard", pgettext_lazy("nav", "Overview"), permissions.can_view_back_office),
    ("people", "people", pgettext_lazy("nav", "People"), permissions.can_view_personal_data),
    ("check-in", "check-in", pgettext_lazy("nav", "Check-in"), permissions.can_check_in),
    ("seating", "seating", pgettext_lazy("nav", "Seating"), permissions.can_view_back_office),
    ("print", "print", pgettext_lazy("nav", "Print"), permissions.can_open_printing),
    ("playoffs", "playoffs", pgettext_lazy("nav", "Play-offs"), permissions.can_view_back_office),
    ("prizes", "prizes", pgettext_lazy("nav", "Prizes"), permissions.can_view_back_office),
    ("certificates", "certificates", pgettext_lazy("nav", "Certificates"), permissions.can_view_personal_data),
    ("reports", "reports", pgettext_lazy("nav", "Reports"), permissions.can_view_personal_data),
    ("settings", "event-settings", pgettext_lazy("nav", "Settings"), permissions.can_change_event),
)
"""Section, URL name, word, and who sees it, in the order of an evening."""


def _die(face: int) -> SafeString:
    if face not in FACE_WORDS:
        raise ValueError(f"a die shows 1 to 6, or 0 for none yet, not {face!r}")
    return format_html('<use href="{}#die-{}"></use>', static("bobing/dice.svg"), face)


@register.simple_tag
def die(face: int | str) -> SafeString:
    """One die: `{% die 4 %}`; 0 is the place of a die not entered yet. Raises ValueError for what is no face."""
    face = int(face)
    drawing = _die(face)
    return format_html(
        '<svg class="die" data-face="{}" role="img" aria-label="{}">{}</svg>', face, FACE_WORDS[face], drawing
    )


@register.simple_tag
def dice(faces: str | Iterable[int], size: str = "") -> SafeString:
    """Dice in the order given: `{% dice "444411" %}`, `{% dice entry.dice size="large" %}`; nothing for none.

    `size` is "", "small", "large" or "huge".
    """
    shown = [int(face) for face in faces or ()]
    if not shown:
        return SafeString("")
    words = pgettext("between dice", ", ").join(str(FACE_WORDS[face]) for face in shown)
    drawings = format_html_join(
        "", '<svg class="die" data-face="{}" aria-hidden="true">{}</svg>', ((face, _die(face)) for face in shown)
    )
    kind = f"dice dice--{size}" if size else "dice"
    label = _("Dice: %(faces)s") % {"faces": words}
    return format_html('<span class="{}" role="img" aria-label="{}">{}</span>', kind, label, drawings)


@register.simple_tag
def icon(name: str, size: str = "") -> SafeString:
    """A decorative icon of icons.svg; the words beside it say what it means."""
    kind = f"icon icon--{size}" if size else "icon"
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>', kind, static("bobing/icons.svg"), name
    )


@register.simple_tag
def stock(rank: str, left: int, total: int) -> SafeString:
    """A rank's pieces in stock: `{% stock "sijin" left total %}`, squares up to 8 pieces, a meter beyond."""
    name = rank_label(rank)
    label = _("%(rank)s: %(left)s of %(total)s pieces left") % {"rank": name, "left": left, "total": total}
    if total <= SQUARES:
        squares = SafeString('<i class="is-left"></i>' * left + "<i></i>" * (total - left))
        bar = format_html('<span class="stock__pieces">{}</span>', squares)
    else:
        width = round(100 * left / total)
        bar = format_html('<span class="stock__meter"><i style="width:{}%"></i></span>', width)
    return format_html(
        '<span class="{}" role="img" aria-label="{}"><span class="stock__name">{}</span>{}'
        '<span class="stock__count">{}/{}</span></span>',
        "stock" if left else "stock stock--out", label, name, bar, left, total,
    )  # fmt: skip


@register.inclusion_tag("components/progress.html")
def progress(done: int, total: int, label: str = "", unit: str = "") -> dict[str, Any]:
    """How far a piece of work is. A total of 0 is one that is not known yet."""
    percent = min(100, round(100 * done / total)) if total else 0
    return {"done": done, "total": total, "label": label or _("Progress"), "unit": unit, "percent": percent}


@register.inclusion_tag("components/field.html")
def field(bound: forms.BoundField, **attributes: Any) -> dict[str, Any]:
    """A form field with its label, help and errors: `{% field form.name %}`."""
    widget = bound.field.widget
    check = isinstance(widget, forms.CheckboxInput)
    group, codes = bound.use_fieldset and not check, refusal_codes(bound.errors)
    return {"field": bound, "check": check, "group": group, "codes": codes, **attributes}


@register.inclusion_tag("components/fields.html")
def fields(form: forms.BaseForm) -> dict[str, Any]:
    """All of a form: what is wrong with it as a whole, its hidden fields and its visible ones."""
    return {"form": form}


@register.inclusion_tag("components/form_errors.html")
def form_errors(form: forms.BaseForm) -> dict[str, Any]:
    """What is wrong with a form as a whole, or that some fields need a look."""
    whole = form.non_field_errors()
    hidden = [error for bound in form.hidden_fields() for error in bound.errors]
    return {"errors": [*whole, *hidden], "codes": refusal_codes(whole), "any": bool(form.errors)}


@register.inclusion_tag("components/pagination.html", takes_context=True)
def pagination(context: template.Context, page: Page[Any], unit: str = "") -> dict[str, Any]:
    """The pages of a list, keeping what the query string filters by. Nothing for a single page."""
    numbers = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return {"request": context["request"], "page": page, "numbers": list(numbers), "unit": unit}


@register.inclusion_tag("components/event_nav.html", takes_context=True)
def event_nav(context: template.Context) -> dict[str, Any]:
    """The sections of an event that the request's roles may see; `section` in the context is the one shown."""
    event, roles = _event_and_roles(context)
    links = []
    for section, name, label, allowed in SECTIONS:
        url = _url(name, event.slug) if event and allowed(roles) else ""
        if url:
            links.append({"url": url, "label": label, "current": section == context.get("section")})
    return {"links": links}


@register.simple_tag(takes_context=True)
def event_home(context: template.Context) -> str:
    """Where the request's event begins for whoever looks: the overview, or a runner's deliveries."""
    event, roles = _event_and_roles(context)
    return _url(home_of(roles), event.slug) if event else ""


def _event_and_roles(context: template.Context) -> tuple[Any, permissions.Roles]:
    request = context.get("request")
    return context.get("event") or getattr(request, "event", None), getattr(request, "roles", ())


def _url(name: str, *arguments: Any) -> str:
    """The address of a page, empty where this installation has none of that name."""
    try:
        return reverse(name, args=arguments)
    except NoReverseMatch:
        return ""


@register.simple_tag
def url_if_any(name: str, *arguments: Any) -> str:
    """`{% url %}` for a page that need not exist: empty then."""
    return _url(name, *arguments)
