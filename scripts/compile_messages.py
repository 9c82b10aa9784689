#!/usr/bin/env python3
"""Compiles the translations with Babel, so that no gettext needs to be installed."""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[1] / "locale"


def compile_folder(folder: Path) -> int:
    """Merges the folder's .po files into django.mo and returns how many messages it holds."""
    merged = Catalog(locale=folder.parent.name)
    for path in sorted(folder.glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=folder.parent.name):
                if message.id and message.string and not message.fuzzy:
                    merged.add(message.id, message.string, context=message.context, flags=message.flags)
    with (folder / "django.mo").open("wb") as file:
        write_mo(file, merged)
    return len(merged)


if __name__ == "__main__":
    counts = {folder.parent.name: compile_folder(folder) for folder in LOCALE.glob("*/LC_MESSAGES")}
    print("messages compiled:", ", ".join(f"{name} {count}" for name, count in counts.items()))
    sys.exit(0 if counts else 1)
