from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Playoff
from tournaments.services import verify_playoffs


class Command(BaseCommand):
    help = "Draws every lot and folds every heat anew and reports what differs; exits 1 when something does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", help="short name of one event; every event where it is left out")

    def handle(self, *args: Any, event: str | None = None, **options: Any) -> None:
        playoffs = Playoff.objects.select_related("event").order_by("event", "pk")
        if event:
            playoffs = playoffs.filter(event__slug=event)
        differences = 0
        for difference in verify_playoffs(playoffs):
            differences += 1
            self.stdout.write(str(difference))
        summary = f"{playoffs.count()} play-offs verified, {differences} differences"
        if differences:
            raise CommandError(summary, returncode=1)
        self.stdout.write(summary)
