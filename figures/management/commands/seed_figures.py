"""`manage.py seed_figures`: add past dates to the demo, of which the figures tell."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from changes.management.commands.seed_orders import approve_at_simulator
from figures.demo.past_season import seed_figures


class Command(BaseCommand):
    help = "Add series that are over to what seed_events has loaded. Members pay at the PayPal simulator."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This season is for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        added = seed_figures(approve=approve_at_simulator)
        self.stdout.write(f"Figures: {settings.SITE_URL}/admin/figures ({', '.join(added) or 'nothing'} added)")
