"""Finishes every payment and refund whose end is not known."""

from typing import Any

from django.core.management.base import BaseCommand

from orders.services import reconcile_all


class Command(BaseCommand):
    help = "Asks PayPal about every payment and refund in doubt, and settles them."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Looked into {reconcile_all()} payment(s) and refund(s).")
