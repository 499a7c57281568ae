"""Giving money back: written down under the order's lock first, carried out at PayPal after."""

import logging
from collections.abc import Collection
from decimal import Decimal

from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from bookings import services as seats
from bookings.models import Booking
from charityshop import audit
from charityshop.errors import BadRequest, DomainError
from charityshop.prepared import Prepared, number
from charityshop.transactions import in_one_transaction
from orders import mails, paypal
from orders.models import Order, OrderLine, Payment, Refund
from orders.paypal import PayPalRefused, PayPalUnclear, RefundMade, insist
from orders.pricing import Totals, refundable_for_lines
from orders.services.keys import new_request_key
from orders.services.locking import booking_ids, lock_order

log = logging.getLogger(__name__)

REFUNDABLE = (Order.Status.PAID, Order.Status.PARTLY_REFUNDED)
OPEN = (Refund.Status.REQUESTED, Refund.Status.PENDING)
LIVE = (*OPEN, Refund.Status.COMPLETED)

DUE = Prepared(
    lambda: Refund.objects.filter(order=number("order"), status=Refund.Status.REQUESTED).values_list("pk"),
    converted=False,
)


class NotRefundable(DomainError):
    code = "not_refundable"


def refund_order(
    *, order_id: int, reason: str, lines: Collection[str] | None = None, amount: Decimal | None = None, by: User
) -> Order:
    """Refund whole lines (by their bookings' public ids), an amount, or with neither all that is left.

    Raises NotRefundable or BadRequest; nothing is asked of PayPal then. Seats return to sale when it completes.
    """
    refund = request_refund(order_id=order_id, reason=reason, lines=lines, amount=amount, by=by)
    push_refund(refund_id=refund.pk)
    return Order.objects.get(pk=order_id)


@in_one_transaction
def request_refund(
    *, order_id: int, reason: str, lines: Collection[str] | None, amount: Decimal | None, by: User
) -> Refund:
    order = lock_order(order_id)
    if order.status not in REFUNDABLE:
        raise NotRefundable("Only a paid order can be refunded.", status=order.status)
    left = kept(order)
    open_lines = {line.booking.public_id: line for line in lines_of(order) if not is_refunded(line)}
    chosen = pick(open_lines, lines) if lines is not None else list(open_lines.values()) if amount is None else []
    value = amount if amount is not None else amount_for(order, chosen, left)
    if value > left or (not value and not chosen):
        raise NotRefundable(f"Only ${left:.2f} of this order can still be refunded.")
    refund = Refund.objects.create(
        order=order, payment=counting_payment(order), amount=value, reason=reason, by=by, request_key=new_request_key()
    )
    OrderLine.objects.filter(pk__in=[line.pk for line in chosen]).update(refund=refund)
    bookings = ", ".join(line.booking.public_id for line in chosen) or None
    audit.record("refund requested", order, by=by, amount=value, reason=reason, bookings=bookings)
    return refund


def pick(open_lines: dict[str, OrderLine], asked: Collection[str]) -> list[OrderLine]:
    if not asked or not set(asked) <= open_lines.keys():
        raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
    return [open_lines[public_id] for public_id in dict.fromkeys(asked)]


def amount_for(order: Order, chosen: list[OrderLine], left: Decimal) -> Decimal:
    if not counting_payment(order):
        return Decimal(0)  # test and free orders go the same way, without money
    if not chosen:
        return left  # every line went back already, some for less than they had cost
    everything = lines_of(order)
    return refundable_for_lines(
        {line.pk for line in chosen},
        amounts={line.pk: line.line_price for line in everything},
        refunded={line.pk for line in everything if is_refunded(line)},
        totals=Totals(items=order.items_price, tax=order.tax_price, shipping=order.shipping_price),
        kept=left,
    )


def refund_everything(order: Order, payment: Payment, reason: str, by: User | None = None) -> Refund:
    """Ask for all of one payment back; stored with its key, carried out by `push_refund` after the commit."""
    amount = payment.amount - asked_back(payment)
    audit.record("refund requested", order, by=by, amount=amount, reason=reason, capture=payment.capture_id)
    return Refund.objects.create(
        order=order, payment=payment, amount=amount, reason=reason, by=by, request_key=new_request_key()
    )


def asked_back(payment: Payment) -> Decimal:
    """What of this payment is asked for, on its way or gone back."""
    return payment.refunds.exclude(status=Refund.Status.FAILED).aggregate(sum=Sum("amount"))["sum"] or Decimal(0)


@in_one_transaction
def mirror_refund(*, payment_id: int, made: RefundMade) -> None:
    """Write down a refund or reversal that PayPal shows. One of ours whose answer was lost is known by its amount."""
    payment = Payment.objects.get(pk=payment_id)
    lock_order(payment.order_id)
    if made.status not in ("COMPLETED", "PENDING") or Refund.objects.filter(paypal_refund_id=made.id).exists():
        return
    amount = made.amount.value if made.amount else payment.amount
    ours = payment.refunds.filter(status=Refund.Status.REQUESTED, paypal_refund_id=None, amount=amount).first()
    refund = ours or Refund.objects.create(
        order_id=payment.order_id,
        payment=payment,
        amount=amount,
        reason="Refunded or reversed at PayPal.",
        request_key=new_request_key(),
    )
    write_refund(refund_id=refund.pk, made=made)


def push_refund(*, refund_id: int) -> None:
    """Ask PayPal under the stored key, and write down the answer. Where the end is unclear it stays requested."""
    refund = Refund.objects.select_related("payment").get(pk=refund_id)
    if refund.status not in OPEN:
        return
    payment = refund.payment
    if payment is None or not refund.amount:
        write_refund(refund_id=refund_id, made=None)
        return
    try:
        made = insist(lambda: ask_for(refund, payment))
    except PayPalUnclear as unclear:
        log.warning("refund %s: nobody knows how it ended: %s", refund_id, unclear)
    except PayPalRefused as refusal:
        log.exception("refund %s: PayPal refuses it", refund_id)
        fail_refund(refund_id=refund_id, problem=str(refusal))
    else:
        write_refund(refund_id=refund_id, made=made)


def push_refunds_due(*, order_id: int) -> None:
    """Carry out what settling asked for."""
    for (refund_id,) in DUE.run(order=order_id):
        push_refund(refund_id=refund_id)


def ask_for(refund: Refund, payment: Payment) -> RefundMade:
    if refund.paypal_refund_id:
        return paypal.get_refund(refund.paypal_refund_id)
    amount, key = refund.amount, refund.request_key
    return paypal.refund_capture(str(payment.capture_id), amount=amount, key=key, currency=payment.currency)


@in_one_transaction
def write_refund(*, refund_id: int, made: RefundMade | None) -> None:
    """What became of a refund; `made` is PayPal's word, or None where no money is involved.

    Money that went back is written down in any case: as a refund of its own, where this one was decided otherwise.
    """
    order = lock_order(Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status not in OPEN:
        if made and refund.payment and made.id != refund.paypal_refund_id:
            mirror_refund(payment_id=refund.payment.pk, made=made)
        return
    if made:
        refund.paypal_refund_id = made.id
    if made and made.status == "PENDING":
        refund.status = Refund.Status.PENDING
        refund.save(update_fields=["status", "paypal_refund_id"])
        return
    if made and made.status != "COMPLETED":
        refund.save(update_fields=["paypal_refund_id"])
        fail(refund, f"PayPal: {made.status}")
        return
    refund.status = Refund.Status.COMPLETED
    refund.completed_at = timezone.now()
    refund.save(update_fields=["status", "paypal_refund_id", "completed_at"])
    was = order.status
    after_refund(order, refund)
    before, after = {"status": was}, {"status": order.status}
    audit.record("refund completed", order, by=None, before=before, after=after, amount=refund.amount)
    tell_buyer(order, refund, was_due=was == Order.Status.REFUND_DUE)


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
    refund.last_problem = problem[:500]
    refund.save(update_fields=["status", "last_problem"])
    refund.lines.update(refund=None)
    audit.record("refund failed", refund.order, by=None, amount=refund.amount, problem=refund.last_problem)


# --- What an order's money comes to --------------------------------------------------------------------------------


def counting_payment(order: Order) -> Payment | None:
    return order.payments.counting().first()


def captured(order: Order) -> Decimal:
    payment = counting_payment(order)
    return payment.amount if payment else Decimal(0)


def refunds_sum(order: Order, statuses: Collection[str]) -> Decimal:
    counting = order.refunds.own().filter(status__in=statuses)
    return counting.aggregate(sum=Sum("amount"))["sum"] or Decimal(0)


def kept(order: Order) -> Decimal:
    """Captured minus every refund that is asked for, on its way or done: what may still be refunded."""
    return captured(order) - refunds_sum(order, LIVE)


def completed_kept(order: Order) -> Decimal:
    """Captured minus what really went back."""
    return captured(order) - refunds_sum(order, [Refund.Status.COMPLETED])


def lines_of(order: Order) -> list[OrderLine]:
    return list(order.lines.select_related("booking", "refund"))


def is_refunded(line: OrderLine) -> bool:
    return line.refund is not None and line.refund.status in LIVE
