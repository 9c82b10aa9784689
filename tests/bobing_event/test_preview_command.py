"""`manage.py preview_participants`, and the fifteen sheets as they come."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

SHEETS = Path(__file__).resolve().parents[2] / "fixtures" / "spreadsheets"
EXPECTED = json.loads((SHEETS / "expected.json").read_text("utf-8"))


def preview(path, *options):
    printed = io.StringIO()
    call_command("preview_participants", str(path), *options, stdout=printed)
    return printed.getvalue()


@pytest.mark.parametrize("name", EXPECTED)
def test_sheets_as_they_come(name):
    expected = {key: EXPECTED[name][key] for key in ("people", "errors", "warnings")}
    assert json.loads(preview(SHEETS / name, "--json")) == expected


def test_in_words(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("姓名,手机\n王明,138\n李静,13800000002\n")
    assert preview(path).splitlines()[0] == "3\t李静\t13800000002\t"
    assert preview(path).splitlines()[1].startswith("2\t")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match="nowhere"):
        preview(tmp_path / "nowhere.xlsx")


def test_a_refused_file_in_words():
    with pytest.raises(CommandError):
        preview(SHEETS / "really-a-picture.xlsx")
