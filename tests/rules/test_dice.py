import copy
import pickle

import pytest

from rules import Hand, HandError, all_hands, all_throws, hands_of_all_throws
from rules.dice import THROWS


def test_a_hand_is_its_sorted_faces_and_counts():
    hand = Hand.of([4, 1, 4, 4, 1, 4])
    assert hand.faces == (1, 1, 4, 4, 4, 4)
    assert hand.counts == (2, 0, 0, 4, 0, 0)
    assert hand.ways == 15
    assert str(hand) == "114444"
    assert repr(hand) == "Hand.parse('114444')"


def test_equal_dice_are_the_same_hand():
    assert Hand.parse("444411") is Hand.of((1, 4, 1, 4, 4, 4))


def test_there_are_462_hands_and_46656_throws():
    assert len(all_hands()) == len(set(all_hands())) == 462
    assert sum(hand.ways for hand in all_hands()) == THROWS == 46_656
    throws = list(all_throws())
    assert len(set(throws)) == 46_656
    assert [throws[0], throws[-1]] == [(1,) * 6, (6,) * 6]
    assert [hand.text for hand in hands_of_all_throws()] == ["".join(map(str, sorted(t))) for t in throws]


@pytest.mark.parametrize("dice", [[], [1] * 5, [1] * 7, None, 4])
def test_not_six_dice(dice):
    with pytest.raises(HandError) as refused:
        Hand.of(dice)
    assert refused.value.code == "dice_count"


@pytest.mark.parametrize("die", [0, 7, -1, True, 4.0, "4", None, [4]])
def test_a_die_is_an_int_from_1_to_6(die):
    with pytest.raises(HandError) as refused:
        Hand.of([1, 2, 3, 4, 5, die])
    assert refused.value.code == "dice_face"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("44441", "dice_count"),
        ("4444111", "dice_count"),
        (444411, "dice_count"),
        ("444410", "dice_face"),
        ("4444 1", "dice_face"),
        ("44441４", "dice_face"),
        ("44441x", "dice_face"),
    ],
)
def test_text_that_is_no_hand(text, code):
    with pytest.raises(HandError) as refused:
        Hand.parse(text)
    assert refused.value.code == code


def test_a_hand_does_not_change_and_stays_one_through_copies():
    hand = Hand.parse("123456")
    with pytest.raises(AttributeError):
        hand.faces = (1, 1, 1, 1, 1, 1)
    with pytest.raises(TypeError):
        Hand((1, 2, 3, 4, 5, 6))
    assert copy.deepcopy(hand) is hand
    assert pickle.loads(pickle.dumps(hand)) is hand  # noqa: S301
