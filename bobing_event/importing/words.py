"""The words of participant sheets, read once from `words.toml`."""

import re
import tomllib
from importlib.resources import files

_WORDS = tomllib.loads((files("bobing_event.importing") / "words.toml").read_text("utf-8"))
_FOOT = {key: value.split() for key, value in _WORDS["foot"].items()}


def _any(words: list[str]) -> str:
    return "(?:" + "|".join(map(re.escape, words)) + ")"


FIELD_BY_HEADING = {word: field for field, words in _WORDS["headings"].items() for word in words.split()}
ENDINGS = {word: field for field, words in _WORDS["endings"].items() for word in words.split()}
NOT_THE_PERSON = re.compile(_any(_WORDS["others"]["people"].split()))
PREFERRED = re.compile(_any(_WORDS["others"]["preferred"].split()))
INHERITING = frozenset(_WORDS["others"]["inheriting"].split())
NOTHING = frozenset({"", *_WORDS["cells"]["nothing"].split()})
GENDERS = {word: code for code, key in (("m", "male"), ("f", "female")) for word in _WORDS["cells"][key].split()}
TOTAL = re.compile(rf"(?:{_any(_FOOT['totals'])}|共\d+人)(?:[:(\d共人]|$)", re.IGNORECASE)
SIGNATURE = re.compile(
    rf"{_any(_FOOT['signatures'])}{_any(_FOOT['signers'])}?(?:\(.*\))?:|{_any(_FOOT['alone'])}$", re.IGNORECASE
)
INSTRUCTIONS = re.compile(_any(_WORDS["sheets"]["instructions"].split()), re.IGNORECASE)
