from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import User

from bobing_event.models import AuditRecord, Event
from bobing_event.refusals import Refusal
from reports.services import ask_report

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 9, 25, 14, 0, tzinfo=UTC)


@pytest.fixture
def event() -> Event:
    return Event.objects.create(slug="moon", name="Moon", date=date(2026, 9, 25), created_at=NOW)


@pytest.fixture
def owner() -> User:
    return User.objects.create(username="owner")


def test_who_asked_for_a_report_is_noted_once(event: Event, owner: User) -> None:
    asked = {"event": event, "kind": "workbook", "parameters": {"language": "en", "phones": True}, "by": owner}
    job, new = ask_report(**asked, now=NOW)
    again, new_again = ask_report(**asked, now=NOW)

    assert (job, new, new_again) == (again, True, False)
    record = AuditRecord.objects.get(event=event, action="report_asked")
    assert (record.by, record.at, record.subject) == (owner, NOW, "workbook")
    assert record.detail == {"language": "en", "phones": True}


def test_an_unknown_report_is_refused_and_not_noted(event: Event, owner: User) -> None:
    with pytest.raises(Refusal) as refused:
        ask_report(event=event, kind="horoscope", parameters={}, by=owner, now=NOW)
    assert (refused.value.code, refused.value.status) == ("unknown_job_kind", 404)
    assert not AuditRecord.objects.exists()
