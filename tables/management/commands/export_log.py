import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.models import Table
from tables.queries import export_of


class Command(BaseCommand):
    help = "Writes a table's log as JSON, to be checked with docs/verify_log.py."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="short name of the event")
        parser.add_argument("table", type=int, help="number of the table")
        parser.add_argument("--session", type=int, default=1, help="number of the session (1)")

    def handle(self, *args: Any, event: str, table: int, session: int, **options: Any) -> None:
        found = Table.objects.select_related("session__event").filter(
            session__event__slug=event, session__number=session, number=table
        )
        if not found:
            raise CommandError(f"There is no table {table} in session {session} of {event}.")
        if found[0].opening is None:
            raise CommandError(f"Table {table} has not been opened.")
        self.stdout.write(json.dumps(export_of(found[0]), ensure_ascii=False, indent=1))
