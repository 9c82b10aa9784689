#!/usr/bin/env python3
"""Draws the frames of the certificate designs as SVG, so that the ornament is exact and can be drawn again.

Lengths are millimetres on an A4 page lying down. Run it after changing a motif; the files are committed.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

OUT = Path(__file__).resolve().parents[1] / "templates" / "print" / "certificate"
WIDTH, HEIGHT = 297.0, 210.0
# 297 - 210 = 87 is a whole number of tiles, so the margins are equal on all four sides.
TILE = 87 / 14
COLUMNS, ROWS = 45, 31
MARGIN = (WIDTH - COLUMNS * TILE) / 2

VERMILION, GOLD, GOLD_LIGHT = "#B3202B", "#B8862B", "#E6C678"
PORCELAIN = "#1D4E89"

Point = tuple[float, float]


def number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def path(points: list[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def svg(body: list[str], definitions: str = "") -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}mm" height="{HEIGHT:g}mm" viewBox="0 0 297 210">'
    return "\n".join([head, definitions, *body, "</svg>", ""])


def rectangle(inset: float, style: str, notch: float = 0) -> str:
    """A rectangle `inset` from the page's edge; with a notch its corners are cut inwards (倭角)."""
    if not notch:
        size = f'width="{number(WIDTH - 2 * inset)}" height="{number(HEIGHT - 2 * inset)}"'
        return f'<rect x="{number(inset)}" y="{number(inset)}" {size} {style}/>'
    left, top, right, bottom = inset, inset, WIDTH - inset, HEIGHT - inset
    curve = f"a{number(notch)} {number(notch)} 0 0 0"
    outline = (
        f"M{number(left + notch)} {number(top)}H{number(right - notch)}{curve} {number(notch)} {number(notch)}"
        f"V{number(bottom - notch)}{curve} {number(-notch)} {number(notch)}"
        f"H{number(left + notch)}{curve} {number(-notch)} {number(-notch)}"
        f"V{number(top + notch)}{curve} {number(notch)} {number(-notch)}Z"
    )
    return f'<path d="{outline}" {style}/>'


# --- 朱金: a fret of gold on vermilion, a moon behind the name ---------------------------------------------

# A square spiral in a tile of 8 × 8 units (回纹).
SPIRAL: list[Point] = [(0, 7), (0, 1), (7, 1), (7, 6), (2.2, 6), (2.2, 3.2), (4.8, 3.2), (4.8, 4.2)]


def fret_tile(x: float, y: float, turn: int, mirrored: bool) -> str:
    """One spiral with its tile's upper left corner at (x, y), turned by quarter turns."""
    unit = TILE / 8
    points = []
    for px, py in SPIRAL:
        dx, dy = (px + 0.5 - 4, py - 4)
        dx = -dx if mirrored else dx
        for _ in range(turn % 4):
            dx, dy = -dy, dx
        points.append((x + (dx + 4) * unit, y + (dy + 4) * unit))
    return path(points)


def fret() -> str:
    """The spirals of the four sides; each side is mirrored about its middle, so the corners are alike."""
    tiles = []
    for column in range(1, COLUMNS - 1):
        if column == COLUMNS // 2:
            continue
        x, mirrored = MARGIN + column * TILE, column > COLUMNS // 2
        tiles += [
            fret_tile(x, MARGIN, 0, mirrored),
            fret_tile(x, HEIGHT - MARGIN - TILE, 2, not mirrored),
        ]
    for row in range(1, ROWS - 1):
        if row == ROWS // 2:
            continue
        y, mirrored = MARGIN + row * TILE, row > ROWS // 2
        tiles += [
            fret_tile(WIDTH - MARGIN - TILE, y, 1, mirrored),
            fret_tile(MARGIN, y, 3, not mirrored),
        ]
    return "".join(tiles)


def diamonds() -> str:
    """A lozenge in the middle of each side and in each corner."""
    near, across, down = MARGIN + TILE / 2, WIDTH / 2, HEIGHT / 2
    far_x, far_y = WIDTH - near, HEIGHT - near
    places = [(across, near), (across, far_y), (near, down), (far_x, down)]
    places += [(near, near), (far_x, near), (near, far_y), (far_x, far_y)]
    drawn = []
    for x, y in places:
        for size in (TILE * 0.40, TILE * 0.2):
            drawn.append(path([(x, y - size), (x + size, y), (x, y + size), (x - size, y)]) + "Z")
    return "".join(drawn)


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


def zhujin() -> str:
    gradient = (
        '<defs><linearGradient id="gold" x1="0" y1="0" x2="1" y2="1">'
        + "".join(
            f'<stop offset="{stop}" stop-color="{colour}"/>'
            for stop, colour in ((0, GOLD), (0.22, GOLD_LIGHT), (0.45, GOLD), (0.7, GOLD_LIGHT), (1, GOLD))
        )
        + "</linearGradient>"
        '<radialGradient id="moon"><stop offset="0" stop-color="#FFFBF0"/><stop offset="0.8" stop-color="#FDF5E1"/>'
        '<stop offset="1" stop-color="#FAECCB"/></radialGradient></defs>'
    )
    band = MARGIN + TILE
    clouds = [cloud(70, 129, 6.4), cloud(227, 121, 7.2, mirrored=True), cloud(229, 62, 4.2), cloud(66, 70, 3.6, True)]
    body = [
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#FFFFFF"/>',
        rectangle(MARGIN - 1.9, 'fill="none" stroke="url(#gold)" stroke-width="0.5"'),
        rectangle(MARGIN - 0.9, f'fill="{VERMILION}"'),
        rectangle(band + 0.9, 'fill="#FFFDF7"'),
        f'<path d="{fret()}" fill="none" stroke="url(#gold)" stroke-width="0.62" stroke-linejoin="miter"/>',
        f'<path d="{diamonds()}" fill="none" stroke="url(#gold)" stroke-width="0.55"/>',
        f'<circle cx="{WIDTH / 2}" cy="97" r="60" fill="url(#moon)"/>',
        f'<path d="{"".join(clouds)}" fill="none" stroke="#EAD5A2" stroke-width="0.55" stroke-linecap="round"/>',
        rectangle(band + 3.4, 'fill="none" stroke="url(#gold)" stroke-width="1.1"', notch=6),
        rectangle(band + 5.3, 'fill="none" stroke="url(#gold)" stroke-width="0.35"', notch=6),
    ]
    return svg(body, gradient)


DESIGNS = {"zhujin": zhujin}

if __name__ == "__main__":
    for name, draw in DESIGNS.items():
        (OUT / f"{name}.svg").write_text(draw(), encoding="utf-8")
        print(OUT / f"{name}.svg")
