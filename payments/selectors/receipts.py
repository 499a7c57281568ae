"""What an order's page and email say about it for taxes, after IRS Publication 1771.

The wording, the organization, the tax rates and the fair values are those of the sale, so later settings change
nothing. Refunds do: what was kept counts, once the money has gone back.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from django.utils import timezone

from charityshop.money import format_dollars
from charityshop.text import format_day_and_year
from events.formatting import format_seats
from orders.models import Order
from orders.pricing import DISCLOSED_ABOVE, ZERO, SoldSeats, sum_values
from payments.models import RefundPart
from payments.selectors.order_money import get_counting_payment, get_refunded_price, list_effective_refunds

ACKNOWLEDGED_FROM = Decimal("250.00")  # a gift needs a written acknowledgment
ALL_REFUNDED = "Nothing of this payment is deductible, because it was refunded."


def get_gift_note(order: Order) -> str:
    """Return the note, or "" if the order is not paid or needs none."""
    if not order.receipt_text or not order.paid_at:
        return ""
    if not order.receipt_by:  # receipts were off
        return order.receipt_text
    sold = list_sold_seats(order)
    if order.is_test or (sold and order.due_price <= DISCLOSED_ABOVE):
        return ""
    parts = [part for refund in list_effective_refunds(order) for part in refund.parts.all() if part.amount]
    refunded = get_refunded_price(order) + sum((part.fee for part in parts), ZERO)
    left = order.due_price - refunded
    if left <= 0:
        return ALL_REFUNDED
    value, given = sum_values(sold, count_seats(parts)), get_gift_left(order)
    note = order.receipt_text
    if sold:
        given = max(given, left - value)
        seats = sum(each.seats for each in sold.values()) - count_seats(parts).total()
        note = fill_disclosure(note, paid=left, seats=seats, value=value)
    if given > 0 and max(order.worth.gift, order.due_price - sum_values(sold)) >= ACKNOWLEDGED_FROM:
        note = f"{format_acknowledgment(order, given)} {note}"
    return f"{note} The {format_dollars(refunded)} that was refunded is left out." if refunded else note


def list_sold_seats(order: Order) -> dict[int, SoldSeats]:
    """Return the sold seats by line."""
    return {
        line.pk: SoldSeats(line.seats, line.line_price + line.taken_off, line.fair_value, line.tax_rate)
        for line in order.lines.all()
    }


def count_seats(parts: Sequence[RefundPart]) -> Counter[int]:
    """Return the seats by line."""
    return sum((Counter({part.line_id: part.seats}) for part in parts), Counter[int]())


def get_gift_left(order: Order) -> Decimal:
    """Return the order's gift without what completed refunds returned of it."""
    return order.worth.gift - sum((refund.of_gift for refund in list_effective_refunds(order)), ZERO)


def fill_disclosure(text: str, *, paid: Decimal, seats: int, value: Decimal) -> str:
    filled = {
        "{paid}": format_dollars(paid),
        "{seats}": format_seats(seats),
        "{value}": format_dollars(value),
        "{deductible}": format_dollars(max(paid - value, ZERO)),
    }
    for name, amount in filled.items():
        text = text.replace(name, amount)
    return text


def format_acknowledgment(order: Order, gift: Decimal) -> str:
    return f"{order.receipt_by} received your gift of {format_dollars(gift)} on {format_day_and_year(get_day(order))}."


def get_day(order: Order) -> date:
    """Return the day on which the payment is posted, so that receipt and ledger have it in the same year."""
    payment = get_counting_payment(order)
    return (payment and payment.posted_on) or timezone.localdate(order.paid_at)
