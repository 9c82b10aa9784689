from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.labels import SEAT_CHANGE_LABELS, action_label, detail_label, rank_label
from bobing_event.models import AuditRecord, Event, Participant, Role
from bobing_event.permissions import can_view_audit_log
from bobing_event.queries import audit_actions_of, audit_records_of, audit_subjects, staff_of
from rules import Rank, available

PAGE = 50


@event_view(can_view_audit_log)
@require_safe
def audit_log(request: EventRequest) -> HttpResponse:
    """Who did what when, newest first; `?action=` and `?by=` narrow it."""
    action, username = request.GET.get("action", ""), request.GET.get("by", "")
    records = audit_records_of(request.event, action=action, username=username)
    page = Paginator(records, PAGE).get_page(request.GET.get("page"))
    actions = [(code, action_label(code)) for code in audit_actions_of(request.event)]
    context = {
        "section": "settings",
        "page_obj": page,
        "rows": _rows(list(page.object_list)),
        "action": action,
        "actions": sorted(actions, key=lambda choice: choice[1]),
        "by": username,
        "members": staff_of(request.event),
    }
    return render(request, "backoffice/audit.html", context)


def _rows(records: list[AuditRecord]) -> list[dict[str, Any]]:
    names = audit_subjects(records)
    return [
        {
            "record": record,
            "action": action_label(record.action),
            "subject": names.get(record.subject, record.subject),
            "detail": [(detail_label(key), _words(key, value)) for key, value in record.detail.items() if _says(value)],
        }
        for record in records
    ]


def _says(value: Any) -> bool:
    return value not in ("", None, {}, [])


def _words(key: str, value: Any) -> str:
    """A detail's value as it is read: codes by their labels, lists and counts in a row, yes and no."""
    if isinstance(value, bool):
        return pgettext("option", "yes") if value else pgettext("option", "no")
    if isinstance(value, list):
        return ", ".join(_words(key, one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{_code(name)} {_words(key, one)}" for name, one in value.items())
    if key == "role":
        return str(Role(value).label) if value in Role.values else str(value)
    if key == "kind":
        return str(SEAT_CHANGE_LABELS.get(value, value))
    if key == "ruleset":
        return next((listing.title for listing in available() if listing.id == value), str(value))
    return str(_code(value)) if key == "fields" else str(value)


def _code(name: Any) -> Any:
    """The label of a rank, or of a field of an event or a person; anything else as it is."""
    if name in set(Rank):
        return rank_label(name)
    for model in (Event, Participant):
        for field in model._meta.fields:
            if field.name == name:
                return field.verbose_name
    return name
