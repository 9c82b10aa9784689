"""A stored report in the words of the page it is shown on."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from bobing_event.importing.fields import FIELDS
from bobing_event.importing.sentences import finding_sentence
from bobing_event.models import Event, Gender

_CHANGED = {**FIELDS, "missing": _("no longer on the list")}


def described(report: dict[str, Any], event: Event) -> dict[str, Any]:
    """The report with labels for fields, sentences for codes and names for sessions; one query where it changes one."""
    if not report:
        return {}
    changes = report["changes"]
    sessions = _sessions(event) if any("session" in change["fields"] for change in changes) else {}
    return {
        **report,
        "errors": [{**finding, "sentence": finding_sentence(finding["code"])} for finding in report["errors"]],
        "warnings": [{**finding, "sentence": finding_sentence(finding["code"])} for finding in report["warnings"]],
        "changes": [{**change, "fields": _changed(change["fields"], sessions)} for change in changes],
        "columns": [(heading, FIELDS[field]) for heading, field in report["columns"]],
    }


def _changed(fields: dict[str, list[Any]], sessions: dict[int, str]) -> list[dict[str, Any]]:
    return [
        {"label": _CHANGED[field], "old": _shown(field, old, sessions), "new": _shown(field, new, sessions)}
        for field, (old, new) in fields.items()
    ]


def _shown(field: str, value: Any, sessions: dict[int, str]) -> str:
    if field == "session":
        return sessions.get(value, "")
    if field == "gender" and value:
        return str(Gender(value).label)
    if field == "missing":
        return pgettext("option", "yes") if value else pgettext("option", "no")
    return str(value or "")


def _sessions(event: Event) -> dict[int, str]:
    return {session.pk: str(session) for session in event.sessions.all()}
