"""What holds under every sequence of entries, of every ruleset and override."""

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    Appoint,
    Game,
    Hand,
    Leave,
    LowerBar,
    Overflow,
    Pass,
    Phase,
    Refused,
    Rethrow,
    Return,
    RulesetError,
    Throw,
    TimeUp,
    Unknown,
    all_hands,
    available,
    load,
    play,
)
from rules.options import READERS

SETTINGS = settings(max_examples=120, deadline=None)

# Rare hands would hardly ever come by throwing dice: most are picked by what they are.
TELLING = [
    Hand.parse(text)
    for text in (
        *("114444", "444444", "111111", "222222", "144444", "222224", "444466"),
        *("123456", "112444", "222213", "222244", "112244", "412233", "112233") * 3,
    )
]
HANDS = st.one_of(st.sampled_from(TELLING), st.sampled_from(all_hands()))

NO_HEILIUBO = ["liubeihong", "chajinhua", "wuhong", "wuzi_yixiu", "wuzi", "sihong"]
OVERRIDES = st.fixed_dictionaries(
    {},
    optional={
        "zhuangyuan_counts": st.sampled_from(["best", "last"]),
        "bonus_prizes": st.booleans(),
        "chajinhua_duitang": st.sampled_from(["none", "remaining", "all_at_end"]),
        "chajinhua_locked": st.booleans(),
        "liubeihong_effect": st.sampled_from(
            ["candidate", "duitang_at_end", "remaining_end", "all_end", "duitang_share_end"]
        ),
        "heiliubo_effect": st.sampled_from(["candidate", "share_end", "split", "nothing", "blackout_end"]),
        "overflow": st.sampled_from(["skip", "void"]),
        "chase_ranks": st.sampled_from([[], ["duitang"], ["duitang", "sanhong", "sijin", "erju", "yixiu"]]),
        "chase_from": st.sampled_from(["nearest", "previous_winner"]),
        "direction": st.sampled_from(["clockwise", "counterclockwise"]),
        "after_last_prize": st.sampled_from(["finish_round", "one_more_round"]),
        "on_time_up": st.sampled_from(["continue", "vacant"]),
    },
)


@st.composite
def rulesets(draw):
    id = draw(st.sampled_from([listing.id for listing in available()]))
    overrides = draw(OVERRIDES)
    if overrides.get("heiliubo_effect") in ("nothing", "blackout_end"):
        overrides["order"] = NO_HEILIUBO
        overrides["biandijin_effect"] = "candidate"
    try:
        return load(id, overrides)
    except RulesetError:
        return load(id)


@st.composite
def starts(draw):
    seats = draw(st.lists(st.integers(1, 9), min_size=1, max_size=5, unique=True))
    pieces = {rank: draw(st.sampled_from([0, 1, 1, 2, 3])) for rank in ("duitang", "sanhong", "sijin", "erju", "yixiu")}
    stock = {"zhuangyuan": draw(st.integers(0, 1)), **pieces}
    return Game.start(draw(rulesets()), seats, draw(st.sampled_from(seats)), stock)


def entry_kinds(game, seat, hand, rng):
    """Candidates for the next entry, mostly acceptable ones."""
    turn = game.turn if game.turn is not None else seat
    return rng.choices(
        [
            Throw(turn, hand),
            Throw(seat, hand),
            Overflow(turn),
            Pass(turn),
            Rethrow(turn),
            Leave(seat),
            Return(seat),
            TimeUp(),
            LowerBar(rng.choice(["sanhong", "yixiu", "zhuangyuan"])),
            Appoint(seat),
            Unknown("dance", seat),
        ],
        weights=[70, 2, 6, 4, 1, 5, 8, 0.7, 1, 0.1, 1],
    )[0]


@st.composite
def histories(draw):
    """A start and the entries that were tried on it, refused ones among them."""
    start = game = draw(starts())
    # The start goes into the seed too: small numbers come again and again, and would repeat their game.
    rng = random.Random(f"{draw(st.integers(0, 2**32))} {start.ruleset.digest} {start.to_json()}")
    tried = []
    for _ in range(draw(st.sampled_from([20, 50, 90]))):
        hand = rng.choice(rng.choice([TELLING, all_hands()]))
        seat = rng.choice([*start.seats, 99]) if rng.random() < 0.05 else rng.choice(start.seats)
        entry = entry_kinds(game, seat, hand, rng)
        tried.append(entry)
        try:
            game, _ = game.enter(entry)
        except Refused:
            continue
    return start, tried


def walk(start, entries):
    """(before, entry, after, effect) of every entry that is accepted."""
    game = start
    for entry in entries:
        try:
            after, effect = game.enter(entry)
        except Refused:
            continue
        yield game, entry, after, effect
        game = after


def attempt(game, entry):
    """(None, the game after) or (the refusal, the game as it was)."""
    try:
        return None, game.enter(entry)[0]
    except Refused as refused:
        return refused, game


def count(pieces):
    return sorted((piece.rank, piece.number) for piece in pieces)


@SETTINGS
@given(histories())
def test_pieces_are_conserved_and_moves_tell_where_they_went(history):
    start, entries = history
    for before, _, after, effect in walk(start, entries):
        assert count(after.pieces) == count(start.pieces)
        places = {(piece.rank, piece.number): piece.place for piece in before.pieces}
        for move in effect.moves:
            assert places[move.rank, move.number] == move.source != move.target
            places[move.rank, move.number] = move.target
        assert places == {(piece.rank, piece.number): piece.place for piece in after.pieces}
        counted = [after.stock, after.grabbed, after.returned, *after.held.values()]
        assert sum(pieces for place in counted for pieces in place.values()) == len(start.pieces)


@SETTINGS
@given(histories())
def test_folding_one_by_one_through_json_is_folding_at_once(history):
    start, entries = history
    accepted = [entry for _, entry, _, _ in walk(start, entries)]
    game = start
    for entry in accepted:
        game, _ = Game.from_json(json.loads(json.dumps(game.to_json())), start.ruleset).enter(entry)
    stock = {piece.rank: 0 for piece in start.pieces}
    for piece in start.pieces:
        stock[piece.rank] += 1
    assert game == play(start.ruleset, start.seats, start.first, stock, accepted)


@SETTINGS
@given(histories())
def test_a_refusal_leaves_the_state_and_says_what_is_expected(history):
    start, entries = history
    game = start
    for entry in entries:
        written = game.to_json()
        refused, after = attempt(game, entry)
        if refused:
            assert game.to_json() == written
            assert refused.expected == {"turn": game.turn, "round": game.round}
        game = after


@SETTINGS
@given(histories(), HANDS)
def test_nothing_is_accepted_after_the_end(history, hand):
    start, entries = history
    *_, last = [start, *(after for _, _, after, _ in walk(start, entries))]
    ended = last if last.ended else last.enter(Appoint(start.seats[0]))[0]
    seat = start.seats[0]
    for entry in (
        Throw(seat, hand),
        Overflow(seat),
        Pass(seat),
        Rethrow(seat),
        Leave(seat),
        Return(seat),
        TimeUp(),
        LowerBar("yixiu"),
        Appoint(seat),
    ):
        refused, _ = attempt(ended, entry)
        assert refused is not None
        assert refused.code == "table_ended"
    assert (ended.turn, ended.leader, ended.phase) == (None, None, Phase.ENDED)
    assert ended.upcoming(3) == ()


@SETTINGS
@given(histories())
def test_a_piece_that_is_not_provisional_never_moves_again(history):
    start, entries = history
    final = {}
    for _, _, after, effect in walk(start, entries):
        for move in effect.moves:
            assert (move.rank, move.number) not in final
        final |= {(piece.rank, piece.number): piece.place for piece in after.pieces if not after.is_provisional(piece)}


@SETTINGS
@given(histories())
def test_the_turn_is_always_somebody_present(history):
    start, entries = history
    for before, _, after, effect in walk(start, entries):
        assert after.ended or after.turn not in after.left | after.skips
        assert after.ended == (after.phase is Phase.ENDED) == (after.turn is None)
        assert after.ended or after.round >= before.round
        assert after.entered == before.entered + 1
        assert (effect.turn, effect.round, effect.phase) == (after.turn, after.round, after.phase)


@SETTINGS
@given(histories())
def test_upcoming_is_what_comes_if_everybody_passes(history):
    start, entries = history
    *_, game = [start, *(after for _, _, after, _ in walk(start, entries))]
    told = [visit for visit in game.upcoming(12) if visit.kind == "turn"]
    came = []
    while not game.ended and len(came) < 12:
        came.append((game.turn, game.round))
        game, _ = game.enter(Pass(game.turn))
    assert [(visit.seat, visit.round) for visit in told] == came


@SETTINGS
@given(histories())
def test_the_champion_is_the_leader_or_was_named(history):
    start, entries = history
    for before, entry, after, effect in walk(start, entries):
        if not after.ended or isinstance(entry, Appoint):
            continue
        if isinstance(entry, Throw):
            assert after.champion is None or after.champion.seat in after.candidates
        else:
            assert (after.champion and after.champion.seat) == before.leader
        holders = [piece.place for piece in after.pieces if piece.rank == "zhuangyuan"]
        assert holders in ([], [after.champion.seat if after.champion else "stock"])
        assert effect.champion == after.champion


@SETTINGS
@given(st.lists(st.integers(1, 6), min_size=6, max_size=6), st.randoms(), rulesets())
def test_the_order_of_the_dice_never_matters(dice, rng, ruleset):
    shuffled = rng.sample(dice, 6)
    assert Hand.of(shuffled) is Hand.of(dice)
    assert ruleset.judge(Hand.of(shuffled)) == ruleset.judge(Hand.of(dice))


@SETTINGS
@given(rulesets(), HANDS, HANDS)
def test_strength_is_a_total_order_that_follows_the_order_of_patterns(ruleset, one, other):
    first, second = ruleset.judge(one), ruleset.judge(other)
    assert (first.strength is None) == (first.pattern not in ruleset.order)
    if first.strength is None or second.strength is None:
        return
    places = [ruleset.order.index(first.pattern), ruleset.order.index(second.pattern)]
    if places[0] != places[1]:
        assert (first.strength > second.strength) == (places[0] < places[1])


@SETTINGS
@given(rulesets())
def test_a_ruleset_survives_json_with_its_digest(ruleset):
    again = type(ruleset).from_json(json.loads(json.dumps(ruleset.to_json())))
    assert again == ruleset
    assert again.digest == ruleset.digest
    assert set(ruleset.to_json()) == {"id", "title", "title_en", "source", *READERS}
