"""Calendar invitations and files in emails about orders (`bookings.ical.file`)."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings

from bookings.ical.file import Entry, calendar_attachments, raise_calendar_sequence
from bookings.models import Booking
from events.formatting import format_seats
from orders.models import Order, OrderLine
from outbox.mail.rendering import Attachment


def build_order_calendar(order: Order, lines: Iterable[OrderLine], *, now: datetime) -> list[Attachment]:
    """Return the calendar of the lines of a paid order that have seats on a date that takes place."""
    entries = [build_entry(order, line, line.booking.calendar_sequence) for line in lines]
    return calendar_attachments(entries, attendee=order.user.email, stamp=now)


def raise_sequences(lines: Iterable[OrderLine]) -> None:
    """Raise the numbers of the entries that changed. Call it with the dates locked."""
    for line in lines:
        raise_calendar_sequence(line.booking)


def build_changed_calendar(order: Order, lines: Iterable[OrderLine], *, now: datetime) -> list[Attachment]:
    """Return the calendar of changed upcoming dates, which removes those that are canceled or have no seats left."""
    booked: list[Entry] = []
    canceled: list[Entry] = []
    for line in lines:
        if line.booking.occurrence.starts_at > now:
            entry = build_entry(order, line, line.booking.calendar_sequence)
            (booked if is_on(line.booking) else canceled).append(entry)
    return calendar_attachments(booked, canceled, attendee=order.user.email, stamp=now)


def count_seats(booking: Booking) -> int:
    """Return the booking's seats without those that are being returned."""
    return booking.live_seats if booking.status == Booking.Status.CONFIRMED else 0


def is_on(booking: Booking) -> bool:
    """Return whether the booking has seats on a date that takes place."""
    return booking.occurrence.takes_place and count_seats(booking) > 0


def build_entry(order: Order, line: OrderLine, sequence: int) -> Entry:
    date = line.booking.occurrence
    return Entry(
        uid=line.booking.public_id,
        name=line.name,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=line.place,
        description=f"{format_seats(count_seats(line.booking) or line.seats)}. Order {order.number}\n"
        f"Your ticket: {get_order_url(order)}",
        url=get_order_url(order),
        sequence=sequence,
    )


def get_order_url(order: Order) -> str:
    return f"{settings.SITE_URL}/order/{order.public_id}"
