"""Store an order that is being placed: its row, its lines and their discounts."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.db import IntegrityError

from accounts.models import User
from bookings.models import Booking
from charityshop.db.idempotency import RequestKey
from charityshop.db.transactions import Conflict
from events.models import Occurrence
from orders.models import AppliedDiscount, Order, OrderLine, PlacedRequest, hash_lines
from orders.services.orders.carts import OrderRequest
from orders.services.orders.order_prices import PricedDates


def create_order_rows(
    order_request: OrderRequest,
    priced: PricedDates,
    bookings: Sequence[Booking],
    until: datetime,
    number: str,
    by: User,
    request_key: RequestKey | None,
) -> Order:
    """Insert the order with its lines, their discounts and the request key."""
    prices = [line.price for line in priced.cart.lines]
    lines = [build_line(booking, booking.occurrence, price) for booking, price in zip(bookings, prices, strict=True)]
    totals = priced.cart.totals
    order = Order(
        number=number,
        user=by,
        items_price=totals.items,
        shipping_price=totals.shipping,
        tax_price=totals.tax,
        gift_price=totals.gift,
        total_price=totals.total,
        shipping_address=order_request.shipping_address,
        billing_address=order_request.billing_address,
        payment_method=order_request.payment_method,
        held_until=until,
        lines_digest=hash_lines(lines),
    )
    insert_order(order)
    for line in lines:
        line.order = order
    order.cached_lines = OrderLine.objects.bulk_create(lines)
    order.cached_discounts = create_discounts(order.cached_lines, priced)
    if request_key:
        PlacedRequest.objects.create(user=by, key=request_key.key, body_hash=request_key.body_hash, order=order)
    return order


def insert_order(order: Order) -> None:
    """Insert the order. Raise Conflict if its number is taken, since looking first would slow down every order."""
    try:
        order.save(force_insert=True)
    except IntegrityError as error:
        if "number" in str(error):  # SQLite names the column, PostgreSQL the constraint
            raise Conflict from error
        raise


def create_discounts(lines: Sequence[OrderLine], priced: PricedDates) -> list[AppliedDiscount]:
    """Store what was taken off each line. Most orders have nothing to store."""
    discounts = priced.list_discounts()
    for position, discount in discounts:
        discount.line = lines[position]
    return AppliedDiscount.objects.bulk_create(discount for _, discount in discounts) if discounts else []


def build_line(booking: Booking, date: Occurrence, line_price: Decimal) -> OrderLine:
    """Return a line that copies what is sold, so that editing the event later does not change it."""
    event = date.event
    return OrderLine(
        booking=booking,
        product=event.public_id,
        name=event.name,
        image=event.image,
        description=event.description,
        event_location=event.event_location,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        seats=booking.seats,
        price=event.price,
        line_price=line_price,
        refund_policy=event.refund_policy,
        refund_until_hours=event.refund_until_hours,
        refund_fee_per_seat=event.refund_fee_per_seat,
    )
