"""Sell seats at the door: an order that is paid in cash when it is placed."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.utils import timezone

from accounts.services.users import get_house_account
from bookings.models import Booking
from bookings.services.door_seats import book_at_door
from charityshop import audit
from charityshop.exceptions import InvalidField
from charityshop.money import format_dollars
from events.models import Occurrence
from orders.models import Order
from orders.order_number import create_order_number
from orders.pricing import (
    ZERO,
    Benefits,
    PricedCart,
    Totals,
    price_cart,
    price_charged,
    price_lines,
)
from orders.services.place_order import (
    OrderRequest,
    Sources,
    build_priced_line,
    create_order_rows,
    get_price_rules,
    price_dates,
    refuse_too_large_total,
)
from payments.models import Payment

CASH = "Cash"  # the payment method


def place_cash_order(
    *,
    date: Occurrence,
    count: int,
    given: Decimal,
    charged: Decimal | None = None,
    tax_rate: Decimal | None = None,
    allotted: Booking | None = None,
    sold_at: datetime | None = None,
) -> Order:
    """Sell seats of a locked date in the caller's transaction, at the shop's prices, in the name of the house account.

    Seats that are `allotted` to the phone are taken first. `charged` is what a phone without a connection took, perhaps
    at an earlier price, which is then the order's, `tax_rate` is the rate that it had, and `sold_at` is when. A free
    order needs no cash. Raise InvalidField or SoldOut.
    """
    now, house = timezone.now(), get_house_account()
    sold_at = sold_at or now
    priced = price_dates(
        dates={date.pk: date}, wanted={date.pk: count}, gift=ZERO, sources=Sources(), by=house, now=now
    )
    if charged is not None:
        priced = replace(priced, cart=price_sale(charged, date, count, tax_rate))
    amount = priced.cart.totals.total
    refuse_too_large_total(priced.cart.totals)
    if given < amount:
        raise InvalidField("given", f"That is {format_dollars(amount - given)} short.")
    booking = book_at_door(date=date, count=count, allotted=allotted, now=now, sold_at=sold_at, by=house)
    request = OrderRequest(items=(), payment_method=CASH)
    order = create_order_rows(request, priced, [booking], now, create_order_number(), house, None)
    order.end_hold(Order.Status.PAID, paid_at=sold_at)
    if amount:
        Payment.objects.create(
            order=order,
            method=Payment.Method.CASH,
            status=Payment.Status.COMPLETED,
            amount=amount,
            currency=settings.CURRENCY,
            given=given,
            fee=ZERO,
            created_at=order.created_at,
            captured_at=order.paid_at,
        )
    audit.record("sold at the door", order, by=None, after={"status": order.status}, amount=amount, seats=count)
    return order


def price_at_door(date: Occurrence, count: int) -> Totals:
    return price_lines([build_priced_line(date, count)], get_price_rules())


def price_sale(charged: Decimal, date: Occurrence, count: int, tax_rate: Decimal | None) -> PricedCart:
    """Return the prices of seats that were sold for this total: the shop's, or earlier ones if they differ from it."""
    line, rules = build_priced_line(date, count), get_price_rules()
    if tax_rate is not None:
        line = replace(line, tax_rate=tax_rate)
    cart = price_cart([line], Benefits(), ZERO, rules)
    return cart if cart.totals.total == charged else price_charged(charged, count, line.tax_rate, rules)
