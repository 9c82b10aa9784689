from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bobing_event.access import EventRequest, event_view
from bobing_event.labels import action_label
from bobing_event.models import AuditRecord
from bobing_event.permissions import can_view_audit_log
from bobing_event.queries import audit_actions_of, audit_records_of, audit_subjects, staff_of

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
            "detail": [(key, value) for key, value in record.detail.items() if value not in ("", None, {}, [])],
        }
        for record in records
    ]
