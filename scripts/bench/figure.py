"""A figure: two measured quantities, their ratio, and the goal it is held to."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """`ratio` is measured ÷ reference; `goal` is an upper bound, or a lower one where `at_least`."""

    name: str
    ratio: float
    goal: float
    at_least: bool = False
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal

    def line(self) -> str:
        sign = ">=" if self.at_least else "<="
        return f"{self.name} {self.ratio:.2f} {sign}{self.goal:g} {'ok' if self.ok else 'SHORT'}"

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ratio": round(self.ratio, 4),
            "goal": self.goal,
            "at_least": self.at_least,
            "ok": self.ok,
            **self.detail,
        }


def best_of(rounds: int, *works: Callable[[], Any]) -> list[float]:
    """The shortest time of each work in seconds, the works taking turns so that noise meets them alike."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, taken in zip(works, times, strict=True):
            start = time.perf_counter()
            work()
            taken.append(time.perf_counter() - start)
    return [min(taken) for taken in times]
