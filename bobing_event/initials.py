"""The first letters of a name's pinyin, by which people are found without a Chinese keyboard: 王明 is `wm`."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_HAN = r"\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_PARTS = re.compile(rf"[{_HAN}]|[^\W\d_{_HAN}](?:['’.-]?[^\W\d_{_HAN}])*")  # a character, or a word of letters


@cache
def _readings() -> Mapping[str, Mapping[str, str]]:
    """Letters by character of `surnames` and of `given` names, where the commonest reading is another."""
    tables = tomllib.loads((files("bobing_event") / "initials.toml").read_text("utf-8"))
    return {
        kind: {name: letters for letters, names in table.items() for name in names.split()}
        for kind, table in tables.items()
    }


@cache
def _pinyin() -> Mapping[int, str]:
    """Readings by code point, the commonest first. Imported here, since it costs a tenth of a second and 20 MB."""
    from pypinyin.pinyin_dict import pinyin_dict

    return dict(pinyin_dict)


def initials_of(name: str) -> str:
    """Small letters: one for each Chinese character, one for each word in Latin letters: "Maria Santos" is `ms`.

    A surname is read as surnames are (单 s, 解 x, 曾 z). A character nobody has a reading of gives nothing.
    """
    surnames = _readings()["surnames"]
    surname = next((name[:length] for length in (2, 1) if name[:length] in surnames), "")
    return surnames.get(surname, "") + "".join(map(_letters, _PARTS.findall(name[len(surname) :])))


@cache
def _letters(part: str) -> str:
    """The letter of one character or word, "" where there is none."""
    reading = _readings()["given"].get(part) or _pinyin().get(ord(part[0])) or part
    first = unicodedata.normalize("NFKD", reading)[:1].lower()
    return first if "a" <= first <= "z" else ""
