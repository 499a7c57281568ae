"""`manage.py seed_events`: load the users and events of demo/data.toml."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from demo.data import DemoDataError, read_events, read_file
from demo.events import seed_events, seed_users


class Command(BaseCommand):
    help = "Load the demo's users and events. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = read_file()
            users, events = data["users"], read_events(data["events"])
        except (DemoDataError, OSError) as error:
            raise CommandError(str(error)) from error
        accounts = seed_users(users, settings.DEMO_PASSWORD if settings.DEMO else None)
        added = seed_events(events, [account for account in accounts if not account.is_staff])
        self.stdout.write(f"Added {len(added)} demo events; {len(events) - len(added)} existed already.")
        if not settings.DEMO:
            self.stdout.write("PAYPAL_ENVIRONMENT is not simulator, so nobody can sign in to the demo accounts.")
            return
        for user in users:
            role = "admin" if user.get("admin") else "member"
            self.stdout.write(f"Demo sign-in ({role}): {user['email']} / {settings.DEMO_PASSWORD}")
