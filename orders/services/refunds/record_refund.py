"""Record the outcome of refunds, including refunds and reversals that the shop did not request."""

from django.db.models import Q
from django.utils import timezone

from bookings.models import Booking
from bookings.services import returns, seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders.models import Order, Payment, PaymentAlert, Refund
from orders.models.payment import REFUNDED_AT_PAYPAL
from orders.paypal import Amount, PayPalOrder, RefundMade
from orders.paypal.request_keys import new_request_key
from orders.services.alerts import record_alert, withdraw_alert
from orders.services.booked_money import book_refund
from orders.services.locks import get_booking_ids, lock_order
from orders.services.order_money import (
    OPEN,
    count_returned_seats,
    get_gift_part,
    get_net_amount,
    get_seats_by_booking,
    is_all_refunded,
    is_returned,
    list_lines,
)
from orders.services.refunds.email_buyer import email_buyer
from orders.services.refunds.returned_seats import add_missing_parts, release_bookings

REFUNDABLE = (Order.Status.PAID, Order.Status.PARTLY_REFUNDED)
TAKEN_BACK = "Taken back by PayPal or a bank."
SEATS_STAY = "The seats stay booked: release them if the buyer should not come."
SEATS_ARE_SOLD = "It looked like a refund at first, and the seats it released can't be booked again."


@in_one_transaction
def record_refund(*, payment_id: int, made: RefundMade, is_reversal: bool = False) -> None:
    """Record a refund that PayPal lists, unless it is recorded already.

    A refund with the idempotency key of one of the shop's refunds is that refund. While one of the shop's refunds has
    an unknown outcome, record no other refund: it may be the same one, which `send_refund` finds out with its key.
    """
    payment = Payment.objects.get(pk=payment_id)
    order = lock_order(payment.order_id)
    if made.status not in ("COMPLETED", "PENDING"):
        return
    if known := Refund.objects.filter(paypal_refund_id=made.id).first():
        if is_reversal and known.reason == REFUNDED_AT_PAYPAL:
            convert_to_reversal(order, known)
        return
    if is_reversal and replace_capture_id(order, payment, made):
        return
    unanswered = payment.refunds.unanswered()
    refund = unanswered.filter(sends_key=True, request_key=made.custom_id).first()
    if refund is None:
        if unanswered.exists() and not is_reversal:
            return
        refund = Refund.objects.create(
            order_id=payment.order_id,
            payment=payment,
            amount=made.amount.value,
            gift_amount=get_gift_part(order, made.amount.value, payment),
            reason=TAKEN_BACK if is_reversal else REFUNDED_AT_PAYPAL,
            is_reversal=is_reversal,
            request_key=new_request_key(),
        )
        if not is_reversal and has_requested_refund(payment):
            report_unrequested_refund(refund, made)
    apply_refund(refund_id=refund.pk, made=made)


def convert_to_reversal(order: Order, refund: Refund) -> None:
    """Turn a recorded refund into a reversal, because PayPal lists reversals as refunds at first.

    A full refund has released the seats. Book them again if they are still available.
    """
    refund.is_reversal, refund.reason = True, TAKEN_BACK
    refund.save(update_fields=["is_reversal", "reason"])
    if refund.status != Refund.Status.COMPLETED:
        return  # apply_refund reports it when it completes
    returned = count_returned_seats(order)
    released = [line.booking for line in list_lines(order) if not is_returned(line, returned)]
    released = [booking for booking in released if booking.status == Booking.Status.REFUNDED]
    try:
        seats.sell_seats(booking_ids=[booking.pk for booking in released])
    except (seats.SoldOut, seats.DateUnavailable):
        report_reversal(order, refund, SEATS_ARE_SOLD)
    else:
        report_reversal(order, refund)


def replace_capture_id(order: Order, payment: Payment, made: RefundMade) -> bool:
    """Return whether a reversal was recorded under its capture's ID, and replace that with the reversal's own ID.

    If the recorded amount was different, undo it instead: the reversal is then recorded as a new one.
    """
    announced = payment.refunds.filter(is_reversal=True, paypal_refund_id=payment.capture_id).first()
    if announced is None:
        return False
    if announced.amount == made.amount.value:
        announced.paypal_refund_id = made.id
        announced.save(update_fields=["paypal_refund_id"])
        return True
    if announced.status == Refund.Status.COMPLETED:
        undo_reversal(order, announced, f"PayPal's record shows {made.amount.value:.2f} ({made.id}).")
        withdraw_alert(kind=PaymentAlert.Kind.REVERSAL, reference=str(payment.capture_id))
    return False


def has_requested_refund(payment: Payment) -> bool:
    """Return whether the shop requested any refund of this payment, or staff returned money of it by hand."""
    by_hand = Q(payment=None, amount__gt=0)
    return payment.order.refunds.filter(Q(payment=payment) | by_hand).requested_here().exists()


def report_unrequested_refund(refund: Refund, made: RefundMade) -> None:
    """Alert staff to a refund that the shop did not request, because the money may have been refunded twice."""
    record_alert(
        kind=PaymentAlert.Kind.UNREQUESTED_REFUND,
        reference=made.id,
        amount=Amount(refund.amount, refund.currency),
        order=refund.order,
        message=f"PayPal refunded {refund.amount:.2f} {refund.currency} that the shop did not request, besides refunds "
        "that it requested. The buyer may have been refunded twice. Compare the order's refunds with PayPal, then "
        "mark this as done.",
    )


def has_unrecorded_refunds(payment_id: int, paypal_order: PayPalOrder) -> bool:
    """Return whether PayPal lists refunds that can't be recorded while a refund of the shop's is unanswered."""
    listed = {made.id for made in paypal_order.refunds if made.status in ("COMPLETED", "PENDING")}
    recorded = Refund.objects.filter(paypal_refund_id__in=listed).count()
    return recorded < len(listed) and Payment.objects.get(pk=payment_id).refunds.unanswered().exists()


@in_one_transaction
def apply_refund(*, refund_id: int, made: RefundMade | None) -> None:
    """Apply PayPal's state to a refund. `made` is None for a refund without money.

    If the refund has ended already, record a different refund at PayPal as a new one.
    """
    order = lock_order(Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    add_missing_parts(order)
    if refund.status not in OPEN:
        if made and refund.payment and made.id != refund.paypal_refund_id:
            record_refund(payment_id=refund.payment.pk, made=made)
        return
    if made:
        if Refund.objects.filter(paypal_refund_id=made.id).exclude(pk=refund_id).exists():
            mark_failed(refund, f"PayPal's refund {made.id} is recorded already.")
            return
        refund.paypal_refund_id = made.id
        update_amount(refund, made)
    if made and not made.is_final:
        refund.status = Refund.Status.PENDING
        refund.save(update_fields=["status", "paypal_refund_id", "amount", "gift_amount"])
        return
    if made and made.status != "COMPLETED":
        refund.save(update_fields=["paypal_refund_id", "amount", "gift_amount"])
        mark_failed(refund, f"PayPal: {made.status}")
        return
    refund.status = Refund.Status.COMPLETED
    refund.completed_at = timezone.now()
    refund.save(update_fields=["status", "paypal_refund_id", "completed_at", "amount", "gift_amount"])
    was = order.status
    update_order(order, refund)
    before, after = {"status": was}, {"status": order.status}
    audit.record("refund completed", order, by=None, before=before, after=after, amount=refund.amount)
    if refund.is_reversal:
        report_reversal(order, refund)
    else:
        email_buyer(order, refund, was_due=was == Order.Status.REFUND_DUE)
    book_refund(refund, made)


def update_amount(refund: Refund, made: RefundMade) -> None:
    """Store the amount that PayPal refunded. Alert staff if the shop requested a different one."""
    if made.amount.value == refund.amount:
        return
    asked, refund.amount = refund.amount, made.amount.value
    refund.gift_amount = min(refund.gift_amount, refund.amount)
    record_alert(
        kind=PaymentAlert.Kind.REFUND_AMOUNT,
        reference=made.id,
        amount=made.amount,
        order=refund.order,
        message=f"The shop asked PayPal to refund {asked:.2f}, and PayPal refunded {made.amount.value:.2f}. "
        "The order shows PayPal's amount. Look the refund up at PayPal, then mark this as done.",
    )


def report_reversal(order: Order, refund: Refund, seats_now: str = SEATS_STAY) -> None:
    """Alert staff to a reversal. The bookings stay confirmed until staff release the seats."""
    record_alert(
        kind=PaymentAlert.Kind.REVERSAL,
        reference=refund.paypal_refund_id or refund.request_key,
        amount=Amount(refund.amount, refund.currency),
        order=order,
        message=f"PayPal or a bank took {refund.amount:.2f} {refund.currency} of this order back. {seats_now} "
        "Then mark this as done.",
    )


def update_order(order: Order, refund: Refund) -> None:
    if refund.payment and refund.payment.is_extra:
        return  # second payments don't count toward the order
    if refund.is_reversal and order.status in REFUNDABLE:
        order.status = Order.Status.PARTLY_REFUNDED if get_net_amount(order) > 0 else Order.Status.REFUNDED
        order.save(update_fields=["status"])
        return  # the bookings stay confirmed until staff release them
    returns.complete_return(seats=get_seats_by_booking(refund))
    everything = is_all_refunded(order)
    if order.status == Order.Status.REFUND_DUE:
        order.status = Order.Status.REFUNDED if everything else order.status
    elif everything:
        release_bookings(order)
        order.status = Order.Status.REFUNDED
    elif order.status != Order.Status.REVIEW:  # a partial refund doesn't end a review
        order.status = Order.Status.PARTLY_REFUNDED
    order.save(update_fields=["status"])


@in_one_transaction
def fail_refund(*, refund_id: int, problem: str) -> None:
    """Mark a refund as failed, so that its lines can be refunded again. Ignore refunds that have ended already."""
    lock_order(Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status in OPEN:
        mark_failed(refund, problem)


def mark_failed(refund: Refund, problem: str) -> None:
    refund.status = Refund.Status.FAILED
    refund.failed_at = timezone.now()
    refund.last_problem = problem[:500]
    refund.save(update_fields=["status", "failed_at", "last_problem"])
    returns.cancel_return(seats=get_seats_by_booking(refund))
    refund.parts.all().delete()
    record_alert(
        kind=PaymentAlert.Kind.REFUND_FAILED,
        reference=refund.request_key,
        amount=Amount(refund.amount, refund.currency),
        order=refund.order,
        message=refund.last_problem,
    )
    audit.record("refund failed", refund.order, by=None, amount=refund.amount, problem=refund.last_problem)


@in_one_transaction
def cancel_reversal(*, refund_id: int, reference: str) -> None:
    """Cancel a reversal whose money PayPal returned to the shop.

    If the seats were released in the meantime, put the order in review, where staff accept or refund the payment.
    """
    order = lock_order(Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status != Refund.Status.COMPLETED:
        return
    before = {"status": order.status}
    undo_reversal(order, refund, f"PayPal returned the money ({reference}).")
    after = {"status": order.status}
    audit.record("reversal canceled", order, by=None, before=before, after=after, reference=reference)
    record_alert(
        kind=PaymentAlert.Kind.REVERSAL_CANCELED,
        reference=reference,
        amount=Amount(refund.amount, refund.currency),
        order=order,
        message=f"PayPal returned {refund.amount:.2f} {refund.currency} that had been taken back. "
        "Check the order's seats, then mark this as done.",
    )


def undo_reversal(order: Order, refund: Refund, problem: str) -> None:
    """Mark a reversal as failed, and the order as paid or, if its seats were released, in review."""
    refund.status, refund.last_problem = Refund.Status.FAILED, problem
    refund.save(update_fields=["status", "last_problem"])
    returned = count_returned_seats(order)
    unreleased = [line for line in list_lines(order) if not is_returned(line, returned)]
    if all(line.booking.status == Booking.Status.CONFIRMED for line in unreleased):
        whole = get_net_amount(order) == order.due_price
        order.status = Order.Status.PAID if whole else Order.Status.PARTLY_REFUNDED
    else:
        seats.release_seats(booking_ids=get_booking_ids(order))
        order.status = Order.Status.REVIEW
    order.save(update_fields=["status"])
