"""月: a gold moon over a night sea; the rest of the sheet stays white for the words."""

from __future__ import annotations

from random import Random

from scripts.frames.drawing import Point, Sheet, box, circle, cloud, gradient, number

NIGHT, NIGHT_DEEP, GOLD, GOLD_LIGHT = "#16294A", "#0D1A30", "#B8862B", "#EBCB84"
LEAF = "#D9B25C"
EDGE = 8.0
LINE = 'fill="none" stroke="url(#gold)"'
THIN = f'fill="none" stroke="{GOLD_LIGHT}" stroke-linecap="round"'


def draw(sheet: Sheet) -> str:
    right, bottom = (sheet.width - EDGE, 118.0) if sheet.is_portrait else (100.0, sheet.height - EDGE)
    moon, radius = ((105.0, 47.0), 24.0) if sheet.is_portrait else ((54.0, 58.0), 26.0)
    sea = 99.0 if sheet.is_portrait else 168.0
    definitions = (
        gradient("night", [(0, NIGHT_DEEP), (0.72, NIGHT), (1, "#1F3A63")], where='x1="0" y1="0" x2="0" y2="1"')
        + gradient("moon", [(0, "#FBEFC9"), (0.7, "#F2D694"), (1, "#E2B659")], "radialGradient", 'cx="0.42" cy="0.4"')
        + gradient(
            "gold", [(0, GOLD), (0.3, "#D9B25C"), (0.6, GOLD), (1, "#D9B25C")], where='x1="0" y1="0" x2="1" y2="1"'
        )
        + '<radialGradient id="glow"><stop offset="0.45" stop-color="#E2B659" stop-opacity="0.34"/>'
        '<stop offset="1" stop-color="#E2B659" stop-opacity="0"/></radialGradient>'
    )
    body = [
        f'<rect width="{sheet.width:g}" height="{sheet.height:g}" fill="#FFFFFF"/>',
        box(EDGE, EDGE, right, bottom, 'fill="url(#night)"'),
        _stars(EDGE, EDGE, right, sea - 14, moon, radius + 8),
        circle(moon, radius * 1.72, 'fill="url(#glow)"'),
        circle(moon, radius, 'fill="url(#moon)"'),
        _clouds(sheet, moon),
        _sea(moon[0], sea, right, bottom),
        box(
            EDGE + 2.4,
            EDGE + 2.4,
            right - 2.4,
            bottom - 2.4,
            'fill="none" stroke="url(#gold)" stroke-width="0.35"',
            3.2,
        ),
        sheet.rectangle(EDGE + 0.15, f'{LINE} stroke-width="0.3"'),
    ]
    return sheet.svg(body, definitions)


def _stars(left: float, top: float, right: float, bottom: float, moon: Point, clear: float) -> str:
    """Small dots, the same at every drawing, none before the moon."""
    chance = Random(815)  # noqa: S311 - where stars stand
    drawn = []
    for _star in range(64):
        x, y = chance.uniform(left + 6, right - 6), chance.uniform(top + 6, bottom)
        size, light = chance.choice((0.14, 0.18, 0.26)), chance.uniform(0.35, 0.9)
        if (x - moon[0]) ** 2 + (y - moon[1]) ** 2 > clear**2:
            drawn.append(circle((x, y), size, f'fill="{GOLD_LIGHT}" fill-opacity="{light:.2f}"'))
    return "".join(drawn)


def _clouds(sheet: Sheet, moon: Point) -> str:
    x, y = moon
    places = [(x - 27, y + 13, 3.6, False), (x + 30, y + 4, 3.0, True)]
    if sheet.is_portrait:
        places += [(x - 68, y - 8, 3.0, True), (x + 70, y + 20, 3.4, False)]
    drawn = "".join(cloud(*place) for place in places)
    return f'<path d="{drawn}" {THIN} stroke-width="0.32" stroke-opacity="0.85"/>'


def _sea(middle: float, top: float, right: float, bottom: float) -> str:
    """The moon's path on the water: strokes that spread and part as they come nearer."""
    chance = Random(9)  # noqa: S311 - where waves break
    drawn, level, row = [], top, 0
    while level < bottom - 4.5:
        half = 3.0 + (level - top) * (0.95 if right > 150 else 0.62)
        for _stroke in range(2 + row // 3):
            length = chance.uniform(2.5, 4.5 + row * 1.1)
            start = middle + chance.uniform(-half, half) - length / 2
            drawn.append(f"M{number(start)} {number(level)}h{number(length)}")
        level += 1.25 + row * 0.14
        row += 1
    return f'<path d="{"".join(drawn)}" {THIN} stroke-width="0.34" stroke-opacity="0.8"/>'
