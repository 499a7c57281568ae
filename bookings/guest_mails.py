"""Emails about seats that buyers give away: to the buyers, and to guests who gave an email address.

Those with a ticket's link are secret: they are never shown to staff, and erased once sent. Guests have no account.
"""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from bookings.formatting import format_day, format_place, format_when
from bookings.ical.file import Entry, calendar_attachments, get_sequence
from bookings.models import Booking, Pass, SeatLink
from bookings.pass_texts import build_code_images, format_code_change, format_passes
from bookings.selectors.passes import get_guest_pass
from charityshop.mail.outbox import log_rendering_errors, post_mail
from charityshop.mail.rendering import Attachment
from charityshop.text import has_link, one_printable_line
from events.models import Event, Occurrence
from events.recurrence import Span

KINDS = ("seat_claimed", "seat_given_back", "guest_ticket", "guest_seat_gone", "guest_reminder", "guest_message")


# --- To the buyer ----------------------------------------------------------------------------------------------------


@log_rendering_errors
def seat_claimed(link: SeatLink) -> None:
    """Call it once the guest has a pass, because the buyer's code admits one fewer then."""
    note = format_code_change(link.booking)
    post_to_buyer("seat_claimed", link, f"{format_guest(link)} has one of your seats", code_change=note)


@log_rendering_errors
def seat_given_back(link: SeatLink) -> None:
    """Call it before the guest is erased."""
    post_to_buyer("seat_given_back", link, f"{format_guest(link)} gave your seat back")


def post_to_buyer(kind: str, link: SeatLink, subject: str, **more: object) -> None:
    buyer = link.booking.user
    if buyer.is_deleted:
        return
    context = {
        "user": buyer,
        "guest": format_guest(link),
        "orders_url": f"{settings.SITE_URL}/user/{buyer.public_id}/",
        **describe_date(link.booking.occurrence),
        **more,
    }
    post_mail(kind, to=buyer.email, owner_id=buyer.pk, subject=subject, context=context)


def format_guest(link: SeatLink) -> str:
    """Return the guest's name, unless email clients would turn it into a link."""
    return "Your friend" if has_link(link.first_name) else link.first_name


# --- To guests -------------------------------------------------------------------------------------------------------


@log_rendering_errors
def guest_ticket(link: SeatLink) -> None:
    """Email a guest their ticket."""
    date = link.booking.occurrence
    subject = f"Your seat for {one_printable_line(date.event.name)} on {format_day(date.starts_at)}"
    post_to_guest("guest_ticket", link, subject)


@log_rendering_errors
def seat_withdrawn(link: SeatLink) -> None:
    """Tell a guest that the organizer took the seat back. Call it before the guest is erased."""
    subject = f"Your seat for {one_printable_line(link.booking.occurrence.event.name)} was taken back"
    post_to_guest("guest_seat_gone", link, subject)


@log_rendering_errors
def seat_returned(link: SeatLink) -> None:
    """Confirm to a guest that they gave their seat back. Call it before the guest is erased."""
    subject = f"You gave back your seat for {one_printable_line(link.booking.occurrence.event.name)}"
    post_to_guest("guest_seat_gone", link, subject, is_given_back=True)


def dates_moved(event: Event, was: Mapping[int, Span]) -> None:
    """Tell guests the new times of these dates. `was` maps occurrence IDs to the former times."""
    for link in list_guests(booking__occurrence__in=was):
        new_time(link, event, was[link.booking.occurrence_id])


def booking_moved(booking: Booking, *, was: Span | Occurrence) -> None:
    """Tell the guests of a booking that it moved, or its date did."""
    for link in list_guests(booking=booking):
        new_time(link, link.booking.occurrence.event, was)


@log_rendering_errors
def new_time(link: SeatLink, event: Event, was: Span | Occurrence) -> None:
    subject = f"New time: {one_printable_line(event.name)}"
    post_to_guest("guest_ticket", link, subject, was=format_when(was.starts_at, was.ends_at))


def date_cancelled(date: Occurrence, *, reason: str) -> None:
    """Tell the guests of a canceled date. Call it before its bookings are canceled."""
    for link in list_guests(booking__occurrence=date):
        seat_cancelled(link, date, reason)


def booking_cancelled(booking: Booking, *, reason: str) -> None:
    """Tell the guests of one booking that its date is canceled."""
    for link in list_guests(booking=booking):
        seat_cancelled(link, link.booking.occurrence, reason)


@log_rendering_errors
def seat_cancelled(link: SeatLink, date: Occurrence, reason: str) -> None:
    subject = f"Cancelled: {one_printable_line(date.event.name)} on {format_day(date.starts_at)}"
    post_to_guest("guest_seat_gone", link, subject, is_cancelled=True, reason=reason)


def list_guests(**bookings: object) -> list[SeatLink]:
    """Return the claimed seats of sold bookings whose guests have an email address."""
    rows = SeatLink.objects.filter(**bookings, booking__status=Booking.Status.CONFIRMED, state=SeatLink.State.CLAIMED)
    return list(rows.exclude(email="").select_related("booking__occurrence__event").order_by("pk"))


def post_to_guest(kind: str, link: SeatLink, subject: str, **more: object) -> None:
    """Email a guest who gave an address, with an invitation for the seat, or its end."""
    if not link.email:
        return
    is_ticket = kind == "guest_ticket"
    passes = list_passes(link) if is_ticket else []
    context = {
        "user": link,
        "ticket_url": link.ticket_url,
        "passes": format_passes(passes),
        **describe_date(link.booking.occurrence),
        **more,
    }
    post_mail(
        kind,
        to=link.email,
        owner_id=None,
        subject=subject,
        context=context,
        attachments=[
            *build_guest_calendar(link, timezone.now(), is_cancelled=not is_ticket),
            *build_code_images(passes),
        ],
        is_secret=is_ticket,
    )


def list_passes(link: SeatLink) -> list[Pass]:
    """Return the guest's pass."""
    return [ticket] if (ticket := get_guest_pass(link)) else []


def build_guest_calendar(link: SeatLink, now: datetime, *, is_cancelled: bool) -> list[Attachment]:
    """Return the invitation for a guest's seat. It has the event's page instead of the ticket: calendars are shared.

    The entry's number grows with the time, so it needs no column; within a minute, the file's time decides.
    """
    date = link.booking.occurrence
    entry = Entry(
        uid=link.public_id,
        name=date.event.name,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=date.event.event_location,
        description="1 seat",
        url=f"{settings.SITE_URL}/product/{date.event.public_id}",
        sequence=get_sequence(now),
    )
    booked, cancelled = ((), [entry]) if is_cancelled else ([entry], ())
    return calendar_attachments(booked, cancelled, attendee=link.email, stamp=now)


def describe_date(date: Occurrence) -> dict[str, object]:
    return {
        "event": date.event,
        "when": format_when(date.starts_at, date.ends_at),
        "place": format_place(date.event),
    }
