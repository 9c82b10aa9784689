import numpy as np
import pytest

from rules import HandError, all_throws, available, hands_of_all_throws, judge_many, load, outcome_codes
from rules.bulk import _BLOCK

THROWS = np.array(list(all_throws()))


@pytest.mark.parametrize("id", [listing.id for listing in available()])
def test_every_throw_is_judged_as_one_by_one(id):
    ruleset = load(id)
    codes = judge_many(ruleset, THROWS)
    assert codes.dtype == np.uint8
    assert codes.shape == (46_656,)
    decode = outcome_codes(ruleset)
    assert [decode[code] for code in codes] == [ruleset.judge(hand) for hand in hands_of_all_throws()]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "uint64", "int64"])
def test_any_integer_type(dtype):
    assert (judge_many(load(), THROWS.astype(dtype)) == judge_many(load(), THROWS)).all()


@pytest.mark.parametrize("rows", [0, 1, _BLOCK - 1, _BLOCK, _BLOCK + 1])
def test_any_number_of_rows_in_any_layout(rows):
    some = THROWS[:rows]
    expected = judge_many(load(), THROWS)[:rows]
    assert (judge_many(load(), some) == expected).all()
    assert (judge_many(load(), np.asfortranarray(some)) == expected).all()
    assert judge_many(load(), some).shape == (rows,)


@pytest.mark.parametrize(
    ("throws", "code"),
    [
        (np.ones((3, 5), int), "dice_count"),
        (np.ones((6,), int), "dice_count"),
        (np.ones((2, 6), float), "dice_face"),
        (np.ones((2, 6), bool), "dice_face"),
        (np.array([[1, 2, 3, 4, 5, 7]]), "dice_face"),
        (np.array([[1, 2, 3, 4, 5, 6], [0, 1, 1, 1, 1, 1]]), "dice_face"),
    ],
)
def test_what_is_no_array_of_throws(throws, code):
    with pytest.raises(HandError) as refused:
        judge_many(load(), throws)
    assert refused.value.code == code
