"""The command: `python3 -m rules check FILE...`, `list`, `show ID` (RULEBOOK §11)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from rules.catalogue import available, describe
from rules.check import UnreadableFileError, check_line, read_lines
from rules.options import RulesetError

SHOWN = 20
"""How many mismatches are printed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status: 0 well, 1 something is wrong, 2 it could not be done."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (UnreadableFileError, RulesetError) as error:
        print(error, file=sys.stderr)
        return 2


def check(options: argparse.Namespace) -> int:
    """Compare vector files with this package."""
    checked = wrong = 0
    for path in options.files:
        for number, line in read_lines(path):
            checked += 1
            difference = check_line(line)
            if difference:
                wrong += 1
                if wrong <= SHOWN:
                    print(f"{path}:{number}: {difference}")
    if wrong > SHOWN:
        print(f"... and {wrong - SHOWN} more")
    print(f"{checked} checked, {wrong} wrong")
    return 1 if wrong else 0


def list_rulesets(options: argparse.Namespace) -> int:
    """Print id, title and source of every ruleset."""
    for listing in available():
        print(f"{listing.id:22}{listing.title}  ({listing.source})")
    return 0


def show(options: argparse.Namespace) -> int:
    """Print one ruleset: labels, digest, and what differs from the defaults."""
    print(json.dumps(describe(options.id), ensure_ascii=False, indent=2))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m rules", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    checking = commands.add_parser("check", help="compare vector files with this package")
    checking.add_argument("files", nargs="+", metavar="FILE")
    checking.set_defaults(run=check)
    listing = commands.add_parser("list", help="list the rulesets")
    listing.set_defaults(run=list_rulesets)
    showing = commands.add_parser("show", help="show one ruleset")
    showing.add_argument("id", metavar="ID")
    showing.set_defaults(run=show)
    return parser


if __name__ == "__main__":
    sys.exit(main())
