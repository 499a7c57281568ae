"""An entry of the list of what needs the staff's attention."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings

from accounts.models import User
from orders.models import Order
from payments.models import Payment, PaymentAlert, Refund


@dataclass(frozen=True, slots=True)
class AttentionItem:
    """An entry of the attention list.

    `public_id` is the order's, PayPal's capture ID for an unmatched payment, or says what a stuck row is about.
    """

    kind: str  # unmatched, alert, refund_by_hand, review, refund_due, refund_failed, stuck, gifts_pay_costs
    public_id: str
    since: datetime
    amount: Decimal | None
    currency: str
    message: str
    number: str = ""  # the order's, if there is one
    buyer: User | None = None
    problem: str = ""
    is_second_payment: bool = False  # a failed refund of a second payment
    alert_id: str = ""  # for marking it as done: of the alert, refund, order or payment that it is about
    can_release_seats: bool = False  # all of the order's money is gone, and it has seats


def build_item(
    kind: str, order: Order | None, row: Payment | Refund | PaymentAlert | Order | None, message: str, **more: Any
) -> AttentionItem:
    """Return an item about an order, or about what `public_id` names. The row, if any, has its amount and currency."""
    if order:
        more |= {"public_id": order.public_id, "number": order.number, "buyer": order.user}
    currency = getattr(row, "currency", settings.CURRENCY if row else "")
    money = {"amount": getattr(row, "amount", None), "currency": currency}
    return AttentionItem(kind=kind, message=message, **{"public_id": "", **money, **more})
