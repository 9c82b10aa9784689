from collections import Counter

from tables.lots import below, numbers, shuffled


def test_a_seed_gives_the_same_order_for_ever() -> None:
    assert shuffled(list(range(10)), b"moon") == [7, 4, 6, 8, 2, 9, 3, 1, 0, 5]


def test_another_seed_gives_another_order() -> None:
    assert shuffled(list(range(10)), b"moon") != shuffled(list(range(10)), b"sun")


def test_nobody_is_lost_or_doubled() -> None:
    assert sorted(shuffled(list(range(500)), b"x")) == list(range(500))


def test_the_list_itself_stays() -> None:
    people = [1, 2, 3]
    shuffled(people, b"x")
    assert people == [1, 2, 3]


def test_every_order_of_three_comes_equally_often() -> None:
    orders = Counter(tuple(shuffled("abc", str(n).encode())) for n in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_numbers_beyond_the_last_full_multiple_are_thrown_away() -> None:
    top = 2**64 - 1  # 2^64 = 3 * k + 1, so the very last number would favour 0
    assert below(3, iter([top, 5])) == 2


def test_numbers_are_the_quarters_of_a_hash() -> None:
    first = numbers(b"")
    assert next(first) == 0xAF5570F5A1810B7A
