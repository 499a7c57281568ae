"""What staff decide about money that PayPal or the shop could not settle alone."""

from django.conf import settings

from accounts.models import User
from bookings.models import Booking
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from orders.models import Order, Payment
from orders.services.locks import NotHeld, booking_ids, lock_order
from orders.services.order_money import counting_payment
from orders.services.payments.settle_payment import give_back, mark_paid
from orders.services.refunds.refund_order import NotRefundable, asked_back, refund_everything
from orders.services.refunds.send_refund import push_refunds_due


class NotInReview(NotHeld):
    code = "not_in_review"


def decide_order(*, order_id: int, accept: bool, reason: str, by: User) -> Order:
    """End an order's review: accept what PayPal took, or refuse it, free the seats and give the money back.

    Accepting needs a completed payment in the shop's currency, and the seats. Raises NotInReview, DomainError, SoldOut
    or DateUnavailable; nothing is changed then. A refusal's refund is stored with its key and asked for after.
    """
    if accept:
        return accept_payment(order_id=order_id, reason=reason, by=by)
    refuse_payment(order_id=order_id, reason=reason, by=by)
    push_refunds_due(order_id=order_id)
    return Order.objects.get(pk=order_id)


@in_one_transaction
def accept_payment(*, order_id: int, reason: str, by: User) -> Order:
    order = lock_in_review(order_id)
    payment = counting_payment(order)
    if payment is None:
        raise DomainError("PayPal has not taken the money yet. Wait for its decision.", code="not_captured")
    if payment.currency != settings.CURRENCY:
        raise DomainError(f"PayPal took {payment.currency}. That can only be given back.", code="wrong_currency")
    keep_or_sell_seats(order)
    if payment.amount != order.total_price:
        order.accepted_price = payment.amount
        order.save(update_fields=["accepted_price"])
    mark_paid(order)
    if order.refunded_price:  # PayPal gave a part of it back while it was in review
        order.status = Order.Status.PARTLY_REFUNDED
        order.save(update_fields=["status"])
    put_on_record("payment accepted", order, payment, reason, by)
    return order


@in_one_transaction
def refuse_payment(*, order_id: int, reason: str, by: User) -> None:
    """Where PayPal still holds the payment back nothing can be refunded yet: settling does it when the money comes."""
    order = lock_in_review(order_id)
    payment = counting_payment(order)
    seats.release_seats(booking_ids=booking_ids(order))
    give_back(order, Order.GoesBack.REFUSED)
    put_on_record("payment refused", order, payment, reason, by)
    if payment:
        refund_everything(order, payment, reason, by=by)


def lock_in_review(order_id: int) -> Order:
    order = lock_order(order_id)
    if order.status != Order.Status.REVIEW:
        raise NotInReview("This order is not in review, so there is nothing to decide.", status=order.status)
    return order


def keep_or_sell_seats(order: Order) -> None:
    """Seats that waited for PayPal's word were counted all along; others have to be there still."""
    waited = Booking.objects.filter(order_line__order=order, status=Booking.Status.PENDING, held_until=None)
    if waited.count() == order.lines.count():
        seats.confirm_seats(booking_ids=booking_ids(order))
    else:
        seats.sell_seats(booking_ids=booking_ids(order))


def put_on_record(did: str, order: Order, payment: Payment | None, reason: str, by: User) -> None:
    before, after = {"status": Order.Status.REVIEW}, {"status": order.status}
    amount = payment.amount if payment else None
    audit.record(did, order, by=by, before=before, after=after, reason=reason, amount=amount)


# --- A refund that PayPal refused ----------------------------------------------------------------------------------


def refund_again(*, order_id: int, reason: str, by: User) -> Order:
    """Ask anew, under a new key, for what has to go back in full and did not: second payments, and a refund due.

    Raises NotRefundable where nothing waits. A line's refund that was refused is asked for with `refund_order`.
    """
    write_refunds_again(order_id=order_id, reason=reason, by=by)
    push_refunds_due(order_id=order_id)
    return Order.objects.get(pk=order_id)


@in_one_transaction
def write_refunds_again(*, order_id: int, reason: str, by: User) -> None:
    order = lock_order(order_id)
    goes_back = order.payments.filter(status=Payment.Status.COMPLETED)
    if order.status != Order.Status.REFUND_DUE:
        goes_back = goes_back.filter(is_extra=True)
    due = [payment for payment in goes_back if asked_back(payment) < payment.amount]
    if not due:
        raise NotRefundable("Nothing of this order waits to go back.", status=order.status)
    for payment in due:
        refund_everything(order, payment, reason, by=by)
