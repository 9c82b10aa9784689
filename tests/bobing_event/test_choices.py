"""What an organiser chose, to JSON and back."""

import pytest

from bobing_event.importing import Choices, SheetChoice
from bobing_event.refusals import Refusal

CHOICES = Choices(
    {"财务部": SheetChoice(True, 3, {2: "phone", 0: "name", 5: ""}), "说明": SheetChoice(use=False)}, {"联络": "phone"}
)
JSON = {
    "sheets": {
        "财务部": {"use": True, "header": 3, "columns": {"0": "name", "2": "phone", "5": ""}},
        "说明": {"use": False, "header": None, "columns": {}},
    },
    "mapping": {"联络": "phone"},
}


def test_to_json_and_back():
    assert CHOICES.to_json() == JSON
    assert Choices.from_json(JSON) == CHOICES
    assert Choices.from_json({}) == Choices()


def test_of_a_sheet():
    assert CHOICES.of("财务部").header == 3
    assert CHOICES.of("行政部") == SheetChoice()


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        "x",
        {"sheets": []},
        {"sheets": {"a": None}},
        {"sheets": {"a": {"use": 1}}},
        {"sheets": {"a": {"use": "yes"}}},
        {"sheets": {"a": {"header": -1}}},
        {"sheets": {"a": {"header": True}}},
        {"sheets": {"a": {"header": 1_048_577}}},
        {"sheets": {"a": {"header": "3"}}},
        {"sheets": {"a": {"columns": {"x": "name"}}}},
        {"sheets": {"a": {"columns": {"-1": "name"}}}},
        {"sheets": {"a": {"columns": {"16384": "name"}}}},
        {"sheets": {"a": {"columns": {"0": "password"}}}},
        {"sheets": {"a": {"columns": {"0": []}}}},
        {"mapping": {"联络": "password"}},
        {"mapping": {"联络": None}},
    ],
)
def test_what_is_no_choice_is_refused(value):
    with pytest.raises(Refusal) as refused:
        Choices.from_json(value)
    assert (refused.value.code, refused.value.status) == ("bad_choices", 400)
