"""Store an order that is being placed: its row, its lines and their discounts."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError

from accounts.models import User
from bookings.models import Booking
from charityshop.api.idempotency import RequestKey, store_result
from charityshop.branding.shop import current_shop
from charityshop.db.transactions import Conflict
from events.models import Occurrence
from orders.carts import OrderRequest
from orders.models import AppliedDiscount, Order, OrderLine
from orders.pricing import PricedLine
from orders.selectors.receipts import SoldSeats, is_part_gift
from orders.services.order_prices import PricedDates


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
    lines = [
        build_line(booking, booking.occurrence, line) for booking, line in zip(bookings, priced.cart.lines, strict=True)
    ]
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
        tax_rate=priced.tax_rate,
    )
    store_settings(order, priced, lines)
    insert_order(order)
    for line in lines:
        line.order = order
    create_discounts(OrderLine.objects.bulk_create(lines), priced)
    store_result(request_key, owner_id=by.pk, result=[order.public_id])
    return order


def store_settings(order: Order, priced: PricedDates, lines: Sequence[OrderLine]) -> None:
    """Store what the settings say about gifts and receipts. Only orders that need it read them, for speed."""
    sold = [
        SoldSeats(line.seats, each.list_price, line.fair_value)
        for line, each in zip(lines, priced.cart.lines, strict=True)
    ]
    if not order.gift_price and not is_part_gift(order, sold):
        return
    shop = current_shop()
    if order.gift_price:
        order.charity = shop.charity
        order.receipt_text = shop.row.no_receipt_text
    if shop.row.receipts:
        order.receipt_by = f"{shop.row.legal_name} (EIN {shop.row.ein})"
        order.receipt_text = shop.row.disclosure_text if lines else shop.row.gift_alone_text


def insert_order(order: Order) -> None:
    """Insert the order. Raise Conflict if its number is taken, since looking first would slow down every order."""
    try:
        order.save(force_insert=True)
    except IntegrityError as error:
        if "number" in str(error):  # SQLite names the column, PostgreSQL the constraint
            raise Conflict from error
        raise


def create_discounts(lines: Sequence[OrderLine], priced: PricedDates) -> None:
    """Store what was taken off each line. Most orders have nothing to store."""
    discounts = priced.list_discounts()
    for position, discount in discounts:
        discount.line = lines[position]
    if discounts:
        AppliedDiscount.objects.bulk_create(discount for _, discount in discounts)


def build_line(booking: Booking, date: Occurrence, priced: PricedLine) -> OrderLine:
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
        price=priced.unit_price,
        line_price=priced.price,
        refund_policy=event.refund_policy,
        refund_until_hours=event.refund_until_hours,
        refund_fee_per_seat=event.refund_fee_per_seat,
        fair_value=event.fair_value,
    )
