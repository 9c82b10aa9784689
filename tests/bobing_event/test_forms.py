"""The form of a ruleset's options."""

import pytest
from django.utils import translation

from bobing_event.forms import RulesForm
from bobing_event.option_labels import CHOICES, OPTION_LABELS, VALUE_LABELS, as_text, listed_choices, value_label
from rules import available, load
from rules.options import READERS


def form(ruleset="xiamen-standard", overrides=None, **data):
    rules = RulesForm({"ruleset": ruleset, **data}, ruleset=ruleset, overrides=overrides)
    assert rules.is_valid(), rules.errors
    return rules


def test_every_option_has_a_label_and_every_value_too():
    assert list(OPTION_LABELS) == list(READERS)
    assert {(key, value) for key, values in CHOICES.items() for value in values} == set(VALUE_LABELS)


def test_left_alone_nothing_is_overridden():
    assert form().overrides() == {}


@pytest.mark.parametrize(
    ("data", "overrides"),
    [
        ({"seats": "10", "min_players": "6"}, {"seats": 10, "min_players": 6}),
        ({"time_limit_minutes": "40"}, {"time_limit_minutes": 40}),
        ({"bonus_prizes": "false"}, {"bonus_prizes": False}),
        ({"bonus_prizes": "true"}, {}),
        ({"overflow": "void"}, {"overflow": "void"}),
        ({"overflow": "skip"}, {}),
        ({"chase_ranks": "duitang"}, {"chase_ranks": ["duitang"]}),
        ({"chase_ranks": "none"}, {}),
        (
            {"order": "liubeihong,chajinhua,wuhong,wuzi,sihong"},
            {"order": ["liubeihong", "chajinhua", "wuhong", "wuzi", "sihong"]},
        ),
    ],
)
def test_overrides_are_what_differs(data, overrides):
    assert form(**data).overrides() == overrides
    if "order" not in overrides:
        load("xiamen-standard", overrides)


def test_a_limit_can_be_lifted():
    assert form("competition-12", time_limit_minutes="0").overrides() == {"time_limit_minutes": None}
    assert form("competition-12", time_limit_minutes="40").overrides() == {}


def test_a_list_can_be_emptied():
    assert form("chase-duitang", chase_ranks="none").overrides() == {"chase_ranks": []}


def test_what_is_set_is_shown_again():
    overrides = {"seats": 10, "bonus_prizes": False, "time_limit_minutes": None, "chase_ranks": []}
    rules = RulesForm(ruleset="competition-12", overrides=overrides)
    shown = {key: rules[key].value() for key in overrides}
    assert shown == {"seats": "10", "bonus_prizes": "false", "time_limit_minutes": "0", "chase_ranks": "none"}


def test_an_order_of_its_own_survives_saving():
    order = ["wuhong", "chajinhua", "liubeihong", "biandijin", "heiliubo", "wuzi", "sihong"]
    assert form(overrides={"order": order}, order=",".join(order)).overrides() == {"order": order}


def test_the_rulesets_own_values_are_shown():
    with translation.override("en"):
        rules = RulesForm(ruleset="competition-12")
        assert rules.fields["time_limit_minutes"].help_text == "As in the rules: 40. 0 is no limit."
        assert rules.fields["bonus_prizes"].choices[0] == ("", "As in the rules: is handed out too")


def test_every_ruleset_has_a_form():
    for listing in available():
        rules = RulesForm(ruleset=listing.id)
        assert len(rules.fields) == len(READERS) + 1


def test_lists_offered_are_those_of_the_shipped_rulesets():
    assert set(listed_choices("chase_ranks")) == {"", "duitang", "duitang,sanhong,sijin,erju,yixiu"}
    assert all(
        load(found.id).to_json()["order"] in [c.split(",") for c in listed_choices("order")] for found in available()
    )


def test_values_in_words():
    with translation.override("en"):
        assert value_label("time_limit_minutes", as_text(None)) == "no limit"
        assert value_label("seats", as_text(12)) == "12"
        assert value_label("chase_ranks", as_text(())) == "none"
        assert value_label("chase_ranks", "duitang,sanhong") == "Duitang, Sanhong"
        assert value_label("order", "liubeihong,chajinhua") == "Six red > Zhuangyuan with golden flowers"
