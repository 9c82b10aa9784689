"""Made-up events, people and sheets for the tests of this package."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import close_old_connections, connection
from openpyxl import Workbook

from bobing_event.importing.reader import Sheet
from bobing_event.models import Event, Membership, Participant, ParticipantImport
from bobing_event.services.events import create_event
from bobing_event.services.imports import commit_import, preview_import
from bobing_event.services.uploads import upload_sheet

NOW = datetime(2026, 9, 25, 10, 30, tzinfo=UTC)  # 18:30 in Xiamen
HEADER = ["姓名", "手机号", "单位"]


def make_user(username: str = "owner", **fields: Any) -> User:
    return User.objects.create_user(username, password="pass-word-9", **fields)


def make_event(by: User, slug: str = "autumn", **fields: Any) -> Event:
    fields = {"name": "Autumn", "date": date(2026, 9, 25), **fields}
    return create_event(slug=slug, by=by, now=NOW, **fields)


def make_member(event: Event, role: str, username: str = "") -> User:
    user = make_user(username or role)
    Membership.objects.create(event=event, user=user, role=role)
    return user


def make_person(event: Event, name: str = "王明", **fields: Any) -> Participant:
    return Participant.objects.create(event=event, name=name, **fields)


def sheet(*rows: Sequence[Any], **fields: Any) -> Sheet:
    return Sheet(fields.pop("title", "Sheet"), rows, **fields)


def xlsx(*rows: Sequence[Any], title: str = "Sheet") -> bytes:
    """A workbook of one sheet. No clock in it would matter: imports compare what they read."""
    workbook = Workbook()
    workbook.active.title = title
    for row in rows:
        workbook.active.append(list(row))
    saved = io.BytesIO()
    workbook.save(saved)
    return saved.getvalue()


def csv(*rows: Sequence[str]) -> bytes:
    return "\r\n".join(",".join(row) for row in rows).encode()


def upload(event: Event, by: User, content: bytes, name: str = "people.csv") -> ParticipantImport:
    return preview_import(upload=upload_sheet(event=event, file=ContentFile(content, name), by=by, now=NOW))


def imported(event: Event, by: User, content: bytes, name: str = "people.csv") -> ParticipantImport:
    return commit_import(upload=upload(event, by, content, name), by=by, now=NOW)


def listed(event: Event) -> list[tuple[str, str, str]]:
    """Name, phone and unit of everybody, in the order in which they came."""
    return list(event.participants.order_by("id").values_list("name", "phone", "unit"))


def in_thread(work: Any) -> Any:
    """What a thread does, on a connection of its own that it closes."""

    def run(*args: Any) -> Any:
        close_old_connections()
        try:
            return work(*args)
        finally:
            connection.close()

    return run
