"""Record what became of refunds: those the shop asked for, and money that went back without it."""

from django.utils import timezone

from bookings.models import Booking
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders import mails
from orders.models import Order, Payment, PaymentAlert, Refund
from orders.models.payment import REFUNDED_AT_PAYPAL
from orders.paypal import Amount, PayPalOrder, RefundMade
from orders.paypal.idempotency import new_request_key
from orders.services.alerts import record_alert, withdraw_alert
from orders.services.locks import booking_ids, lock_order
from orders.services.order_money import OPEN, completed_kept, counting_payment, is_refunded, lines_of

REFUNDABLE = (Order.Status.PAID, Order.Status.PARTLY_REFUNDED)
TAKEN_BACK = "Taken back by PayPal or a bank."
SEATS_STAY = "The seats stay booked: release them if the buyer should not come."
SEATS_ARE_SOLD = "It looked like a refund at first, and the seats it released can't be booked again."


@in_one_transaction
def record_refund(*, payment_id: int, made: RefundMade, is_reversal: bool = False) -> None:
    """Record a refund that PayPal shows and the shop has no ID of yet.

    One that carries the key of a refund of ours is that refund. While another refund of ours has no answer, nothing
    else is recorded: this may be it, which `send_refund` finds out under its key.
    """
    payment = Payment.objects.get(pk=payment_id)
    order = lock_order(payment.order_id)
    if made.status not in ("COMPLETED", "PENDING"):
        return
    if known := Refund.objects.filter(paypal_refund_id=made.id).first():
        if is_reversal and known.reason == REFUNDED_AT_PAYPAL:
            take_for_reversal(order, known)
        return
    if is_reversal and is_recorded_as_capture(order, payment, made):
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
            reason=TAKEN_BACK if is_reversal else REFUNDED_AT_PAYPAL,
            is_reversal=is_reversal,
            request_key=new_request_key(),
        )
        if not is_reversal and was_asked_for(payment):
            report_unrequested_refund(refund, made)
    write_refund(refund_id=refund.pk, made=made)


def take_for_reversal(order: Order, refund: Refund) -> None:
    """Record that PayPal calls a refund a reversal, which its record showed at first as any other refund.

    If it was a full one, it released the seats: they are booked again, unless they can't be had any more.
    """
    refund.is_reversal, refund.reason = True, TAKEN_BACK
    refund.save(update_fields=["is_reversal", "reason"])
    if refund.status != Refund.Status.COMPLETED:
        return  # write_refund reports it once it is completed
    released = [line.booking for line in lines_of(order) if not is_refunded(line)]
    released = [booking for booking in released if booking.status == Booking.Status.REFUNDED]
    try:
        seats.sell_seats(booking_ids=[booking.pk for booking in released])
    except (seats.SoldOut, seats.DateUnavailable):
        report_reversal(order, refund, SEATS_ARE_SOLD)
    else:
        report_reversal(order, refund)


def is_recorded_as_capture(order: Order, payment: Payment, made: RefundMade) -> bool:
    """Give a reversal its own ID that a webhook announced by the capture's; undo it if the amount was another one."""
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


def was_asked_for(payment: Payment) -> bool:
    """Whether the shop itself ever asked for a refund of this payment."""
    return payment.refunds.requested_here().exists()


def report_unrequested_refund(refund: Refund, made: RefundMade) -> None:
    """Beside a refund of the shop's own it may be the same money a second time."""
    record_alert(
        kind=PaymentAlert.Kind.UNREQUESTED_REFUND,
        reference=made.id,
        amount=Amount(refund.amount, refund.currency),
        order=refund.order,
        message=f"PayPal refunded {refund.amount:.2f} {refund.currency} that nobody here asked for, beside refunds "
        "that the shop asked for. It may have gone back twice. Compare the order's refunds with PayPal, then mark this "
        "as done.",
    )


def has_unrecorded_refunds(payment_id: int, shown: PayPalOrder) -> bool:
    """Whether PayPal lists refunds that aren't recorded yet, because a refund of ours still has no answer."""
    listed = {made.id for made in shown.refunds if made.status in ("COMPLETED", "PENDING")}
    recorded = Refund.objects.filter(paypal_refund_id__in=listed).count()
    return recorded < len(listed) and Payment.objects.get(pk=payment_id).refunds.unanswered().exists()


@in_one_transaction
def write_refund(*, refund_id: int, made: RefundMade | None) -> None:
    """Apply PayPal's state of a refund; `made` is None if no money is involved.

    Money that went back is recorded in any case: as a refund of its own if this one was decided otherwise.
    """
    order = lock_order(Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status not in OPEN:
        if made and refund.payment and made.id != refund.paypal_refund_id:
            record_refund(payment_id=refund.payment.pk, made=made)
        return
    if made:
        if Refund.objects.filter(paypal_refund_id=made.id).exclude(pk=refund_id).exists():
            fail(refund, f"PayPal's refund {made.id} is recorded already.")
            return
        refund.paypal_refund_id = made.id
        take_amount(refund, made)
    if made and not made.is_final:
        refund.status = Refund.Status.PENDING
        refund.save(update_fields=["status", "paypal_refund_id", "amount"])
        return
    if made and made.status != "COMPLETED":
        refund.save(update_fields=["paypal_refund_id", "amount"])
        fail(refund, f"PayPal: {made.status}")
        return
    refund.status = Refund.Status.COMPLETED
    refund.completed_at = timezone.now()
    refund.save(update_fields=["status", "paypal_refund_id", "completed_at", "amount"])
    was = order.status
    after_refund(order, refund)
    before, after = {"status": was}, {"status": order.status}
    audit.record("refund completed", order, by=None, before=before, after=after, amount=refund.amount)
    if refund.is_reversal:
        report_reversal(order, refund)
    else:
        tell_buyer(order, refund, was_due=was == Order.Status.REFUND_DUE)


def take_amount(refund: Refund, made: RefundMade) -> None:
    """PayPal's amount is the one that counts. Staff are told if it is not what the shop asked for."""
    if made.amount.value == refund.amount:
        return
    asked, refund.amount = refund.amount, made.amount.value
    record_alert(
        kind=PaymentAlert.Kind.REFUND_AMOUNT,
        reference=made.id,
        amount=made.amount,
        order=refund.order,
        message=f"The shop asked PayPal to refund {asked:.2f}, and PayPal refunded {made.amount.value:.2f}. "
        "The order shows PayPal's amount. Look the refund up at PayPal, then mark this as done.",
    )


def report_reversal(order: Order, refund: Refund, seats_now: str = SEATS_STAY) -> None:
    """Staff decide what becomes of the seats: the booking stays confirmed until they release it."""
    record_alert(
        kind=PaymentAlert.Kind.REVERSAL,
        reference=refund.paypal_refund_id or refund.request_key,
        amount=Amount(refund.amount, refund.currency),
        order=order,
        message=f"PayPal or a bank took {refund.amount:.2f} {refund.currency} of this order back. {seats_now} "
        "Then mark this as done.",
    )


def tell_buyer(order: Order, refund: Refund, *, was_due: bool) -> None:
    """Where all of it was due back, the buyer reads the shop's reason for that, and not what staff wrote on record."""
    if refund.payment and refund.payment.is_extra:
        mails.second_payment_returned(order, refund)
    elif was_due and order.goes_back_because == Order.GoesBack.SEATS_GONE:
        mails.late_money_returned(order, refund)
    elif was_due and order.goes_back_because == Order.GoesBack.REFUSED:
        mails.refused_money_returned(order, refund)
    else:
        mails.order_refunded(order, refund, reason="" if was_due else refund.reason)


def after_refund(order: Order, refund: Refund) -> None:
    if refund.payment and refund.payment.is_extra:
        return  # that money was never this order's
    if refund.is_reversal and order.status in REFUNDABLE:
        order.status = Order.Status.PARTLY_REFUNDED if completed_kept(order) else Order.Status.REFUNDED
        order.save(update_fields=["status"])
        return  # its bookings stay confirmed until staff release them
    returned = [line.booking_id for line in refund.lines.all()]
    seats.release_seats(booking_ids=returned, status=Booking.Status.REFUNDED)
    paid_with_money = counting_payment(order) is not None
    everything = not completed_kept(order) if paid_with_money else all(is_refunded(line) for line in lines_of(order))
    if order.status == Order.Status.REFUND_DUE:
        order.status = Order.Status.REFUNDED if everything else order.status
    elif everything:
        seats.release_seats(booking_ids=booking_ids(order), status=Booking.Status.REFUNDED)
        order.status = Order.Status.REFUNDED
    elif order.status != Order.Status.REVIEW:  # a part that PayPal gave back is no decision about the rest
        order.status = Order.Status.PARTLY_REFUNDED
    order.save(update_fields=["status"])


@in_one_transaction
def fail_refund(*, refund_id: int, problem: str) -> None:
    """PayPal will not do it. The order stays as it was; its lines can be refunded again.

    Where somebody else heard meanwhile that it was done, a refusal changes nothing.
    """
    lock_order(Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status in OPEN:
        fail(refund, problem)


def fail(refund: Refund, problem: str) -> None:
    refund.status = Refund.Status.FAILED
    refund.failed_at = timezone.now()
    refund.last_problem = problem[:500]
    refund.save(update_fields=["status", "failed_at", "last_problem"])
    refund.lines.update(refund=None)
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
    """PayPal returned the money of a reversal: the order has it again.

    If its seats were released meanwhile, the order goes into review, where staff accept the payment or refund it.
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
    """The order has this money after all. Without its seats it goes into review."""
    refund.status, refund.last_problem = Refund.Status.FAILED, problem
    refund.save(update_fields=["status", "last_problem"])
    unreleased = [line for line in lines_of(order) if not is_refunded(line)]
    if all(line.booking.status == Booking.Status.CONFIRMED for line in unreleased):
        whole = completed_kept(order) == order.due_price
        order.status = Order.Status.PAID if whole else Order.Status.PARTLY_REFUNDED
    else:
        seats.release_seats(booking_ids=booking_ids(order))
        order.status = Order.Status.REVIEW
    order.save(update_fields=["status"])
