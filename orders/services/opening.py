"""Making the PayPal order that the buyer is to approve."""

import logging
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings import services as seats
from charityshop.transactions import in_one_transaction
from events.moments import day_in_words
from orders import paypal
from orders.models import Order, OrderLine, Payment
from orders.paypal import PayPalOrder, PayPalRefused, PayPalUnclear, insist
from orders.services.asking import payment_unavailable
from orders.services.keys import new_request_key
from orders.services.locking import NotHeld, booking_ids, lock_buyer, lock_order, sentence_for
from orders.services.placing import TooManyHolds, refuse_too_many_holds

log = logging.getLogger(__name__)

PAYABLE = (Order.Status.HELD, Order.Status.EXPIRED)
MOST_REVIVALS = 2  # the first hold and two more
USABLE_FOR = timedelta(hours=2)  # PayPal lets an order that nobody approves lapse after three


def open_paypal_order(*, order_id: int, by: User) -> str:
    """PayPal's id of the order to approve; the same one while it is usable. Counts the seats again and holds them.

    Raises NotHeld, SoldOut, DateUnavailable or TooManyHolds; Unavailable where PayPal does not make the order.
    """
    payment = prepare_payment(order_id=order_id)
    if payment.paypal_order_id:
        return payment.paypal_order_id
    order = payment.order
    parts = {"item_total": order.items_price, "tax_total": order.tax_price, "shipping": order.shipping_price}
    items = [item_of(line) for line in order.lines.all()]
    try:
        shown = insist(
            lambda: paypal.create_order(
                reference=order.public_id,
                amount=order.total_price,
                breakdown=parts,
                items=items,
                key=payment.create_key,
            )
        )
    except PayPalUnclear as unclear:  # the stored key serves the next try
        log.warning("order %s: no PayPal order yet: %s", order.public_id, unclear)
        raise payment_unavailable() from unclear
    except PayPalRefused as refusal:
        log.exception("order %s: PayPal makes no order for it", order.public_id)
        Payment.objects.filter(pk=payment.pk).update(status=Payment.Status.REFUSED, last_problem=str(refusal)[:500])
        raise payment_unavailable() from refusal
    keep_paypal_order(payment_id=payment.pk, shown=shown)
    return shown.id


def item_of(line: OrderLine) -> paypal.Item:
    """A line as PayPal's window names it: so many seats at a price, or one booking at its price (PRICE_PER)."""
    name = f"{line.name}, {day_in_words(line.starts_at)}"
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
        refuse_too_many_holds(buyer, now)
        refuse_one_more_revival(order)
        order.revivals += 1
    if lapsed or not order.hold_extended:
        order.held_until = now + settings.HOLD
        order.hold_extended = not lapsed  # a hold is lengthened once; a new one may be lengthened once again
    seats.keep_seats(booking_ids=booking_ids(order), until=order.held_until)
    order.status = Order.Status.HELD
    order.save(update_fields=["status", "held_until", "hold_extended", "revivals"])
    return usable_payment(order) or Payment.objects.create(
        order=order, amount=order.total_price, currency=settings.CURRENCY, create_key=new_request_key()
    )


def refuse_one_more_revival(order: Order) -> None:
    """Otherwise one order could keep its seats for ever, by letting each hold run out and asking again."""
    if order.revivals >= MOST_REVIVALS:
        raise TooManyHolds(
            "This order's hold has run out too often. No money was taken. Put the seats in your cart again."
        )


def usable_payment(order: Order) -> Payment | None:
    young = order.payments.filter(created_at__gt=timezone.now() - USABLE_FOR, from_browser=False)
    return young.filter(status__in=[Payment.Status.CREATING, Payment.Status.OPEN]).select_related("order").last()


@in_one_transaction
def keep_paypal_order(*, payment_id: int, shown: PayPalOrder) -> None:
    payment = Payment.objects.select_for_update(no_key=True).get(pk=payment_id)
    if payment.status == Payment.Status.CREATING:
        payment.status = Payment.Status.OPEN
        payment.paypal_order_id = shown.id
        payment.payee = shown.payee
        payment.save(update_fields=["status", "paypal_order_id", "payee"])
