"""Emails to the buyer about an order. Each is added to the outbox in the transaction that it reports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.formatting import format_day, format_seats, format_when
from bookings.ical.file import Entry, calendar_attachment
from charityshop.mail.outbox import announce_mail, log_rendering_errors, post_mail
from charityshop.mail.rendering import Attachment, MessageContent
from charityshop.money import format_dollars
from charityshop.text import one_printable_line
from orders.models import Order, OrderLine, Refund
from orders.selectors.orders import list_lines


@dataclass(frozen=True, slots=True)
class LineText:
    """An order line in an email, with the current date of its booking."""

    name: str
    when: str
    place: str
    seats: str
    price: str


@log_rendering_errors
def order_paid(order: Order) -> None:
    """Send the confirmation with a calendar file, also for free orders.

    Only a placeholder is stored now and the email is rendered later, because rendering would take a third of the time
    that a purchase holds its locks.
    """
    if user := get_buyer(order):
        announce_mail("order_paid", to=user.email, owner_id=user.pk, about=order.public_id)


def render_order_paid(public_id: str) -> MessageContent:
    order = Order.objects.select_related("user").get(public_id=public_id)
    lines = list_lines(order)
    return render_email(
        order,
        f"Your seats for {format_names(lines)}",
        {
            "lines": [format_line(line) for line in lines],
            "subtotal": format_dollars(order.items_price),
            "taxes": format_dollars(order.tax_price),
            "shipping": format_dollars(order.shipping_price) if order.shipping_price else "",
            "is_free": not order.total_price,
            "placed_at": format_when(order.created_at, order.created_at),
        },
        attachments=[build_calendar(order, lines)],
    )


@log_rendering_errors
def order_refunded(order: Order, refund: Refund, *, reason: str) -> None:
    """Report a completed refund with its seats, amount and reason. `order` has its status after the refund.

    `reason` is empty if the staff's reason is for internal use only.
    """
    parts = list(refund.parts.select_related("line__booking__occurrence"))
    amount = format_dollars(refund.amount)
    post_order_email(
        order,
        "order_refunded",
        f"Your refund of {amount}" if refund.amount else "Your seats were cancelled",
        {
            "lines": [format_line(part.line, seats=part.seats) for part in parts],
            "amount": amount if refund.amount else "",
            "reason": reason,
            "is_whole": order.status == Order.Status.REFUNDED,
        },
    )


@log_rendering_errors
def late_money_returned(order: Order, refund: Refund) -> None:
    """Report the refund of a payment that arrived after the seats were sold to others."""
    lines = [format_line(line) for line in list_lines(order)]
    context = {"lines": lines, "amount": format_refund(refund)}
    post_order_email(order, "late_money_returned", "Your payment was refunded", context)


@log_rendering_errors
def refused_money_returned(order: Order, refund: Refund) -> None:
    """Report the refund of a payment that staff refused after a review."""
    lines = [format_line(line) for line in list_lines(order)]
    post_order_email(
        order, "refused_money_returned", "Your payment was refunded", {"lines": lines, "amount": format_refund(refund)}
    )


@log_rendering_errors
def second_payment_returned(order: Order, refund: Refund) -> None:
    """Report the refund of a second payment. The order itself is unchanged."""
    context = {"amount": format_dollars(refund.amount)}
    post_order_email(order, "second_payment_returned", "Your second payment was refunded", context)


@log_rendering_errors
def payment_in_review(order: Order) -> None:
    lines = [format_line(line) for line in list_lines(order)]
    post_order_email(order, "payment_in_review", "Your payment is being checked", {"lines": lines})


@log_rendering_errors
def payment_denied(order: Order) -> None:
    lines = [format_line(line) for line in list_lines(order)]
    post_order_email(order, "payment_denied", "Your payment did not go through", {"lines": lines})


# --- Shared by all emails ------------------------------------------------------------------------------------------


def post_order_email(order: Order, kind: str, subject: str, context: Mapping[str, Any]) -> None:
    if user := get_buyer(order):
        rendered = render_email(order, subject, context)
        post_mail(kind, to=user.email, owner_id=user.pk, subject=rendered.subject, context=rendered.context)


def render_email(
    order: Order, subject: str, context: Mapping[str, Any], *, attachments: Sequence[Attachment] = ()
) -> MessageContent:
    subject = f"{subject} ({order.shown_number})"
    if order.is_test:
        subject = f"Test order: {subject}"
    about_order = {
        "order": order,
        "user": order.user,
        "total": format_dollars(order.total_price),
        "order_url": get_order_url(order),
    }
    return MessageContent(subject, about_order | dict(context), attachments)


def get_buyer(order: Order) -> User | None:
    """Return the buyer, or None if the account was deleted."""
    return None if order.user.is_deleted else order.user


def format_line(line: OrderLine, *, seats: int | None = None) -> LineText:
    """Format a line with its seats as sold, or with `seats` of them."""
    date = line.booking.occurrence
    return LineText(
        name=line.name,
        when=format_when(date.starts_at, date.ends_at),
        place=line.event_location,
        seats=format_seats(line.seats if seats is None else seats),
        price=format_dollars(line.line_price),
    )


def format_names(lines: Sequence[OrderLine]) -> str:
    """Format lines like "Friday Draft on Fri, Dec 4" or "Friday Draft and 2 more dates"."""
    name = one_printable_line(lines[0].name)
    others = len(lines) - 1
    if not others:
        return f"{name} on {format_day(lines[0].booking.occurrence.starts_at)}"
    return f"{name} and {others} more date{'' if others == 1 else 's'}"


def build_calendar(order: Order, lines: Sequence[OrderLine]) -> Attachment:
    return calendar_attachment([build_calendar_entry(order, line) for line in lines], stamp=timezone.now())


def build_calendar_entry(order: Order, line: OrderLine) -> Entry:
    date = line.booking.occurrence
    return Entry(
        uid=line.booking.public_id,
        name=line.name,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=line.event_location,
        description=f"{format_seats(line.seats)}. Order {order.shown_number}",
        url=get_order_url(order),
    )


def format_refund(refund: Refund) -> str:
    """Format an amount like "$20.00", or "20.00 EUR" if PayPal captured another currency."""
    if refund.currency != settings.CURRENCY:
        return f"{refund.amount:.2f} {refund.currency}"
    return format_dollars(refund.amount)


def get_order_url(order: Order) -> str:
    return f"{settings.SITE_URL}/order/{order.public_id}"
