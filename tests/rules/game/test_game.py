"""Snapshots, effects, and which pieces are provisional (§5.3)."""

import json

import pytest

from rules import Appoint, Game, Leave, LowerBar, Piece, SnapshotError, TimeUp, load, play
from rules.entries import parse_entry
from tests.rules.playing import Table, stock_of

CHASING = {
    "ruleset": "xiamen-sixteen",
    "stock": stock_of(duitang=2, yixiu=5),
}


def busy_table():
    table = Table(seats=(1, 2, 3, 4), **CHASING)
    table.throw("duitang", "chajinhua", "nothing")
    table.enter(Leave(1))
    table.enter(LowerBar("sanhong"))
    table.throw("yixiu", "nothing")
    table.overflow()
    table.enter(TimeUp())
    return table


def test_the_snapshot_of_a_new_table():
    assert Table(seats=(1, 3), first=3, stock=stock_of(yixiu=2)).game.to_json() == {
        "v": 1,
        "seats": [1, 3],
        "first": 3,
        "full": [1, 0, 0, 0, 0, 2],
        "taken": [[], [], [], [], [], []],
        "since": 0,
        "left": [],
        "skips": [],
        "candidates": [],
        "locked": None,
        "lowered_bar": None,
        "position": 0,
        "round_number": 1,
        "turn_used": False,
        "last_used_round": 1,
        "clock": "running",
        "extra": None,
        "rounds_since_time_up": 0,
        "champion": None,
        "ended": False,
        "entered": 0,
    }


def test_the_snapshot_of_a_busy_table():
    game = busy_table().game
    written = game.to_json()
    assert json.loads(json.dumps(written)) == written
    assert written["taken"] == [[], [[1, 1], [2, 2]], [], [], [], [[4, 3]]]
    assert (written["left"], written["skips"], written["locked"]) == ([1], [3], 2)
    assert written["candidates"] == [[2, "chajinhua", "114444", 32, 2]]
    assert (written["lowered_bar"], written["clock"]) == ("sanhong", "called")
    assert Game.from_json(written, game.ruleset) == game


def test_the_snapshot_of_an_ended_table():
    table = busy_table()
    table.enter(Appoint(3))
    written = json.loads(json.dumps(table.game.to_json()))
    assert written["champion"] == {"seat": 3, "pattern": None}
    assert Game.from_json(written, table.game.ruleset) == table.game


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: None,
        lambda data: [],
        lambda data: {},
        lambda data: {**data, "v": 2},
        lambda data: {key: value for key, value in data.items() if key != "taken"},
        lambda data: {**data, "first": 99},
        lambda data: {**data, "clock": "stopped"},
        lambda data: {**data, "lowered_bar": "flush"},
        lambda data: {**data, "candidates": [[1, "wuzi", "9", 1, 1]]},
    ],
)
def test_what_is_no_snapshot(spoil):
    with pytest.raises(SnapshotError) as refused:
        Game.from_json(spoil(busy_table().game.to_json()), load())
    assert refused.value.code == "bad_snapshot"


def test_the_snapshot_does_not_grow_with_the_entries():
    table = Table(seats=(1, 2))
    sizes = []
    for _ in range(300):
        table.throw("nothing")
        sizes.append(len(json.dumps(table.game.to_json())))
    assert max(sizes) - min(sizes) <= 10  # only the counters get longer


def test_play_folds_all_entries():
    rows = [{"kind": "throw", "seat": 1, "dice": "444412"}, {"kind": "appoint", "seat": 2}]
    game = play(load(), [1, 2], 1, None, map(parse_entry, rows))
    assert game.champion == (2, None)
    assert game.entered == 2


def test_an_effect_as_json():
    table = Table(**CHASING)
    table.throw("duitang", "duitang")
    written = table.throw("duitang").to_json()
    assert json.loads(json.dumps(written)) == written
    assert written == {
        "kind": "throw",
        "seat": 3,
        "pattern": "duitang",
        "bonus": None,
        "strength": None,
        "won": [["duitang", "seat 2", 1]],
        "moves": [["duitang", 2, 2, 3]],
        "skipped": [],
        "turn_before": 3,
        "turn": 1,
        "round_before": 1,
        "round": 2,
        "phase_before": "playing",
        "phase": "playing",
        "leader_before": None,
        "leader": None,
        "ended": False,
        "champion": None,
    }
    assert table.enter(Appoint(1)).to_json()["champion"] == {"seat": 1, "pattern": None}


def test_a_game_does_not_change():
    table = Table()
    before, written = table.game, table.game.to_json()
    table.throw("duitang")
    assert before.to_json() == written
    with pytest.raises(AttributeError):
        before.position = 2


def test_since_says_who_got_his_piece_later():
    table = Table(seats=(1, 2), stock=stock_of(duitang=1, sijin=1, erju=1), bonus_prizes=True)
    table.throw("sijin+erju", "duitang")
    assert {piece.rank: (piece.place, piece.since) for piece in table.game.pieces} == {
        "zhuangyuan": ("stock", 0),
        "sijin": (1, 1),
        "erju": (1, 2),
        "duitang": (2, 3),
    }


def provisional(table):
    return [piece[:3] for piece in table.game.pieces if table.game.is_provisional(piece)]


def test_a_chaseable_piece_is_provisional_until_the_table_ends():
    table = Table(stock=stock_of(duitang=1, yixiu=1), chase_ranks=["duitang"])
    table.throw("duitang")
    assert provisional(table) == [("zhuangyuan", 1, "stock"), ("duitang", 1, 1), ("yixiu", 1, "stock")]
    table.throw("yixiu")  # no chase can come any more, but §5.3 says until the end
    assert provisional(table) == [("zhuangyuan", 1, "stock"), ("duitang", 1, 1)]
    table.enter(Appoint(2))
    assert provisional(table) == []


def test_where_nothing_can_be_taken_away_a_won_piece_is_final_at_once():
    table = Table(stock=stock_of(duitang=1, yixiu=1))
    table.throw("duitang", "yixiu")
    assert provisional(table) == [("zhuangyuan", 1, "stock")]


@pytest.mark.parametrize(
    ("options", "ranks"),
    [
        ({"chajinhua_duitang": "all_at_end"}, {"duitang"}),
        ({"liubeihong_effect": "duitang_at_end"}, {"duitang"}),
        ({"liubeihong_effect": "duitang_share_end"}, {"duitang"}),
        ({"liubeihong_effect": "all_end"}, {"duitang", "yixiu"}),
        ({"heiliubo_effect": "split"}, {"duitang", "yixiu"}),
        ({"liubeihong_effect": "remaining_end", "chajinhua_duitang": "remaining"}, set()),
    ],
)
def test_pieces_an_effect_can_take_are_provisional(options, ranks):
    table = Table(**options)
    table.throw("duitang", "yixiu")
    held = [piece for piece in table.game.pieces if isinstance(piece.place, int)]
    assert {piece.rank for piece in held if table.game.is_provisional(piece)} == ranks


def test_returned_pieces_are_final():
    table = Table(stock=stock_of(yixiu=1), chase_ranks=["yixiu"])
    table.enter(TimeUp())
    assert not table.game.ended
    assert table.game.pieces[1] == Piece("yixiu", 1, "returned", 1)
    assert not table.game.is_provisional(table.game.pieces[1])
