"""Create and resolve alerts for staff about payments."""

import logging
from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Missing
from orders.models import Order, PaymentAlert
from orders.selectors.order_money import get_net_amount
from orders.services.locks import lock_order
from payments.services.refunds.returned_seats import release_left_seats
from paypal.schemas import Amount, PayPalOrder

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
    release_left_seats(order, by=by)
    audit.record("seats released", order, by=by)


def report_mismatch(order: Order | None, paypal_order: PayPalOrder, *, pays_others: bool) -> None:
    """Alert staff to a PayPal order that doesn't match the order it was sent for."""
    kind = PaymentAlert.Kind.FOREIGN_PAYEE if pays_others else PaymentAlert.Kind.MISMATCH
    amount = paypal_order.capture.amount if paypal_order.capture else paypal_order.amount
    money = f"{amount.value:.2f} {amount.currency}"
    if pays_others:
        what = f"PayPal order {paypal_order.id} names an order of this shop, but its {money} go to another account."
    else:
        what = f"PayPal order {paypal_order.id} for {money} does not match the order it was sent for."
    message = f"{what} Nothing was changed. Look it up at PayPal, then mark this as done."
    record_alert(kind=kind, reference=paypal_order.id, amount=amount, message=message, order=order)
