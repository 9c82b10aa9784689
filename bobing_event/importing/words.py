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
UNDECIDED = NOTHING | {*_WORDS["cells"]["undecided"].split()}
FORMULA_ERRORS = frozenset(_WORDS["cells"]["formula_errors"].split())

_HAN = "[\u4e00-\u9fff]"
TOTAL = re.compile(rf"(?:{_any(_FOOT['totals'])}|[总共]计?\d+人)(?:[:(\d共人]|$)", re.IGNORECASE)
GROUP_TOTAL = re.compile(rf"(?:{_HAN}{{0,12}})(?:合计|小计|总计|共计)(?:[:(]?\d*(?:人|名|位)?\)?)", re.IGNORECASE)
SIGNATURE = re.compile(
    rf"(?:{_HAN}|[/、]){{0,8}}{_any(_FOOT['signatures'])}(?:{_HAN}|[/、]|by|date){{0,6}}(?:\([^)]*\))?:", re.IGNORECASE
)
SIGNED = re.compile(rf"{_any(_FOOT['alone'])}(?:\([^)]*\))?", re.IGNORECASE)
EXAMPLE = re.compile(rf"\(?{_any(_FOOT['examples'])}(?:[:)(]|\s|$)", re.IGNORECASE)
REMARK = re.compile(
    rf"^(?=.*{_HAN})[^·]{{16,}}$"  # longer than a name
    r"|^[*※]|[。;!?…]|[,、].*[,、]|^[(\[【].*[)\]】]$|^[\d一二三四五六七八九十]+[、.)].{5,}"
    r"|^\d{4}\s*[-年/.]\s*\d{1,2}\s*[-月/.]"  # a date
)
COUNTED = re.compile(r"\s*[(\[]?\s*共?\d+\s*[人名位]\s*[)\]]?\s*$")
NUMBERED = re.compile(r"^第?[\d一二三四五六七八九十]+[桌台组队轮场]")
INSTRUCTIONS = re.compile(_any(_WORDS["sheets"]["instructions"].split()), re.IGNORECASE)
