"""Flags about unclear answers, keys, payees, refunds and reversals."""

import json
from datetime import timedelta
from typing import Any

from orders.models import Order, Payment
from payments.services import (
    capture_payment,
    create_paypal_order,
    import_transactions,
    pay_order,
    reconcile_payments,
    settle_payment,
    settle_paypal_order,
)
from payments.services.refunds import refund_unmatched_payment, send_refund
from payments.services.webhooks import process_notification
from paypal import client
from paypal.endpoints import new_request_key
from paypal.exceptions import PayPalRefused, PayPalUnclear
from tests.resilience.sabotage.patching import replace

TEN_YEARS = timedelta(days=3650)


def take_every_error_for_a_refusal(_: str) -> None:
    """Treat every status from 400 to 499 as a refusal, without a look at PayPal's record."""
    replace(client, "build_error", build_refusal)
    replace(capture_payment, "handle_refusal", record_refusal_unchecked)
    replace(send_refund, "find_refund_by_key", lambda paypal_order, refund: None)


def record_refusal_unchecked(payment: Payment, key: str, refusal: PayPalRefused) -> None:
    capture_payment.record_refusal(payment_id=payment.pk, key=key, problem=f"{refusal.issue}: {refusal.message}")


def build_refusal(status: int, text: str) -> Exception:
    if status >= 500 or status in (408, 429):
        return PayPalUnclear(f"PayPal answered {status}")
    body = json.loads(text)
    detail = next(iter(body.get("details") or ()), {})
    issue = detail.get("issue") or body.get("name") or str(status)
    return PayPalRefused(status, issue, detail.get("description") or "")


def accept_any_payee(_: str) -> None:
    """Let any PayPal order pay the order that it names, whoever gets the money."""
    replace(pay_order, "refuse_mismatch", lambda order, paypal_order: None)
    replace(settle_payment, "is_foreign", lambda order, payment, paypal_order: False)
    replace(settle_paypal_order, "record_unclaimed", settle_named_order)


def settle_named_order(paypal_order: Any) -> None:
    if order := Order.objects.filter(public_id=paypal_order.custom_id).first():
        fields = {
            "order": order,
            "amount": paypal_order.amount.value,
            "currency": paypal_order.amount.currency,
            "status": Payment.Status.OPEN,
            "create_key": new_request_key(),
        }
        payment, _ = Payment.objects.get_or_create(paypal_order_id=paypal_order.id, defaults=fields)
        settle_payment.settle_payment(payment_id=payment.pk, paypal_order=paypal_order)


def ignore_reversals(_: str) -> None:
    """Record reversals only if the order lists them, and as ordinary refunds."""
    replace(process_notification, "record_unlisted_reversal", lambda payment, resource: None)
    replace(process_notification, "record_dispute", lambda resource: None)
    for record in ("record_reversal", "record_hold"):
        replace(import_transactions, record, lambda line: None)
    replace(process_notification, "REVERSED", "")
    original = settle_paypal_order.settle_payment
    replace(settle_paypal_order, "settle_payment", lambda *, reversal_ids, **options: original(**options))


def use_keys_forever(_: str) -> None:
    replace(create_paypal_order, "USABLE_FOR", TEN_YEARS)
    replace(capture_payment, "CAPTURE_KEY_VALID_FOR", TEN_YEARS)
    for module in (send_refund, refund_unmatched_payment):
        replace(module, "REFUND_KEY_VALID_FOR", TEN_YEARS)


def never_reconcile(_: str) -> None:
    """Let upkeep ignore payments and refunds with an unknown outcome."""
    for rows in ("list_open_payments", "list_open_refunds"):
        replace(reconcile_payments, rows, list)


def keep_second_payments(_: str) -> None:
    replace(settle_payment, "refund_everything", lambda order, payment, reason: None)
