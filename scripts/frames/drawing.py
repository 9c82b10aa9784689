"""A sheet of A4 lying or standing, and what every frame is drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

Point = tuple[float, float]


@dataclass(frozen=True)
class Sheet:
    """Width and height in millimetres."""

    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.width / 2, self.height / 2

    @property
    def is_portrait(self) -> bool:
        return self.height > self.width

    def svg(self, body: Sequence[str], definitions: str = "") -> str:
        size = f'width="{self.width:g}mm" height="{self.height:g}mm" viewBox="0 0 {self.width:g} {self.height:g}"'
        defined = f"<defs>{definitions}</defs>" if definitions else ""
        return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', defined, *body, "</svg>", ""])

    def rectangle(self, inset: float, style: str, notch: float = 0) -> str:
        """A rectangle `inset` from the edge; with a notch its corners are cut inwards (倭角)."""
        left, top, right, bottom = inset, inset, self.width - inset, self.height - inset
        return box(left, top, right, bottom, style, notch)


def box(left: float, top: float, right: float, bottom: float, style: str, notch: float = 0) -> str:
    if not notch:
        size = f'width="{number(right - left)}" height="{number(bottom - top)}"'
        return f'<rect x="{number(left)}" y="{number(top)}" {size} {style}/>'
    curve = f"a{number(notch)} {number(notch)} 0 0 0"
    outline = (
        f"M{number(left + notch)} {number(top)}H{number(right - notch)}{curve} {number(notch)} {number(notch)}"
        f"V{number(bottom - notch)}{curve} {number(-notch)} {number(notch)}"
        f"H{number(left + notch)}{curve} {number(-notch)} {number(-notch)}"
        f"V{number(top + notch)}{curve} {number(notch)} {number(-notch)}Z"
    )
    return f'<path d="{outline}" {style}/>'


def number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def circle(centre: Point, radius: float, style: str) -> str:
    return f'<circle cx="{number(centre[0])}" cy="{number(centre[1])}" r="{number(radius)}" {style}/>'


def gradient(name: str, stops: Sequence[tuple[float, str]], kind: str = "linearGradient", where: str = "") -> str:
    drawn = "".join(f'<stop offset="{offset}" stop-color="{colour}"/>' for offset, colour in stops)
    return f'<{kind} id="{name}" {where}>{drawn}</{kind}>'


def curl(x: float, y: float, radius: float, side: int, turns: float = 1.75) -> str:
    """A spiral that begins at its foot and winds inwards."""
    steps = int(turns * 40)
    points = []
    for step in range(steps + 1):
        share = step / steps
        angle = pi / 2 + side * share * turns * 2 * pi
        reach = radius * (1 - 0.8 * share)
        points.append((x + reach * cos(angle), y + reach * sin(angle)))
    return path(points)


def cloud(x: float, y: float, size: float, mirrored: bool = False) -> str:
    """A drifting ruyi cloud (如意云): curls that touch, standing on tails that thin out; (x, y) is the largest curl."""
    side = -1 if mirrored else 1
    foot = y + size
    drawn = [
        curl(x + side * dx * size, foot - radius * size, radius * size, side)
        for dx, radius in ((0, 1.0), (1.68, 0.68), (2.94, 0.45), (-1.6, 0.62), (-2.72, 0.4))
    ]
    tails = ((-4.3, 4.4, 0.0), (-2.4, 5.6, 0.42), (0.6, 3.8, 0.84))
    for start, end, drop in tails:
        level = number(foot + drop * size)
        drawn.append(f"M{number(x + side * start * size)} {level}H{number(x + side * end * size)}")
    return "".join(drawn)
