"""Create the PayPal order that the buyer approves."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.text import Truncator

from bookings.models import Booking
from bookings.services import offers, seats
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import Unavailable
from events.formatting import format_day
from orders.models import Order, OrderLine
from orders.services.locks import get_booking_ids, lock_order, refuse_unless_payable
from orders.services.rules_of_sale import (
    lock_before_order,
    read_buyer,
    refuse_broken_rules,
    refuse_one_more_revival,
    refuse_repeated_holds,
    refuse_too_many_holds,
)
from payments.models import Payment
from payments.services.alerts import report_mismatch
from paypal import endpoints
from paypal.endpoints import new_request_key
from paypal.exceptions import PayPalRefused, PayPalUnclear, retry_unclear
from paypal.schemas import MAX_NAME_LENGTH, Amount, Item, PayPalOrder

log = logging.getLogger(__name__)

USABLE_FOR = timedelta(hours=2)  # unapproved orders expire at PayPal after three hours


def create_paypal_order(*, order_id: int) -> str:
    """Return the ID of the PayPal order to approve, reusing a recent one. Renew the hold on the seats if needed.

    Raise NotHeld, SoldOut, DateUnavailable, VoucherUsed, TooManyHolds or TooManyFreeSeats if the seats can't be held,
    and Unavailable if PayPal doesn't create the order.
    """
    payment = prepare_payment(order_id=order_id)
    if payment.paypal_order_id:
        return payment.paypal_order_id
    order = payment.get_order()
    parts = {
        "item_total": order.items_price + order.gift_price,
        "tax_total": order.tax_price,
        "shipping": order.shipping_price,
    }
    items = build_items(order)
    try:
        paypal_order = opened = retry_unclear(
            lambda: endpoints.create_order(
                reference=order.public_id,
                amount=order.total_price,
                breakdown=parts,
                items=items,
                key=str(payment.create_key),
                what="Gift" if order.gift_price == order.total_price else "Seats",
            )
        )
        if not paypal_order.payee:  # PayPal may return a minimal response; the shop needs to know its own account
            paypal_order = retry_unclear(lambda: endpoints.get_order(opened.id))
    except PayPalUnclear as unclear:  # the next attempt reuses the stored idempotency key
        log.warning("order %s: no PayPal order yet: %s", order.public_id, unclear)
        raise build_unavailable_error() from unclear
    except PayPalRefused as refusal:
        log.exception("order %s: PayPal makes no order for it", order.public_id)
        Payment.objects.filter(pk=payment.pk).update(status=Payment.Status.REFUSED, last_problem=str(refusal)[:500])
        raise build_unavailable_error() from refusal
    if paypal_order.custom_id != order.public_id or paypal_order.amount != Amount(order.total_price, settings.CURRENCY):
        report_mismatch(order, paypal_order, pays_others=False)
        raise build_unavailable_error()
    if not paypal_order.payee:
        log.error("order %s: PayPal does not name the account that %s pays", order.public_id, paypal_order.id)
        raise build_unavailable_error()
    record_paypal_order(payment_id=payment.pk, paypal_order=paypal_order)
    return paypal_order.id


def build_items(order: Order) -> list[Item]:
    """Return the lines that cost something, and the gift. Together they cost PayPal's item_total."""
    items = [build_item(line) for line in order.lines.all() if line.line_price]
    gift_name = Truncator(f"Gift to {order.charity}").chars(MAX_NAME_LENGTH)
    gift = [Item(gift_name, 1, order.gift_price)] if order.gift_price else []
    return items + gift


def build_item(line: OrderLine) -> Item:
    """Return the item that PayPal shows for a line: seats at a price each, or one booking (see PRICE_PER)."""
    day = f", {format_day(line.starts_at)}"
    name = Truncator(line.name).chars(MAX_NAME_LENGTH - len(day)) + day  # a long name keeps its day
    if line.line_price == line.price * line.seats:
        return Item(name, line.seats, line.price)
    return Item(name, 1, line.line_price)


@in_one_transaction
def prepare_payment(*, order_id: int) -> Payment:
    """Hold the seats and store the idempotency key for creating the PayPal order."""
    lock_before_order(order_id)  # renewing an expired hold counts toward the buyer's limits
    order = lock_order(order_id)
    now = timezone.now()
    refuse_unless_payable(order)
    is_expired = order.status_at(now) == Order.Status.EXPIRED
    if is_expired:
        refuse_revival(order, now)
        order.revivals += 1
    bookings = get_booking_ids(order)
    if is_expired or not order.hold_extended:
        order.held_until = offers.extend_to_offer(booking_ids=bookings, until=now + order.hold)
        order.hold_extended = order.hold_extended or not is_expired  # a hold is extended only once
    seats.renew_holds(booking_ids=bookings, until=order.held_until, until_end=order.is_by_door_link)
    order.status = Order.Status.HELD
    order.save(update_fields=["status", "held_until", "hold_extended", "revivals"])
    return get_usable_payment(order) or create_payment(order)


def refuse_revival(order: Order, now: datetime) -> None:
    """Apply the rules of sale, and the limits on new holds, to holding an expired order's seats again."""
    refuse_broken_rules(order, now)
    refuse_too_many_holds(read_buyer(order.user_id, "", now))
    refuse_one_more_revival(order)
    dates = Booking.objects.filter(pk__in=get_booking_ids(order)).values_list("occurrence_id", flat=True)
    refuse_repeated_holds(set(dates), now, order.user)


def get_usable_payment(order: Order) -> Payment | None:
    recent = order.payments.filter(created_at__gt=timezone.now() - USABLE_FOR, from_browser=False)
    return recent.filter(status__in=[Payment.Status.CREATING, Payment.Status.OPEN]).order_by("-pk").first()


def create_payment(order: Order) -> Payment:
    return Payment.objects.create(
        order=order, amount=order.total_price, currency=settings.CURRENCY, create_key=new_request_key()
    )


@in_one_transaction
def record_paypal_order(*, payment_id: int, paypal_order: PayPalOrder) -> None:
    """Store the PayPal order's ID, unless a concurrent call with the same key has already stored it."""
    Payment.objects.filter(pk=payment_id, status=Payment.Status.CREATING).update(
        status=Payment.Status.OPEN, paypal_order_id=paypal_order.id, payee=paypal_order.payee
    )


def build_unavailable_error() -> Unavailable:
    return Unavailable(
        "PayPal does not answer right now. Your seats are still held, and you will not be charged twice. "
        "Try again in a minute.",
        code="payment_unavailable",
    )
