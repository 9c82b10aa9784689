"""What a preview has read serves the commit, and nothing else."""

import pytest
from django.core.cache import cache

from bobing_event.importing import Choices, SheetChoice, kept, read_roster
from bobing_event.importing.kept import drop_roster, keep_roster, kept_roster
from tests.bobing_event.factories import HEADER, sheet

CHOICES = Choices().to_json()


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()
    yield
    cache.clear()


def roster():
    return read_roster([sheet(HEADER, ["王明", "138", "财务部"], ["李静", "13800000002", "行政部"], ["合计", "", ""])])


def test_all_but_the_cells_is_kept():
    read = roster()
    keep_roster("a1", CHOICES, read)
    found = kept_roster("a1", CHOICES)
    assert found.sources == {}
    found.sources = read.sources
    assert found == read


def test_only_for_the_same_file_choices_and_program(monkeypatch):
    keep_roster("a1", CHOICES, roster())
    assert kept_roster("b2", CHOICES) is None
    assert kept_roster("a1", Choices({"Sheet": SheetChoice(header=2)}).to_json()) is None
    monkeypatch.setattr(kept, "_program", lambda: "another")
    assert kept_roster("a1", CHOICES) is None


def test_dropped():
    keep_roster("a1", CHOICES, roster())
    drop_roster("a1", CHOICES)
    assert kept_roster("a1", CHOICES) is None
