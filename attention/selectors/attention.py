"""List what needs the staff's attention, with what they can do about it. Unmatched payments come first.

Everything is derived from what happened, and leaves the list once it is settled, by anybody. Alerts are stored
for what PayPal said and no row has. "Done" is a time on the row: what happens later is listed again.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet

from attention.selectors.attention_item import AttentionItem, build_item
from attention.selectors.stuck_rows import list_stuck_rows
from bookings.models import Booking
from changes.models import Change, Entitlement, ZoneChange
from charityshop.db.columns import is_public_id
from charityshop.money import CENT, to_cents
from events.formatting import format_money, format_seats
from events.models import DateChange, Occurrence
from orders.models import Order
from orders.pricing import ZERO
from orders.selectors.orders import share_totals
from payments.accounts import Account
from payments.models import Payment, PaymentAlert, Refund, Transfer
from payments.selectors.order_money import LIVE, get_refunded_price, list_own_refunds
from payments.selectors.transfers import sum_accounts

REASONS = {
    Order.RefundReason.SEATS_GONE: "The seats were sold before the payment arrived. ",
    Order.RefundReason.REFUSED: "This payment was refused. ",
}
REFUSED_AS_TOO_OLD = "REFUND_TIME_LIMIT_EXCEEDED"  # PayPal's name of the issue
TOO_OLD = (
    "Somebody asked for a refund, but PayPal refunds payments for 180 days only. Refund by hand: write to the buyer, "
    "return the money another way, and record it with Refund on the order's page."
)
PAID_IN_CASH = "A refund is due for seats that were paid in cash. Give it back from the drawer of any date."
DATE_IS_BACK = (
    "The date takes place again, and the buyer still has the seats. Return the money only if the buyer asks for it; "
    "otherwise mark this as done."
)
SEATS_STAY = "The seats stay booked: release them if the buyer should not come."
SEATS_ARE_SOLD = "It looked like a refund at first, and the seats it released can't be booked again."
RETURNED_TWICE = "The buyer had been refunded before."
MONEY = ("order__payments", "order__refunds__payment")  # of a refund's order


class Owed(NamedTuple):
    amount: Decimal  # below zero: more was returned than was left
    since: datetime


def list_attention_items() -> list[AttentionItem]:
    """Return the whole attention list, in a constant number of queries."""
    return [*list_money_items(), *list_stuck_rows()]


def list_money_items() -> list[AttentionItem]:
    """Return what is about orders and their money, and new rules of the time zone: this can be marked as done."""
    owed = read_owed()
    listed = [
        *list_unmatched_payments(),
        *list_alerts(),
        *list_refund_facts(owed),
        *list_refunds_by_hand(),
        *list_orders_in_review(),
        *list_refunds_due(),
        *list_failed_refunds(),
    ]
    return [*listed, *list_owed(owed, {item.public_id for item in listed}), *list_zone_changes()]


def list_unmatched_payments() -> Iterator[AttentionItem]:
    waiting = Payment.objects.waiting()
    payments = list(waiting.prefetch_related("refunds").order_by("pk"))
    orders = Order.objects.filter(public_id__in=[payment.custom_id for payment in payments])
    known = set(orders.values_list("public_id", flat=True))
    for payment in payments:
        left, sum_left = payment.left, f"{payment.left:.2f} {payment.currency}"
        if payment.is_being_refunded:
            message = f"The refund of {sum_left} is requested; PayPal has not confirmed it yet. The shop retries."
        elif payment.refusal:
            message = f"PayPal refused to refund {sum_left}. Check the payment at PayPal, or press Refund again."
        else:
            named = f" It names order {payment.custom_id}." if payment.custom_id else ""
            if is_public_id(payment.custom_id) and payment.custom_id not in known:
                named += " The shop has no such order, as after a backup without it was restored."
            message = (
                f"PayPal took {payment.amount:.2f} {payment.currency} that belongs to no order"
                f"{f', and {sum_left} is left' if left < payment.amount else ''}.{named} Look the payment up at "
                "PayPal. If no buyer can be found, press Refund."
            )
        more = {"public_id": str(payment.capture_id), "problem": payment.refusal, "amount": left}
        yield build_item("unmatched", None, payment, message, since=payment.created_at, **more)


def list_alerts() -> Iterator[AttentionItem]:
    """Yield what PayPal said and no row has, such as disputes."""
    for alert in PaymentAlert.objects.waiting().select_related("order__user"):
        more = {"since": alert.created_at, "alert_id": alert.public_id}
        yield build_item("alert", alert.order, alert, alert.message, **more)


def list_zone_changes() -> Iterator[AttentionItem]:
    """Yield the dates that keep their time on the clock by new rules."""
    for change in ZoneChange.objects.filter(done_at=None):
        yield build_item("alert", None, None, change.message, since=change.created_at, alert_id=change.public_id)


# --- Refunds and reversals at PayPal ---------------------------------------------------------------------------------


def list_refund_facts(owed: Mapping[int, Owed]) -> Iterator[AttentionItem]:
    """Yield refunds and reversals that staff have to know of."""
    earlier = Refund.objects.filter(order=OuterRef("order"), pk__lt=OuterRef("pk")).exclude(status=Refund.Status.FAILED)
    by_shop = Q(kind=Refund.Kind.REQUESTED, payment=OuterRef("payment")) | Q(kind=Refund.Kind.BY_HAND, amount__gt=0)
    kinds = (Refund.Kind.REVERSAL, Refund.Kind.RETURNED, Refund.Kind.AT_PAYPAL)
    rare, others = (  # found by an index each, because SQLite scans the table for either of them
        Refund.objects.order_by().filter(**each).values("pk")
        for each in ({"kind__in": kinds}, {"asked_amount__gte": 0})
    )
    found = Refund.objects.filter(Q(pk__in=rare) | Q(pk__in=others)).filter(
        Q(kind=Refund.Kind.REVERSAL, status=Refund.Status.COMPLETED, returned=None)
        | Q(kind=Refund.Kind.RETURNED, paypal_refund_id__isnull=False, payment__is_extra=False)
        | Q(Exists(earlier.filter(by_shop)), kind=Refund.Kind.AT_PAYPAL)
        | Q(asked_amount__isnull=False),
        done_at=None,
    )
    rows = found.exclude(status=Refund.Status.FAILED).select_related("order__user", "payment")
    shown = (*MONEY, "order__refunds__parts__line", "order__refunds__change", "order__lines__booking")
    for refund in rows.prefetch_related(*shown).order_by("pk"):
        order, is_reversal = refund.order, refund.kind == Refund.Kind.REVERSAL
        if message := describe_refund(refund, owed):
            yield build_item(
                "alert",
                order,
                refund,
                f"{message} mark this as done.",
                public_id=get_capture_id(refund.payment),
                since=refund.completed_at or refund.created_at,
                alert_id=refund.request_key,
                can_release_seats=bool(is_reversal and order and has_seats(order) and not has_money(order)),
            )


def describe_refund(refund: Refund, owed: Mapping[int, Owed]) -> str:
    """Say what is wrong and what to do, up to "mark this as done". Empty: nothing, or nothing any more."""
    if refund.order is None:
        if refund.asked_amount is None:
            return ""  # the payment's own row says what is left of it
        return (
            f"The shop asked PayPal to refund {refund.asked_amount:.2f} {refund.currency} of payment "
            f"{get_capture_id(refund.payment)}, which belongs to no order, and PayPal refunded "
            f"{refund.amount:.2f} {refund.currency}. Look it up at PayPal, then"
        )
    if refund.kind == Refund.Kind.REVERSAL:
        return describe_reversal(refund, refund.order, owed)
    if refund.kind == Refund.Kind.RETURNED:
        return describe_return(refund, refund.order)
    if refund.asked_amount is not None:
        return (
            f"The shop asked PayPal to refund {refund.asked_amount:.2f}, and PayPal refunded {refund.amount:.2f}. "
            "The order shows PayPal's amount. Look the refund up at PayPal, then"
        )
    return (
        f"PayPal refunded {refund.amount:.2f} {refund.currency} that the shop did not request, besides refunds "
        "that it requested. The buyer may have been refunded twice. Compare the order's refunds with PayPal, then"
    )


def describe_reversal(refund: Refund, order: Order, owed: Mapping[int, Owed]) -> str:
    """Say what became of the seats. Without seats or money that was returned twice, there is nothing to do."""
    if any(each.kind == Refund.Kind.RELEASE and not each.by_id for each in list_completed(order)):
        seats_now = SEATS_ARE_SOLD
    elif has_seats(order):
        seats_now = SEATS_STAY
    elif refund.payment_id in owed:
        seats_now = RETURNED_TWICE
    else:
        return ""
    return f"PayPal or a bank took {refund.amount:.2f} {refund.currency} of this order back. {seats_now} Then"


def describe_return(refund: Refund, order: Order) -> str:
    """Say what is due for seats that were returned while a reversal had the money, until it was refunded."""
    count, value = count_unpaid_seats(order)
    if get_left(order) <= 0 or (count and sum_refunded_since(order, refund.created_at) + count * CENT >= value):
        return ""
    step = "Check the order's seats"
    if count:
        were = "was" if count == 1 else "were"
        step = f"{format_seats(count)} {were} returned meanwhile, when there was no money to refund. Refund what is due"
    return f"PayPal returned {refund.amount:.2f} {refund.currency} that had been taken back. {step}, then"


def count_unpaid_seats(order: Order) -> tuple[int, Decimal]:
    """Return how many paid seats returned no money, and their value. Their buyer did not waive it."""
    sold, count, value = share_totals(order.worth, order.lines.all()), 0, ZERO
    for refund in list_completed(order):
        change = getattr(refund, "change", None)
        if refund.kind == Refund.Kind.RELEASE or (change and change.kind == Change.Kind.RETURN):
            continue
        for part in refund.parts.all():
            if part.line.line_price > 0 and not (part.amount or part.fee or part.donated):
                count += part.seats
                value += sold[part.line_id].get_value(part.seats)
    return count, value


def sum_refunded_since(order: Order, at: datetime) -> Decimal:
    """Return what was refunded since then without seats, by anybody."""
    refunds = [each for each in list_own_refunds(order) if each.status in LIVE and each.kind != Refund.Kind.REVERSAL]
    return sum((each.amount for each in refunds if each.created_at >= at and not each.parts.all()), ZERO)


def list_completed(order: Order) -> list[Refund]:
    return [each for each in order.refunds.all() if each.status == Refund.Status.COMPLETED]


def has_seats(order: Order) -> bool:
    return any(line.booking.status == Booking.Status.CONFIRMED for line in order.lines.all())


def has_money(order: Order) -> bool:
    """Return whether PayPal captured more than was refunded, from prefetched rows."""
    payment = find_captured_payment(order)
    return payment is not None and payment.amount > get_refunded_price(order)


def get_left(order: Order) -> Decimal:
    """Return what may still be refunded, from prefetched rows."""
    payment = find_captured_payment(order)
    refunds = [each for each in list_own_refunds(order) if each.status in LIVE]
    return payment.amount - sum((each.amount for each in refunds), ZERO) if payment else ZERO


# --- Refunds that PayPal does not make -------------------------------------------------------------------------------


def list_refunds_by_hand() -> Iterator[AttentionItem]:
    """Yield orders of which a refund was asked for, or is due, that only staff can make."""
    asked = Order.objects.filter(by_hand_at__isnull=False, status__in=Order.SOLD).select_related("user")
    asked = asked.filter(Q(by_hand_done_at=None) | Q(by_hand_done_at__lt=F("by_hand_at")))
    places = ("lines__booking__occurrence", "lines__entitlements__date_change")
    for order in asked.prefetch_related("payments", "refunds__payment").prefetch_related(*places).order_by("pk"):
        payment, left = find_captured_payment(order), get_left(order)
        if payment and left > 0 and (has_seats_off(order) or not was_settled_by_hand(order)):
            yield build_item(
                "refund_by_hand",
                order,
                payment,
                DATE_IS_BACK if is_date_back(order) else PAID_IN_CASH if payment.is_cash else TOO_OLD,
                since=order.by_hand_at or order.created_at,
                amount=left,
                alert_id=order.public_id,
            )


def has_seats_off(order: Order) -> bool:
    """Return whether it has paid seats on a date that doesn't take place."""
    return any(line.is_canceled and line.booking.live_seats and line.line_price for line in order.lines.all())


def is_date_back(order: Order) -> bool:
    """Return whether the refund became due when a date was canceled that takes place again with the order's seats."""
    lines = [line for line in order.lines.all() if line.booking.live_seats]
    choices = [each for line in lines for each in line.entitlements.all() if each.is_canceled]
    due = [each.settled_at for each in choices if each.outcome == Entitlement.Outcome.FAILED]
    asked_at = order.by_hand_at or order.created_at
    return not has_seats_off(order) and any(at and at >= asked_at for at in due)


def was_settled_by_hand(order: Order) -> bool:
    """Return whether staff returned money since, or moved seats of a date that was canceled."""
    by_hand = [each for each in order.refunds.all() if each.kind == Refund.Kind.BY_HAND and each.status in LIVE]
    choices = [each for line in order.lines.all() for each in line.entitlements.all() if each.is_canceled]
    moved = [each.settled_at for each in choices if each.outcome == Entitlement.Outcome.MOVED]
    asked_at = order.by_hand_at or order.created_at
    return any(at and at >= asked_at for at in (*(each.created_at for each in by_hand), *moved))


def list_failed_refunds() -> Iterator[AttentionItem]:
    """Yield refunds that PayPal refused, until they are requested again or marked as done.

    Nothing is due for seats of a canceled date that moved to another one instead.
    """
    choices = Entitlement.objects.filter(refund=OuterRef("pk"), date_change__kind=DateChange.Kind.CANCELED)
    moved = choices.filter(outcome=Entitlement.Outcome.MOVED)
    back = choices.filter(
        line__booking__status=Booking.Status.CONFIRMED, line__booking__occurrence__status=Occurrence.Status.SCHEDULED
    )
    failed: QuerySet[Any] = Refund.objects.filter(~Exists(moved), status=Refund.Status.FAILED, retry=None, done_at=None)
    failed = failed.annotate(is_date_back=Exists(back))
    failed = failed.exclude(kind__in=[Refund.Kind.REVERSAL, Refund.Kind.RELEASE])
    failed = failed.filter(order__status__in=Order.SETTLED).exclude(order__status=Order.Status.REFUND_DUE)
    for refund in failed.select_related("order__user", "payment").prefetch_related(*MONEY).order_by("pk"):
        order, is_second = refund.order, not refund.is_of_order
        if order is None or not (is_second or has_money(order)):
            continue
        way = "Press Refund again" if is_second else "Refund the order again"
        what = f"{refund.amount_text}{' of a second payment' if is_second else ''}"
        message = f"PayPal refused to refund {what}. {way}, or refund it another way and mark this as done."
        if REFUSED_AS_TOO_OLD in refund.last_problem and not is_second:
            message = (
                f"PayPal no longer refunds {what}, because the payment is older than 180 days. Refund "
                "by hand: return the money another way, record it with Refund on the order's page, and mark this as "
                "done."
            )
        if refund.is_date_back:
            message = f"PayPal refused to refund {what}. {DATE_IS_BACK}"
        yield build_item(
            "refund_failed",
            order,
            refund,
            message,
            since=refund.created_at,
            problem=refund.last_problem,
            is_second_payment=is_second,
            alert_id=refund.request_key,
        )


# --- What the journal says is owed -----------------------------------------------------------------------------------


def read_owed() -> dict[int, Owed]:
    """Return by payment what is owed of it, and since when."""
    rows = Transfer.objects.filter(Q(debit=Account.OWED) | Q(credit=Account.OWED)).order_by().values_list("payment")
    found = rows.annotate(total=sum_accounts(Account.OWED), since=Max("created_at"))
    return {pk: Owed(amount, since) for pk, total, since in found if (amount := to_cents(total))}


def list_owed(owed: Mapping[int, Owed], listed: Collection[str]) -> Iterator[AttentionItem]:
    """Yield what is owed of payments, unless the list has them anyway, or their refund is on its way."""
    payments = Payment.objects.filter(pk__in=owed).select_related("order__user").prefetch_related("refunds")
    for payment in payments.order_by("pk"):
        order, (amount, since), refunds = payment.order, owed[payment.pk], payment.refunds.all()
        capture_id = get_capture_id(payment)
        done = [row.done_at for row in (payment, *refunds) if row.done_at]
        is_on_its_way = any(refund.status in Refund.UNDECIDED for refund in refunds)
        if (order.public_id if order else capture_id) in listed or is_on_its_way or any(at >= since for at in done):
            continue
        what = "this order" if order else f"payment {capture_id}, which belongs to no order"
        left = format_money(abs(amount), payment.currency)
        if amount > 0:
            message = (
                f"The shop has {left} of {what} that is for nothing. Look the payment up at PayPal, return what is "
                "left, then mark this as done."
            )
        else:
            message = (
                f"{left} more was returned than was left of {what}. Look the refunds up at PayPal, then mark this as "
                "done."
            )
        more = {"public_id": capture_id, "alert_id": capture_id, "since": since, "amount": abs(amount)}
        yield build_item("alert", order, payment, message, **more)


# --- Orders that wait ------------------------------------------------------------------------------------------------


def list_orders_in_review() -> Iterator[AttentionItem]:
    for order in list_waiting_orders(Order.Status.REVIEW):
        payment = find_captured_payment(order)
        rule = f"{order.broken_rule} " if order.review_because else ""
        if payment and payment.status == Payment.Status.COMPLETED:
            is_other = payment.amount != order.total_price or payment.currency != settings.CURRENCY
            instead = f" instead of ${order.total_price:.2f}" if is_other else ""
            back = f", and {get_refunded_price(order):.2f} of it went back" if get_refunded_price(order) else ""
            message = (
                f"PayPal took {payment.amount:.2f} {payment.currency}{instead}{back}. {rule}"
                f"Accept the payment{' all the same' if rule else ''}, or refuse it, which refunds it."
            )
        else:
            message = (
                f"PayPal is still checking this payment of ${order.total_price:.2f}. {rule}Wait for its decision, or "
                "refuse the payment to release the seats; if it completes, it is refunded."
            )
        yield build_order_item(order, "review", message, payment)


def list_refunds_due() -> Iterator[AttentionItem]:
    for order in list_waiting_orders(Order.Status.REFUND_DUE):
        payment, why, problem = find_captured_payment(order), REASONS[Order.RefundReason(order.refund_reason)], ""
        if refund := get_last_refund(order, Refund.UNDECIDED):
            message = f"{why}{refund.amount_text} is being refunded. No action needed unless this takes days."
        elif payment and payment.status == Payment.Status.COMPLETED:
            left = format_money(payment.amount - get_refunded_price(order), payment.currency)
            failed = get_last_refund(order, (Refund.Status.FAILED,))
            message = (
                f"{why}PayPal {'refused to' if failed else 'did not'} refund {left}. Press Refund again, or refund it "
                "another way and note that at PayPal."
            )
            problem = (
                failed.last_problem
                if failed
                else f"{get_refunded_price(order):.2f} of {payment.amount:.2f} was refunded."
            )
        else:
            message = f"{why}PayPal is still checking it. If it completes, it is refunded automatically."
        yield build_order_item(order, "refund_due", message, payment, problem=problem)


def list_waiting_orders(status: Order.Status) -> QuerySet[Order]:
    found = Order.objects.filter(status=status).select_related("user").prefetch_related("payments", "refunds__payment")
    return found.order_by("pk")


def find_captured_payment(order: Order) -> Payment | None:
    """Return what PayPal took for this order, or still checks, or the cash that paid it, from prefetched rows."""
    counting = (Payment.Status.COMPLETED, Payment.Status.PENDING)
    return next((row for row in order.payments.all() if row.status in counting and not row.is_extra), None)


def get_last_refund(order: Order, statuses: Collection[str]) -> Refund | None:
    """Return the order's latest refund with one of these statuses, leaving out reversals."""
    found = [each for each in list_own_refunds(order) if each.status in statuses and each.kind != Refund.Kind.REVERSAL]
    return max(found, key=lambda refund: refund.pk, default=None)


def build_order_item(
    order: Order, kind: str, message: str, payment: Payment | None, problem: str = ""
) -> AttentionItem:
    left = {"amount": payment.amount - get_refunded_price(order)} if payment else {"amount": order.total_price}
    since = (payment.captured_at if payment else None) or order.created_at
    problem = problem or (payment.last_problem if payment else "")
    return build_item(kind, order, payment or order, message, since=since, problem=problem, **left)


def get_capture_id(payment: Payment | None) -> str:
    return str(payment.capture_id or "") if payment else ""
