"""`manage.py seed_tables`: create a tournament at the demo's open door, and print its address."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tables.demo.running_round import seed_tables


class Command(BaseCommand):
    help = "Pair who is inside at the door that seed_door has opened."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This tournament is for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        tournament = seed_tables()
        if tournament is None:
            self.stdout.write("The demo has no tables: its door is not open.")
            return
        name = tournament.night.occurrence.event.name
        self.stdout.write(f"Tables of {name}: {settings.SITE_URL}/tables/{tournament.public_id}")
