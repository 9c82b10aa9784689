"""Prints one line a figure, `name ratio goal ok|SHORT`, and writes `var/bench.json`. Exits 1 where one is short."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

from scripts.bench import certificates, classify, draw, entry, faults, importing
from scripts.bench.figure import Figure

OUTPUT = Path(__file__).resolve().parents[2] / "var" / "bench.json"


def main(wanted: list[str]) -> int:
    suites = {
        "classify": classify.figures,
        "draw": draw.figures,
        "import": importing.figures,
        "entry": entry.figures,
        "certificates": certificates.figures,
        "faults": faults.figures,
    }
    if unknown := set(wanted) - set(suites):
        print(f"There is no figure named {', '.join(sorted(unknown))}; there are {', '.join(suites)}.")
        return 2
    taken: list[Figure] = []
    for name in wanted or suites:
        for figure in suites[name]():
            print(figure.line(), flush=True)
            taken.append(figure)
    OUTPUT.parent.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    OUTPUT.write_text(json.dumps({**machine, "figures": [figure.to_json() for figure in taken]}, indent=2) + "\n")
    return 0 if all(figure.ok for figure in taken) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
