from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from bobing_event.models import AuditRecord, Event

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def record_action(
    *, event: Event, by: User | None, now: datetime, action: str, subject: str = "", **detail: Any
) -> AuditRecord:
    """Writes one line of the audit log; call it inside the service's transaction."""
    return AuditRecord.objects.create(event=event, by=by, at=now, action=action, subject=subject, detail=detail)
