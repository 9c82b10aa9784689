"""The rulesets that are shipped, one TOML file each in `rules/rulesets/` (RULEBOOK §8)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.options import READERS, RulesetError, refuse_unknown
from rules.ruleset import LABELS, Ruleset

DEFAULT_RULESET = "xiamen-standard"


class Listing(NamedTuple):
    """One shipped ruleset: its id, Chinese title and the sheet it comes from."""

    id: str
    title: str
    source: str


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Ruleset]:
    """All shipped rulesets by id, the default first, then by id."""
    folder = files("rules") / "rulesets"
    texts = [entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    rulesets = [Ruleset.from_json(tomllib.loads(text)) for text in texts]
    rulesets.sort(key=lambda ruleset: (ruleset.id != DEFAULT_RULESET, ruleset.id))
    return MappingProxyType({ruleset.id: ruleset for ruleset in rulesets})


def load(id: str = DEFAULT_RULESET, overrides: Mapping[str, Any] | None = None) -> Ruleset:
    """The shipped ruleset `id` with `overrides` (options of §8 by name) in place of its own.

    Raises RulesetError: `unknown_ruleset`, `unknown_option`, `bad_value`, `contradiction`.
    """
    shipped = _shipped().get(id) if isinstance(id, str) else None
    if shipped is None:
        raise RulesetError("id", "unknown_ruleset", f"there is no ruleset {id!r}")
    if not overrides:
        return shipped
    if not isinstance(overrides, Mapping):
        raise RulesetError("overrides", "bad_value", "overrides are options by name")
    refuse_unknown(overrides)  # labels included: only what changes play can be overridden
    return Ruleset.from_json({**shipped.to_json(), **overrides})


def available() -> list[Listing]:
    """(id, title, source) of every shipped ruleset, the default first."""
    return [Listing(ruleset.id, ruleset.title, ruleset.source) for ruleset in _shipped().values()]


def describe(id: str) -> dict[str, Any]:
    """Labels, digest and the options in which the ruleset differs from the defaults, as plain JSON.

    `{id, title, title_en, source, digest, options}`. Raises RulesetError `unknown_ruleset`.
    """
    ruleset = load(id)
    written, plain = ruleset.to_json(), Ruleset(id=id).to_json()
    options = {key: written[key] for key in READERS if written[key] != plain[key]}
    labels = {key: written[key] for key in LABELS}
    return {**labels, "digest": ruleset.digest, "options": options}
