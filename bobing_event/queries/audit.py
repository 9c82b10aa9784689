from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from bobing_event.models import AuditRecord, Event, Participant


def audit_records_of(event: Event, *, action: str = "", username: str = "") -> QuerySet[AuditRecord]:
    records = AuditRecord.objects.filter(event=event).select_related("by")
    if action:
        records = records.filter(action=action)
    if username:
        records = records.filter(by__username=username)
    return records


def audit_actions_of(event: Event) -> list[str]:
    """The actions that the event's log holds."""
    actions = AuditRecord.objects.filter(event=event).order_by("action").values_list("action", flat=True)
    return list(actions.distinct())


def audit_subjects(records: Iterable[AuditRecord]) -> dict[str, str]:
    """What the subjects of records are called today; people are kept by number, `person:7`. One query."""
    numbers = {record.subject: record.subject.partition(":")[2] for record in records if ":" in record.subject}
    people = {subject: int(number) for subject, number in numbers.items() if subject.startswith("person:")}
    names = dict(Participant.objects.filter(pk__in=people.values()).values_list("pk", "name")) if people else {}
    return {subject: names.get(number, "") for subject, number in people.items()}
