"""Comparing vector files with this package (RULEBOOK §11).

A line's kind is told by the fields it has. Every function here takes a parsed line and gives the first way in
which it differs, as text, or None where it agrees.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rules import playoff
from rules.catalogue import load
from rules.dice import Hand
from rules.entries import parse_entry
from rules.errors import Refused
from rules.game import Effect, Game
from rules.opening import first_seat
from rules.options import RulesetError
from rules.playoff import Playoff

Line = Mapping[str, Any]
_ABSENT = "nothing"


class UnreadableFileError(Exception):
    """A file that cannot be read or is not JSON lines."""


def read_lines(path: str) -> Iterator[tuple[int, Any]]:
    """(number, parsed JSON) of every line that is not blank. Raises UnreadableFileError."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFileError(f"{path} cannot be read: {error}") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise UnreadableFileError(f"{path}, line {number} is not JSON: {error}") from error


def check_line(line: Any) -> str | None:
    """The first difference of a line of any kind, with its id; None where it agrees."""
    if not isinstance(line, dict):
        return "not a JSON object"
    try:
        difference = _kind(line)(line)
    except KeyError as error:
        difference = f"the field {error} is missing"
    except (ValueError, TypeError, AttributeError) as error:
        difference = f"{type(error).__name__}: {error}"
    return difference and f"{_name(line)}: {difference}"


def _kind(line: Line) -> Callable[[Line], str | None]:
    """Which checker a line is for, by the fields it has."""
    for field, checker in (
        ("entrants", check_playoff),
        ("entries", check_game),
        ("total", check_opening),
        ("dice", check_hand),
        ("refused", check_ruleset),
    ):
        if field in line:
            return checker
    raise ValueError("no kind of vector has these fields")


def _name(line: Line) -> str:
    if "id" in line:
        return str(line["id"])
    told = {key: line[key] for key in ("overrides", "dice", "seats", "thrower", "total") if line.get(key)}
    return f"{line.get('ruleset')} {json.dumps(told, ensure_ascii=False)}"


def check_hand(line: Line) -> str | None:
    """A line of classify.jsonl."""
    outcome = load(line["ruleset"], line.get("overrides")).judge(Hand.of(line["dice"]))
    return _difference(line, outcome._asdict(), ("pattern", "bonus", "strength"))


def check_ruleset(line: Line) -> str | None:
    """A line of rulesets.jsonl: the key that the refusal names."""
    try:
        load(line["ruleset"], line.get("overrides"))
    except RulesetError as error:
        return _difference(line, {"refused": error.key}, ("refused",))
    return _difference(line, {"refused": None}, ("refused",))


def check_opening(line: Line) -> str | None:
    """A line of openings.jsonl."""
    ruleset = load(line["ruleset"], line.get("overrides"))
    first = first_seat(ruleset, line["seats"], line["thrower"], line["total"])
    return _difference(line, {"first": first}, ("first",))


def check_game(line: Line) -> str | None:
    """A line of games.jsonl: every step, then the final state."""
    ruleset = load(line["ruleset"], line.get("overrides"))
    game = Game.start(ruleset, line["seats"], line["first"], line.get("stock"))
    return _check_fold(line, game, parse_entry, _throw_part, _game_end)


def check_playoff(line: Line) -> str | None:
    """A line of playoffs.jsonl: every step, then the final state."""
    ruleset = load(line["ruleset"], line.get("overrides"))
    options = (line["mode"], line["target"], line["decide"], line["places"])
    start = Playoff.start(ruleset, line["entrants"], *options)
    return _check_fold(line, start, playoff.parse_entry, lambda effect: {}, _playoff_end)


def _check_fold(
    line: Line,
    state: Any,
    parse: Callable[[Line], Any],
    part: Callable[[Any], dict[str, Any]],
    end: Callable[[Any], dict[str, Any]],
) -> str | None:
    expect, steps = line["expect"], line["expect"]["steps"]
    if len(steps) != len(line["entries"]):
        return f"{len(line['entries'])} entries but {len(steps)} steps"
    for number, (data, expected) in enumerate(zip(line["entries"], steps, strict=True)):
        try:
            state, effect = state.enter(parse(data))
            did = {"turn": state.turn, **part(effect)}
        except Refused as refused:
            did = {"turn": state.turn, "refused": refused.code}
        except ValueError as error:
            return f"step {number}: {json.dumps(data)} cannot be parsed: {error}"
        difference = _difference(expected, did, {*expected, "refused"})
        if difference:
            return f"step {number}: {json.dumps(data)}: {difference}"
    return _difference(expect, end(state), expect.keys() - {"steps"})


def _throw_part(effect: Effect) -> dict[str, Any]:
    return {"pattern": effect.pattern, "won": [list(won) for won in effect.won]}


def _game_end(game: Game) -> dict[str, Any]:
    return {
        "ended": game.ended,
        "turn": game.turn,
        "round": game.round,
        "held": {str(seat): ranks for seat, ranks in game.held.items()},
        "stock": game.stock,
        "grabbed": game.grabbed,
        "returned": game.returned,
        "champion": game.champion and game.champion._asdict(),
        "leader": game.leader,
    }


def _playoff_end(state: Playoff) -> dict[str, Any]:
    return {"ended": state.ended, "turn": state.turn, "round": state.round, "placed": list(state.placed)}


def _difference(expected: Line, actual: Line, fields: Iterable[str]) -> str | None:
    """The first of the fields in which the two differ."""
    for field in sorted(fields):
        wanted, got = expected.get(field, _ABSENT), actual.get(field, _ABSENT)
        if wanted != got:
            return f"{field} should be {_shown(wanted)} and is {_shown(got)}"
    return None


def _shown(value: Any) -> str:
    return _ABSENT if value is _ABSENT else json.dumps(value, ensure_ascii=False)
