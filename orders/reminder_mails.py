"""Reminders of booked dates, rendered when they are sent."""

from accounts.services.mail_off import get_mail_off_url
from bookings.formatting import format_day, format_place, format_seats, format_when
from charityshop.mail.outbox import NothingToSend
from charityshop.mail.rendering import MessageContent
from charityshop.text import one_printable_line
from orders.calendars import count_seats
from orders.mails import render_email
from orders.models import OrderLine, Reminder


def render_reminder(public_id: str) -> MessageContent:
    """Render a reminder. Raise NothingToSend if it is no longer true or no longer wanted."""
    reminder = Reminder.objects.select_related("booking__occurrence__event", "booking__user").get(public_id=public_id)
    booking = reminder.booking
    date = booking.occurrence
    if not count_seats(booking) or date.starts_at != reminder.starts_at or date.status != date.Status.SCHEDULED:
        raise NothingToSend("the seats were moved or returned, or the date was called off.")
    if not booking.user.reminders:
        raise NothingToSend("the user turned reminders off.")
    line = OrderLine.objects.select_related("order__user").get(booking=booking)
    return render_email(
        line.order,
        f"Reminder: {one_printable_line(date.event.name)} on {format_day(date.starts_at)}",
        {
            "name": one_printable_line(date.event.name),
            "when": format_when(date.starts_at, date.ends_at),
            "place": format_place(date.event),
            "seats": format_seats(count_seats(booking)),
        },
        unsubscribe_url=get_mail_off_url(booking.user),
    )
