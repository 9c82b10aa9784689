"""What the architecture tests read: the tracked files of this checkout."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ["rules", "bobing_event", "tables", "tournaments", "awards", "reports"]
APPS = PACKAGES[1:]


@cache
def tracked(*patterns: str) -> list[Path]:
    """The tracked files matching git's patterns (all without one) that are there, as absolute paths."""
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def modules(package: str) -> list[Path]:
    """The package's own Python modules, migrations left out."""
    return [path for path in tracked(f"{package}/*.py") if "migrations" not in path.parts]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
