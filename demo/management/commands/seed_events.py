"""`manage.py seed_events`: load the users and events of demo/data.toml."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from demo.data import read_file, seed_events, seed_places, seed_users


class Command(BaseCommand):
    help = "Load the demo's users and events. Running it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-seats", action="store_true", help="Book no seats by hand.")

    def handle(self, *args: Any, no_seats: bool, **options: Any) -> None:
        data = read_file()
        users = seed_users(data["users"], settings.DEMO_PASSWORD if settings.DEMO else None)
        members = [] if no_seats else [user for user in users if not user.is_staff]
        seed_places(data["places"])
        added = seed_events(data["events"], members)
        self.stdout.write(f"Added {added} demo events; {len(data['events']) - added} existed already.")
        if not settings.DEMO:
            self.stdout.write("PAYPAL_ENVIRONMENT is not simulator, so nobody can sign in to the demo accounts.")
            return
        for user in users:
            role = "admin" if user.is_staff else "member"
            self.stdout.write(f"Demo sign-in ({role}): {user.email} / {settings.DEMO_PASSWORD}")
