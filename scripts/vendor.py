#!/usr/bin/env python3
"""Copies the chosen files of our front-end packages to static/vendor/NAME/, with a VERSION and a LICENSE.

Run after `npm ci --ignore-scripts` in frontend/. With `--check` nothing is written: the command fails when a copy
differs from the package in frontend/node_modules, when the note of its version does, or when a file is left over.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ROOT / "frontend" / "node_modules"
VENDOR = ROOT / "bobing_event" / "static" / "vendor"

# package: (folder the files are taken from, patterns of the files, the licence's file name)
CHOSEN = {
    "idb": ("build", ("index.js", "*.d.ts"), "LICENSE"),
    "modern-normalize": (".", ("modern-normalize.css",), "license"),
    "qr": (".", ("decode.js", "decode.d.ts", "index.js", "index.d.ts"), "LICENSE"),
}


def expected(name: str, packages: Path) -> dict[str, bytes]:
    """`{file name: content}` of what static/vendor/NAME/ should hold."""
    folder, patterns, licence = CHOSEN[name]
    package = packages / name
    about = json.loads((package / "package.json").read_text())
    note = f"{about['name']} {about['version']}\nLicence: {about['license']} (see LICENSE)\n"
    files = {path.name: path.read_bytes() for pattern in patterns for path in (package / folder).glob(pattern)}
    return {**files, "VERSION": note.encode(), "LICENSE": (package / licence).read_bytes()}


def differences(folder: Path, files: dict[str, bytes]) -> list[str]:
    """The names of files that are missing, differ or are left over in a folder."""
    held = {path.name: path.read_bytes() for path in folder.glob("*")}
    return sorted(file for file in held.keys() | files.keys() if held.get(file) != files.get(file))


def copy(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*"):
        if path.name not in files:
            path.unlink()
    for file, content in files.items():
        (folder / file).write_bytes(content)


def main(arguments: list[str], packages: Path = PACKAGES, vendor: Path = VENDOR) -> int:
    if not packages.is_dir():
        print("frontend/node_modules is missing: run `npm ci --ignore-scripts` in frontend/ first.")
        return 2
    wanted = {name: expected(name, packages) for name in CHOSEN}
    differ = [f"{name}/{file}" for name, files in wanted.items() for file in differences(vendor / name, files)]
    differ += [f"{path.name}/" for path in vendor.glob("*") if path.name not in CHOSEN]
    if "--check" in arguments:
        print("\n".join(f"differs: {file}" for file in differ) or "vendored files are those of the packages")
        return 1 if differ else 0
    for name, files in wanted.items():
        copy(vendor / name, files)
    print("\n".join(f"copied: {file}" for file in differ) or "nothing to copy")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
