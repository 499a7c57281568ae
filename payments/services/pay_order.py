"""Pay for an order: capture the PayPal order that the buyer approved.

Only PayPal's API is trusted: the browser sends the PayPal order's ID and nothing else.
"""

import logging
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Forbidden
from orders.models import Order
from orders.services.locks import NotHeld, get_booking_ids, lock_order, refuse_unless_payable
from orders.services.rules_of_sale import lock_before_order, refuse_broken_rules
from payments.models import Payment
from payments.services.alerts import report_mismatch
from payments.services.create_paypal_order import build_unavailable_error, create_paypal_order
from payments.services.refunds.send_refund import push_refunds_due
from payments.services.settle_payment import get_shop_payee, is_expected, mark_paid, renew_hold, settle_payment
from paypal import endpoints
from paypal.endpoints import new_request_key
from paypal.exceptions import PayPalMissing, PayPalRefused, PayPalUnclear, retry_unclear
from paypal.schemas import PayPalOrder

log = logging.getLogger(__name__)

PAYPAL_ORDER_LASTS = timedelta(hours=3)  # PayPal deletes unapproved orders after this time


class PaymentMismatch(DomainError):
    """The PayPal order doesn't match the shop's order. The shop does not capture it."""

    code = "payment_mismatch"


def pay_order(*, order: Order, paypal_order_id: str) -> Order:
    """Capture the PayPal order that the buyer approved, and settle the payment. Return the order as stored. Idempotent.

    Raise PaymentMismatch, NotHeld, SoldOut, DateUnavailable, VoucherUsed or TooManyFreeSeats before anything is
    captured, DomainError (`payment_declined`) if PayPal refuses the capture, and Unavailable if PayPal can't be reached
    before the capture. If the capture's outcome is unknown, return the order as `capturing`; reconciliation settles it
    later.
    """
    if is_decided(order) and not is_other_payment(order, paypal_order_id):
        return order
    try:
        paypal_order = retry_unclear(lambda: endpoints.get_order(paypal_order_id))
    except PayPalUnclear as unclear:
        order = read_again(order)
        if order.status == Order.Status.CAPTURING or is_decided(order):
            return order
        raise build_lookup_error(order, paypal_order_id, unclear) from unclear
    except PayPalRefused as refusal:
        raise build_unavailable_error() from refusal
    if is_decided(order) and not paypal_order.capture:
        return order
    if paypal_order.omits_capture:
        raise build_unavailable_error()
    refuse_mismatch(order, paypal_order)
    payment = begin_capture(order_id=order.pk, paypal_order=paypal_order)
    if payment is None:
        return read_again(order)
    captured = paypal_order if paypal_order.capture else capture_payment(payment)
    if captured:
        settle_payment(payment_id=payment.pk, paypal_order=captured, claimed_by=order.pk)
        push_refunds_due(order_id=order.pk)
    order = read_again(order)
    if not is_decided(order):
        refuse_if_declined(payment)
    return order


def read_again(order: Order) -> Order:
    return Order.objects.select_related("user").get(pk=order.pk)


@in_one_transaction
def pay_for_test(*, order_id: int, by: User) -> Order:
    """Mark an order as paid without money (the Test Order button). Test orders are left out of all totals."""
    if not settings.TEST_ORDERS:
        raise Forbidden("Test orders are turned off in this shop.", code="test_orders_off")
    lock_before_order(order_id)
    order = lock_order(order_id)
    if is_decided(order):
        return order
    refuse_unless_payable(order)
    refuse_expired_again(order)
    seats.sell_seats(booking_ids=get_booking_ids(order), until_end=order.is_by_door_link)
    order.is_test = True
    order.save(update_fields=["is_test"])
    before = {"status": order.status}
    mark_paid(order)
    audit.record("paid as a test", order, by=by, before=before, after={"status": order.status})
    return order


def is_decided(order: Order) -> bool:
    """Return whether the order needs no further payment, so that paying again changes nothing."""
    return order.status in (*Order.SETTLED, Order.Status.REVIEW)


def is_other_payment(order: Order, paypal_order_id: str) -> bool:
    """Return whether this PayPal order is new to an order that has payments, for example from a second browser window.

    If PayPal has captured it, it has to be settled too: it is refunded or replaces the first payment.
    """
    payments = set(order.payments.values_list("paypal_order_id", flat=True))
    return bool(payments) and paypal_order_id not in payments


def build_lookup_error(order: Order, paypal_order_id: str, unclear: PayPalUnclear) -> DomainError:
    """Return the error for a PayPal order that can't be looked up.

    One that the shop just created may briefly be missing at PayPal, so the buyer may try again. Others are refused.
    """
    recent = timezone.now() - PAYPAL_ORDER_LASTS
    is_ours = order.payments.filter(paypal_order_id=paypal_order_id, created_at__gt=recent).exists()
    if isinstance(unclear, PayPalMissing) and not is_ours:
        return PaymentMismatch("PayPal does not know this payment. Nothing was charged. Start the payment again.")
    return build_unavailable_error()


def refuse_mismatch(order: Order, paypal_order: PayPalOrder) -> None:
    """Refuse a PayPal order whose reference, payee or amount doesn't match this order, and alert staff.

    A wrong amount that has been captured already is let through: settling puts the order in review.
    """
    pays_others = not paypal_order.is_paid_to(get_own_payee(order))
    if (
        pays_others
        or not is_for_order(order, paypal_order)
        or not (paypal_order.capture or is_expected(paypal_order.amount, order))
    ):
        if paypal_order.custom_id == order.public_id:
            report_mismatch(order, paypal_order, pays_others=pays_others)
        raise PaymentMismatch(
            "This payment does not belong to this order. The shop has not charged it. Start the payment again."
        )
    if not paypal_order.capture and paypal_order.status != "APPROVED":
        raise PaymentMismatch("The payment is not approved at PayPal yet. Nothing was charged.")


def is_for_order(order: Order, paypal_order: PayPalOrder) -> bool:
    """Return whether a PayPal order names this order or, if a browser created it without a reference, is newer."""
    if paypal_order.custom_id:
        return paypal_order.custom_id == order.public_id
    return paypal_order.created_at is not None and paypal_order.created_at >= order.created_at.replace(microsecond=0)


def get_own_payee(order: Order) -> str:
    """Return the shop's PayPal account: the payee of a PayPal order that the shop created."""
    if payee := get_shop_payee():
        return payee
    create_paypal_order(order_id=order.pk)
    return get_shop_payee()


@in_one_transaction
def begin_capture(*, order_id: int, paypal_order: PayPalOrder) -> Payment | None:
    """Attach the PayPal order to this order, hold the seats, and store the capture's idempotency key.

    Return None if the order was decided in the meantime. Raise NotHeld while another payment is being captured.
    """
    lock_before_order(order_id)
    order = lock_order(order_id)
    payment = get_or_bind_payment(order, paypal_order)
    if paypal_order.capture:
        return payment  # captured already, so it has to be settled whatever the order's status
    if is_decided(order):
        return None
    if order.status == Order.Status.CAPTURING:
        if payment.status != Payment.Status.CAPTURING:
            raise NotHeld(
                "Another payment for this order is in progress. You will not be charged twice.", status=order.status
            )
        return payment
    refuse_unless_payable(order)
    refuse_expired_again(order)
    seats.renew_holds(booking_ids=get_booking_ids(order), until=None, until_end=order.is_by_door_link)
    order.end_hold(Order.Status.CAPTURING)
    payment.status = Payment.Status.CAPTURING
    payment.capture_key = payment.capture_key or new_request_key()
    payment.capture_key_at = timezone.now()
    payment.save(update_fields=["status", "capture_key", "capture_key_at"])
    return payment


def refuse_expired_again(order: Order) -> None:
    """Check an expired order again: its buyer may have booked other free seats since, and others used its code."""
    now = timezone.now()
    if order.status_at(now) == Order.Status.EXPIRED:
        refuse_broken_rules(order, now)


def get_or_bind_payment(order: Order, paypal_order: PayPalOrder) -> Payment:
    """Return or create the payment of this PayPal order, which a unique constraint ties to a single order.

    Money that nobody has claimed gets its order when it is settled.
    """
    payment, _ = Payment.objects.get_or_create(
        paypal_order_id=paypal_order.id,
        defaults={
            "order": order,
            "status": Payment.Status.OPEN,
            "from_browser": True,
            "payee": paypal_order.payee,
            "create_key": new_request_key(),
            "amount": paypal_order.amount.value,
            "currency": paypal_order.amount.currency,
        },
    )
    if payment.order_id is None and not payment.is_claimable:
        raise PaymentMismatch("This payment is being refunded. Start the payment again.")
    if payment.order_id not in (None, order.pk):
        raise PaymentMismatch("This payment belongs to another order. Nothing was charged.")
    return payment


def refuse_if_declined(payment: Payment) -> None:
    """Raise DomainError if the payment was recorded as refused or denied."""
    payment.refresh_from_db()
    if payment.status in (Payment.Status.REFUSED, Payment.Status.DENIED):
        issue = payment.last_problem.partition(":")[0]
        message = DECLINED_MESSAGES.get(issue, DECLINED_MESSAGES[""])
        raise DomainError(message, code="payment_declined", issue=issue)


# --- At PayPal --------------------------------------------------------------------------------------------------------


CAPTURE_KEY_VALID_FOR = timedelta(hours=5)  # PayPal stores order keys for 6 hours (Orders v2 reference)
NEVER_CAPTURED_AFTER = timedelta(hours=24)  # an order that PayPal hasn't shown for this long was never captured

DECLINED_MESSAGES = {
    "": "PayPal did not accept the payment. Nothing was charged. Try again, or use another way to pay.",
    "INSTRUMENT_DECLINED": "PayPal declined this way to pay. Nothing was charged. Try another card or account.",
    "PAYER_ACTION_REQUIRED": "PayPal needs something more from you. Nothing was charged. Try again.",
    "ORDER_NOT_APPROVED": "The payment is not approved at PayPal yet. Nothing was charged. Try again.",
}


def capture_payment(payment: Payment) -> PayPalOrder | None:
    """Capture the payment with its stored idempotency key, or look it up once the key may have expired at PayPal.

    Return None if the outcome is unknown or if PayPal refused the capture. A refusal is recorded.
    """
    key = str(payment.capture_key)
    if payment.capture_key_at and payment.capture_key_at < timezone.now() - CAPTURE_KEY_VALID_FOR:
        return find_or_refuse(payment, key, problem="NOT_RECEIVED: PayPal has no record of this capture.")
    try:
        return retry_unclear(lambda: endpoints.capture_order(str(payment.paypal_order_id), key=key))
    except PayPalUnclear as unclear:
        log.warning("payment %s: the outcome of its capture is unknown: %s", payment.pk, unclear)
        return find_captured_order(payment)
    except PayPalRefused as refusal:
        return find_or_refuse(payment, key, problem=f"{refusal.issue}: {refusal.message}")


def find_captured_order(payment: Payment) -> PayPalOrder | None:
    """Return the payment's PayPal order if it has a capture, or None."""
    try:
        paypal_order = retry_unclear(lambda: endpoints.get_order(str(payment.paypal_order_id)))
    except (PayPalUnclear, PayPalRefused):
        return None
    return paypal_order if paypal_order.capture else None


def find_or_refuse(payment: Payment, key: str, *, problem: str) -> PayPalOrder | None:
    """Look up a capture that PayPal refused, or whose key is too old to be used again: it may have succeeded before.

    Record the problem if it was never made, and return None, also if that is unknown.
    """
    try:
        paypal_order = retry_unclear(lambda: endpoints.get_order(str(payment.paypal_order_id)))
    except PayPalMissing:
        if payment.capture_key_at is None or payment.capture_key_at > timezone.now() - NEVER_CAPTURED_AFTER:
            return None
    except (PayPalUnclear, PayPalRefused):
        return None
    else:
        if paypal_order.capture or paypal_order.omits_capture:
            return paypal_order if paypal_order.capture else None
    record_refusal(payment_id=payment.pk, key=key, problem=problem)
    if problem.startswith("DUPLICATE_INVOICE_ID"):
        settle_siblings(payment)
    return None


@in_one_transaction
def record_refusal(*, payment_id: int, key: str, problem: str) -> None:
    """Mark this attempt as refused, so that the next one gets a new key. Ignore responses to older attempts."""
    order = lock_order(Payment.objects.values_list("order_id", flat=True).get(pk=payment_id))
    payment = Payment.objects.get(pk=payment_id)
    if payment.status != Payment.Status.CAPTURING or payment.capture_key != key:
        return
    payment.status = Payment.Status.REFUSED
    payment.capture_key = None
    payment.last_problem = problem[:500]
    payment.save(update_fields=["status", "capture_key", "last_problem"])
    if order.status == Order.Status.CAPTURING:
        renew_hold(order)


def settle_siblings(payment: Payment) -> None:
    """Settle the order's other payments, one of which PayPal has captured already (DUPLICATE_INVOICE_ID)."""
    others = payment.get_order().payments.exclude(pk=payment.pk).exclude(paypal_order_id=None)
    for other in others.exclude(status=Payment.Status.COMPLETED):
        if paypal_order := find_captured_order(other):
            settle_payment(payment_id=other.pk, paypal_order=paypal_order)
