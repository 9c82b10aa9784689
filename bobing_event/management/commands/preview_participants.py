import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bobing_event.importing import Finding, Roster, read_roster
from bobing_event.importing.kinds import SENTENCES
from bobing_event.importing.reader import read_sheets
from bobing_event.importing.sentences import finding_sentence
from bobing_event.refusals import Refusal

FILE_CODES = {
    **dict.fromkeys(SENTENCES, "format"),
    "file_too_large": "size",
    "no_name_column": "header",
    "two_name_columns": "header",
    "no_people": "empty",
}


class Command(BaseCommand):
    help = "Prints what an import of a participant sheet would find, without touching the database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="people, errors and warnings as one JSON object")

    def handle(self, *args: Any, file: Path, json: bool, **options: Any) -> None:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        try:
            roster = read_roster(read_sheets(content, file.name))
        except Refusal as refusal:
            if not json:
                raise CommandError(str(refusal)) from None
            roster = Roster(errors=[Finding(0, FILE_CODES[refusal.code])])
        self.stdout.write(_as_json(roster) if json else _as_text(roster))


def _as_json(roster: Roster) -> str:
    found = {
        "people": [[person.name, person.phone, person.unit] for person in roster.people],
        "errors": [[finding.row, finding.code] for finding in roster.errors],
        "warnings": [[finding.row, finding.code] for finding in roster.warnings],
    }
    return json.dumps(found, ensure_ascii=False)


def _as_text(roster: Roster) -> str:
    lines = ["\t".join((str(person.row), person.name, person.phone, person.unit)) for person in roster.people]
    lines += [f"{finding.row}\t{finding_sentence(finding.code)}" for finding in roster.errors + roster.warnings]
    return "\n".join(lines)
