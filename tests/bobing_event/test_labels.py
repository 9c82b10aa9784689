"""Every action and every detail that a service notes in the audit log has words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bobing_event.labels import ACTION_LABELS, DETAIL_LABELS
from bobing_event.models import Event
from bobing_event.views.audit import _words

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bobing_event", "tables", "tournaments", "awards", "reports")
NOT_DETAILS = {"event", "by", "now", "action", "subject"}
# Passed on as `**mapping`: the counts of an import, the parameters of a report and of printed sheets.
PASSED_ON = {"new", "changed", "unchanged", "language", "phones", "session"}


def calls() -> Iterator[ast.Call]:
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "record_action":
                    yield node


def test_every_detail_has_a_label_and_every_label_is_used():
    noted = {keyword.arg for call in calls() for keyword in call.keywords if keyword.arg} - NOT_DETAILS
    assert noted | PASSED_ON == set(DETAIL_LABELS)


def test_every_action_has_a_label():
    actions = {
        keyword.value.value
        for call in calls()
        for keyword in call.keywords
        if keyword.arg == "action" and isinstance(keyword.value, ast.Constant)
    }
    assert len(actions) > 20
    assert actions - set(ACTION_LABELS) == set()


def test_a_detail_is_read_in_words():
    assert _words("role", "floor_manager") == "场控"
    assert _words("kind", "reseat") == "坐错更正"
    assert _words("phones", True) == "是"
    assert _words("after", {"yixiu": 30, "erju": 16}) == "一秀 30, 二举 16"
    assert _words("fields", ["zone", "issuers"]) == ", ".join(
        str(Event._meta.get_field(name).verbose_name) for name in ("zone", "issuers")
    )
    assert _words("numbers", [1, 2]) == "1, 2"
