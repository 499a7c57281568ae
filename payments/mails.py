"""Emails to the buyer about the money of an order. Each is added to the outbox in the transaction that it reports."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from django.template.defaultfilters import pluralize
from django.utils import timezone

from bookings.pass_texts import build_code_images, format_code_change
from charityshop.branding.shop import current_shop
from charityshop.money import format_dollars
from events.formatting import format_seats, format_when
from orders.mails import (
    LineText,
    build_order_calendar,
    count_seats,
    format_line,
    format_lines,
    format_names,
    format_sum,
    format_sums,
    is_on,
    post_order_email,
    render_email,
)
from orders.models import Order, OrderLine
from orders.selectors.orders import count_kept_seats, get_line_prices, get_paid_prices, list_lines, list_tickets
from outbox.mail.posting import log_posting_errors
from outbox.mail.rendering import MessageContent
from outbox.messages import NothingToSend
from outbox.models import Outgoing
from payments.models import Refund, RefundPart
from payments.selectors.receipts import get_gift_note

LATE_TEXTS: Mapping[str, str] = {  # also on the order's page: frontend/src/shop/features/orders/OrderDetails.tsx
    Order.ReviewReason.CODE_USED: "its discount code had been used up",
    Order.ReviewReason.MEMBER_PRICE: "another of your orders had the member price for this date",
    Order.ReviewReason.MEMBERSHIP_ENDED: "the membership for its price had ended",
    Order.ReviewReason.FREE_SEATS: "you had other free seats for this date, up to the limit",
}


def write_order_paid(mail: Outgoing) -> MessageContent:
    order = Order.objects.select_related("user").get(public_id=mail.about)
    lines = list_tickets(order)
    prices, paid = get_line_prices(order, lines), get_paid_prices(order, lines)
    subtotals = {line.pk: prices[line.pk] + line.taken_off for line in lines}
    now = timezone.now()
    booked = [line for line in lines if is_on(line.booking)]
    ahead = [line for line in booked if line.booking.occurrence.ends_at > now]  # a payment may be accepted after it
    passes = {line.pk: line.booking.list_own_passes() if line in ahead else [] for line in lines}
    images = [image for line in lines for image in build_code_images(passes[line.pk])]
    calendar = build_order_calendar(order, ahead, now=now)
    seat_word = "seat" if sum(line.seats for line in lines) == 1 else "seats"
    what = f"Your {seat_word} for" if booked else "Your order:"
    return render_email(
        order,
        f"{what} {format_names(lines)}" if lines else "Thank you for your gift",
        {
            "lines": [
                replace(
                    format_line(line, format_sum(paid[line.pk]), passes=passes[line.pk]),
                    subtotal=format_sum(subtotals[line.pk]) if subtotals[line.pk] != paid[line.pk] else "",
                    code_change=format_gone(line),
                )
                for line in lines
            ],
            "is_booked": bool(booked),
            "is_ahead": bool(ahead),
            "code_count": len(images),
            **format_sums(order),
            "is_free": not order.total_price,
            "gift_note": get_gift_note(order),
            "placed_at": format_when(order.created_at, order.created_at),
            "has_calendar": bool(calendar),
        },
        attachments=[*calendar, *images],
    )


def format_gone(line: OrderLine) -> str:
    """Say which seats of a line are gone by now, before its confirmation is sent."""
    if not line.booking.occurrence.takes_place:
        return "This date was canceled since."
    gone = line.seats - count_seats(line.booking)
    return f"{format_seats(gone)} returned since." if gone > 0 else ""


@log_posting_errors
def seats_given_back(order: Order, refund: Refund, *, gift_left: Decimal) -> None:
    """Report seats that the buyer returned: for a refund, as a gift, or without either.

    `gift_left` is what was not refunded of the order's gift. The calendar entries are updated, or canceled where no
    seats are left. Call it with the dates locked, once the seats are on sale again or marked as `returning`.
    """
    parts = list(refund.parts.select_related("line__booking__occurrence"))
    gift = sum((part.donated for part in parts), Decimal(0))
    returned = f"{format_seats(sum(part.seats for part in parts))} given back"
    post_order_email(
        order,
        "seats_given_back",
        f"{returned}: PayPal is returning {refund.amount_text}" if refund.amount else returned,
        {
            "lines": [format_part(part) for part in parts],
            "returned": returned,
            "amount": refund.amount_text if refund.amount else "",
            "gift": format_sum(gift),
            "charity": order.charity or current_shop().charity,
            "gift_note": "" if count_kept_seats(order) else format_gift_left(gift_left, order.charity),
        },
        changed=list_changed_lines(order, refund),
    )


@log_posting_errors
def order_refunded(order: Order, refund: Refund, *, reason: str, gift_left: Decimal) -> None:
    """Report a completed refund with its seats, amount and reason. `order` has its status after the refund.

    `reason` is empty if the staff's reason is for internal use only, and `gift_left` is what was not refunded of the
    order's gift.
    """
    parts = list(refund.parts.select_related("line__booking__occurrence"))
    amount = refund.amount_text
    seat_count = sum(part.seats for part in parts)
    canceled = f"Your {pluralize(seat_count, 'seat was,seats were')} canceled"
    post_order_email(
        order,
        "order_refunded",
        f"Your refund of {amount}" if refund.amount else canceled,
        {
            "lines": [format_part(part) for part in parts],
            "seat_count": seat_count,
            "amount": amount if refund.amount else "",
            "gift": format_sum(refund.of_gift),
            "was_free": order.is_test or not any(part.line.line_price for part in parts),
            "is_by_hand": refund.kind == Refund.Kind.BY_HAND,
            "reason": reason,
            "is_whole": order.status == Order.Status.REFUNDED,
            "kept_seats": count_kept_seats(order),
            "gift_note": "" if refund.of_gift else format_gift_left(gift_left, order.charity),
        },
        changed=list_changed_lines(order, refund),
    )


@log_posting_errors
def money_returned(order: Order, refund: Refund) -> None:
    """Report the refund of a payment that arrived after the seats were sold to others, or that staff refused."""
    is_late = order.refund_reason == Order.RefundReason.SEATS_GONE
    kind = "late_money_returned" if is_late else "refused_money_returned"
    context = {"lines": format_lines(order), "amount": refund.amount_text}
    post_order_email(order, kind, "Your payment was refunded", context)


@log_posting_errors
def second_payment_returned(order: Order, refund: Refund) -> None:
    """Report the refund of a second payment. The order itself is unchanged."""
    context = {"amount": refund.amount_text}
    post_order_email(order, "second_payment_returned", "Your second payment was refunded", context)


def write_payment_in_review(mail: Outgoing) -> MessageContent:
    order = Order.objects.select_related("user").get(public_id=mail.about)
    if order.status != Order.Status.REVIEW:
        raise NothingToSend("the review is over.")
    lines = format_lines(order)
    context = {"lines": lines, "because": LATE_TEXTS.get(order.review_because, "")}
    return render_email(order, "Your payment is being checked", context)


def write_payment_denied(mail: Outgoing) -> MessageContent:
    order = Order.objects.select_related("user").get(public_id=mail.about)
    if order.status != Order.Status.CANCELLED:
        raise NothingToSend("another payment has come since.")
    return render_email(order, "Your payment did not go through", {"lines": format_lines(order)})


def list_changed_lines(order: Order, refund: Refund) -> list[OrderLine]:
    """Return the lines of which a refund returned seats."""
    chosen = set(refund.parts.values_list("line_id", flat=True))
    return [line for line in list_lines(order) if line.pk in chosen]


def format_part(part: RefundPart) -> LineText:
    """Format a line with the seats that were returned, and what was refunded for them.

    Call it after that, because it says what the code admits now.
    """
    return replace(
        format_line(part.line, format_sum(part.amount)),
        seats=format_seats(part.seats),
        code_change=format_code_change(part.line.booking),
    )


def format_gift_left(gift: Decimal, charity: str) -> str:
    """Say that a gift was not refunded with the seats. Empty without a gift."""
    return f"Your gift of {format_dollars(gift)} stays with {charity}." if gift else ""
