"""docs/rules.md names functions that exist, and every paragraph of the rulebook's §4 to §7."""

import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "rules.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(rules[\w.]*):([\w.]+)`", PAGE)))


def test_functions_are_named():
    assert len(NAMED) > 50


@pytest.mark.parametrize(("module", "name"), NAMED)
def test_what_is_named_exists(module, name):
    assert attrgetter(name)(import_module(module)) is not None


def test_every_paragraph_of_the_rulebook_has_its_row():
    rulebook = (DOCS / "rulebook.md").read_text("utf-8")
    paragraphs = {"1", "2", "3", "8", "9", "11"}
    for section in "4567":
        text = rulebook.split(f"\n## {section}. ")[1].split("\n## ")[0]
        paragraphs |= {f"{section}.{number}" for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)}
    assert set(re.findall(r"^\| §(\d+\.?\d*) \|", PAGE, re.MULTILINE)) == paragraphs
