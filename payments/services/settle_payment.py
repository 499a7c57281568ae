"""Apply PayPal's state to a payment: for checkout, webhooks, reconciliation and staff.

Only what PayPal's API shows counts, never what a browser or the body of a webhook says.
"""

import logging
from collections.abc import Sequence, Set
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from bookings.services import offers, seats
from bookings.services.seats import DateUnavailable, SoldOut
from charityshop import audit
from charityshop.db.transactions import Conflict, in_one_transaction, lock_rows
from orders.mails import email_later
from orders.models import Order
from orders.services.locks import get_booking_ids, lock_order
from orders.services.rules_of_sale import find_broken_rule, lock_before_order
from payments.journal import get_time, lock_owner, post_money
from payments.models import Payment
from payments.services.alerts import report_mismatch
from payments.services.refunds.record_refund import (
    claim_refunds,
    has_unrecorded_refunds,
    record_refund,
)
from payments.services.refunds.refund_order import refund_everything
from payments.services.refunds.send_refund import push_refunds_due
from paypal import endpoints
from paypal.exceptions import PayPalUnclear
from paypal.schemas import Amount, Capture, PayPalOrder, RefundMade

log = logging.getLogger(__name__)

UNPAID = (Order.Status.HELD, Order.Status.EXPIRED, Order.Status.CANCELLED)
VENMO = "Venmo"  # the order's payment method; PayPal and cards keep the one that the browser named
PAYPALS_METHODS = (Payment.Method.PAYPAL, Payment.Method.VENMO, Payment.Method.CARD)
MAX_HOLDS_TO_PAY = 4  # times HOLD
ACTIVE = (*Payment.UNDECIDED, Payment.Status.COMPLETED)


@in_one_transaction
def settle_payment(
    *, payment_id: int, paypal_order: PayPalOrder, reversal_ids: Set[str] = frozenset(), claimed_by: int | None = None
) -> Order:
    """Apply PayPal's state to a payment and its order. Idempotent, and independent of the order of calls.

    If nobody has claimed the payment yet, it becomes that of the order `claimed_by`, whose buyer submitted it.

    A refund that becomes due is stored with its key in the same transaction; `push_refund` sends it later. A PayPal
    order that pays another account or names another order changes nothing and alerts staff. `reversal_ids` names the
    listed refunds that are reversals, or the capture if those are that the shop has not recorded yet. Those are also
    reversals while a dispute is open or lost.
    """
    order = lock_to_settle(payment_id, claimed_by)
    payment = Payment.objects.get(pk=payment_id)
    capture = paypal_order.capture
    if capture is None or is_foreign(order, payment, paypal_order):
        return order
    is_claim = payment.order_id is None
    if is_claim and not claim_payment(payment, order, paypal_order):
        return order
    before = {"status": order.status, "payment": payment.status}
    note_method(order, payment, paypal_order.funding)
    if payment.status == Payment.Status.COMPLETED:
        pass  # recorded already; only refunds can be new
    elif capture.took_money:
        settle_completed(order, payment, capture)
    elif capture.status == "PENDING":
        settle_pending(order, payment, capture)
    elif capture.was_declined:
        settle_declined(order, payment, capture)
    record_settlement(order, payment, before)
    if is_claim:
        claim_refunds(order, payment)
    if paypal_order.refunds:
        record_refunds(order, payment, paypal_order.refunds, reversal_ids)
        order.refresh_from_db()
    store_capture_fee(payment, capture)
    post_money(order)
    return order


def record_refunds(
    order: Order | None, payment: Payment, refunds: Sequence[RefundMade], reversal_ids: Set[str]
) -> None:
    """Record what PayPal refunded or reversed. See `settle_payment` about `reversal_ids`."""
    is_reversed = payment.capture_id in reversal_ids
    if order:
        seats.lock_booked_dates(get_booking_ids(order))  # before the first refund is booked
        is_reversed = is_reversed or order.alerts.disputes_against_shop().exists()
    recorded = set(payment.refunds.values_list("paypal_refund_id", flat=True))
    for made in refunds:
        is_reversal = made.id in reversal_ids or (is_reversed and made.id not in recorded)
        record_refund(payment_id=payment.pk, made=made, is_reversal=is_reversal)


def lock_to_settle(payment_id: int, claimed_by: int | None) -> Order:
    """Lock the payment's order, and before it what the rules count if the money may be late."""
    found: tuple[int | None, str] = Payment.objects.values_list("order_id", "order__status").get(pk=payment_id)
    order_id, status = found
    if order_id is None:
        if claimed_by is None:
            raise ValueError("The payment belongs to no order, and none claims it.")
        order_id, status = claimed_by, Order.objects.values_list("status", flat=True).get(pk=claimed_by)
    if status in UNPAID:
        lock_before_order(order_id)
    order = lock_order(order_id)
    if order.status in UNPAID and status not in UNPAID:
        raise Conflict  # a declined payment was recorded in the meantime
    return order


def claim_payment(payment: Payment, order: Order, paypal_order: PayPalOrder) -> bool:
    """Give unclaimed money to the order whose buyer submitted it: a webhook may have come before the buyer's request.

    Return whether nobody claimed it in the meantime, and something is left of it that is not being refunded.
    """
    lock_rows(Payment.objects.filter(pk=payment.pk))
    is_left = Payment.objects.unclaimed().filter(pk=payment.pk).exists() and payment.is_claimable
    if is_left:
        payment.order, payment.status = order, Payment.Status.OPEN
        payment.from_browser, payment.payee = True, paypal_order.payee
        payment.posted_on = None  # as the order's
        payment.save(update_fields=["order", "status", "from_browser", "payee", "posted_on"])
    return is_left


def note_method(order: Order, payment: Payment, funding: str) -> None:
    """Store what the buyer paid with. With the order that it was Venmo, so that staff see it."""
    if funding == "venmo" and order.payment_method != VENMO:
        order.payment_method = VENMO
        order.save(update_fields=["payment_method"])
    if funding in PAYPALS_METHODS and payment.method != funding:
        payment.method = funding
        payment.save(update_fields=["method"])


def get_shop_payee() -> str:
    """Return the payee of the shop's latest PayPal order, or an empty string before the first one."""
    opened = Payment.objects.exclude(payee="").filter(from_browser=False)
    return opened.order_by("-pk").values_list("payee", flat=True).first() or ""


def is_foreign(order: Order, payment: Payment, paypal_order: PayPalOrder) -> bool:
    """Return whether this PayPal order pays another account or names another order. If so, alert staff."""
    payee = payment.payee or get_shop_payee()
    pays_others = bool(payee and paypal_order.payee and not paypal_order.is_paid_to(payee))
    names_others = bool(paypal_order.custom_id and paypal_order.custom_id != order.public_id)
    if pays_others or names_others:
        report_mismatch(order, paypal_order, pays_others=pays_others)
    return pays_others or names_others


def record_settlement(order: Order, payment: Payment, before: dict[str, str]) -> None:
    after = {"status": order.status, "payment": payment.status}
    if after != before:
        capture, amount = payment.capture_id, payment.amount
        audit.record(
            "payment settled",
            order,
            by=None,
            before=before,
            after=after,
            amount=amount,
            capture=capture,
            reason=order.broken_rule if after["status"] == Order.Status.REVIEW and order.review_because else None,
        )


def settle_completed(order: Order, payment: Payment, capture: Capture) -> None:
    was_pending = payment.status == Payment.Status.PENDING and not payment.is_extra
    payment.capture_id = capture.id
    payment.amount = capture.amount.value
    payment.currency = capture.amount.currency
    payment.captured_at = get_time(capture.completed_at)
    payment.status = Payment.Status.COMPLETED
    if order.status == Order.Status.REFUND_DUE and was_pending:  # staff refused it while it was pending
        save_payment(payment)
        refund_everything(order, payment)
        return
    payment.is_extra = is_second(order, payment) and not is_replacement(order, capture)
    if payment.is_extra:  # the order is paid already, so the second payment is refunded automatically
        save_payment(payment)
        refund_everything(order, payment)
        return
    save_payment(payment)
    if not is_expected(capture.amount, order):
        if order.status not in Order.UNDECIDED:  # otherwise they are held without expiry
            hold_or_release(order)
        put_in_review(order)
        log.error("order %s: PayPal took %s, not %s", order.public_id, capture.amount, order.total_price)
    elif order.status == Order.Status.REVIEW and order.review_because:
        put_in_review(order)  # the money was late when it was pending: staff decide
    elif order.status in Order.UNDECIDED:
        complete_order(order, payment)
    else:
        settle_late_money(order, payment)


def save_payment(payment: Payment) -> None:
    payment.save(update_fields=["status", "capture_id", "amount", "currency", "captured_at", "is_extra"])


def is_second(order: Order, payment: Payment) -> bool:
    """Return whether another payment has settled the order, or is in progress."""
    return order.status in Order.SETTLED or has_other_counting_payment(order, payment)


def has_other_counting_payment(order: Order, payment: Payment) -> bool:
    return order.payments.filter(is_extra=False, status__in=ACTIVE).exclude(pk=payment.pk).exists()


def is_replacement(order: Order, capture: Capture) -> bool:
    """Let a completed capture count instead of an unfinished payment, which becomes the second one.

    Otherwise this capture would be refunded immediately, and the order would stay unpaid if the other payment failed.
    """
    if order.status not in Order.UNDECIDED or not is_expected(capture.amount, order):
        return False
    unfinished = order.payments.filter(status__in=Payment.UNDECIDED, is_extra=False)
    return bool(unfinished.update(is_extra=True))


def is_expected(amount: Amount, order: Order) -> bool:
    return amount == Amount(order.total_price, settings.CURRENCY)


def hold_or_release(order: Order) -> bool:
    """Hold the seats without expiry, or release them if they are no longer available. Return whether they are held."""
    try:
        hold_again(order)
    except (SoldOut, DateUnavailable):
        seats.release_seats(booking_ids=get_booking_ids(order))
        return False
    return True


def hold_again(order: Order) -> None:
    """Hold the seats without expiry, and store which rule that breaks if the hold had ended.

    Raise SoldOut or DateUnavailable.
    """
    broken = find_broken_rule(order)
    seats.renew_holds(booking_ids=get_booking_ids(order), until=None, until_end=order.is_by_door_link)
    order.review_because = broken or ""
    order.save(update_fields=["review_because"])


def settle_late_money(order: Order, payment: Payment) -> None:
    """Settle a payment that completed after the hold ended: book the seats if available, or refund the payment.

    If booking them breaks a rule, for example because another order used the code since, hold them for staff's review.
    """
    if not hold_or_release(order):
        mark_refund_due(order, Order.RefundReason.SEATS_GONE)
        refund_everything(order, payment)
    elif order.review_because:
        put_in_review(order)
    else:
        complete_order(order, payment)


def complete_order(order: Order, payment: Payment) -> None:
    seats.confirm_seats(booking_ids=get_booking_ids(order), sold_at=payment.captured_at)
    mark_paid(order, at=payment.captured_at)


def mark_refund_due(order: Order, because: Order.RefundReason) -> None:
    """Mark the order as due for a full refund, with the reason that the buyer and staff see."""
    order.refund_reason = because
    order.save(update_fields=["refund_reason"])
    order.end_hold(Order.Status.REFUND_DUE)


def settle_pending(order: Order, payment: Payment, capture: Capture) -> None:
    """Settle a pending capture: hold the seats and put the order in review until PayPal decides.

    A second payment, from another browser window, does not affect the order. It is refunded when it completes.
    """
    if payment.status == Payment.Status.PENDING:
        return
    payment.is_extra = is_second(order, payment)
    if order.status in UNPAID and not payment.is_extra:
        try:
            hold_again(order)
        except (SoldOut, DateUnavailable):
            log.warning("order %s: a payment is pending for seats that are gone", order.public_id)
            return  # if the capture completes, settle_late_money handles it
    payment.capture_id = capture.id
    payment.status = Payment.Status.PENDING
    payment.save(update_fields=["capture_id", "status", "is_extra"])
    if not payment.is_extra:
        put_in_review(order)


def settle_declined(order: Order, payment: Payment, capture: Capture) -> None:
    """Settle a declined capture. The order ends unpaid unless another payment is in progress."""
    payment.capture_id = capture.id
    payment.status = Payment.Status.DENIED
    payment.save(update_fields=["capture_id", "status"])
    if payment.is_extra or has_other_counting_payment(order, payment) or promote_second_payment(order):
        return
    if order.status == Order.Status.CAPTURING:
        renew_hold(order)
    elif order.status == Order.Status.REVIEW:
        seats.release_seats(booking_ids=get_booking_ids(order))
        end_unpaid(order)
    elif order.status == Order.Status.REFUND_DUE:  # refused by staff and never captured
        end_unpaid(order)


def promote_second_payment(order: Order) -> bool:
    """Replace a declined payment with a second payment that is still pending. Return whether there was one."""
    second = order.payments.filter(status=Payment.Status.PENDING, is_extra=True).first()
    if second is None or order.status not in (*Order.UNDECIDED, Order.Status.REFUND_DUE):
        return False
    second.is_extra = False
    second.save(update_fields=["is_extra"])
    if order.status == Order.Status.CAPTURING:
        put_in_review(order)
    return True


def end_unpaid(order: Order) -> None:
    order.end_hold(Order.Status.CANCELLED)
    email_later(order, "payment_denied")


def renew_hold(order: Order) -> None:
    """Renew the hold after a failed payment, so that the buyer can try again.

    The hold ends at most MAX_HOLDS_TO_PAY holds after the order was placed; otherwise declined payments could hold
    seats forever. Seats that the waiting list offered are held at least until the offer's end.
    """
    now = timezone.now()
    bookings = get_booking_ids(order)
    latest = order.created_at + MAX_HOLDS_TO_PAY * order.hold
    until = max(now, min(now + order.hold, latest))
    order.held_until = offers.extend_to_offer(booking_ids=bookings, until=until)
    seats.set_hold_end(booking_ids=bookings, until=order.held_until)
    order.status = Order.Status.HELD
    order.save(update_fields=["status", "held_until"])


def mark_paid(order: Order, *, at: datetime | None = None) -> None:
    """Mark the order as paid: now, or when its money came if the shop learns of it, or staff accept it, later."""
    order.end_hold(Order.Status.PAID, paid_at=at or timezone.now())
    email_later(order, "order_paid")


def put_in_review(order: Order) -> None:
    """Put the order in review. Email the buyer only the first time."""
    is_new = order.status != Order.Status.REVIEW
    order.end_hold(Order.Status.REVIEW)
    if is_new:
        email_later(order, "payment_in_review")


# --- On behalf of webhooks, upkeep and staff --------------------------------------------------------------------------


def settle_paypal_order(*, paypal_order_id: str, reversal_ids: Set[str] = frozenset()) -> None:
    """Settle the current state of a PayPal order.

    Only PayPal orders created by the shop or submitted by a buyer settle a payment; captures of others are listed for
    staff. Raise PayPalUnclear if PayPal can't be reached, or while the outcome of one of its refunds is unknown.
    """
    payment = Payment.objects.filter(paypal_order_id=paypal_order_id).first()
    order_id = payment.order_id if payment else None
    if order_id:
        push_refunds_due(order_id=order_id)  # first, so that the shop's own refunds have IDs to compare
    elif payment:
        push_refunds_due(payment_id=payment.pk)
    paypal_order = endpoints.get_order(paypal_order_id)
    if payment is None or order_id is None:
        record_unclaimed(paypal_order, reversal_ids)
    elif paypal_order.omits_capture:
        raise PayPalUnclear(f"PayPal order {paypal_order_id} is completed, and its capture is not shown")
    else:
        settle_payment(payment_id=payment.pk, paypal_order=paypal_order, reversal_ids=reversal_ids)
        push_refunds_due(order_id=order_id)
    if payment and has_unrecorded_refunds(payment.pk, paypal_order):
        raise PayPalUnclear(f"PayPal order {paypal_order_id}: a refund of the shop's has no answer yet")


def record_unclaimed(paypal_order: PayPalOrder, reversal_ids: Set[str]) -> None:
    """List a captured PayPal order that belongs to no order of the shop for staff, and record its refunds."""
    if not paypal_order.capture or not paypal_order.capture.took_money:
        return
    payee = get_shop_payee()
    if not payee or not paypal_order.payee or paypal_order.is_paid_to(payee):
        record_unmatched(paypal_order, reversal_ids)
    elif order := Order.objects.filter(public_id=paypal_order.custom_id or "-").first():
        report_mismatch(order, paypal_order, pays_others=True)
    else:
        log.warning("PayPal order %s pays another account and names no order of the shop's", paypal_order.id)


@in_one_transaction
def record_unmatched(paypal_order: PayPalOrder, reversal_ids: Set[str] = frozenset()) -> None:
    capture = paypal_order.capture
    if capture is None:
        return
    payment, created = Payment.objects.get_or_create(
        paypal_order_id=paypal_order.id,
        defaults={
            "status": Payment.Status.COMPLETED,
            "capture_id": capture.id,
            "captured_at": get_time(capture.completed_at),
            "amount": capture.amount.value,
            "currency": capture.amount.currency,
            "fee": capture.fee,
            "custom_id": paypal_order.custom_id[:127],
        },
    )
    if payment.order_id is not None:
        return  # an order has claimed it in the meantime
    lock_owner(payment)
    payment.refresh_from_db()
    store_capture_fee(payment, capture)
    if created:
        audit.record("unmatched payment found", payment, by=None, amount=payment.amount, action=audit.CREATED)
        log.error("capture %s of %s: no order claims it", capture.id, capture.amount)
    record_refunds(None, payment, paypal_order.refunds, reversal_ids)
    post_money(payment)


def store_capture_fee(payment: Payment, capture: Capture) -> None:
    """Store PayPal's fee for a completed payment."""
    if payment.status == Payment.Status.COMPLETED and payment.fee is None and capture.fee is not None:
        payment.fee = capture.fee
        payment.save(update_fields=["fee"])
