"""Paying: the PayPal order is made on the server, captured on the server, and believed only from PayPal's API."""

import logging
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Forbidden
from charityshop.prepared import Prepared, number, text, update
from orders import paypal
from orders.models import Order, Payment, UnmatchedPayment
from orders.paypal import PayPalMissing, PayPalOrder, PayPalRefused, PayPalUnclear, retry_unclear
from orders.paypal.idempotency import new_request_key
from orders.selectors.orders import order_as_it_stands
from orders.services.limits import free_seats_of, refuse_too_many_free_seats
from orders.services.locks import NotHeld, booking_ids, lock_order, sentence_for, wait_for_buyer
from orders.services.payments.capture_payment import DECLINED_WORDS, capture, payment_unavailable
from orders.services.payments.create_paypal_order import PAYABLE, open_paypal_order
from orders.services.payments.settle_payment import mark_paid, report_mismatch, settle, shop_payee
from orders.services.refunds.send_refund import push_refunds_due

log = logging.getLogger(__name__)

ORDER = Prepared(lambda: Order.objects.filter(pk=number("order")))
BOUND = Prepared(lambda: Payment.objects.filter(paypal_order_id=text("paypal_order_id")))
PAYPAL_ORDER_LASTS = timedelta(hours=3)  # without an approval PayPal then removes it


class PaymentMismatch(DomainError):
    """What the buyer approved at PayPal is not what this order asks for; it is not captured."""

    code = "payment_mismatch"


class PaymentDeclined(DomainError):
    """PayPal refused the payment for certain; the seats are held again, and another try may work."""

    code = "payment_declined"


def pay_order(*, order_id: int, paypal_order_id: str, by: User) -> Order:
    """Capture what the buyer approved, and settle it. Harmless to repeat; returns the order in its new state.

    Raises PaymentMismatch, NotHeld, SoldOut, DateUnavailable or TooManyFreeSeats before anything is captured,
    PaymentDeclined if PayPal refuses the capture, and Unavailable if PayPal can't be asked before it. While the outcome
    of the capture is unknown the order stays `capturing`, and reconciliation finds out.
    """
    order: Order = ORDER.run(order=order_id)[0]
    if is_decided(order) and not is_other_payment(order, paypal_order_id):
        return order
    try:
        shown = retry_unclear(lambda: paypal.get_order(paypal_order_id))
    except PayPalUnclear as unclear:
        order = order_as_it_stands(order_id)
        if order.status == Order.Status.CAPTURING or is_decided(order):
            return order
        raise why_not_shown(order, paypal_order_id, unclear) from unclear
    except PayPalRefused as refusal:
        raise payment_unavailable() from refusal
    if is_decided(order) and not shown.capture:
        return order
    if shown.omits_capture:
        raise payment_unavailable()
    refuse_mismatch(order, shown)
    payment = begin_capture(order_id=order_id, shown=shown)
    if payment is None:
        return order_as_it_stands(order_id)
    captured = shown if shown.capture else capture(payment)
    if captured:
        settle(payment_id=payment.pk, shown=captured)
        push_refunds_due(order_id=order_id)
    order = order_as_it_stands(order_id)
    if not is_decided(order):
        refuse_if_declined(payment)
    return order


@in_one_transaction
def pay_for_test(*, order_id: int, by: User) -> Order:
    """The Test Order button: seats like any other, no money, marked and left out of every sum."""
    if not settings.TEST_ORDERS:
        raise Forbidden("Test orders are switched off in this shop.", code="test_orders_off")
    wait_for_buyer(order_id)
    order = lock_order(order_id)
    if is_decided(order):
        return order
    if order.status_at(timezone.now()) not in PAYABLE:
        raise NotHeld(sentence_for(order), status=order.status)
    refuse_free_seats_again(order)
    seats.sell_seats(booking_ids=booking_ids(order))
    order.is_test = True
    order.save(update_fields=["is_test"])
    before = {"status": order.status}
    mark_paid(order)
    audit.record("paid as a test", order, by=by, before=before, after={"status": order.status})
    return order


def is_decided(order: Order) -> bool:
    """Nothing is left for the buyer to pay or to wait for in this call; asking again changes nothing."""
    return order.status in (*Order.SETTLED, Order.Status.REVIEW)


def is_other_payment(order: Order, paypal_order_id: str) -> bool:
    """Whether the buyer submits a PayPal order that isn't known yet, as from a second window.

    If PayPal has captured it, it is bound too, so that its money is refunded or takes the first payment's place.
    """
    payments = set(order.payments.values_list("paypal_order_id", flat=True))
    return bool(payments) and paypal_order_id not in payments


def why_not_shown(order: Order, paypal_order_id: str, unclear: PayPalUnclear) -> DomainError:
    """A payment that the shop has just made may be missing at PayPal for a moment; one that it never saw is refused."""
    recent = timezone.now() - PAYPAL_ORDER_LASTS
    is_ours = order.payments.filter(paypal_order_id=paypal_order_id, created_at__gt=recent).exists()
    if isinstance(unclear, PayPalMissing) and not is_ours:
        return PaymentMismatch("PayPal does not know this payment. Nothing was charged. Start the payment again.")
    return payment_unavailable()


def refuse_mismatch(order: Order, shown: PayPalOrder) -> None:
    """Bind and capture only what is exactly this order's: whose, to whom, and how much. Staff see what is not.

    A wrong amount that PayPal has captured already is let through: settling puts the order in review.
    """
    pays_others = not shown.is_paid_to(own_payee(order))
    if pays_others or not is_for(order, shown) or not (shown.capture or has_right_amount(order, shown)):
        if shown.custom_id == order.public_id:
            report_mismatch(order, shown, pays_others=pays_others)
        raise PaymentMismatch(
            "This payment does not belong to this order. The shop has not charged it. Start the payment again."
        )
    if not shown.capture and shown.status != "APPROVED":
        raise PaymentMismatch("The payment is not approved at PayPal yet. Nothing was charged.")


def is_for(order: Order, shown: PayPalOrder) -> bool:
    return shown.custom_id == order.public_id if shown.custom_id else was_made_after(shown, order)


def has_right_amount(order: Order, shown: PayPalOrder) -> bool:
    return shown.amount.value == order.total_price and shown.amount.currency == settings.CURRENCY


def was_made_after(shown: PayPalOrder, order: Order) -> bool:
    """A PayPal order made by a browser names no order of ours; it counts only if it is younger than ours."""
    return shown.created_at is not None and shown.created_at >= order.created_at.replace(microsecond=0)


def own_payee(order: Order) -> str:
    """The shop's account at PayPal: the payee of an order that the shop itself made there."""
    if payee := shop_payee():
        return payee
    open_paypal_order(order_id=order.pk, by=order.user)
    return shop_payee()


@in_one_transaction
def begin_capture(*, order_id: int, shown: PayPalOrder) -> Payment | None:
    """Bind the PayPal order to this one, count the seats again, and store the key of the capture.

    None where the order was decided meanwhile. Raises NotHeld where another payment is on its way.
    """
    wait_for_buyer(order_id)
    order = lock_order(order_id)
    payment = bound_payment(order, shown)
    if shown.capture:
        return payment  # PayPal has the money already; settling decides, in whatever state the order is
    if is_decided(order):
        return None
    if order.status == Order.Status.CAPTURING:
        if payment.status != Payment.Status.CAPTURING:
            raise NotHeld(
                "Another payment for this order is on its way. You will not be charged twice.", status=order.status
            )
        return payment
    if order.status_at(timezone.now()) not in PAYABLE:
        raise NotHeld(sentence_for(order), status=order.status)
    refuse_free_seats_again(order)
    seats.keep_seats(booking_ids=booking_ids(order), until=None)
    order.status = Order.Status.CAPTURING
    order.held_until = None
    update(order, "status", "held_until")
    payment.status = Payment.Status.CAPTURING
    payment.capture_key = payment.capture_key or new_request_key()
    payment.capture_key_at = timezone.now()
    update(payment, "status", "capture_key", "capture_key_at")
    return payment


def refuse_free_seats_again(order: Order) -> None:
    """Count the free seats of an expired order again: its account may have taken others since."""
    if order.status_at(timezone.now()) == Order.Status.EXPIRED:
        refuse_too_many_free_seats(free_seats_of(order), order.user, besides=booking_ids(order))


def bound_payment(order: Order, shown: PayPalOrder) -> Payment:
    """The payment of this PayPal order. One PayPal order pays for one of ours; the database holds that."""
    payment: Payment = BOUND.first(paypal_order_id=shown.id) or payment_from_browser(order, shown)
    if payment.order_id != order.pk:
        raise PaymentMismatch("This payment belongs to another order. Nothing was charged.")
    return payment


def payment_from_browser(order: Order, shown: PayPalOrder) -> Payment:
    if UnmatchedPayment.objects.filter(paypal_order_id=shown.id, refund_asked_at__isnull=False).exists():
        raise PaymentMismatch("This payment is being refunded. Start the payment again.")
    payment, _ = Payment.objects.get_or_create(
        paypal_order_id=shown.id,
        defaults={
            "order": order,
            "status": Payment.Status.OPEN,
            "from_browser": True,
            "payee": shown.payee,
            "create_key": new_request_key(),
            "amount": shown.amount.value,
            "currency": shown.amount.currency,
        },
    )
    return payment


def refuse_if_declined(payment: Payment) -> None:
    """Tell the buyer that PayPal took no money, once that is written down and the seats are held again."""
    payment.refresh_from_db()
    if payment.status in (Payment.Status.REFUSED, Payment.Status.DENIED):
        issue = payment.last_problem.partition(":")[0]
        raise PaymentDeclined(DECLINED_WORDS.get(issue, DECLINED_WORDS[""]), issue=issue)
