"""Making the PayPal order that the buyer is to approve."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import seats
from charityshop.db.transactions import in_one_transaction
from charityshop.prepared import Prepared, PreparedUpdate, insert, moment, number, text, update
from events.datetimes import format_day
from orders import paypal
from orders.models import Order, OrderLine, Payment
from orders.paypal import Amount, PayPalOrder, PayPalRefused, PayPalUnclear, retry_unclear
from orders.paypal.idempotency import new_request_key
from orders.services.limits import (
    count_live_holds,
    free_seats_of,
    refuse_one_more_revival,
    refuse_repeated_holds,
    refuse_too_many_free_seats,
    refuse_too_many_holds,
)
from orders.services.locks import NotHeld, booking_ids, lock_buyer, lock_order, sentence_for
from orders.services.payments.capture_payment import payment_unavailable
from orders.services.payments.settle_payment import report_mismatch

log = logging.getLogger(__name__)

PAYABLE = (Order.Status.HELD, Order.Status.EXPIRED)
USABLE_FOR = timedelta(hours=2)  # PayPal lets an order that nobody approves lapse after three

LINES = Prepared(lambda: OrderLine.objects.filter(order=number("order")))
USABLE = Prepared(
    lambda: Payment.objects.filter(order=number("order"), created_at__gt=moment("after"), from_browser=False)
    .filter(status__in=[Payment.Status.CREATING, Payment.Status.OPEN]).order_by("-pk")[:1]
)  # fmt: skip
KEEP = PreparedUpdate(
    lambda: Payment.objects.filter(pk=number("payment"), status=Payment.Status.CREATING),
    status=Payment.Status.OPEN,
    paypal_order_id=text("paypal_order_id"),
    payee=text("payee"),
)


def open_paypal_order(*, order_id: int, by: User) -> str:
    """PayPal's id of the order to approve; the same one while it is usable. Counts the seats again and holds them.

    Raises NotHeld, SoldOut, DateUnavailable, TooManyHolds or TooManyFreeSeats; Unavailable where PayPal does not make
    the order.
    """
    payment = prepare_payment(order_id=order_id)
    if payment.paypal_order_id:
        return payment.paypal_order_id
    order = payment.order
    parts = {"item_total": order.items_price, "tax_total": order.tax_price, "shipping": order.shipping_price}
    items = [item_of(line) for line in LINES.run(order=order.pk)]
    try:
        shown = opened = retry_unclear(
            lambda: paypal.create_order(
                reference=order.public_id,
                amount=order.total_price,
                breakdown=parts,
                items=items,
                key=payment.create_key,
            )
        )
        if not shown.payee:  # PayPal may answer briefly; the shop has to know its own account
            shown = retry_unclear(lambda: paypal.get_order(opened.id))
    except PayPalUnclear as unclear:  # the next attempt uses the stored key again
        log.warning("order %s: no PayPal order yet: %s", order.public_id, unclear)
        raise payment_unavailable() from unclear
    except PayPalRefused as refusal:
        log.exception("order %s: PayPal makes no order for it", order.public_id)
        Payment.objects.filter(pk=payment.pk).update(status=Payment.Status.REFUSED, last_problem=str(refusal)[:500])
        raise payment_unavailable() from refusal
    if shown.custom_id != order.public_id or shown.amount != Amount(order.total_price, settings.CURRENCY):
        report_mismatch(order, shown, pays_others=False)
        raise payment_unavailable()
    if not shown.payee:
        log.error("order %s: PayPal does not name the account that is paid: %s", order.public_id, shown)
        raise payment_unavailable()
    keep_paypal_order(payment_id=payment.pk, shown=shown)
    return shown.id


def item_of(line: OrderLine) -> paypal.Item:
    """A line as PayPal's window names it: so many seats at a price, or one booking at its price (PRICE_PER)."""
    name = f"{line.name}, {format_day(line.starts_at)}"
    if line.line_price == line.price * line.seats:
        return paypal.Item(name, line.seats, line.price)
    return paypal.Item(name, 1, line.line_price)


@in_one_transaction
def prepare_payment(*, order_id: int) -> Payment:
    """Keep the seats, and store the key under which PayPal will be asked for an order."""
    buyer = lock_buyer(order_id)  # before the order: a hold that lapsed comes back within the buyer's limit only
    order = lock_order(order_id)
    now = timezone.now()
    if order.status_at(now) not in PAYABLE:
        raise NotHeld(sentence_for(order), status=order.status)
    lapsed = order.status_at(now) == Order.Status.EXPIRED
    if lapsed:
        refuse_revival(order, buyer, now)
        order.revivals += 1
    if lapsed or not order.hold_extended:
        order.held_until = now + settings.HOLD
        order.hold_extended = order.hold_extended or not lapsed  # an order's hold is lengthened once, revived or not
    seats.keep_seats(booking_ids=booking_ids(order), until=order.held_until)
    order.status = Order.Status.HELD
    update(order, "status", "held_until", "hold_extended", "revivals")
    return usable_payment(order) or new_payment(order)


def refuse_revival(order: Order, buyer: User, now: datetime) -> None:
    """Holding an expired order's seats again has the limits of a new hold."""
    refuse_too_many_holds(count_live_holds(buyer, now))
    refuse_one_more_revival(order)
    bookings = booking_ids(order)
    dates = Booking.objects.filter(pk__in=bookings).values_list("occurrence_id", flat=True)
    refuse_repeated_holds(set(dates), now, buyer)
    refuse_too_many_free_seats(free_seats_of(order), buyer, besides=bookings)


def usable_payment(order: Order) -> Payment | None:
    payment: Payment | None = USABLE.first(order=order.pk, after=timezone.now() - USABLE_FOR)
    if payment:
        payment.order = order
    return payment


def new_payment(order: Order) -> Payment:
    payment = Payment(order=order, amount=order.total_price, currency=settings.CURRENCY, create_key=new_request_key())
    insert([payment])
    return payment


@in_one_transaction
def keep_paypal_order(*, payment_id: int, shown: PayPalOrder) -> None:
    """Unless another call was quicker: whoever comes first keeps what PayPal answered under the stored key."""
    KEEP.run(payment=payment_id, paypal_order_id=shown.id, payee=shown.payee)
