"""`manage.py seed_orders`: let the demo's members buy seats, share, refund and wait for them."""

from typing import Any
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from changes.demo.sales import seed_sales

TIMEOUT = 30  # seconds


class Command(BaseCommand):
    help = "Add orders and a waiting list to what seed_events has loaded. The PayPal simulator has to be running."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("These orders are for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        added = seed_sales(approve=approve_at_simulator)
        self.stdout.write(f"Added sales to {len(added)} demo events.")


def approve_at_simulator(paypal_order_id: str) -> None:
    url = f"{settings.PAYPAL_SIMULATOR_URL}/_control/orders/{paypal_order_id}/approve"
    request = Request(url, data=b"{}", headers={"Content-Type": "application/json"})  # noqa: S310 - our own address
    with urlopen(request, timeout=TIMEOUT):  # noqa: S310
        pass
