"""朱金: a fret of gold on vermilion (回纹), a moon behind the name, drifting clouds."""

from __future__ import annotations

from scripts.frames.drawing import Point, Sheet, circle, cloud, gradient, path

# 297 - 210 = 87 is a whole number of tiles, so the margins are equal on all four sides.
TILE = 87 / 14
LONG, SHORT = 45, 31
MARGIN = (297 - LONG * TILE) / 2
VERMILION, GOLD, GOLD_LIGHT = "#B3202B", "#B8862B", "#E6C678"

# A square spiral in a tile of 8 × 8 units.
SPIRAL: list[Point] = [(0, 7), (0, 1), (7, 1), (7, 6), (2.2, 6), (2.2, 3.2), (4.8, 3.2), (4.8, 4.2)]


def draw(sheet: Sheet) -> str:
    stops = [(0, GOLD), (0.22, GOLD_LIGHT), (0.45, GOLD), (0.7, GOLD_LIGHT), (1, GOLD)]
    definitions = gradient("gold", stops, where='x1="0" y1="0" x2="1" y2="1"') + gradient(
        "moon", [(0, "#FFFBF0"), (0.8, "#FDF5E1"), (1, "#FAEBC8")], "radialGradient"
    )
    band = MARGIN + TILE
    moon, radius = ((105, 146), 61) if sheet.is_portrait else ((148.5, 110), 54)
    body = [
        f'<rect width="{sheet.width:g}" height="{sheet.height:g}" fill="#FFFFFF"/>',
        sheet.rectangle(MARGIN - 1.9, 'fill="none" stroke="url(#gold)" stroke-width="0.5"'),
        sheet.rectangle(MARGIN - 0.9, f'fill="{VERMILION}"'),
        sheet.rectangle(band + 0.9, 'fill="#FFFDF7"'),
        f'<path d="{fret(sheet)}" fill="none" stroke="url(#gold)" stroke-width="0.62" stroke-linejoin="miter"/>',
        f'<path d="{diamonds(sheet)}" fill="none" stroke="url(#gold)" stroke-width="0.55"/>',
        circle(moon, radius, 'fill="url(#moon)"'),
        f'<path d="{clouds(sheet)}" fill="none" stroke="#EAD5A2" stroke-width="0.5" stroke-linecap="round"/>',
        sheet.rectangle(band + 3.4, 'fill="none" stroke="url(#gold)" stroke-width="1.1"', notch=6),
        sheet.rectangle(band + 5.3, 'fill="none" stroke="url(#gold)" stroke-width="0.35"', notch=6),
    ]
    return sheet.svg(body, definitions)


def fret(sheet: Sheet) -> str:
    """The spirals of the four sides; each side is mirrored about its middle, so the corners are alike."""
    columns, rows = (SHORT, LONG) if sheet.is_portrait else (LONG, SHORT)
    tiles = []
    for column in range(1, columns - 1):
        if column == columns // 2:
            continue
        x, mirrored = MARGIN + column * TILE, column > columns // 2
        tiles += [_tile(x, MARGIN, 0, mirrored), _tile(x, sheet.height - MARGIN - TILE, 2, not mirrored)]
    for row in range(1, rows - 1):
        if row == rows // 2:
            continue
        y, mirrored = MARGIN + row * TILE, row > rows // 2
        tiles += [_tile(sheet.width - MARGIN - TILE, y, 1, mirrored), _tile(MARGIN, y, 3, not mirrored)]
    return "".join(tiles)


def _tile(x: float, y: float, turn: int, mirrored: bool) -> str:
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


def diamonds(sheet: Sheet) -> str:
    """A lozenge in the middle of each side and in each corner."""
    near = MARGIN + TILE / 2
    across, down = sheet.middle
    far_x, far_y = sheet.width - near, sheet.height - near
    places = [(across, near), (across, far_y), (near, down), (far_x, down)]
    places += [(near, near), (far_x, near), (near, far_y), (far_x, far_y)]
    return "".join(
        path([(x, y - size), (x + size, y), (x, y + size), (x - size, y)]) + "Z"
        for x, y in places
        for size in (TILE * 0.40, TILE * 0.2)
    )


def clouds(sheet: Sheet) -> str:
    if sheet.is_portrait:
        return cloud(48, 206, 4.6) + cloud(164, 86, 3.8, mirrored=True) + cloud(164, 212, 5.0, mirrored=True)
    return cloud(64, 136, 5.6) + cloud(234, 126, 6.4, mirrored=True) + cloud(242, 58, 4.0) + cloud(56, 64, 3.6, True)
