"""Values of rows that were read without the ORM."""

from datetime import UTC, datetime
from typing import Any

from django.utils.dateparse import parse_datetime


def moment_of(value: Any) -> datetime | None:
    """A time as the ORM gives it: SQLite has times as text, without a zone."""
    moment = parse_datetime(value) if isinstance(value, str) else value
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment
