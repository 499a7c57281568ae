"""Refunds: stored under the order's lock first, carried out at PayPal after the commit."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Sum

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError
from orders.models import Order, OrderLine, Payment, Refund
from orders.paypal.idempotency import new_request_key
from orders.pricing import Totals, refundable_for_lines
from orders.services.locks import lock_order
from orders.services.order_money import counting_payment, is_refunded, kept, lines_of
from orders.services.refunds.record_refund import REFUNDABLE
from orders.services.refunds.send_refund import push_refund


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
