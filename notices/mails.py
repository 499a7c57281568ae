"""Staff's messages, one email for each recipient, and reminders of booked dates. They are written when sent."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from django.utils import timezone

from accounts.models import User
from bookings.mails import get_event_url
from bookings.models import LIVE, Booking, Pass, SeatLink, WaitingEntry
from bookings.pass_texts import build_code_images, format_passes
from bookings.selectors.questions import has_unanswered
from bookings.selectors.seat_links import get_guest_pass
from charityshop.branding.shop import current_shop
from charityshop.text import one_printable_line
from events.formatting import format_day, format_place, format_seats_of, format_when
from events.models import Occurrence
from notices.models import Message, Notice
from notices.selectors.recipients import filter_live_bookings
from notices.services.send_reminders import Recipient, get_mail_off_url
from orders.mails import count_seats, get_order_url, render_email
from orders.models import Order, OrderLine
from outbox.mail.rendering import MessageContent, render_bodies
from outbox.messages import DEFAULT_LIFETIME, NothingToSend
from outbox.models import Outgoing


def get_lifetime(date: Occurrence, now: datetime) -> timedelta:
    """Return for how long to try: until the end of the date, unless it is over."""
    left = date.ends_at - now
    return min(left, DEFAULT_LIFETIME) if left > timedelta(0) else DEFAULT_LIFETIME


def write_message(mail: Outgoing) -> MessageContent:
    """Write the email to one recipient. Raise NothingToSend if their seats or their place in line are gone."""
    notice = get_notice(mail)
    if not is_on_date(notice, timezone.now()):
        raise NothingToSend("the seats, or the place on the waiting list, were given up.")
    message = cast(Message, notice.message)
    context = describe(notice.occurrence, message.subject, message.body)
    return MessageContent(message.subject, context | {"first_name": notice.user.first_name} | get_link(notice))


def get_notice(mail: Outgoing) -> Notice:
    """Return who gets the email, and what it is about. Raise NothingToSend if its date was deleted."""
    rows = Notice.objects.select_related("message", "occurrence__event", "booking__user", "booking__occurrence__event")
    rows = rows.select_related("seat_link__booking__occurrence__event", "entry__user")
    notice = rows.filter(public_id=mail.about).first()
    if notice is None:
        raise NothingToSend("the date was deleted.")
    return notice


def is_on_date(notice: Notice, now: datetime) -> bool:
    """Return whether the recipient still has to do with the date."""
    date_id = notice.occurrence_id
    if notice.booking_id:
        return filter_live_bookings(date_id, now).filter(pk=notice.booking_id).exists()
    if link := notice.seat_link:
        return link.state == SeatLink.State.CLAIMED and link.booking.occurrence_id == date_id
    return notice.entry is not None and notice.entry.status in (*LIVE, WaitingEntry.Status.ACCEPTED)


def get_link(notice: Notice) -> dict[str, str]:
    """Return the button: to the guest's ticket, the buyer's order, or else the event."""
    if notice.seat_link:
        return {"label": "Your ticket", "url": notice.seat_link.ticket_url}
    order = Order.objects.filter(lines__booking=notice.booking_id).first() if notice.booking_id else None
    if order:
        return {"label": "Your order", "url": get_order_url(order)}
    return get_event_link(notice.occurrence)


def get_event_link(date: Occurrence) -> dict[str, str]:
    return {"label": "See the event", "url": get_event_url(date.event.public_id, date.starts_at)}


def render_preview(date: Occurrence, subject: str, body: str, *, by: User) -> str:
    """Return the HTML as the staff user would get it. The button leads to the event, not to anybody's ticket."""
    shop = current_shop()
    context = (
        describe(date, subject, body)
        | {"first_name": by.first_name, "subject": f"{subject} – {shop.name}"}
        | get_event_link(date)
    )
    return render_bodies("date_message", context, shop).html


def describe(date: Occurrence, subject: str, body: str) -> dict[str, Any]:
    when = format_when(date.starts_at, date.ends_at)
    return {
        "heading": subject,
        "body": body,
        "name": one_printable_line(date.event.name),
        "when": ("" if date.takes_place else "Canceled: ") + when,
        "place": format_place(date.venue),
    }


# --- Reminders -------------------------------------------------------------------------------------------------------


def write_reminder(mail: Outgoing) -> MessageContent:
    """Say when and where a buyer's date is. Raise NothingToSend if it is no longer true or no longer wanted."""
    notice = get_notice(mail)
    booking = cast(Booking, notice.booking)
    refuse_gone(notice, booking)
    refuse_unwanted(booking.user)
    order = OrderLine.objects.select_related("order__user").get(booking=booking).order
    passes = booking.list_own_passes()
    context = describe_booking(booking, count_seats(booking), passes) | {"ticket_url": get_order_url(order)}
    return render_email(
        order,
        format_subject(booking),
        context,
        attachments=build_code_images(passes),
        unsubscribe_url=get_mail_off_url(booking.user),
    )


def write_guest_reminder(mail: Outgoing) -> MessageContent:
    """Remind a guest. Raise NothingToSend as for buyers, or if the seat was given back."""
    notice = get_notice(mail)
    link = cast(SeatLink, notice.seat_link)
    booking = link.booking
    refuse_gone(notice, booking)
    if link.state != SeatLink.State.CLAIMED:
        raise NothingToSend("the seat was given back.")
    refuse_unwanted(link)
    ticket = get_guest_pass(link)
    passes = [ticket] if ticket else []
    context = describe_booking(booking, 1, passes) | {"first_name": link.first_name, "ticket_url": link.ticket_url}
    return MessageContent(format_subject(booking), context, build_code_images(passes), get_mail_off_url(link))


def refuse_gone(notice: Notice, booking: Booking) -> None:
    """Raise NothingToSend if the seats or the date of a reminder are gone, or it has started."""
    date = booking.occurrence
    if not count_seats(booking) or date.starts_at != notice.starts_at or not date.takes_place:
        raise NothingToSend("the seats were moved or returned, or the date was canceled.")
    if date.starts_at <= timezone.now():
        raise NothingToSend("the date has started.")


def refuse_unwanted(recipient: Recipient) -> None:
    if not recipient.reminders:
        raise NothingToSend("reminders were turned off.")


def format_subject(booking: Booking) -> str:
    date = booking.occurrence
    return f"Reminder: {one_printable_line(date.event.name)} on {format_day(date.starts_at)}"


def describe_booking(booking: Booking, seats: int, passes: Sequence[Pass]) -> dict[str, Any]:
    date = booking.occurrence
    return {
        "name": one_printable_line(date.event.name),
        "when": format_when(date.starts_at, date.ends_at),
        "place": format_place(date.venue),
        "seats": format_seats_of(date.event, seats),
        "passes": format_passes(passes),
        "asks": has_unanswered(passes),
    }
