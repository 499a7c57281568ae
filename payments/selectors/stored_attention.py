"""List what needs the staff's attention, with what they can do about it. Unmatched payments come first."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from bookings.models import Booking
from charityshop.db.columns import is_public_id
from orders.models import Order, Payment, PaymentAlert, Refund
from payments.selectors.stuck_rows import list_stuck_rows

REASONS = {
    Order.RefundReason.SEATS_GONE: "The seats were sold before the payment arrived. ",
    Order.RefundReason.REFUSED: "This payment was refused. ",
}
TOO_OLD = "REFUND_TIME_LIMIT_EXCEEDED"  # PayPal's name of the issue
FAILED = PaymentAlert.Kind.REFUND_FAILED
MONEY = ("payments", "refunds__payment")  # of an order, for has_money


@dataclass(frozen=True, slots=True)
class AttentionItem:
    """An entry of the attention list.

    `public_id` is the order's, or PayPal's capture ID for an unmatched payment. For a stuck row, see StuckRow.
    """

    kind: str  # unmatched, alert, refund_by_hand, review, refund_due, refund_failed, stuck
    public_id: str
    since: datetime
    amount: Decimal | None
    currency: str
    message: str
    number: str = ""  # the order's, if there is one
    buyer: User | None = None
    problem: str = ""
    is_second_payment: bool = False  # a failed refund of a second payment
    alert_id: str = ""  # the alert's public ID, for resolving it
    can_release_seats: bool = False  # all of the order's money is gone, and it has seats


def list_attention_items() -> list[AttentionItem]:
    """Return the whole attention list, in a constant number of queries."""
    return [
        *list_unmatched_payments(),
        *list_payment_alerts(),
        *list_orders_in_review(),
        *list_refunds_due(),
        *list_failed_refunds(),
        *list_stuck_items(),
    ]


def list_stuck_items() -> Iterator[AttentionItem]:
    """Yield rows that background jobs could not finish."""
    for row in list_stuck_rows():
        yield AttentionItem(
            kind="stuck",
            public_id=row.public_id,
            since=row.since,
            amount=row.amount,
            currency=row.currency,
            message=row.message,
            number=row.order.number if row.order else "",
            buyer=row.order.user if row.order else None,
            problem=row.problem,
        )


def list_unmatched_payments() -> Iterator[AttentionItem]:
    waiting = Payment.objects.waiting()
    payments = list(waiting.prefetch_related("refunds").order_by("pk"))
    orders = Order.objects.filter(public_id__in=[payment.custom_id for payment in payments])
    known = set(orders.values_list("public_id", flat=True))
    for payment in payments:
        sum_taken = f"{payment.amount:.2f} {payment.currency}"
        if payment.refund_asked_at:
            message = f"The refund of {sum_taken} is requested; PayPal has not confirmed it yet. The shop retries."
        elif payment.refusal:
            message = f"PayPal refused to refund {sum_taken}. Check the payment at PayPal, or press Refund again."
        else:
            named = f" It names order {payment.custom_id}." if payment.custom_id else ""
            if is_public_id(payment.custom_id) and payment.custom_id not in known:
                named += " The shop has no such order, as after a backup without it was restored."
            message = (
                f"PayPal took {sum_taken} that belongs to no order.{named} Look the payment up at PayPal. "
                "If no buyer can be found, press Refund."
            )
        yield AttentionItem(
            kind="unmatched",
            public_id=str(payment.capture_id),
            since=payment.created_at,
            amount=payment.amount,
            currency=payment.currency,
            message=message,
            problem=payment.refusal,
        )


def list_payment_alerts() -> Iterator[AttentionItem]:
    alerts = PaymentAlert.objects.waiting().exclude(kind=FAILED).select_related("order__user")
    for alert in alerts.prefetch_related(*(f"order__{name}" for name in (*MONEY, "lines__booking"))):
        order = alert.order
        is_reversal = alert.kind == PaymentAlert.Kind.REVERSAL
        yield AttentionItem(
            kind="refund_by_hand" if alert.kind == PaymentAlert.Kind.REFUND_BY_HAND else "alert",
            public_id=order.public_id if order else "",
            since=alert.created_at,
            amount=alert.amount,
            currency=alert.currency,
            message=alert.message,
            number=order.number if order else "",
            buyer=order.user if order else None,
            alert_id=alert.public_id,
            can_release_seats=bool(is_reversal and order and has_seats_without_money(order)),
        )


def has_seats_without_money(order: Order) -> bool:
    return not has_money(order) and any(line.booking.status == Booking.Status.CONFIRMED for line in order.lines.all())


def has_money(order: Order) -> bool:
    """Return whether PayPal captured more than was refunded, from prefetched rows."""
    payment = get_counting_payment(order)
    return payment is not None and payment.amount > order.refunded_price


def list_orders_in_review() -> Iterator[AttentionItem]:
    for order in list_waiting_orders(Order.Status.REVIEW):
        payment = get_counting_payment(order)
        rule = f"{order.broken_rule} " if order.review_because else ""
        if payment and payment.status == Payment.Status.COMPLETED:
            is_other = payment.amount != order.total_price or payment.currency != settings.CURRENCY
            instead = f" instead of ${order.total_price:.2f}" if is_other else ""
            back = f", and {order.refunded_price:.2f} of it went back" if order.refunded_price else ""
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
        payment, why, problem = get_counting_payment(order), REASONS[Order.RefundReason(order.goes_back_because)], ""
        if refund := get_last_refund(order, Refund.UNDECIDED):
            message = f"{why}{format_refund(refund)} is being refunded. No action needed unless this takes days."
        elif payment and payment.status == Payment.Status.COMPLETED:
            left = format_amount(payment.amount - order.refunded_price, payment.currency)
            failed = get_last_refund(order, (Refund.Status.FAILED,))
            message = (
                f"{why}PayPal {'refused to' if failed else 'did not'} refund {left}. Press Refund again, or refund it "
                "another way and note that at PayPal."
            )
            problem = (
                failed.last_problem if failed else f"{order.refunded_price:.2f} of {payment.amount:.2f} was refunded."
            )
        else:
            message = f"{why}PayPal is still checking it. If it completes, it is refunded automatically."
        yield build_order_item(order, "refund_due", message, payment, problem=problem)


def format_refund(refund: Refund) -> str:
    return format_amount(refund.amount, refund.currency)


def format_amount(amount: Decimal, currency: str) -> str:
    return f"${amount:.2f}" if currency == settings.CURRENCY else f"{amount:.2f} {currency}"


def list_failed_refunds() -> Iterator[AttentionItem]:
    """Yield refunds that PayPal refused, until they are requested again or marked as done."""
    failed = Refund.objects.filter(status=Refund.Status.FAILED, retry=None, order__status__in=Order.SETTLED)
    failed = failed.exclude(kind__in=[Refund.Kind.REVERSAL, Refund.Kind.RELEASE])
    failed = failed.exclude(order__status=Order.Status.REFUND_DUE)
    done = PaymentAlert.objects.filter(kind=FAILED).exclude(resolved_at=None)
    failed = failed.exclude(request_key__in=done.values("reference"))
    alerts = dict(PaymentAlert.objects.waiting().filter(kind=FAILED).values_list("reference", "public_id"))
    rows = failed.select_related("order__user", "payment").prefetch_related(*(f"order__{name}" for name in MONEY))
    for refund in rows.order_by("pk"):
        order, is_second = refund.order, not refund.is_of_order
        if order is None or not (is_second or has_money(order)):
            continue
        way = "Press Refund again" if is_second else "Refund the order again"
        what = " of a second payment" if is_second else ""
        message = (
            f"PayPal refused to refund {format_refund(refund)}{what}. {way}, or refund it another way and mark this "
            "as done."
        )
        if TOO_OLD in refund.last_problem and not is_second:
            message = (
                f"PayPal no longer refunds {format_refund(refund)}, because the payment is older than 180 days. Refund "
                "by hand: return the money another way, record it with Refund on the order's page, and mark this as "
                "done."
            )
        yield AttentionItem(
            kind="refund_failed",
            public_id=order.public_id,
            since=refund.created_at,
            amount=refund.amount,
            currency=refund.payment.currency if refund.payment else "",
            message=message,
            number=order.number,
            buyer=order.user,
            problem=refund.last_problem,
            is_second_payment=is_second,
            alert_id=alerts.get(refund.request_key, ""),
        )


def list_waiting_orders(status: Order.Status) -> QuerySet[Order]:
    found = Order.objects.filter(status=status).select_related("user").prefetch_related("payments", "refunds__payment")
    return found.order_by("pk")


def get_counting_payment(order: Order) -> Payment | None:
    """Return the completed or pending payment that counts toward this order."""
    counting = (Payment.Status.COMPLETED, Payment.Status.PENDING)
    return next((row for row in order.payments.all() if row.status in counting and not row.is_extra), None)


def get_last_refund(order: Order, statuses: Collection[str]) -> Refund | None:
    """Return the order's latest refund with one of these statuses, leaving out reversals."""
    found = [each for each in order.own_refunds if each.status in statuses and each.kind != Refund.Kind.REVERSAL]
    return max(found, key=lambda refund: refund.pk, default=None)


def build_order_item(
    order: Order, kind: str, message: str, payment: Payment | None, problem: str = ""
) -> AttentionItem:
    return AttentionItem(
        kind=kind,
        public_id=order.public_id,
        since=(payment.captured_at if payment else None) or order.created_at,
        amount=payment.amount - order.refunded_price if payment else order.total_price,
        currency=payment.currency if payment else "USD",
        message=message,
        number=order.number,
        buyer=order.user,
        problem=problem or (payment.last_problem if payment else ""),
    )
