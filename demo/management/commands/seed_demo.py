"""`manage.py seed_demo`: load the demo's users and events, and what people do in its shop."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from charityshop.models import ShopSettings
from demo import evenings, sales
from demo.data import DATA, Row, seed_users
from discounts.models import Voucher
from orders.models import Order

# By table of data.toml, in the order of adding them: what adds a row.
ADDS: dict[str, Callable[[Row], object]] = {
    "shop": lambda row: ShopSettings.objects.update_or_create(pk=ShopSettings.ONLY, defaults=row),
    "crowd": sales.seed_crowd,
    "orders": sales.seed_purchase,
    "waiting": sales.seed_waiting_list,
    "canceled": sales.cancel_date,
    "goals": sales.seed_goal,
    "codes": lambda row: Voucher.objects.create(**row),
    "members": sales.seed_member,
    "recaps": evenings.seed_recap,
    "past": evenings.seed_series,
    "months": sales.seed_month,  # after all that is in a month that it closes
}


class Command(BaseCommand):
    help = "Fill the shop once, and then add only tonight's dates. The PayPal simulator has to be running."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This is for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        call_command("seed_events", no_seats=True, stdout=self.stdout)  # guests buy them
        seed_users(DATA["guests"])
        for table in [] if Order.objects.exists() else ADDS:
            self.stdout.write(f"Added {sales.add_all(ADDS[table], DATA[table])} of {len(DATA[table])}: {table}.")
        self.stdout.write("\n".join(evenings.list_addresses() + evenings.seed_later() + evenings.seed_tonight()))
