"""`manage.py seed_recap`: thank the guests of a past date of the demo, and print its address."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bookings.mails import get_event_url
from changes.management.commands.seed_orders import approve_at_simulator
from recaps.demo.past_date import seed_recap


class Command(BaseCommand):
    help = "Add a past date with its thank-you emails to what seed_events has loaded."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This date is for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        date = seed_recap(approve=approve_at_simulator)
        if date is None:
            self.stdout.write("The demo has no past date: its event or its members are missing.")
            return
        self.stdout.write(f"Past date: {get_event_url(date.event.public_id, date.starts_at)}")
