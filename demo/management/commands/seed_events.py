"""`manage.py seed_events [--clear]`: load the demo data from demo/data.toml, or delete it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from demo.data import DemoDataError, read_events, read_file
from demo.events import delete_events, delete_users, seed_events, seed_users


class Command(BaseCommand):
    help = "Load the demo data, or with --clear delete it. Running it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--clear", action="store_true", help="Delete the demo data that no order or user needs.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = read_file()
            users, events = data["users"], read_events(data["events"])
        except (DemoDataError, OSError) as error:
            raise CommandError(str(error)) from error
        if options["clear"]:
            emails = [user["email"] for user in users]
            deleted = delete_events([event.name for event in events], emails)
            delete_users(emails)
            self.stdout.write(f"Removed {len(deleted)} demo events.")
            return
        accounts = seed_users(users, settings.DEMO_PASSWORD if settings.DEMO else None)
        added = seed_events(events, [account for account in accounts if not account.is_staff])
        self.stdout.write(f"Added {len(added)} demo events; {len(events) - len(added)} existed already.")
        if settings.DEMO:
            for user in users:
                role = "admin" if user.get("admin") else "member"
                self.stdout.write(f"Demo sign-in ({role}): {user['email']} / {settings.DEMO_PASSWORD}")
        else:
            self.stdout.write("PAYPAL_ENVIRONMENT is not simulator, so nobody can sign in to the demo accounts.")
