"""§11: every line of tests/vectors."""

import json
from pathlib import Path

import pytest

from rules.check import check_line

FOLDER = Path(__file__).parents[1] / "vectors"
FILES = sorted(path.name for path in FOLDER.glob("*.jsonl"))


def test_the_files_are_there():
    assert FILES == ["classify.jsonl", "games.jsonl", "openings.jsonl", "playoffs.jsonl", "rulesets.jsonl"]


@pytest.mark.parametrize("name", FILES)
def test_every_line_agrees(name):
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    assert [difference for difference in map(check_line, map(json.loads, lines)) if difference] == []
