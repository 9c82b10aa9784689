import pytest

from rules import CLASSIC_SET, Game, Phase, Rank, StartError, load


def start(seats=(1, 2), first=1, stock=None):
    return Game.start(load(), seats, first, stock)


def test_a_new_table():
    game = start(seats=[5, 2, 9], first=5)
    assert game.seats == (2, 5, 9)
    assert game.ring == (5, 9, 2)
    assert (game.turn, game.round, game.phase, game.ended) == (5, 1, Phase.PLAYING, False)
    assert (game.leader, game.champion, game.candidates, game.locked) == (None, None, {}, None)
    assert game.stock == dict(CLASSIC_SET)
    assert sum(CLASSIC_SET.values()) == 63
    assert (game.held, game.grabbed, game.returned) == ({}, {}, {})
    assert (game.left, game.skips, game.lowered_bar, game.time_up) == (frozenset(), frozenset(), None, False)
    assert len(game.pieces) == 63


def test_pieces_are_numbered_within_their_rank():
    game = start(stock={"zhuangyuan": 1, "duitang": 2, "yixiu": 1})
    assert [piece[:] for piece in game.pieces] == [
        ("zhuangyuan", 1, "stock", 0),
        ("duitang", 1, "stock", 0),
        ("duitang", 2, "stock", 0),
        ("yixiu", 1, "stock", 0),
    ]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"seats": ()}, "bad_seats"),
        ({"seats": (1, 1)}, "bad_seats"),
        ({"seats": (0, 1)}, "bad_seats"),
        ({"seats": (-1, 1)}, "bad_seats"),
        ({"seats": ("1", 2)}, "bad_seats"),
        ({"seats": (True, 2)}, "bad_seats"),
        ({"first": 3}, "unknown_first"),
        ({"first": None}, "unknown_first"),
        ({"stock": {"flush": 1}}, "bad_stock"),
        ({"stock": {"yixiu": -1}}, "bad_stock"),
        ({"stock": {"yixiu": 1.0}}, "bad_stock"),
        ({"stock": {"yixiu": None}}, "bad_stock"),
        ({"stock": {"zhuangyuan": 2}}, "bad_stock"),
    ],
)
def test_a_table_that_cannot_start(options, code):
    with pytest.raises(StartError) as refused:
        start(**options)
    assert refused.value.code == code


def test_stock_by_rank_or_by_code():
    assert start(stock={Rank.YIXIU: 3}) == start(stock={"yixiu": 3})
    assert start(stock={}).stock == {}
