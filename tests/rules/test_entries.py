"""§11: entries as JSON."""

import pytest

from rules import (
    Appoint,
    EntryError,
    Hand,
    HandError,
    Leave,
    LowerBar,
    Overflow,
    Pass,
    Rank,
    Rethrow,
    Return,
    Throw,
    TimeUp,
    Unknown,
    entry_to_json,
    parse_entry,
    playoff,
)

ENTRIES = [
    (Throw(3, Hand.parse("444411")), {"kind": "throw", "seat": 3, "dice": [1, 1, 4, 4, 4, 4]}),
    (Overflow(3), {"kind": "overflow", "seat": 3}),
    (Pass(3), {"kind": "pass", "seat": 3}),
    (Rethrow(3), {"kind": "rethrow", "seat": 3}),
    (Rethrow(3, "叠骰"), {"kind": "rethrow", "seat": 3, "reason": "叠骰"}),
    (Leave(3), {"kind": "leave", "seat": 3}),
    (Return(3), {"kind": "return", "seat": 3}),
    (TimeUp(), {"kind": "time_up"}),
    (LowerBar(Rank.SANHONG), {"kind": "lower_bar", "rank": "sanhong"}),
    (LowerBar("flush"), {"kind": "lower_bar", "rank": "flush"}),
    (Appoint(3, "和点"), {"kind": "appoint", "seat": 3, "reason": "和点"}),
    (Unknown("dance", 8), {"kind": "dance", "seat": 8}),
    (Unknown("dance"), {"kind": "dance"}),
]
PLAYOFF_ENTRIES = [
    (playoff.Throw("A", Hand.parse("123456")), {"kind": "throw", "entrant": "A", "dice": [1, 2, 3, 4, 5, 6]}),
    (playoff.Overflow("A"), {"kind": "overflow", "entrant": "A"}),
    (playoff.Pass("A"), {"kind": "pass", "entrant": "A"}),
    (playoff.Rethrow("A", "x"), {"kind": "rethrow", "entrant": "A", "reason": "x"}),
    (playoff.Withdraw("A"), {"kind": "withdraw", "entrant": "A"}),
    (playoff.Decide("A", "x"), {"kind": "decide", "entrant": "A", "reason": "x"}),
    (playoff.Unknown("leave", "A"), {"kind": "leave", "entrant": "A"}),
]


@pytest.mark.parametrize(("entry", "data"), ENTRIES)
def test_an_entry_and_its_json(entry, data):
    assert parse_entry(data) == entry
    assert entry_to_json(entry) == data
    assert type(parse_entry(data)) is type(entry)


@pytest.mark.parametrize(("entry", "data"), PLAYOFF_ENTRIES)
def test_a_playoff_entry_and_its_json(entry, data):
    assert playoff.parse_entry(data) == entry
    assert playoff.entry_to_json(entry) == data


def test_fields_its_kind_does_not_need_are_ignored():
    assert parse_entry({"kind": "time_up", "seat": "x", "dice": [9], "rank": 3}) == TimeUp()
    assert parse_entry({"kind": "rethrow", "seat": 1, "dice": [9], "extra": {}}) == Rethrow(1)
    assert parse_entry({"kind": "dance", "seat": "x"}) == Unknown("dance")


def test_dice_may_be_six_digits():
    assert parse_entry({"kind": "throw", "seat": 1, "dice": "444411"}).hand is Hand.parse("444411")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "not_an_object"),
        ([], "not_an_object"),
        ({}, "bad_kind"),
        ({"kind": 3}, "bad_kind"),
        ({"kind": ["throw"]}, "bad_kind"),
        ({"kind": "pass"}, "bad_seat"),
        ({"kind": "pass", "seat": "3"}, "bad_seat"),
        ({"kind": "pass", "seat": True}, "bad_seat"),
        ({"kind": "pass", "seat": 3.0}, "bad_seat"),
        ({"kind": "appoint", "seat": 3, "reason": 4}, "bad_reason"),
    ],
)
def test_json_that_is_no_entry(data, code):
    with pytest.raises(EntryError) as refused:
        parse_entry(data)
    assert refused.value.code == code


def test_a_playoff_entry_needs_an_entrant():
    with pytest.raises(EntryError) as refused:
        playoff.parse_entry({"kind": "withdraw", "entrant": 3})
    assert refused.value.code == "bad_entrant"


@pytest.mark.parametrize(("dice", "code"), [(None, "dice_count"), ([1, 2], "dice_count"), ([0] * 6, "dice_face")])
def test_dice_that_are_no_hand(dice, code):
    with pytest.raises(HandError) as refused:
        parse_entry({"kind": "throw", "seat": 1, "dice": dice})
    assert refused.value.code == code


def test_a_rank_of_any_type_reaches_the_fold():
    for rank in (None, 3, ["yixiu"]):
        assert parse_entry({"kind": "lower_bar", "rank": rank}) == LowerBar(str(rank))
