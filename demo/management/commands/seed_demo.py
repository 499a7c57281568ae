"""`manage.py seed_demo [--only NAME]`: fill the demo's running shop with orders, an open door and past dates."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from demo import past, sales, tonight
from demo.data import USERS

# Functions that return lines to print. The past comes before the cause, which closes its months.
SEEDS = {
    "orders": sales.seed_sales,
    "goals": past.seed_goals,
    "recap": past.seed_recap,
    "figures": past.seed_figures,
    "cause": past.seed_cause,
    "door": tonight.seed_door,
    "tables": tonight.seed_tables,
}


class Command(BaseCommand):
    help = "Add to what seed_events has loaded what people do in a shop. The PayPal simulator has to be running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only", action="append", choices=list(SEEDS), help="Add only this. May be repeated.")

    def handle(self, *args: Any, only: list[str] | None, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This is for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        if User.objects.filter(email__in=[row["email"] for row in USERS]).count() < len(USERS):
            raise CommandError("Some users of the demo are missing. Load them first: manage.py seed_events")
        for name in only or SEEDS:
            self.stdout.write("\n".join(SEEDS[name]()))
