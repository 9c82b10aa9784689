"""What holds in a play-off under every sequence of entries."""

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Hand, Playoff, Refused, available, load
from rules.playoff import Decide, Overflow, Pass, Rethrow, Throw, Withdraw

SETTINGS = settings(max_examples=150, deadline=None)
HANDS = [Hand.parse(text) for text in ("124444", "444466", "114444", "222226", "123456", "112233", "112244")]
IDS = [listing.id for listing in available()]


@st.composite
def histories(draw):
    """A start and the entries that were tried on it, refused ones among them."""
    start = Playoff.start(
        load(draw(st.sampled_from(IDS))),
        "ABCDEF"[: draw(st.integers(0, 6))],
        draw(st.sampled_from(["race", "best"])),
        draw(st.sampled_from(["zhuangyuan", "duitang"])),
        draw(st.sampled_from(["immediate", "round"])),
        draw(st.integers(1, 7)),
    )
    rng = random.Random(draw(st.integers(0, 2**32)))
    tried, playoff = [], start
    for _ in range(draw(st.integers(0, 60))):
        turn, anybody = playoff.turn or "A", rng.choice("ABCDEFX")
        kinds = [
            Throw(turn, rng.choice(HANDS)),
            Overflow(turn),
            Pass(turn),
            Rethrow(turn),
            Withdraw(anybody),
            Decide(anybody),
        ]
        entry = rng.choices([*kinds, Pass(anybody)], weights=[60, 12, 6, 2, 3, 2, 3])[0]
        tried.append(entry)
        playoff = attempt(playoff, entry)[1]
    return start, tried


def attempt(playoff, entry):
    try:
        return None, playoff.enter(entry)[0]
    except Refused as refused:
        return refused, playoff


@SETTINGS
@given(histories())
def test_every_step_keeps_the_books(history):
    playoff, entries = history
    for entry in entries:
        before = playoff
        refused, playoff = attempt(playoff, entry)
        assert refused is None or playoff is before
        assert playoff.placed[: len(before.placed)] == before.placed
        assert not set(playoff.placed) & playoff.in_play
        assert playoff.in_play <= before.in_play
        assert {hit.entrant for hit in playoff.hits} | playoff.skips <= playoff.in_play
        assert len(playoff.placed) <= playoff.places
        assert playoff.ended == (playoff.turn is None)
        assert playoff.ended or playoff.turn in playoff.in_play - playoff.skips
        assert playoff.ended or len(playoff.in_play) > 1


@SETTINGS
@given(histories())
def test_through_json_at_every_step_it_is_the_same(history):
    playoff, entries = history
    ruleset = playoff.ruleset
    for entry in entries:
        again = Playoff.from_json(json.loads(json.dumps(playoff.to_json())), ruleset)
        assert again == playoff
        refused, after = attempt(playoff, entry)
        refused_again, after_again = attempt(again, entry)
        assert after == after_again
        assert getattr(refused, "code", None) == getattr(refused_again, "code", None)
        playoff = after


@SETTINGS
@given(histories())
def test_nothing_is_accepted_after_the_end(history):
    playoff, entries = history
    for entry in entries:
        playoff = attempt(playoff, entry)[1]
    if playoff.ended:
        for entry in (Throw("A", HANDS[0]), Pass("A"), Withdraw("A"), Decide("A"), Decide("X")):
            refused, _ = attempt(playoff, entry)
            assert refused is not None
            assert refused.code == "playoff_ended"
