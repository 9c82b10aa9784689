#!/usr/bin/env python3
"""Draws the frames of the certificate designs, so that the ornament is exact and can be drawn again.

Lengths are millimetres on an A4 page lying down. The frames are committed as PDF: typst puts a PDF into its own once,
however many certificates show it, and an SVG once a page. Run it in the product's environment after changing a motif.
"""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

import typst

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
            corners = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
            drawn.append(path(corners) + "Z")
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
    clouds = [cloud(70, 129, 6.4), cloud(227, 121, 7.2, mirrored=True), cloud(240, 50, 4.2), cloud(56, 54, 3.6, True)]
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


# --- 青花: a scroll of vine and lotus in blue, a moon behind the name -------------------------------------------

BAND = 15.0  # the width of the scroll's band
BAND_INSET = 11.0
SWELL = 4.6  # how far the vine swings from its middle line


class Side:
    """One side of the frame as a strip: `u` runs along it, `v` towards the page's edge, both in millimetres."""

    def __init__(self, start: Point, along: Point, outward: Point) -> None:
        self.start, self.along, self.outward = start, along, outward

    def at(self, u: float, v: float) -> Point:
        return (
            self.start[0] + u * self.along[0] + v * self.outward[0],
            self.start[1] + u * self.along[1] + v * self.outward[1],
        )

    def line(self, points: list[Point]) -> str:
        return path([self.at(u, v) for u, v in points])


def leaf(side: Side, u: float, v: float, angle: float, length: float, width: float) -> str:
    """A pointed leaf from its stalk at (u, v); its two edges are quadratic curves."""
    du, dv = cos(angle), sin(angle)
    tip = side.at(u + length * du, v + length * dv)
    bend = 0.42 * length
    left = side.at(u + bend * du - width * dv, v + bend * dv + width * du)
    right = side.at(u + bend * du + width * dv, v + bend * dv - width * du)
    start = side.at(u, v)
    return "M{} {}Q{} {} {} {}Q{} {} {} {}Z".format(*map(number, (*start, *left, *tip, *right, *start)))


def vine(side: Side, length: float, waves: int) -> tuple[str, str]:
    """The strokes and the leaves of a vine of `waves` half waves; each half wave holds a curl with a bud."""
    half = length / waves
    strokes = side.line(
        [(u, SWELL * sin(pi * u / half)) for u in (length * i / (waves * 24) for i in range(waves * 24 + 1))]
    )
    leaves = ""
    for wave in range(waves):
        swing, start = (1 if wave % 2 == 0 else -1), wave * half
        middle = start + half / 2
        points = []
        for step in range(61):
            share = step / 60
            angle = pi - share * 1.32 * 2 * pi
            reach = half * 0.40 * (1 - 0.74 * share)
            points.append((middle + reach * cos(angle) * 0.94, swing * (reach * sin(angle) * 0.8 - 0.9)))
        strokes += side.line(points)
        leaves += bud(side, *points[-1], swing, 1.15)
        for offset, turn, size in ((0.30, 2.2, 2.5), (0.5, 1.57, 2.2), (0.70, 0.94, 2.5)):
            u = start + half * offset
            leaves += leaf(side, u, swing * SWELL * sin(pi * offset), swing * turn, size, 0.85)
        leaves += leaf(side, start + 0.2, swing * 0.4, swing * 1.75, 4.4, 1.15)
        leaves += leaf(side, start + 0.2, -swing * 0.4, -swing * 1.3, 3.6, 1.0)
    return strokes, leaves


def bud(side: Side, u: float, v: float, swing: int, size: float) -> str:
    """Three petals and a dot at the end of a curl."""
    turns = (0.2, 1.3, 2.4, 3.5, 4.6, 5.7)
    return "".join(leaf(side, u, v, swing * turn, size * 1.9, size * 0.62) for turn in turns)


def lotus(x: float, y: float, size: float) -> tuple[str, str]:
    """A blossom seen from above: eight outlined petals over eight filled ones. Returns strokes and fills."""
    side = Side((x, y), (1, 0), (0, 1))
    inner = "".join(leaf(side, 0, 0, pi / 8 + pi / 4 * i, size, size * 0.26) for i in range(8))
    outer = "".join(leaf(side, 0, 0, pi / 4 * i, size * 0.92, size * 0.44) for i in range(8))
    return outer, inner


def sides() -> list[tuple[Side, float, int]]:
    """The eight strips between corners and middles: (side, length, half waves)."""
    near = BAND_INSET + BAND / 2
    far_x, far_y = WIDTH - near, HEIGHT - near
    corner, middle = 8.0, 8.0
    across = WIDTH / 2 - near - corner - middle
    down = HEIGHT / 2 - near - corner - middle
    x, y = WIDTH / 2, HEIGHT / 2
    return [
        (Side((x - middle, near), (-1, 0), (0, -1)), across, 8),
        (Side((x + middle, near), (1, 0), (0, -1)), across, 8),
        (Side((x - middle, far_y), (-1, 0), (0, 1)), across, 8),
        (Side((x + middle, far_y), (1, 0), (0, 1)), across, 8),
        (Side((near, y - middle), (0, -1), (-1, 0)), down, 5),
        (Side((near, y + middle), (0, 1), (-1, 0)), down, 5),
        (Side((far_x, y - middle), (0, -1), (1, 0)), down, 5),
        (Side((far_x, y + middle), (0, 1), (1, 0)), down, 5),
    ]


def qinghua() -> str:
    near = BAND_INSET + BAND / 2
    strokes, fills, petals = "", "", ""
    for side, length, waves in sides():
        line, leaves = vine(side, length, waves)
        strokes, fills = strokes + line, fills + leaves
    blossoms = [(x, y, 6.9) for x in (near, WIDTH - near) for y in (near, HEIGHT - near)]
    blossoms += [
        (WIDTH / 2, near, 6.9),
        (WIDTH / 2, HEIGHT - near, 6.9),
        (near, HEIGHT / 2, 6.9),
        (WIDTH - near, HEIGHT / 2, 6.9),
    ]
    for x, y, size in blossoms:
        outer, inner = lotus(x, y, size)
        fills, petals = fills + inner, petals + outer
    dots = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="1.25" fill="#FFFFFF" stroke="{PORCELAIN}" stroke-width="0.45"/>'
        for x, y, _ in blossoms
    )
    outside, inside = BAND_INSET, BAND_INSET + BAND
    moon = (
        '<defs><radialGradient id="moon"><stop offset="0" stop-color="#FCFDFF"/>'
        '<stop offset="0.8" stop-color="#F1F6FC"/><stop offset="1" stop-color="#E3EDF8"/></radialGradient></defs>'
    )
    body = [
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#FFFFFF"/>',
        rectangle(outside - 2.6, f'fill="none" stroke="{PORCELAIN}" stroke-width="1.3"'),
        rectangle(outside - 1, f'fill="#F4F8FD" stroke="{PORCELAIN}" stroke-width="0.3"'),
        rectangle(inside + 1, f'fill="#FFFFFF" stroke="{PORCELAIN}" stroke-width="0.3"'),
        f'<circle cx="{WIDTH / 2}" cy="97" r="57" fill="url(#moon)"/>',
        rectangle(inside + 2.2, f'fill="none" stroke="{PORCELAIN}" stroke-width="0.8"'),
        f'<path d="{strokes}" fill="none" stroke="{PORCELAIN}" stroke-width="0.5" stroke-linecap="round"/>',
        f'<path d="{fills}" fill="{PORCELAIN}"/>',
        f'<path d="{petals}" fill="#DCE8F5" stroke="{PORCELAIN}" stroke-width="0.4"/>',
        dots,
    ]
    return svg(body, moon)


def as_pdf(drawing: str) -> bytes:
    """The drawing as a PDF of one page."""
    page = (
        "#set document(date: none)\n"
        f"#set page(width: {WIDTH}mm, height: {HEIGHT}mm, margin: 0mm)\n"
        f'#image(bytes(sys.inputs.drawing), format: "svg", width: {WIDTH}mm)'
    )
    return typst.compile(page.encode(), sys_inputs={"drawing": drawing}, format="pdf", pdf_tags=False)


DESIGNS = {"zhujin": zhujin, "qinghua": qinghua}

if __name__ == "__main__":
    for name, draw in DESIGNS.items():
        (OUT / f"{name}.pdf").write_bytes(as_pdf(draw()))
        print(OUT / f"{name}.pdf")
