"""Create the demo's past dates, of which the figures tell: sold seats, who came, and who waited in vain.

Nobody can buy seats for the past. So members buy them for dates ahead, and then the whole series moves some weeks back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time, timedelta
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bookings.demo import seed
from bookings.demo.load import DemoEvent, DemoUser, build_span
from bookings.models import Entry, Pass
from changes.demo import JUNE, ORGANIZER, THEO, WREN, build_item, buy, is_seeded, set_back
from charityshop.db.transactions import in_one_transaction
from door.models import Entry as DoorEntry
from door.models import EntryText, Night
from events.datetimes import get_shop_zone
from events.models import Event, Occurrence
from events.recurrence import Pattern
from orders.models import Order

DATES = 5
WEEKS_BACK = 6
VOLUNTEER = "Ana"
SATURDAY, SUNDAY = 5, 6
MAYA, BEN = "maya@example.com", "ben@example.com"
OTHERS = {MAYA: ("Maya", "Rossi"), BEN: ("Ben", "Adeyemi")}


@dataclass(frozen=True, slots=True)
class DemoSeries:
    """A weekly series. `seats` are those that each member buys for each date, and `came` how many of them come."""

    name: str
    format: str
    price: Decimal
    weekday: int
    seats: Mapping[str, tuple[int, ...]]
    came: Mapping[str, tuple[int, ...]]
    has_door: bool = True
    waited: int = 0  # seats, on each date
    canceled: int | None = None  # the date's number, from 0


SERIES = (
    DemoSeries(
        "Saturday Draft on the Pier",
        "Draft",
        Decimal(15),
        SATURDAY,
        seats={
            JUNE: (4, 4, 3, 4, 4),
            THEO: (2, 4, 4, 4, 2),
            WREN: (2, 2, 4, 4, 4),
            MAYA: (3, 4, 4, 4, 4),
        },
        came={JUNE: (4, 4, 3, 4, 3), THEO: (2, 3, 4, 4, 2), WREN: (0, 2, 4, 2, 4), MAYA: (3, 4, 4, 4, 4)},
        waited=3,
    ),
    DemoSeries(
        "Learn to Play by the Fire",
        "Casual",
        Decimal(0),
        SUNDAY,
        seats={THEO: (1, 2, 0, 1, 1), BEN: (2, 2, 0, 2, 1)},
        came={},
        has_door=False,
        canceled=2,
    ),
)


def seed_figures() -> list[str]:
    """Create the missing series, and say where their figures are. What the shop refuses is left out."""
    organizer = User.objects.filter(email=ORGANIZER).first()
    if organizer is None:
        return ["The demo has no figures: its admin is missing."]
    seed.seed_users([DemoUser(email, *names, is_admin=False) for email, names in OTHERS.items()], None)
    added = [each.name for each in SERIES if is_seeded(each.name, partial(seed_series, each, organizer))]
    return [f"Figures: {settings.SITE_URL}/admin/figures ({', '.join(added) or 'nothing'} added)"]


def seed_series(series: DemoSeries, organizer: User) -> bool:
    if not seed.seed_events([build_event(series)], []):
        return False
    event = Event.objects.get(name=series.name)
    dates = list(event.occurrences.order_by("starts_at")[:DATES])
    for email in series.seats:
        buy_season(User.objects.get(email=email), dict(zip(dates, series.seats[email], strict=True)))
    finish_series(series, event, organizer)
    return True


@in_one_transaction
def finish_series(series: DemoSeries, event: Event, organizer: User) -> None:
    move_into_past(event)
    for number, date in enumerate(event.occurrences.order_by("starts_at")):
        finish_date(series, number, date, organizer)


def build_event(series: DemoSeries) -> DemoEvent:
    today, zone = timezone.localdate(), get_shop_zone()
    first = today + timedelta(days=1 + (series.weekday - today.weekday() - 1) % 7)
    span = build_span(first, time(19), 4, zone)
    until = span.starts_at + timedelta(weeks=DATES - 1, hours=2)  # clocks may change
    fields: dict[str, Any] = {
        "name": series.name,
        "format": series.format,
        "category": "Past season",
        "card_set": "Tides of Emberfall",
        "brand": "Lanternworks",
        "price": series.price,
        "maximum_event_capacity": 16,
        "event_location": "The Long Table, 1907 Foundry Avenue, Port Alder, WA",
        "description": "Five evenings that are over. The club's figures tell how they went.",
        "starts_at": span.starts_at,
        "ends_at": span.ends_at,
        "is_recurring": True,
        "pattern": Pattern("weekly", until=until),
    }
    return DemoEvent(fields, None, Event.Status.PUBLISHED, [], False, [])


def buy_season(buyer: User, seats: Mapping[Occurrence, int]) -> None:
    buy(buyer, [build_item(date, count) for date, count in seats.items() if count])


def move_into_past(event: Event) -> None:
    """Move the series with its sales, as if everything had happened some weeks earlier."""
    back = timedelta(weeks=WEEKS_BACK)
    times = {name: F(name) - back for name in ("starts_at", "ends_at")}
    Event.objects.filter(pk=event.pk).update(repeat_until=F("repeat_until") - back, **times)
    Occurrence.objects.filter(event=event).update(**times)
    set_back(Order.objects.filter(lines__product=event.public_id).distinct(), back)


def finish_date(series: DemoSeries, number: int, date: Occurrence, organizer: User) -> None:
    if number == series.canceled:
        Occurrence.objects.filter(pk=date.pk).update(status=Occurrence.Status.SKIPPED, cancel_reason="The oven broke.")
        return
    if series.waited:
        Entry.objects.create(
            occurrence=date, user=organizer, seats=series.waited, at_least=1, status=Entry.Status.ENDED
        )
    if series.has_door:
        night = Night.objects.create(occurrence=date, closed_at=date.ends_at, closed_by=organizer)
        phone = night.devices.create(uuid=uuid4(), name=VOLUNTEER)
        for seq, (email, came) in enumerate(series.came.items(), 1):
            ticket = Pass.objects.filter(booking__occurrence=date, booking__user__email=email).first()
            if ticket and came[number]:
                entry = phone.entries.create(
                    seq=seq,
                    at=date.starts_at,
                    received_at=date.starts_at,
                    kind=DoorEntry.Kind.IN,
                    ticket=ticket,
                    seats=came[number],
                )
                EntryText.objects.create(entry=entry, name=VOLUNTEER)
