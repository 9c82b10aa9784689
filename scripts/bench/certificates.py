"""Certificates of 1,000 people, their texts checked for characters no font has, beside typst's own bare loop.

Both set the same pages of one template from the same data, in one process and taking turns; the bare loop checks
nothing, draws no names, empties no cache and joins no parts. Memory is the peak of a process of its own, printing
1,000 pages and printing 4,000. The measuring has processes of its own (`python -m scripts.bench.certificates`), since
Django is set up once.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from scripts.bench.figure import Figure, best_of

if TYPE_CHECKING:
    from awards.printing import Look

PAGES = 1000
MANY = 4000
ROUNDS = 5
GROWTH = 1.25
"""How much more memory four times the pages may take: the file itself, some 7 kB a page, and nothing else."""

SURNAMES, GIVEN = (
    "王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗",
    "明静强伟芳娜敏丽军洋勇艳杰娟涛霞平刚桂英玉兰凤洁宇浩轩梓涵欣怡佳",
)
OTHERS = ("欧阳娜娜", "吉日格勒·巴特尔", "阿卜杜拉·买买提·艾山", "王㛃", "林𬭎", "陈䶮", "龘𠮷", "Ángel de la Cruz")


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="bobing-bench-") as folder:
        speed = _measured(folder, "speed")
        rates = {f"{name}_pages_per_second": round(PAGES / seconds) for name, seconds in speed.items()}
        yield Figure("certificates", speed["bare"] / speed["ours"], 0.7, at_least=True, detail=rates)
        few, many = (_measured(folder, str(pages))["peak_mb"] for pages in (PAGES, MANY))
        peaks = {f"peak_mb_{PAGES}_pages": few, f"peak_mb_{MANY}_pages": many}
        yield Figure("certificates.memory", many / few, GROWTH, detail=peaks)


def main(asked: str) -> None:
    """Prints `{"ours", "bare"}` in seconds for "speed", and for a number of pages `{"peak_mb"}`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bobing_event.config.settings")
    import django

    django.setup()
    if asked == "speed":
        print(json.dumps(_speed()))
    else:
        _printed(_rows(int(asked)))
        print(json.dumps({"peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}))


def _speed() -> dict[str, float]:
    from awards.printing import documents

    rows = list(_rows(PAGES))
    parts = list(documents(((_look(), row) for row in rows), "bench", ()))
    ours, bare = best_of(ROUNDS, lambda: _printed(rows), lambda: _bare(parts))
    return {"ours": round(ours, 3), "bare": round(bare, 3)}


def _printed(rows: Any) -> None:
    from awards.glyphs import missing_glyphs, printable_characters
    from awards.printing import certificates_pdf

    look, printable = _look(), printable_characters()

    def checked() -> Iterator[tuple[Look, dict[str, Any]]]:
        for row in rows:
            assert not missing_glyphs(row["name"] + row["honour"] + row["citation"], printable)
            yield look, row

    assert certificates_pdf(checked(), title="bench").startswith(b"%PDF")


def _bare(parts: list[dict[str, Any]]) -> None:
    import typst

    from awards.glyphs import font_folders
    from awards.printing import TEMPLATE
    from awards.typesetting import TEMPLATES

    fonts = typst.Fonts(include_system_fonts=False, font_paths=font_folders())
    for part in parts:
        data = {"data": json.dumps(part, ensure_ascii=False)}
        typst.compile(
            str(TEMPLATES / TEMPLATE), root=str(TEMPLATES), font_paths=fonts, sys_inputs=data, format="pdf",
            pdf_tags=False,
        )  # fmt: skip


def _look() -> Look:
    from awards.printing import Look

    units = ("集美大学工会委员会", "共青团集美大学委员会")
    return Look("zhujin", "a4", "landscape", "荣誉证书", "特发此证，以资鼓励。", units, date(2026, 9, 25))


def _rows(pages: int) -> Iterator[dict[str, Any]]:
    """Rows as a printing has them; their QR codes are made as they are asked for, like there."""
    from awards.typesetting import qr_svg

    for number in range(1, pages + 1):
        given = GIVEN[number * 7 % len(GIVEN)] + (GIVEN[number * 11 % len(GIVEN)] if number % 3 else "")
        common = SURNAMES[number % len(SURNAMES)] + given
        yield {
            "name": OTHERS[number // 20 % len(OTHERS)] if number % 20 == 0 else common,
            "honour": f"第{number}桌状元",
            "citation": "在“集美大学第六届中秋博饼”中，掷得状元插金花，荣获",
            "dice": "444411",
            "number": f"{number:04d}",
            "copy": 1,
            "qr": qr_svg(f"https://bobing.example.org/certificates/moon/{number}-7HKQ2MN4/", "#5B4210"),
        }


def _measured(folder: str, asked: str) -> dict[str, float]:
    command = [sys.executable, "-m", "scripts.bench.certificates", asked]
    done = subprocess.run(command, env={**os.environ, "BOBING_VAR": folder}, stdout=subprocess.PIPE, check=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


if __name__ == "__main__":
    main(sys.argv[1])
