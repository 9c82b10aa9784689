"""The demo's sheet: made anew it has the same bytes, and importing it meets everything it is untidy with."""

import importlib.util
from collections import Counter
from pathlib import Path

import pytest

from bobing_event.importing import Finding, LeftOut, read_roster
from bobing_event.importing.reader import read_sheets
from tests.bobing_event.factories import imported, make_event, make_user

ROOT = Path(__file__).resolve().parents[2]
CONTENT = (ROOT / "fixtures" / "demo-participants.xlsx").read_bytes()


@pytest.fixture(scope="module")
def roster():
    return read_roster(read_sheets(CONTENT))


def test_made_anew_it_is_the_same():
    spec = importlib.util.spec_from_file_location("make_demo_fixture", ROOT / "scripts" / "make_demo_fixture.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.demo_workbook() == CONTENT


def test_who_is_in_it(roster):
    assert roster.errors == []
    assert len(roster.people) == 150
    assert Counter(person.unit for person in roster.people) == {
        "研发中心": 26, "仓储物流部": 24, "市场部": 22, "客服部": 20, "湖里分公司": 19, "鼓浪屿门店": 14,
        "财务部": 13, "行政部": 12,
    }  # fmt: skip
    assert sum(not person.phone for person in roster.people) == 7
    assert all(len(person.phone) in (0, 11) for person in roster.people)
    names = {person.name for person in roster.people}
    assert {"王㛃", "林龘", "张𬭎", "蔡䶮", "阿依古丽·买买提", "Maria Santos", "赵赟堃"} <= names
    assert [(person.unit) for person in roster.people if person.name == "卢伟"] == ["行政部", "鼓浪屿门店"]


def test_what_it_warns_of(roster):
    assert roster.warnings == [Finding(13, "hidden_row", "林俊杰"), Finding(74, "same_name", "陈静 (71)")]
    assert roster.left_out == [LeftOut(155, "合计 150 人"), LeftOut(157, "制表人: 审核人:")]


@pytest.mark.django_db
def test_importing_it():
    owner = make_user()
    event = make_event(owner)
    assert imported(event, owner, CONTENT, "demo.xlsx").counts == {
        "new": 150, "changed": 0, "unchanged": 0, "missing": 0, "errors": 0, "rows_in_error": 0,
        "warnings": 2, "left_out": 2,
    }  # fmt: skip
    assert event.participants.count() == 150
