from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.models import Table
from tables.services.verifying import verify_tables


class Command(BaseCommand):
    help = "Folds every log anew and reports what in the database differs from it; exits 1 when something does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", help="short name of one event; every event where it is left out")

    def handle(self, *args: Any, event: str | None = None, **options: Any) -> None:
        tables = Table.objects.select_related("session__event").order_by("session__event", "session", "number")
        if event:
            tables = tables.filter(session__event__slug=event)
        differences = 0
        for difference in verify_tables(tables.iterator(chunk_size=200)):
            differences += 1
            self.stdout.write(str(difference))
        summary = f"{tables.count()} tables verified, {differences} differences"
        if differences:
            raise CommandError(summary, returncode=1)
        self.stdout.write(summary)
