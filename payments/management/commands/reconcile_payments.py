"""Finish open payments and refunds now, without waiting for their next attempt."""

from typing import Any

from django.core.management.base import BaseCommand

from charityshop.checks import STARTUP
from payments.services.reconcile_payments import reconcile_payments


class Command(BaseCommand):
    help = "Look up every open payment and refund at PayPal now, and settle it."

    def handle(self, *args: Any, **options: Any) -> None:
        self.check(tags=[STARTUP], include_deployment_checks=True)
        self.stdout.write(f"Finished {reconcile_payments(ignore_pauses=True)} payment(s) and refund(s).")
