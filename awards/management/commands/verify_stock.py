from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from awards.models import Movement
from awards.services.verifying import verify_stock
from bobing_event.models import Event


class Command(BaseCommand):
    help = "Adds the stock ledger up anew and reports what in the database differs; exits 1 when something does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", help="short name of one event; every event where it is left out")

    def handle(self, *args: Any, event: str | None = None, **options: Any) -> None:
        events = Event.objects.filter(slug=event) if event else Event.objects.order_by("slug")
        if event and not events:
            raise CommandError(f"there is no event {event}", returncode=2)
        differences = 0
        for one in events:
            for difference in verify_stock(one):
                differences += 1
                self.stdout.write(str(difference))
        movements = Movement.objects.filter(event__in=events).count()
        summary = f"{movements} movements verified, {differences} differences"
        if differences:
            raise CommandError(summary, returncode=1)
        self.stdout.write(summary)
