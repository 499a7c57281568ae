"""Who gets a message to everybody on a date: each address once."""

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial

from django.db.models import F, QuerySet

from accounts.models import DELETED_EMAIL_SUFFIX
from bookings.guest_mails import list_guests
from bookings.models import Booking
from bookings.selectors.waiting import get_waiting_list
from changes.models import Message, Notice
from events.models import Occurrence

Audience = Message.Audience


def list_recipients(date: Occurrence, audiences: Collection[str], now: datetime) -> list[Notice]:
    """Return the recipients, not stored yet. Somebody in several audiences is a buyer, or else a guest."""
    found: dict[str, Notice] = {}
    for audience in Audience:  # in this order
        if audience in audiences:
            for recipient in list_audience(audience, date, now):
                found.setdefault(recipient.user.email.lower(), recipient)
    return list(found.values())


def list_audience(audience: Audience, date: Occurrence, now: datetime) -> Iterable[Notice]:
    build = partial(Notice, kind=Notice.Kind.MESSAGE, occurrence=date, starts_at=date.starts_at)
    if audience == Audience.BUYERS:
        bookings = filter_live_bookings(date.pk, now).select_related("user").order_by("pk")
        return [build(booking=booking) for booking in bookings]
    if audience == Audience.GUESTS:
        return [build(seat_link=link) for link in list_guests(booking__occurrence=date)]
    return [build(entry=place.entry) for place in get_waiting_list(date, now).places]


def filter_live_bookings(date_id: int, now: datetime) -> QuerySet[Booking]:
    """Return the bookings on the guest list: paid or held, with seats that are not being returned."""
    taken = Booking.objects.taken(now).exclude(kind=Booking.Kind.OFFER)
    live = taken.filter(occurrence=date_id, seats__gt=F("returning"))
    return live.exclude(user__email__endswith=DELETED_EMAIL_SUFFIX)
