"""`manage.py seed_cause`: add goals, codes, members, gifts and a ledger to the demo."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from changes.management.commands.seed_orders import approve_at_simulator
from ledger.demo.cause import seed_cause


class Command(BaseCommand):
    help = "Add goals, codes, members and a ledger to what seed_events has loaded. Members pay at the PayPal simulator."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("These months are for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        added = seed_cause(approve=approve_at_simulator)
        self.stdout.write(f"Added to the cause: {', '.join(added) or 'nothing'}.")
