"""The words of lists of prizes, read once from `words.toml`."""

import tomllib
from importlib.resources import files

_WORDS = tomllib.loads((files("awards.goods_sheet") / "words.toml").read_text("utf-8"))


def _by_word(table: dict[str, str]) -> dict[str, str]:
    return {word: code for code, words in table.items() for word in words.split()}


HEADINGS = _by_word(_WORDS["headings"])
"""Fields by heading, as `headings.normalised` writes it."""
FIELDS = tuple(_WORDS["headings"])
RANKS = _by_word(_WORDS["ranks"])
PLAYOFFS = _by_word(_WORDS["playoffs"])
PLACES = {word: int(place) for word, place in _by_word(_WORDS["places"]).items()}
CONSOLATIONS = _by_word(_WORDS["consolations"])
SPARE = frozenset(_WORDS["spare"]["words"].split())
ARRANGEMENTS = _by_word({key: _WORDS["cells"][key] for key in ("order", "mix", "together")})
GIVEN_AT = _by_word({"table": _WORDS["cells"]["at_table"], "desk": _WORDS["cells"]["at_desk"]})
TOTALS = tuple(_WORDS["foot"]["totals"].split())
FREE = frozenset(_WORDS["cells"]["free"].split())
PRICE_BEFORE = tuple(_WORDS["sentences"]["price_before"].split())
PRICE_AFTER = tuple(_WORDS["sentences"]["price_after"].split())


def first_word(table: str, code: str) -> str:
    """How a template writes a field, rank, play-off, consolation or arrangement in Chinese."""
    return str(_WORDS[table][code].split()[0])
