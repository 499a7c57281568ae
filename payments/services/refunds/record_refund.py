"""Record the outcome of refunds, also of those that the shop did not request, and end the seats that they return."""

from collections.abc import Collection, Iterable
from decimal import Decimal

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import returns, seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders.models import Order, OrderLine
from orders.pricing import ZERO, split_amount
from orders.selectors.orders import count_kept_seats, list_lines
from payments import mails
from payments.journal import get_time, lock_owner, post_fee_back, post_money
from payments.models import Payment, PaymentAlert, Refund, RefundPart
from payments.selectors.order_money import (
    count_open_seats,
    find_failed,
    format_reason,
    get_amount_without_reversals,
    get_gift_part,
    get_net_amount,
    get_refundable_amount,
    get_refundable_gift,
    get_seats_by_booking,
    get_settled_status,
    read_values,
)
from payments.services.alerts import record_alert
from paypal.endpoints import is_request_key, new_request_key
from paypal.schemas import PayPalOrder, RefundMade, Transaction


@in_one_transaction
def record_refund(*, payment_id: int, made: RefundMade, is_reversal: bool = False) -> None:
    """Record a refund that PayPal lists, unless it is recorded already.

    A refund with the idempotency key of one of the shop's refunds is that refund. While one of the shop's refunds has
    an unknown outcome, record no other refund: it may be the same one, which `send_refund` finds out with its key. A
    refund with a key that the shop doesn't know was requested before a backup was restored.
    """
    owner = lock_owner(Payment.objects.only("order_id").get(pk=payment_id))
    payment, order = Payment.objects.get(pk=payment_id), get_order(owner)
    if made.status not in ("COMPLETED", "PENDING"):
        return
    if known := Refund.objects.filter(paypal_refund_id=made.id).first():
        book_fee_back(known, made)
        if is_reversal and known.kind == Refund.Kind.AT_PAYPAL:
            convert_to_reversal(owner, known)
        return
    if is_reversal and replace_capture_id(owner, payment, made):
        return
    unanswered = list_unanswered(payment)
    refund = unanswered.filter(request_key=made.custom_id).first()
    if refund is None:
        if unanswered.exists() and not is_reversal:
            return
        is_forgotten = is_forgotten_refund(made) and not is_reversal
        ends_seats = not is_reversal and not payment.is_extra
        is_sold = order and order.status in Order.SOLD
        parts = build_parts_at_paypal(order, made.amount.value) if order and is_sold and ends_seats else []
        kind = Refund.Kind.REVERSAL if is_reversal else Refund.Kind.AT_PAYPAL
        refund = Refund.objects.create(
            order=order,
            payment=payment,
            amount=made.amount.value,
            of_gift=get_gift_part(order, made.amount.value, payment) if order else ZERO,
            kind=Refund.Kind.REQUESTED if is_forgotten else kind,
            retry_of=find_failed(payment, made.amount.value) if is_forgotten else None,
            request_key=made.custom_id if is_forgotten else new_request_key(),
        )
        if parts:
            add_parts(refund, parts)
        if is_forgotten:
            report_forgotten_refund(made, payment.capture_id, order)
    apply_refund(refund_id=refund.pk, made=made)


def get_order(owner: Order | Payment) -> Order | None:
    """Return the order whose money it is. None: nobody has claimed the payment."""
    return owner if isinstance(owner, Order) else None


def convert_to_reversal(owner: Order | Payment, refund: Refund) -> None:
    """Turn a recorded refund into a reversal, because PayPal lists reversals as refunds at first.

    A refund of all that was left has returned seats. Book them again if they are still available.
    """
    refund.kind = Refund.Kind.REVERSAL
    refund.save(update_fields=["kind"])
    if refund.status != Refund.Status.COMPLETED:
        withdraw_parts(refund)
        return
    before = {"status": owner.status}
    if order := get_order(owner):
        if book_again(refund):
            refund.parts.all().delete()
        else:
            refund.parts.update(refund=store_release(order, None), amount=0)
        update_status(order)
    audit.record("reversal recognized", owner, by=None, before=before, after={"status": owner.status})


def book_again(refund: Refund) -> bool:
    """Book the seats that a reversal returned as a refund, if they are free. Return whether they were."""
    returned = get_seats_by_booking(refund)
    seats.lock_booked_dates(returned)
    ended = dict(Booking.objects.filter(pk__in=returned, status=Booking.Status.REFUNDED).values_list("pk", "seats"))
    if ended != returned:
        return False  # another refund returned seats of the same booking
    try:
        seats.sell_seats(booking_ids=list(returned))
    except (seats.SoldOut, seats.DateUnavailable):
        return False
    return True


def replace_capture_id(owner: Order | Payment, payment: Payment, made: RefundMade) -> bool:
    """Return whether a reversal was recorded under its capture's ID, and replace that with the reversal's own ID.

    If the recorded amount was different, undo it instead: the reversal is then recorded as a new one. One that was
    undone like that is not at PayPal, so that no ID replaces its own.
    """
    announced = payment.refunds.filter(kind=Refund.Kind.REVERSAL, paypal_refund_id=payment.capture_id).first()
    if announced is None or Refund.objects.filter(returns=announced, paypal_refund_id=None).exists():
        return False
    if announced.amount == made.amount.value:
        announced.paypal_refund_id = made.id
        announced.save(update_fields=["paypal_refund_id"])
        book_fee_back(announced, made)
        return True
    if not has_returned(announced):
        undo_reversal(owner, announced, problem=f"PayPal's record shows {made.amount.value:.2f} ({made.id}).")
    return False


def list_unanswered(payment: Payment) -> QuerySet[Refund]:
    """Return open refunds of the payment whose PayPal ID isn't known yet, although they may have been sent."""
    return payment.refunds.filter(status=Refund.Status.REQUESTED, paypal_refund_id=None, amount__gt=0)


def has_unrecorded_refunds(payment_id: int, paypal_order: PayPalOrder) -> bool:
    """Return whether PayPal lists refunds that can't be recorded while a refund of the shop's is unanswered."""
    listed = {made.id for made in paypal_order.refunds if made.status in ("COMPLETED", "PENDING")}
    recorded = Refund.objects.filter(paypal_refund_id__in=listed).count()
    return recorded < len(listed) and list_unanswered(Payment.objects.get(pk=payment_id)).exists()


@in_one_transaction
def apply_refund(*, refund_id: int, made: RefundMade | None) -> None:
    """Apply PayPal's state to a refund. `made` is None for a refund without money, or without PayPal.

    If the refund has ended already, record a different refund at PayPal as a new one.
    """
    owner = lock_owner(Refund.objects.only("order_id", "payment_id").get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status not in Refund.UNDECIDED:
        if made and refund.payment and made.id != refund.paypal_refund_id:
            record_refund(payment_id=refund.payment.pk, made=made)
        return
    if made:
        if Refund.objects.filter(paypal_refund_id=made.id).exclude(pk=refund_id).exists():
            mark_failed(owner, refund, f"PayPal's refund {made.id} is recorded already.")
            return
        refund.paypal_refund_id = made.id
        update_amount(refund, made)
    if made and not made.is_final:
        refund.status = Refund.Status.PENDING
        refund.save(update_fields=["status", "paypal_refund_id", "amount", "asked_amount", "of_gift"])
        return
    if made and made.status != "COMPLETED":
        refund.save(update_fields=["paypal_refund_id", "amount", "asked_amount", "of_gift"])
        mark_failed(owner, refund, f"PayPal: {made.status}")
        return
    refund.status = Refund.Status.COMPLETED
    refund.completed_at = get_time(made.completed_at if made else None)
    refund.fee_back = made.fee_back if made else ZERO
    columns = ["status", "paypal_refund_id", "completed_at", "fee_back", "amount", "asked_amount", "of_gift"]
    refund.save(update_fields=columns)
    complete_refund(owner, refund)
    post_money(owner)


def complete_refund(owner: Order | Payment, refund: Refund) -> None:
    """Change the order after its refund has completed, and tell its buyer. Staff's list has a reversal."""
    was, order = owner.status, get_order(owner)
    if order:
        update_order(order, refund)
    before, after = {"status": was}, {"status": owner.status}
    audit.record("refund completed", owner, by=None, before=before, after=after, refund=refund.pk, amount=refund.amount)
    if order and refund.kind != Refund.Kind.REVERSAL:
        email_buyer(order, refund, was_due=was == Order.Status.REFUND_DUE)


def update_amount(refund: Refund, made: RefundMade) -> None:
    """Store the amount that PayPal refunded, and what the shop requested if that is a different one."""
    if made.amount.value == refund.amount:
        return
    refund.asked_amount, refund.amount = refund.amount, made.amount.value
    refund.of_gift = min(refund.of_gift, refund.amount)
    update_parts(refund, refund.amount - refund.of_gift)


def book_fee_back(refund: Refund, made: RefundMade) -> None:
    """Store what PayPal gave back of its fee, if that was unknown: its report may say it first."""
    if refund.status == Refund.Status.COMPLETED and refund.fee_back is None and made.fee_back is not None:
        store_fee_back(refund, made.fee_back)


def store_fee_back(refund: Refund, fee_back: Decimal) -> None:
    refund.fee_back = fee_back
    refund.save(update_fields=["fee_back"])
    post_fee_back(refund)


@in_one_transaction
def fail_refund(*, refund_id: int, problem: str) -> None:
    """Mark a refund as failed, so that its lines can be refunded again. Ignore refunds that have ended already."""
    owner = lock_owner(Refund.objects.only("order_id", "payment_id").get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status in Refund.UNDECIDED:
        mark_failed(owner, refund, problem)


def mark_failed(owner: Order | Payment, refund: Refund, problem: str) -> None:
    refund.status = Refund.Status.FAILED
    refund.failed_at = timezone.now()
    refund.last_problem = problem[:500]
    refund.save(update_fields=["status", "failed_at", "last_problem"])
    withdraw_parts(refund)
    problem = refund.last_problem
    audit.record("refund failed", owner, by=None, refund=refund.pk, amount=refund.amount, problem=problem)


def withdraw_parts(refund: Refund) -> None:
    """Let the seats stay booked that this open refund would return."""
    returns.cancel_return(seats=get_seats_by_booking(refund))
    refund.parts.all().delete()


# --- The seats that a refund returns. Seats of a sold order end only with such a part --------------------------------


def add_parts(refund: Refund, parts: Iterable[RefundPart]) -> None:
    """Store the refund's parts, and mark their seats so that they can't be returned twice."""
    for part in parts:
        part.refund = refund
        part.save(force_insert=True)
    returns.request_return(seats=get_seats_by_booking(refund))
    for line in OrderLine.objects.filter(parts__refund=refund, booking__seats=F("booking__returning")):
        line.entitlements.mark_returned(refund)


def update_parts(refund: Refund, amount: Decimal) -> None:
    """Lower the amounts of the parts to this sum in all, because less was refunded than they are worth."""
    parts = list(refund.parts.all())
    weights = [part.amount for part in parts]
    if sum(weights, ZERO) > amount:
        for part, share in zip(parts, split_amount(amount, weights), strict=True):
            part.amount = share
            part.save(update_fields=["amount"])


def build_parts_at_paypal(order: Order, amount: Decimal) -> list[RefundPart]:
    """Return the parts of a refund that was made on PayPal's website. Call it before the refund is stored.

    If it returns all that is left, it ends the seats that cost something; free seats stay. Otherwise it ends none.
    PayPal refunds only what it has: a refund of what reversals took shows that they are undone, although the shop may
    learn of that later.
    """
    if not any(0 < rest <= amount for rest in (get_refundable_amount(order), get_amount_without_reversals(order))):
        return []
    left = count_open_seats(order)
    chosen = {line.pk: left[line.pk] for line in list_lines(order) if line.line_price and left[line.pk]}
    values = read_values(order).get_each(chosen) if chosen else {}
    return [RefundPart(line_id=pk, seats=chosen[pk], amount=value) for pk, value in values.items()]


# --- After a refund has completed: the order's seats, then its status, then its buyer's email ------------------------


UNSOLD = (Order.Status.REVIEW, Order.Status.REFUND_DUE)


def update_order(order: Order, refund: Refund) -> None:
    """End exactly the seats of the refund's parts. A reversal has none: staff decide whether the seats end."""
    if refund.payment and refund.payment.is_extra:
        return  # second payments don't count toward the order
    returns.complete_return(seats=get_seats_by_booking(refund))
    update_status(order)


def update_status(order: Order) -> None:
    """Set the status after a refund. An order that was not sold ends with its last money, and its seats are free."""
    if order.status not in UNSOLD:
        order.status = get_settled_status(order)
    elif get_net_amount(order) <= 0:  # a partial refund neither ends a review nor is all that is due
        release_held_seats(order)
        order.status = Order.Status.REFUNDED
    order.save(update_fields=["status"])


def release_held_seats(order: Order) -> None:
    """Put the seats of an order that was not sold back on sale. Those that its buyer returned before stay returned."""
    held = Booking.objects.filter(order_line__order=order, status=Booking.Status.PENDING)
    seats.release_seats(booking_ids=list(held.values_list("pk", flat=True)))


def email_buyer(order: Order, refund: Refund, *, was_due: bool) -> None:
    """Email the buyer. If a full refund was due, the email gives the shop's reason instead of the staff's note."""
    if refund.payment and refund.payment.is_extra:
        mails.second_payment_returned(order, refund)
    elif was_due and order.refund_reason:
        mails.money_returned(order, refund)
    elif hasattr(refund, "change"):
        mails.seats_given_back(order, refund, gift_left=get_refundable_gift(order))
    else:
        reason = "" if was_due else format_reason(refund)
        mails.order_refunded(order, refund, reason=reason, gift_left=get_refundable_gift(order))


# --- Seats that staff release without money --------------------------------------------------------------------------


def release_left_seats(order: Order, *, lines: Collection[OrderLine] | None = None, by: User) -> None:
    """Return the seats that are left of these lines, or of all, in a refund of $0 that is completed immediately.

    For free and test orders, and after a reversal. The order is locked, and a sold one. Its buyer is told.
    """
    left = count_open_seats(order)
    chosen = {line.pk: left[line.pk] for line in lines or list_lines(order) if left[line.pk]}
    if chosen:
        parts = [RefundPart(line_id=pk, seats=count, amount=ZERO) for pk, count in chosen.items()]
        refund = store_release(order, by)
        add_parts(refund, parts)
        returns.complete_return(seats=get_seats_by_booking(refund), status=Booking.Status.CANCELLED)
        before = {"status": order.status}
        order.status = get_settled_status(order)
        order.save(update_fields=["status"])
        after = {"status": order.status}
        audit.record("refund completed", order, by=by, before=before, after=after, refund=refund.pk, amount=ZERO)
        mails.order_refunded(order, refund, reason="", gift_left=get_refundable_gift(order))


def store_release(order: Order, by: User | None) -> Refund:
    """Store a refund of $0 that is completed."""
    return Refund.objects.create(
        order=order,
        amount=ZERO,
        kind=Refund.Kind.RELEASE,
        status=Refund.Status.COMPLETED,
        completed_at=timezone.now(),
        fee_back=ZERO,
        by=by,
        request_key=new_request_key(),
    )


def has_seats_to_book_again(order: Order) -> bool:
    """Return whether the order has no seats, although the buyer gave none of some lines back."""
    if count_kept_seats(order):
        return False
    return list_releases(order).exists() or any(count_open_seats(order).values())


def list_releases(order: Order) -> QuerySet[Refund]:
    """Return the refunds that only returned seats, because the shop did not have their money."""
    return order.refunds.filter(kind=Refund.Kind.RELEASE, status=Refund.Status.COMPLETED)


def withdraw_releases(order: Order) -> None:
    """Undo the releases, because the payment is accepted after all and the seats are booked again.

    Those of dates that have begun stay returned: nobody can come any more.
    """
    releases = list_releases(order)
    parts = RefundPart.objects.filter(refund__in=releases)
    parts.filter(line__booking__occurrence__starts_at__gt=timezone.now()).delete()
    releases.filter(parts=None).update(
        status=Refund.Status.FAILED, fee_back=None, last_problem="The seats are booked again."
    )


# --- Reversals whose money came back, or that PayPal announced with another amount -----------------------------------


@in_one_transaction
def cancel_reversal(*, refund_id: int, returned: Transaction) -> None:
    """Undo a reversal whose money PayPal returned to the shop with this transaction.

    What is booked stays: the reversal stays completed, and the return of its money is another row, in an open month.

    If the seats were released in the meantime, put the order in review, where staff accept or refund the payment.
    """
    owner = lock_owner(Refund.objects.only("order_id", "payment_id").get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status != Refund.Status.COMPLETED or has_returned(refund):
        return
    undo_reversal(owner, refund, problem=f"PayPal returned the money ({returned.id}).", returned=returned)


def has_returned(reversal: Refund) -> bool:
    """Return whether its money was returned to the shop."""
    return Refund.objects.filter(returns=reversal).exists()


def undo_reversal(owner: Order | Payment, refund: Refund, *, problem: str, returned: Transaction | None = None) -> None:
    """Book the return of a completed reversal's money. `returned` is PayPal's transaction, if there is one."""
    before = {"status": owner.status}
    refund.last_problem = problem
    refund.save(update_fields=["last_problem"])
    record_reversal_return(refund, returned)
    post_money(owner)
    order = get_order(owner)
    if order and refund.is_of_order:
        restore_order(order)
    after = {"status": owner.status}
    audit.record("reversal canceled", owner, by=None, before=before, after=after, amount=refund.amount, reason=problem)


def record_reversal_return(reversal: Refund, returned: Transaction | None) -> None:
    """Store that the money of a reversal came back.

    `returned` is the transaction that returned it. Without one, PayPal never had the reversal, and gave no fee back
    for it.
    """
    if returned is None and reversal.fee_back is None:
        reversal.fee_back = ZERO
        reversal.save(update_fields=["fee_back"])
    at = get_time(returned.at if returned else None)
    Refund.objects.create(
        order=reversal.order,
        payment=reversal.payment,
        kind=Refund.Kind.RETURNED,
        returns=reversal,
        status=Refund.Status.COMPLETED,
        amount=reversal.amount,
        of_gift=reversal.of_gift,
        request_key=new_request_key(),
        paypal_refund_id=returned.id if returned else None,
        completed_at=max(at, reversal.completed_at or at),  # it is posted after its reversal
        fee_back=returned.fee if returned else -(reversal.fee_back or ZERO),
    )


def restore_order(order: Order) -> None:
    """Mark the order as paid, as far as nothing else was refunded, or in review if money is left without its seats.

    An order that waits for staff or for a full refund still does.
    """
    if order.status not in UNSOLD:
        is_open = get_refundable_amount(order) > 0 and has_seats_to_book_again(order)
        order.status = Order.Status.REVIEW if is_open else get_settled_status(order)
        order.save(update_fields=["status"])


# --- Refunds of money that an order claims ---------------------------------------------------------------------------


def claim_refunds(order: Order, payment: Payment) -> None:
    """Give an order the refunds of the money that it has claimed, after it was settled. It is posted again with them.

    What failed before is of nobody's order.
    """
    for refund in payment.refunds.filter(order=None).exclude(status=Refund.Status.FAILED):
        refund.order, refund.posted_on = order, None
        refund.of_gift = refund.returns.of_gift if refund.returns else get_gift_part(order, refund.amount, payment)
        refund.save(update_fields=["order", "posted_on", "of_gift"])
        if refund.kind != Refund.Kind.RETURNED:
            complete_refund(order, refund)


# --- Refunds from before a backup was restored -----------------------------------------------------------------------


def is_forgotten_refund(made: RefundMade) -> bool:
    """Return whether this refund carries a key of the shop's form that the shop does not know.

    PayPal's record has its amount and that key, but not the seats that it returned.
    """
    return is_request_key(made.custom_id) and not Refund.objects.filter(request_key=made.custom_id).exists()


def report_forgotten_refund(made: RefundMade, capture_id: str | None, order: Order | None) -> None:
    """Tell staff that the refund may have returned seats. `order` is None if the shop doesn't have it either."""
    what = "this order" if order else f"payment {capture_id}, which belongs to no order"
    money = f"{made.amount.value:.2f} {made.amount.currency}"
    record_alert(
        kind=PaymentAlert.Kind.FORGOTTEN_REFUND,
        reference=made.id,
        amount=made.amount,
        order=order,
        message=f"PayPal refunded {money} of {what}. The shop requested it and has no record of it, as after a backup "
        "was restored: a seat may have been returned. Ask the buyer which, and don't refund it again. Then mark this "
        "as done.",
    )
