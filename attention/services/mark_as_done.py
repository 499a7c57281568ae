"""Mark what staff's list says as done."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from attention.selectors.attention import list_money_items
from changes.models import ZoneChange
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Missing
from orders.models import Order
from orders.services.locks import lock_order
from payments.models import Payment, PaymentAlert, Refund
from payments.selectors.order_money import get_net_amount
from payments.services.refunds.record_refund import release_left_seats

# What the items of staff's list are about: the column of their ID, and of the time when staff were done.
SOURCES: list[tuple[type[Model], str, str]] = [
    (PaymentAlert, "public_id", "resolved_at"),
    (Refund, "request_key", "done_at"),
    (Order, "public_id", "by_hand_done_at"),
    (Payment, "capture_id", "done_at"),
    (ZoneChange, "public_id", "done_at"),
]


@dataclass(frozen=True, slots=True)
class DoneItem:
    """An item of staff's list that is done."""

    public_id: str
    kind: str
    resolved_at: datetime


@in_one_transaction
def mark_as_done(*, item_id: str, release_seats: bool = False, by: User) -> DoneItem:
    """Take an item off staff's list. Safe to repeat. Raise Missing unless it is, or was, on it.

    The list is read under the order's lock: a payment that is being stored would otherwise be done before it is seen.
    Reading locks nothing, and leaves out what may wait for a disk, such as late backups.
    `release_seats` also releases the seats of an order whose money was taken back in full. Raise DomainError if some
    of the money is left: refunding it releases the seats too.
    """
    row, column = find_source(item_id)
    order = row if isinstance(row, Order) else getattr(row, "order", None)
    if order:
        order = lock_order(order.pk)
    is_listed = any(item.alert_id == item_id for item in list_money_items())
    if release_seats and order:
        release_reversed_seats(order, by)
    if is_listed or (isinstance(row, PaymentAlert) and row.resolved_at is None):
        setattr(row, column, timezone.now())
        row.save(update_fields=[column])
        audit.record("payment alert resolved", row, by=by, reference=item_id)
    row.refresh_from_db(fields=[column])
    if (done_at := getattr(row, column)) is None:
        raise Missing("There is no such alert.")
    return DoneItem(item_id, get_kind(row), done_at)


def get_kind(row: Model) -> str:
    if isinstance(row, Order):
        return "refund_by_hand"
    return "refund_failed" if isinstance(row, Refund) and row.status == Refund.Status.FAILED else "alert"


def find_source(item_id: str) -> tuple[Model, str]:
    for model, name, column in SOURCES:
        if row := model._default_manager.filter(**{name: item_id}).first():
            return row, column
    raise Missing("There is no such alert.")


def release_reversed_seats(order: Order, by: User) -> None:
    if order.status not in Order.SETTLED or get_net_amount(order) > 0:
        raise DomainError(
            "This order is not refunded in full. Refund the rest, which releases the seats.", code="refund_instead"
        )
    release_left_seats(order, by=by)
