"""What an order's page and email say about its gift for taxes, after IRS Publication 1771.

The texts are part of the shop settings. While receipts are off, they only say that this is not one.
"""

from collections.abc import Sequence
from decimal import Decimal

from django.utils import timezone

from bookings.formatting import format_day_and_year, format_seats
from charityshop.branding.shop import current_shop
from charityshop.models import ShopSettings
from charityshop.money import format_dollars, to_cents
from events.models import Event
from orders.models import Order, OrderLine
from orders.price_settings import get_price_rules
from orders.pricing import ZERO, Line, price_line

DISCLOSED_ABOVE = Decimal("75.00")  # one payment for seats and a gift; the whole payment counts
ACKNOWLEDGED_FROM = Decimal("250.00")  # a gift needs a written acknowledgment


def get_gift_note(order: Order) -> str:
    """Return the note, or "" if the order has no gift, is not paid, or needs none.

    Orders with refunds have no note while receipts are on: it would name what was paid at first.
    """
    if not order.gift_price or not order.paid_at:
        return ""
    settings = current_shop().row
    if not settings.receipts:
        return settings.no_receipt_text
    lines = list(order.lines.all())
    if order.is_test or order.refunds.exists():
        return ""
    if not lines:
        note = settings.gift_alone_text
    elif order.due_price > DISCLOSED_ABOVE:
        note = fill_disclosure(settings.disclosure_text, order.due_price, lines)
    else:
        return ""
    return f"{format_acknowledgment(order, settings)} {note}" if order.gift_price >= ACKNOWLEDGED_FROM else note


def fill_disclosure(text: str, paid: Decimal, lines: Sequence[OrderLine]) -> str:
    value = estimate_value(lines)
    filled = {
        "{paid}": format_dollars(paid),
        "{seats}": format_seats(sum(line.seats for line in lines)),
        "{value}": format_dollars(value),
        "{deductible}": format_dollars(max(paid - value, ZERO)),
    }
    for name, amount in filled.items():
        text = text.replace(name, amount)
    return text


def estimate_value(lines: Sequence[OrderLine]) -> Decimal:
    """Return what the seats are worth with tax: the events' fair value, or else the list price."""
    events = Event.objects.filter(public_id__in=[line.product for line in lines])
    fair_values = dict(events.values_list("public_id", "fair_value"))
    rules = get_price_rules()
    items = ZERO
    for line in lines:
        fair_value = fair_values.get(line.product)
        if fair_value is None:
            items += price_line(Line(line.price, line.seats), price_per=rules.price_per)
        else:
            items += fair_value * line.seats
    return items + to_cents(items * rules.tax_rate)


def format_acknowledgment(order: Order, settings: ShopSettings) -> str:
    paid_on = format_day_and_year(timezone.localtime(order.paid_at))
    gift = format_dollars(order.gift_price)
    return f"{settings.legal_name} (EIN {settings.ein}) received your gift of {gift} on {paid_on}."
