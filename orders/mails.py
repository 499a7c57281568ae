"""Emails to the buyer about an order. Each is added to the outbox in the transaction that it reports."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.template.defaultfilters import pluralize
from django.utils import timezone

from accounts.models import User
from bookings.ical.file import Entry, calendar_attachments, raise_calendar_sequence
from bookings.models import Booking, Pass
from bookings.pass_texts import PassText, format_passes
from charityshop.money import format_dollars
from charityshop.text import one_printable_line
from events.formatting import format_day, format_seats_of, format_when
from orders.models import AppliedDiscount, Order, OrderLine
from orders.pricing import sum_discounts
from orders.selectors.orders import get_paid_prices, list_lines
from outbox.mail.posting import log_posting_errors, post_mail
from outbox.mail.rendering import Attachment, MessageContent


@dataclass(frozen=True, slots=True)
class LineText:
    """An order line in an email, with the current date of its booking."""

    name: str
    when: str
    place: str
    seats: str
    price: str
    """What was paid for its seats, or refunded; empty for nothing."""
    subtotal: str = ""
    """What its seats cost before discounts and tax, where the price is something else."""
    passes: Sequence[PassText] = ()
    code_change: str = ""
    """What became of its seats, and what that means for the buyer's code."""


@log_posting_errors
def email_later(order: Order, kind: str) -> None:
    """Add an email that is written when it is sent: `order_paid`, for free orders too, or one of a payment's.

    Looking up what it says would take a third of the time that a purchase holds its locks.
    """
    if user := get_buyer(order):
        post_mail(kind, to=user.email, owner_id=user.pk, about=order.public_id)


@log_posting_errors
def unpaid_order_canceled(order: Order) -> None:
    """Report that staff canceled an order that was only held. It reads like the release of free seats."""
    lines = list_lines(order)
    seat_count = sum(line.seats for line in lines)
    subject = f"Your {pluralize(seat_count, 'seat was,seats were')} canceled"
    context = {"lines": [format_line(line, "") for line in lines], "was_free": True, "is_whole": True}
    post_order_email(order, "order_refunded", subject, {**context, "seat_count": seat_count})


# --- Shared by all emails ------------------------------------------------------------------------------------------


def post_order_email(
    order: Order, kind: str, subject: str, context: Mapping[str, Any], *, changed: Iterable[OrderLine] = ()
) -> None:
    """Add an email to the outbox. `changed` are lines whose seats changed: their calendar entries are updated.

    Call it with the dates of these lines locked.
    """
    if user := get_buyer(order):
        changed = list(changed)
        for line in changed:
            raise_calendar_sequence(line.booking)
        calendar = build_changed_calendar(changed, attendee=user.email, now=timezone.now())
        content = render_email(order, subject, {"has_calendar": bool(calendar), **context})
        post_mail(
            kind,
            to=user.email,
            owner_id=user.pk,
            subject=content.subject,
            context=content.context,
            attachments=calendar,
        )


def render_email(
    order: Order,
    subject: str,
    context: Mapping[str, Any],
    *,
    attachments: Sequence[Attachment] = (),
    unsubscribe_url: str = "",
) -> MessageContent:
    subject = f"{subject} ({order.number})"
    if order.is_test:
        subject = f"Test order: {subject}"
    about_order = {
        "order": {"number": order.number, "is_test": order.is_test},
        "first_name": order.user.first_name,
        "total": format_dollars(order.due_price),
        "order_url": get_order_url(order),
        "seat_count": sum(line.seats for line in list_lines(order)),  # as sold, unless `context` is about some of them
    }
    return MessageContent(subject, about_order | dict(context), attachments, unsubscribe_url)


def get_order_url(order: Order) -> str:
    return f"{settings.SITE_URL}/order/{order.public_id}"


def get_buyer(order: Order) -> User | None:
    """Return the buyer, or None if the account was deleted."""
    return None if order.user.is_deleted else order.user


def format_lines(order: Order) -> list[LineText]:
    """Format the order's lines with their seats as sold, and with what was paid for them."""
    lines = list_lines(order)
    paid = get_paid_prices(order, lines)
    return [format_line(line, format_sum(paid[line.pk])) for line in lines]


def format_line(line: OrderLine, price: str, *, passes: Sequence[Pass] = ()) -> LineText:
    """Format a line with its seats as sold."""
    date = line.booking.occurrence
    return LineText(
        name=line.name,
        when=format_when(date.starts_at, date.ends_at),
        place=line.place,
        seats=format_seats_of(date.event, line.seats),
        price=price,
        passes=format_passes(passes),
    )


def format_sums(order: Order) -> Mapping[str, Any]:
    """Format the order's prices, from the price of its seats to the gift. Unused ones are empty."""
    worth = order.worth
    discounts = list(AppliedDiscount.objects.filter(line__order=order).select_related("voucher"))
    list_price = worth.items + sum((discount.amount for discount in discounts), Decimal(0))
    return {
        "subtotal": format_sum(list_price),
        "discounts": [(each["label"], f"−{format_dollars(each['amount'])}") for each in sum_discounts(discounts)],
        "taxes": format_sum(worth.tax),
        "shipping": format_sum(worth.shipping),
        "gift": format_sum(worth.gift),
        "charity": order.charity,
    }


def format_sum(amount: Decimal) -> str:
    """Format as "$12.00", or return "" for nothing: no email has a line of zeros."""
    return format_dollars(amount) if amount else ""


def format_names(lines: Sequence[OrderLine]) -> str:
    """Format lines like "Friday Draft on Fri, Dec 4" or "Friday Draft and 2 more dates"."""
    name = one_printable_line(lines[0].name)
    others = len(lines) - 1
    if not others:
        return f"{name} on {format_day(lines[0].booking.occurrence.starts_at)}"
    return f"{name} and {others} more date{'' if others == 1 else 's'}"


# --- Calendar invitations and files (`bookings.ical.file`) -----------------------------------------------------------


def build_order_calendar(order: Order, lines: Iterable[OrderLine], *, now: datetime) -> list[Attachment]:
    """Return the calendar of the lines of a paid order that have seats on a date that takes place."""
    entries = [build_entry(order, line) for line in lines]
    return calendar_attachments(entries, attendee=order.user.email, stamp=now)


def build_changed_calendar(lines: Iterable[OrderLine], *, attendee: str, now: datetime) -> list[Attachment]:
    """Return the calendar of changed upcoming dates, which removes those that are canceled or have no seats left."""
    booked: list[Entry] = []
    canceled: list[Entry] = []
    for line in lines:
        if line.booking.occurrence.starts_at > now:
            entry = build_entry(line.order, line)
            (booked if is_on(line.booking) else canceled).append(entry)
    return calendar_attachments(booked, canceled, attendee=attendee, stamp=now)


def count_seats(booking: Booking) -> int:
    """Return the booking's seats without those that are being returned."""
    return booking.live_seats if booking.status == Booking.Status.CONFIRMED else 0


def is_on(booking: Booking) -> bool:
    """Return whether the booking has seats on a date that takes place."""
    return booking.occurrence.takes_place and count_seats(booking) > 0


def build_entry(order: Order, line: OrderLine) -> Entry:
    date = line.booking.occurrence
    return Entry(
        uid=line.booking.public_id,
        name=line.name,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=line.place,
        description=f"{format_seats_of(date.event, count_seats(line.booking) or line.seats)}. Order {order.number}\n"
        f"Your ticket: {get_order_url(order)}",
        url=get_order_url(order),
        sequence=line.booking.calendar_sequence,
    )
