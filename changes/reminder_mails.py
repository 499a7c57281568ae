"""Reminders of booked dates, rendered when they are sent."""

from collections.abc import Sequence
from typing import Any

from bookings.formatting import format_day, format_place, format_seats, format_when
from bookings.models import Booking, Pass, SeatLink
from bookings.pass_texts import build_code_images, format_passes
from bookings.selectors.seat_links import get_guest_pass
from changes.services.turn_off_reminders import Recipient, get_mail_off_url
from charityshop.mail.outbox import NothingToSend
from charityshop.mail.rendering import MessageContent
from charityshop.text import one_printable_line
from orders.calendars import count_seats, get_order_url
from orders.mails import render_email
from orders.models import OrderLine, Reminder


def render_reminder(public_id: str) -> MessageContent:
    """Render a buyer's reminder. Raise NothingToSend if it is no longer true or no longer wanted."""
    booking = get_reminded_booking(public_id)
    refuse_unwanted(booking.user)
    order = OrderLine.objects.select_related("order__user").get(booking=booking).order
    passes = booking.list_own_passes()
    context = describe(booking, count_seats(booking), passes) | {"ticket_url": get_order_url(order)}
    return render_email(
        order,
        format_subject(booking),
        context,
        attachments=build_code_images(passes),
        unsubscribe_url=get_mail_off_url(booking.user),
    )


def render_guest_reminder(public_id: str) -> MessageContent:
    """Render a guest's reminder. Raise NothingToSend as for buyers, or if the seat was given back."""
    booking = get_reminded_booking(public_id)
    guest = Reminder.objects.values_list("guest", flat=True).get(public_id=public_id)
    link = booking.seat_links.filter(public_id=guest, state=SeatLink.State.CLAIMED).first()
    if link is None:
        raise NothingToSend("the seat was given back.")
    refuse_unwanted(link)
    ticket = get_guest_pass(link)
    passes = [ticket] if ticket else []
    context = describe(booking, 1, passes) | {"user": link, "ticket_url": link.ticket_url}
    return MessageContent(format_subject(booking), context, build_code_images(passes), get_mail_off_url(link))


def get_reminded_booking(public_id: str) -> Booking:
    """Return the booking of a reminder. Raise NothingToSend if its seats or its date are gone."""
    reminder = Reminder.objects.select_related("booking__occurrence__event", "booking__user").get(public_id=public_id)
    booking, date = reminder.booking, reminder.booking.occurrence
    if not count_seats(booking) or date.starts_at != reminder.starts_at or date.status != date.Status.SCHEDULED:
        raise NothingToSend("the seats were moved or returned, or the date was canceled.")
    return booking


def refuse_unwanted(recipient: Recipient) -> None:
    if not recipient.reminders:
        raise NothingToSend("reminders were turned off.")


def format_subject(booking: Booking) -> str:
    date = booking.occurrence
    return f"Reminder: {one_printable_line(date.event.name)} on {format_day(date.starts_at)}"


def describe(booking: Booking, seats: int, passes: Sequence[Pass]) -> dict[str, Any]:
    date = booking.occurrence
    return {
        "name": one_printable_line(date.event.name),
        "when": format_when(date.starts_at, date.ends_at),
        "place": format_place(date.event),
        "seats": format_seats(seats),
        "passes": format_passes(passes),
    }
