"""`manage.py seed_events [--clear]`: load the demo data from bookings/demo/season.toml, or remove it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from bookings.demo import seed
from bookings.demo.load import SeasonFault, read_season
from events.datetimes import get_shop_zone


class Command(BaseCommand):
    help = "Fill the shop with the demo season, or with --clear take it away. Running it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--clear", action="store_true", help="Remove what it made, where nothing real hangs on it.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            people, nights = read_season(timezone.now().astimezone(get_shop_zone()).date(), get_shop_zone())
        except (SeasonFault, OSError) as fault:
            raise CommandError(str(fault)) from fault
        if options["clear"]:
            addresses = [person.email for person in people]
            gone = seed.clear_nights([night.name for night in nights], addresses)
            seed.clear_people(addresses)
            self.stdout.write(f"Removed {len(gone)} demo nights.")
            return
        users = seed.seed_people(people, settings.DEMO_PASSWORD if settings.DEMO else None)
        made = seed.seed_nights(nights, [user for user in users if not user.is_staff])
        self.stdout.write(f"Added {len(made)} demo nights; {len(nights) - len(made)} were there.")
        if settings.DEMO:
            for person in people:
                role = "admin" if person.is_admin else "member"
                self.stdout.write(f"Demo sign-in ({role}): {person.email} / {settings.DEMO_PASSWORD}")
        else:
            self.stdout.write("PAYPAL_ENVIRONMENT is not simulator, so nobody can sign in to the demo accounts.")
