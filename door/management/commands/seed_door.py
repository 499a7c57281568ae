"""`manage.py seed_door`: open the door of a demo event today, with guests to scan, and print its links."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from changes.management.commands.seed_orders import approve_at_simulator
from door.demo.open_door import seed_door
from events.datetimes import format_utc


class Command(BaseCommand):
    help = "Open a door for what seed_events has loaded. Some of its guests pay at the PayPal simulator."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This door is for the demo: PAYPAL_ENVIRONMENT has to be simulator.")
        door = seed_door(approve=approve_at_simulator)
        if door is None:
            self.stdout.write("The demo has no open door: its admin or its event is missing.")
            return
        event = door.date.event
        path = f"/admin/product/{event.public_id}/guests/door?{urlencode({'date': format_utc(door.date.starts_at)})}"
        self.stdout.write(f"Door of {event.name}: {settings.SITE_URL}{path}")
        for new in door.links:
            self.stdout.write(f"Phone ({new.link.role}): {new.url} PIN {new.pin}")
