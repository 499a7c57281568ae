"""Record staff decisions about payments that can't be settled automatically."""

import logging

from django.conf import settings

from accounts.models import User
from bookings.models import Booking
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError
from orders.models import Order
from orders.selectors.orders import count_kept_seats, list_lines
from orders.services.locks import lock_order
from orders.services.rules_of_sale import find_broken_rule, lock_before_order
from payments.models import Payment
from payments.selectors.order_money import count_open_seats, get_counting_payment, get_settled_status
from payments.services.refunds.record_refund import release_held_seats, withdraw_releases
from payments.services.refunds.refund_order import NotRefundable, create_refund, get_refunds_total, refund_everything
from payments.services.refunds.send_refund import push_refunds_due
from payments.services.settle_payment import mark_paid, mark_refund_due, settle_paypal_order
from paypal.exceptions import PayPalRefused, PayPalUnclear

log = logging.getLogger(__name__)


def review_payment(*, order_id: int, accept: bool, reason: str, by: User) -> Order:
    """End an order's review: accept the payment, or refuse it, release the seats and refund the money.

    Accepting requires a completed payment in the shop's currency, and available seats. Seats that staff released stay
    released if their date has begun. Raise DomainError, SoldOut or DateUnavailable without changing
    anything otherwise. The refund is sent to PayPal after the commit.
    """
    if accept:
        return accept_payment(order_id=order_id, reason=reason, by=by)
    refuse_payment(order_id=order_id, reason=reason, by=by)
    push_refunds_due(order_id=order_id)
    return Order.objects.get(pk=order_id)


@in_one_transaction
def accept_payment(*, order_id: int, reason: str, by: User) -> Order:
    lock_before_order(order_id)  # an order whose seats were released is counted again
    order = lock_in_review(order_id)
    payment = get_counting_payment(order)
    if payment is None:
        raise DomainError("PayPal has not taken the money yet. Wait for its decision.", code="not_captured")
    if payment.currency != settings.CURRENCY:
        raise DomainError(f"PayPal took {payment.currency}. That can only be refunded.", code="wrong_currency")
    withdraw_releases(order)
    book_seats(order, payment)
    if payment.amount != order.total_price:
        order.accepted_price = payment.amount
        order.save(update_fields=["accepted_price"])
    if count_kept_seats(order) or not order.paid_at:
        mark_paid(order, at=payment.captured_at)
    order.status = get_settled_status(order)  # it may be partly refunded already
    order.save(update_fields=["status"])
    record_decision("payment accepted", order, payment, reason, by)
    return order


@in_one_transaction
def refuse_payment(*, order_id: int, reason: str, by: User) -> None:
    """Release the seats and request a refund. If the payment is still pending, it is refunded when it completes."""
    order = lock_in_review(order_id)
    payment = get_counting_payment(order)
    release_held_seats(order)
    mark_refund_due(order, Order.RefundReason.REFUSED)
    record_decision("payment refused", order, payment, reason, by)
    if payment:
        refund_everything(order, payment, reason, by=by)


def lock_in_review(order_id: int) -> Order:
    order = lock_order(order_id)
    if order.status != Order.Status.REVIEW:
        message = "This order is not in review, so there is nothing to decide."
        raise DomainError(message, code="not_in_review", status=order.status)
    return order


def book_seats(order: Order, payment: Payment) -> None:
    """Confirm seats that have been held since the payment. Otherwise book them again, if they are still available.

    They count as sold since the money came. Seats that the buyer had returned before the review stay returned. If
    booking again breaks a rule, staff accept it with the payment: it is stored with the order, and counts as a use.
    """
    left = count_open_seats(order)
    bookings = [line.booking for line in list_lines(order) if left[line.pk]]
    ids = [booking.pk for booking in bookings]
    if all(booking.status == Booking.Status.PENDING and booking.held_until is None for booking in bookings):
        seats.confirm_seats(booking_ids=ids, sold_at=payment.captured_at)
    else:
        if broken := find_broken_rule(order):
            order.review_because = broken
            order.save(update_fields=["review_because"])
        seats.sell_seats(booking_ids=ids, sold_at=payment.captured_at, until_end=order.is_by_door_link)


def record_decision(did: str, order: Order, payment: Payment | None, reason: str, by: User) -> None:
    before, after = {"status": Order.Status.REVIEW}, {"status": order.status}
    amount = payment.amount if payment else None
    audit.record(
        did, order, by=by, before=before, after=after, reason=reason, amount=amount, rule=order.broken_rule or None
    )


# --- A refund that PayPal refused ----------------------------------------------------------------------------------


def refund_again(*, order_id: int, reason: str, by: User) -> Order:
    """Request failed full refunds again, with new keys: of second payments and of orders whose refund is due.

    Raise NotRefundable if there are none. Failed refunds of single lines are requested again with `refund_order`.
    """
    request_refunds_again(order_id=order_id, reason=reason, by=by)
    push_refunds_due(order_id=order_id)
    return Order.objects.get(pk=order_id)


@in_one_transaction
def request_refunds_again(*, order_id: int, reason: str, by: User) -> None:
    order = lock_order(order_id)
    payments = order.payments.filter(status=Payment.Status.COMPLETED)
    if order.status != Order.Status.REFUND_DUE:
        payments = payments.filter(is_extra=True)
    due = [payment for payment in payments if get_refunds_total(payment) < payment.amount]
    if not due:
        raise NotRefundable("This order has no refund to retry.", status=order.status)
    for payment in due:
        refund_everything(order, payment, reason, by=by)


# --- Money at PayPal that nobody has claimed -------------------------------------------------------------------------


def refund_unmatched_payment(*, payment_id: int, reason: str, by: User) -> Payment:
    """Refund all that is left of a payment. Safe to repeat.

    PayPal's record is read first: it may show what was refunded on its website. Raise DomainError if PayPal refuses. If
    the outcome is unclear, the refund stays requested and `upkeep` tries again.
    """
    read_paypals_record(Payment.objects.get(pk=payment_id))
    request_unmatched_refund(payment_id=payment_id, reason=reason, by=by)
    push_refunds_due(payment_id=payment_id)
    payment = Payment.objects.prefetch_related("refunds").get(pk=payment_id)
    if payment.refusal and payment.left > 0:
        raise DomainError("PayPal refused to refund this payment. Check it at PayPal.", code="refund_refused")
    return payment


def read_paypals_record(payment: Payment) -> None:
    """Record what PayPal shows of unclaimed money, if it shows it now."""
    try:
        if payment.order_id is None and payment.paypal_order_id:
            settle_paypal_order(paypal_order_id=payment.paypal_order_id)
    except (PayPalUnclear, PayPalRefused) as problem:
        log.warning("payment %s: PayPal does not show its record: %s", payment.pk, problem)


@in_one_transaction
def request_unmatched_refund(*, payment_id: int, reason: str, by: User) -> None:
    """Store a refund of what is left, if anything is. Raise DomainError if an order has the payment."""
    lock_rows(Payment.objects.filter(pk=payment_id))
    payment = Payment.objects.get(pk=payment_id)
    if payment.order_id is not None:
        raise DomainError("This payment belongs to an order. Refund it there.", code="matched")
    left = payment.amount - get_refunds_total(payment)
    if left > 0:
        audit.record("refund requested", payment, by=by, reason=reason, amount=left)
        create_refund(payment, left, order=None, reason=reason, by=by)
