"""`manage.py seed_events [--clear]`: load the demo data from bookings/demo/data.toml, or delete it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from bookings.demo import seed
from bookings.demo.load import DemoDataError, load_demo_data
from events.datetimes import get_shop_zone


class Command(BaseCommand):
    help = "Load the demo data, or with --clear delete it. Running it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--clear", action="store_true", help="Delete the demo data that no order or user needs.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            users, events = load_demo_data(timezone.now().astimezone(get_shop_zone()).date(), get_shop_zone())
        except (DemoDataError, OSError) as error:
            raise CommandError(str(error)) from error
        if options["clear"]:
            emails = [user.email for user in users]
            deleted = seed.delete_events([event.name for event in events], emails)
            seed.delete_users(emails)
            self.stdout.write(f"Removed {len(deleted)} demo events.")
            return
        accounts = seed.seed_users(users, settings.DEMO_PASSWORD if settings.DEMO else None)
        added = seed.seed_events(events, [account for account in accounts if not account.is_staff])
        self.stdout.write(f"Added {len(added)} demo events; {len(events) - len(added)} existed already.")
        if settings.DEMO:
            for user in users:
                role = "admin" if user.is_admin else "member"
                self.stdout.write(f"Demo sign-in ({role}): {user.email} / {settings.DEMO_PASSWORD}")
        else:
            self.stdout.write("PAYPAL_ENVIRONMENT is not simulator, so nobody can sign in to the demo accounts.")
