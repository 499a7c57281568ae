"""Emails to buyers about dates that staff moved or canceled."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.conf import settings

from accounts.models import User
from bookings.event_plan import Row
from bookings.formatting import format_seats, format_when
from bookings.ical.file import Entry, calendar_attachment, sequence_at
from bookings.models import Booking
from charityshop.mail.outbox import log_rendering_errors, post_mail
from charityshop.text import one_printable_line
from events.datetimes import format_day
from events.models import Event, Occurrence
from events.recurrence import Span


@dataclass(frozen=True, slots=True)
class ChangedDate:
    """One booking on a date that changed, as a mail shows it."""

    was: str
    now: str
    seats: str


@log_rendering_errors
def dates_moved(event: Event, moves: Iterable[tuple[Row, Span]], *, now: datetime) -> None:
    """Tell each buyer once, however many of their dates moved. Called when the dates are at their new times."""
    old = {row.pk: row.span for row, _ in moves if row.taken}
    for person, bookings in by_person(old, now):
        post_mail(
            "dates_moved",
            to=person.email,
            owner_id=person.pk,
            subject=f"New time: {one_printable_line(event.name)}",
            context={
                "user": person,
                "event": event,
                "dates": [moved(booking, old) for booking in bookings],
                "orders_url": orders_url(person),
            },
            attachments=[calendar_attachment(entries(event, bookings, now), stamp=now)],
        )


@log_rendering_errors
def booking_moved(booking: Booking, *, was: Occurrence, now: datetime) -> None:
    """Tell one buyer that their seats are on another date now, as was agreed with them."""
    person, event, date = booking.user, booking.occurrence.event, booking.occurrence
    if person.is_deleted:
        return
    change = ChangedDate(
        was=format_when(was.starts_at, was.ends_at),
        now=format_when(date.starts_at, date.ends_at),
        seats=format_seats(booking.seats),
    )
    post_mail(
        "dates_moved",
        to=person.email,
        owner_id=person.pk,
        subject=f"New date: {one_printable_line(event.name)}",
        context={
            "user": person,
            "event": event,
            "dates": [change],
            "is_agreed": True,
            "orders_url": orders_url(person),
        },
        attachments=[calendar_attachment(entries(event, [booking], now), stamp=now)],
    )


@log_rendering_errors
def date_cancelled(date: Occurrence, *, reason: str, now: datetime) -> None:
    """Tell everybody with seats on this date that it does not take place. Called while their bookings still stand."""
    day = format_day(date.starts_at)
    for person, bookings in by_person([date.pk], now):
        post_mail(
            "date_cancelled",
            to=person.email,
            owner_id=person.pk,
            subject=f"Cancelled: {one_printable_line(date.event.name)} on {day}",
            context={
                "user": person,
                "event": date.event,
                "when": format_when(date.starts_at, date.ends_at),
                "seats": format_seats(sum(booking.seats for booking in bookings)),
                "reason": reason,
                "orders_url": orders_url(person),
            },
            attachments=[calendar_attachment(entries(date.event, bookings, now), stamp=now, method="CANCEL")],
        )


def by_person(occurrence_ids: Collection[int], now: datetime) -> Iterator[tuple[User, list[Booking]]]:
    """Live holds too: who is about to pay wants to know."""
    bookings = Booking.objects.taken(now).filter(occurrence__in=occurrence_ids).select_related("user", "occurrence")
    rows = bookings.order_by("user", "occurrence__starts_at", "pk")
    for _, theirs in groupby(rows, key=lambda booking: booking.user_id):
        listed = list(theirs)
        if not listed[0].user.is_deleted:
            yield listed[0].user, listed


def moved(booking: Booking, old: Mapping[int, Span]) -> ChangedDate:
    was, date = old[booking.occurrence_id], booking.occurrence
    return ChangedDate(
        was=format_when(was.starts_at, was.ends_at),
        now=format_when(date.starts_at, date.ends_at),
        seats=format_seats(booking.seats),
    )


def entries(event: Event, bookings: Iterable[Booking], now: datetime) -> list[Entry]:
    return [
        Entry(
            uid=booking.public_id,
            name=event.name,
            starts_at=booking.occurrence.starts_at,
            ends_at=booking.occurrence.ends_at,
            place=event.event_location,
            description=format_seats(booking.seats),
            url=orders_url(booking.user),
            sequence=sequence_at(now),
        )
        for booking in bookings
    ]


def orders_url(person: User) -> str:
    """One's profile lists one's orders; a booking does not know its own."""
    return f"{settings.SITE_URL}/user/{person.public_id}/"
