"""Look up which PayPal account old payments went to.

Earlier releases trusted webhooks to attach a PayPal order to one of the shop's orders, and did not store the payee.
Migration 0012 adds an alert for each of these payments. `upkeep` looks them up in batches and withdraws the alerts of
those that were paid to the shop's own account.
"""

import logging
from datetime import timedelta

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from charityshop.db.retries import NotFinished, rows_to_retry, run_each
from orders import paypal
from orders.models import Payment, PaymentAlert
from orders.paypal import Amount, PayPalMissing, PayPalRefused, PayPalUnclear
from orders.services.alerts import record_alert, withdraw_alert
from orders.services.payments.settle_payment import get_shop_payee

log = logging.getLogger(__name__)

JOB = "payee of payment"
INTERVAL = timedelta(hours=1)
CACHE_KEY = "orders.looked-up-payees"
BATCH_SIZE = 200
NOT_LOOKED_UP = "It is not known which PayPal account"  # the beginning of migration 0012's alerts
SETTLED_FOR = timedelta(hours=1)  # PayPal may not show a new order at once


def find_payees() -> int:
    """Look up a batch of payments, at most once an hour across all processes. Return how many were looked up."""
    if not cache.add(CACHE_KEY, True, INTERVAL.total_seconds()) or not get_shop_payee():
        return 0
    failed = rows_to_retry(JOB)
    ids = list(get_payments_without_payee().values_list("pk", flat=True))
    fresh = [pk for pk in ids if str(pk) not in failed][:BATCH_SIZE]
    return len(run_each(JOB, [*fresh, *(pk for pk in ids if str(pk) in failed)], check_payee))


def get_payments_without_payee() -> "QuerySet[Payment]":
    """Return completed payments that were neither opened nor captured by the shop."""
    alerts = PaymentAlert.objects.filter(kind=PaymentAlert.Kind.FOREIGN_PAYEE)
    listed = alerts.exclude(message__startswith=NOT_LOOKED_UP).values("reference")
    found = Payment.objects.filter(
        status=Payment.Status.COMPLETED, from_browser=True, payee="", capture_key=None, paypal_order_id__isnull=False
    )
    return found.filter(created_at__lt=timezone.now() - SETTLED_FOR).exclude(paypal_order_id__in=listed).order_by("pk")


def check_payee(payment_id: int) -> None:
    payment = Payment.objects.select_related("order").get(pk=payment_id)
    try:
        paypal_order = paypal.get_order(str(payment.paypal_order_id))
    except PayPalMissing:
        report_foreign_payee(payment, "PayPal does not show to the shop where it went")
        return
    except (PayPalUnclear, PayPalRefused) as problem:
        raise NotFinished(str(problem)) from problem
    if not paypal_order.payee:
        raise NotFinished("PayPal does not name the account that was paid.")
    if paypal_order.is_paid_to(get_shop_payee()):
        Payment.objects.filter(pk=payment_id).update(payee=paypal_order.payee)
        withdraw_alert(kind=PaymentAlert.Kind.FOREIGN_PAYEE, reference=paypal_order.id)
    else:
        report_foreign_payee(payment, f"it went to another PayPal account ({paypal_order.payee})")


def report_foreign_payee(payment: Payment, what: str) -> None:
    record_alert(
        kind=PaymentAlert.Kind.FOREIGN_PAYEE,
        reference=str(payment.paypal_order_id),
        amount=Amount(payment.amount, payment.currency),
        order=payment.order,
        message=f"An earlier release counted {payment.amount:.2f} {payment.currency} for this order, but {what}. Look "
        f"PayPal order {payment.paypal_order_id} up. If the money is not yours, ask the buyer to pay again. Then mark "
        "this as done.",
    )
