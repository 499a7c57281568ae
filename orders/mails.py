"""Mails to the buyer about an order and its money. Each is posted in the transaction of what it tells about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.formatting import format_seats, format_when
from bookings.ical.file import Entry, calendar_attachment
from charityshop.mail.outbox import announce_mail, log_rendering_errors, post_mail
from charityshop.mail.rendering import Attachment, Words
from charityshop.money import format_dollars
from charityshop.prepared import Prepared, number, text
from charityshop.text import one_printable_line
from events.datetimes import format_day
from orders.models import Order, OrderLine, Refund
from orders.selectors.orders import lines_of

BUYER = Prepared(lambda: User.objects.filter(pk=number("user")))
ORDER = Prepared(lambda: Order.objects.filter(public_id=text("order")).select_related("user"))


@dataclass(frozen=True, slots=True)
class LineWords:
    """One date of an order, as a mail shows it: at its present time, wherever it was agreed to move."""

    name: str
    when: str
    place: str
    seats: str
    price: str


@log_rendering_errors
def order_paid(order: Order) -> None:
    """Thank you, what was bought, and the dates for one's calendar. Free orders get it too.

    Only announced: of a purchase's time under the lock its words would be a third.
    """
    if person := buyer_of(order):
        announce_mail("order_paid", to=person.email, owner_id=person.pk, about=order.public_id)


def words_of_paid_order(public_id: str) -> Words:
    (order,) = ORDER.run(order=public_id)
    lines = lines_of(order)
    return words_about(
        order,
        f"Your seats for {names_of(lines)}",
        {
            "lines": [in_words(line) for line in lines],
            "subtotal": format_dollars(order.items_price),
            "taxes": format_dollars(order.tax_price),
            "shipping": format_dollars(order.shipping_price) if order.shipping_price else "",
            "is_free": not order.total_price,
            "placed_at": format_when(order.created_at, order.created_at),
        },
        attachments=[calendar_of(order, lines)],
    )


@log_rendering_errors
def order_refunded(order: Order, refund: Refund, *, reason: str) -> None:
    """A refund that is done: which seats, how much, and why. `order` is as it stands after it.

    `reason` is empty where staff wrote it for the record only.
    """
    lines = list(refund.lines.select_related("booking__occurrence"))
    amount = format_dollars(refund.amount)
    post_about(
        order,
        "order_refunded",
        f"Your refund of {amount}" if refund.amount else "Your seats were given back",
        {
            "lines": [in_words(line) for line in lines],
            "amount": amount if refund.amount else "",
            "reason": reason,
            "is_whole": order.status == Order.Status.REFUNDED,
        },
    )


@log_rendering_errors
def late_money_returned(order: Order, refund: Refund) -> None:
    """Money that came for seats which could not be given went back."""
    lines = [in_words(line) for line in lines_of(order)]
    context = {"lines": lines, "amount": money_of(refund)}
    post_about(order, "late_money_returned", "Your payment was returned", context)


@log_rendering_errors
def refused_money_returned(order: Order, refund: Refund) -> None:
    """Staff did not accept a payment that had to be checked, and it went back."""
    lines = [in_words(line) for line in lines_of(order)]
    post_about(
        order, "refused_money_returned", "Your payment was returned", {"lines": lines, "amount": money_of(refund)}
    )


@log_rendering_errors
def second_payment_returned(order: Order, refund: Refund) -> None:
    """Two payments came for one order; the second went back, and the order stays as it is."""
    context = {"amount": format_dollars(refund.amount)}
    post_about(order, "second_payment_returned", "Your second payment was returned", context)


@log_rendering_errors
def payment_in_review(order: Order) -> None:
    lines = [in_words(line) for line in lines_of(order)]
    post_about(order, "payment_in_review", "Your payment is being checked", {"lines": lines})


@log_rendering_errors
def payment_denied(order: Order) -> None:
    lines = [in_words(line) for line in lines_of(order)]
    post_about(order, "payment_denied", "Your payment did not go through", {"lines": lines})


# --- What they have in common --------------------------------------------------------------------------------------


def post_about(order: Order, kind: str, subject: str, context: Mapping[str, Any]) -> None:
    if person := buyer_of(order):
        words = words_about(order, subject, context)
        post_mail(kind, to=person.email, owner_id=person.pk, subject=words.subject, context=words.context)


def words_about(
    order: Order, subject: str, context: Mapping[str, Any], *, attachments: Sequence[Attachment] = ()
) -> Words:
    if order.is_test:
        subject = f"Test order: {subject}"
    about_order = {
        "order": order,
        "person": order.user,
        "total": format_dollars(order.total_price),
        "order_url": order_url(order),
    }
    return Words(subject, about_order | dict(context), attachments)


def buyer_of(order: Order) -> User | None:
    """Nobody, where they deleted their account."""
    person: User = BUYER.run(user=order.user_id)[0]
    order.user = person
    return None if person.is_deleted else person


def in_words(line: OrderLine) -> LineWords:
    date = line.booking.occurrence
    return LineWords(
        name=line.name,
        when=format_when(date.starts_at, date.ends_at),
        place=line.event_location,
        seats=format_seats(line.seats),
        price=format_dollars(line.line_price),
    )


def names_of(lines: Sequence[OrderLine]) -> str:
    """Such as "Friday Draft on Fri, Dec 4", or "Friday Draft and 2 more dates"."""
    name = one_printable_line(lines[0].name)
    others = len(lines) - 1
    if not others:
        return f"{name} on {format_day(lines[0].booking.occurrence.starts_at)}"
    return f"{name} and {others} more date{'' if others == 1 else 's'}"


def calendar_of(order: Order, lines: Sequence[OrderLine]) -> Attachment:
    return calendar_attachment([entry_of(order, line) for line in lines], stamp=timezone.now())


def entry_of(order: Order, line: OrderLine) -> Entry:
    date = line.booking.occurrence
    return Entry(
        uid=line.booking.public_id,
        name=line.name,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=line.event_location,
        description=f"{format_seats(line.seats)}. Order {order.public_id}",
        url=order_url(order),
    )


def money_of(refund: Refund) -> str:
    """Such as "$20.00", or "20.00 EUR" where PayPal took another currency."""
    if refund.currency != settings.CURRENCY:
        return f"{refund.amount:.2f} {refund.currency}"
    return format_dollars(refund.amount)


def order_url(order: Order) -> str:
    return f"{settings.SITE_URL}/order/{order.public_id}"
