"""Refund an order: store the refund while the order is locked, and send it to PayPal after the commit."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Sum

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError
from orders.models import Order, OrderLine, Payment, Refund
from orders.paypal.idempotency import new_request_key
from orders.pricing import Totals, get_lines_refund
from orders.services.locks import lock_order
from orders.services.order_money import get_counting_payment, get_refundable_amount, is_refunded, list_lines
from orders.services.refunds.record_refund import REFUNDABLE
from orders.services.refunds.send_refund import push_refund


class NotRefundable(DomainError):
    code = "not_refundable"


def refund_order(
    *, order_id: int, reason: str, lines: Collection[str] | None = None, amount: Decimal | None = None, by: User
) -> Order:
    """Refund lines (given by their bookings' public IDs), an amount, or everything that is left.

    Raise NotRefundable or BadRequest before PayPal is called. Seats return to sale when the refund completes.
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
    left = get_refundable_amount(order)
    open_lines = {line.booking.public_id: line for line in list_lines(order) if not is_refunded(line)}
    chosen = (
        choose_lines(open_lines, lines) if lines is not None else list(open_lines.values()) if amount is None else []
    )
    value = amount if amount is not None else get_refund_amount(order, chosen, left)
    if value > left or (not value and not chosen):
        raise NotRefundable(f"Only ${left:.2f} of this order can still be refunded.")
    refund = Refund.objects.create(
        order=order,
        payment=get_counting_payment(order),
        amount=value,
        reason=reason,
        by=by,
        request_key=new_request_key(),
    )
    OrderLine.objects.filter(pk__in=[line.pk for line in chosen]).update(refund=refund)
    bookings = ", ".join(line.booking.public_id for line in chosen) or None
    audit.record("refund requested", order, by=by, amount=value, reason=reason, bookings=bookings)
    return refund


def choose_lines(open_lines: dict[str, OrderLine], asked: Collection[str]) -> list[OrderLine]:
    if not asked or not set(asked) <= open_lines.keys():
        raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
    return [open_lines[public_id] for public_id in dict.fromkeys(asked)]


def get_refund_amount(order: Order, chosen: list[OrderLine], left: Decimal) -> Decimal:
    if not get_counting_payment(order):
        return Decimal(0)  # test orders and free orders are refunded without money
    if not chosen:
        return left  # all lines are refunded, some for less than their price
    everything = list_lines(order)
    return get_lines_refund(
        {line.pk for line in chosen},
        amounts={line.pk: line.line_price for line in everything},
        refunded={line.pk for line in everything if is_refunded(line)},
        totals=Totals(items=order.items_price, tax=order.tax_price, shipping=order.shipping_price),
        remaining=left,
    )


def refund_everything(order: Order, payment: Payment, reason: str, by: User | None = None) -> Refund:
    """Store a refund of everything left of a payment, with its idempotency key. `push_refund` sends it later."""
    amount = payment.amount - get_refunds_total(payment)
    audit.record("refund requested", order, by=by, amount=amount, reason=reason, capture=payment.capture_id)
    return Refund.objects.create(
        order=order, payment=payment, amount=amount, reason=reason, by=by, request_key=new_request_key()
    )


def get_refunds_total(payment: Payment) -> Decimal:
    """Return the sum of the payment's requested, pending and completed refunds."""
    return payment.refunds.exclude(status=Refund.Status.FAILED).aggregate(sum=Sum("amount"))["sum"] or Decimal(0)
