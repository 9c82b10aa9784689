"""青花: a scroll of vine and lotus in porcelain blue, a moon behind the name."""

from __future__ import annotations

from math import cos, pi, sin

from scripts.frames.drawing import Point, Sheet, circle, gradient, number, path

PORCELAIN = "#1D4E89"
BAND = 15.0  # the width of the scroll's band
INSET = 11.0
NEAR = INSET + BAND / 2  # the band's middle line
SWELL = 4.6  # how far the vine swings from it
HALF_WAVE = 14.2
BLOSSOM = 6.9
CLEAR = 8.0  # what a blossom keeps free on either side


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


def draw(sheet: Sheet) -> str:
    strokes, fills, petals = "", "", ""
    for side, length in sides(sheet):
        line, leaves = vine(side, length)
        strokes, fills = strokes + line, fills + leaves
    for x, y in blossoms(sheet):
        outer, inner = lotus(x, y, BLOSSOM)
        fills, petals = fills + inner, petals + outer
    dot = f'fill="#FFFFFF" stroke="{PORCELAIN}" stroke-width="0.45"'
    dots = "".join(circle(place, 1.25, dot) for place in blossoms(sheet))
    inside = INSET + BAND
    moon, radius = ((105, 143), 57) if sheet.is_portrait else ((148.5, 109), 50)
    body = [
        f'<rect width="{sheet.width:g}" height="{sheet.height:g}" fill="#FFFFFF"/>',
        sheet.rectangle(INSET - 2.6, f'fill="none" stroke="{PORCELAIN}" stroke-width="1.3"'),
        sheet.rectangle(INSET - 1, f'fill="#F4F8FD" stroke="{PORCELAIN}" stroke-width="0.3"'),
        sheet.rectangle(inside + 1, f'fill="#FFFFFF" stroke="{PORCELAIN}" stroke-width="0.3"'),
        circle(moon, radius, 'fill="url(#moon)"'),
        sheet.rectangle(inside + 2.2, f'fill="none" stroke="{PORCELAIN}" stroke-width="0.8"'),
        f'<path d="{strokes}" fill="none" stroke="{PORCELAIN}" stroke-width="0.5" stroke-linecap="round"/>',
        f'<path d="{fills}" fill="{PORCELAIN}"/>',
        f'<path d="{petals}" fill="#DCE8F5" stroke="{PORCELAIN}" stroke-width="0.4"/>',
        dots,
    ]
    return sheet.svg(body, gradient("moon", [(0, "#FCFDFF"), (0.8, "#F1F6FC"), (1, "#E1ECF8")], "radialGradient"))


def sides(sheet: Sheet) -> list[tuple[Side, float]]:
    """The eight strips between corners and middles, with their lengths."""
    x, y = sheet.middle
    across, down = x - NEAR - 2 * CLEAR, y - NEAR - 2 * CLEAR
    far_x, far_y = sheet.width - NEAR, sheet.height - NEAR
    return [
        (Side((x - CLEAR, NEAR), (-1, 0), (0, -1)), across),
        (Side((x + CLEAR, NEAR), (1, 0), (0, -1)), across),
        (Side((x - CLEAR, far_y), (-1, 0), (0, 1)), across),
        (Side((x + CLEAR, far_y), (1, 0), (0, 1)), across),
        (Side((NEAR, y - CLEAR), (0, -1), (-1, 0)), down),
        (Side((NEAR, y + CLEAR), (0, 1), (-1, 0)), down),
        (Side((far_x, y - CLEAR), (0, -1), (1, 0)), down),
        (Side((far_x, y + CLEAR), (0, 1), (1, 0)), down),
    ]


def blossoms(sheet: Sheet) -> list[Point]:
    x, y = sheet.middle
    far_x, far_y = sheet.width - NEAR, sheet.height - NEAR
    corners = [(x, y) for x in (NEAR, far_x) for y in (NEAR, far_y)]
    return [*corners, (x, NEAR), (x, far_y), (NEAR, y), (far_x, y)]


def vine(side: Side, length: float) -> tuple[str, str]:
    """A wave with a curl and leaves in each bend. Returns strokes and fills."""
    waves = round(length / HALF_WAVE)
    half = length / waves
    steps = (length * i / (waves * 24) for i in range(waves * 24 + 1))
    strokes = side.line([(u, SWELL * sin(pi * u / half)) for u in steps])
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
        leaves += _bud(side, *points[-1], swing, 1.15)
        for offset, turn, size in ((0.30, 2.2, 2.5), (0.5, 1.57, 2.2), (0.70, 0.94, 2.5)):
            u = start + half * offset
            leaves += _leaf(side, u, swing * SWELL * sin(pi * offset), swing * turn, size, 0.85)
        leaves += _leaf(side, start + 0.2, swing * 0.4, swing * 1.75, 4.4, 1.15)
        leaves += _leaf(side, start + 0.2, -swing * 0.4, -swing * 1.3, 3.6, 1.0)
    return strokes, leaves


def lotus(x: float, y: float, size: float) -> tuple[str, str]:
    """A blossom seen from above: eight outlined petals over eight filled ones. Returns strokes and fills."""
    side = Side((x, y), (1, 0), (0, 1))
    inner = "".join(_leaf(side, 0, 0, pi / 8 + pi / 4 * i, size, size * 0.26) for i in range(8))
    outer = "".join(_leaf(side, 0, 0, pi / 4 * i, size * 0.92, size * 0.44) for i in range(8))
    return outer, inner


def _bud(side: Side, u: float, v: float, swing: int, size: float) -> str:
    """Petals at the end of a curl."""
    turns = (0.2, 1.3, 2.4, 3.5, 4.6, 5.7)
    return "".join(_leaf(side, u, v, swing * turn, size * 1.9, size * 0.62) for turn in turns)


def _leaf(side: Side, u: float, v: float, angle: float, length: float, width: float) -> str:
    """A pointed leaf from its stalk at (u, v); its two edges are quadratic curves."""
    du, dv = cos(angle), sin(angle)
    tip = side.at(u + length * du, v + length * dv)
    bend = 0.42 * length
    left = side.at(u + bend * du - width * dv, v + bend * dv + width * du)
    right = side.at(u + bend * du + width * dv, v + bend * dv - width * du)
    start = side.at(u, v)
    return "M{} {}Q{} {} {} {}Q{} {} {} {}Z".format(*map(number, (*start, *left, *tip, *right, *start)))
