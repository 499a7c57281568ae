"""Create and resolve alerts for staff about payments."""

import logging
from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Missing
from orders.models import Order, PaymentAlert
from orders.paypal import Amount
from orders.services.locks import get_booking_ids, lock_order
from orders.services.order_money import get_net_amount

log = logging.getLogger(__name__)


@in_one_transaction
def record_alert(
    *, kind: PaymentAlert.Kind, reference: str, amount: Amount, message: str, order: Order | None = None
) -> PaymentAlert:
    """Add an alert to the staff's list, once per kind and PayPal ID. Later calls only update its message."""
    alert, is_new = PaymentAlert.objects.get_or_create(
        kind=kind,
        reference=reference,
        defaults={"order": order, "amount": amount.value, "currency": amount.currency, "message": message[:500]},
    )
    if is_new:
        log.error("payment alert %s for %s: %s", kind, reference, message)
        audit.record("payment alert", alert, by=None, action=audit.CREATED, amount=amount.value, message=message)
    elif alert.message != message[:500]:
        alert.message = message[:500]
        alert.resolved_at = None  # the message is new, so staff see the alert again
        alert.save(update_fields=["message", "resolved_at"])
    return alert


def renew_alert(alert: PaymentAlert, *, amount: Decimal) -> None:
    """Show staff an alert again whose cause is back, perhaps with another amount."""
    alert.resolved_at, alert.amount = None, amount
    alert.save(update_fields=["resolved_at", "amount"])


def withdraw_alert(*, kind: PaymentAlert.Kind, reference: str) -> None:
    """Resolve an alert that a newer one replaces."""
    PaymentAlert.objects.waiting().filter(kind=kind, reference=reference).update(resolved_at=timezone.now())


def withdraw_holds(order: Order) -> None:
    """Resolve alerts about held money, because the hold has ended or a webhook has reported its dispute."""
    order.alerts.waiting().filter(kind=PaymentAlert.Kind.HOLD).update(resolved_at=timezone.now())


@in_one_transaction
def resolve_alert(*, alert_id: int, release_seats: bool = False, by: User) -> PaymentAlert:
    """Resolve an alert. Safe to repeat.

    `release_seats` also releases the seats of an order whose money was taken back in full. Raise DomainError if some
    of the money is left: refunding it releases the seats too.
    """
    order_id = PaymentAlert.objects.values_list("order_id", flat=True).filter(pk=alert_id).first()
    if release_seats and order_id:
        release_reversed_seats(lock_order(order_id), by)
    alert = PaymentAlert.objects.select_for_update(no_key=True).filter(pk=alert_id).first()
    if alert is None:
        raise Missing("There is no such alert.")
    if alert.resolved_at is None:
        alert.resolved_at = timezone.now()
        alert.save(update_fields=["resolved_at"])
        audit.record("payment alert resolved", alert, by=by, reference=alert.reference)
    return alert


def release_reversed_seats(order: Order, by: User) -> None:
    if order.status not in Order.SETTLED or get_net_amount(order) > 0:
        raise DomainError(
            "This order is not refunded in full. Refund the rest, which releases the seats.", code="refund_instead"
        )
    seats.release_seats(booking_ids=get_booking_ids(order))
    audit.record("seats released", order, by=by)
