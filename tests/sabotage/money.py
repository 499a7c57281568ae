"""What the flags about unclear answers, payees, refunds and reversals break."""

import json
from datetime import timedelta
from typing import Any

from orders import paypal
from orders.models import Order, Payment
from orders.paypal import PayPalRefused, PayPalUnclear, client
from orders.paypal.idempotency import new_request_key
from orders.services.payments import (
    capture_payment,
    import_transactions,
    pay_order,
    process_event,
    settle_order,
    settle_payment,
)
from orders.services.refunds import send_refund
from tests.sabotage.replacing import replace


def take_every_error_for_a_no(_: str) -> None:
    """Every status from 400 to 499 counts as a refusal, and nobody looks at PayPal's record before it does."""
    replace(client, "refusal_of", refusal_by_status)
    replace(capture_payment, "after_refusal", refuse_without_a_look)
    replace(send_refund, "refund_with_key", lambda shown, refund: None)


def refuse_without_a_look(payment: Payment, key: str, refusal: PayPalRefused) -> None:
    capture_payment.write_refusal(payment_id=payment.pk, key=key, problem=f"{refusal.issue}: {refusal.message}")


def refusal_by_status(status: int, text: str) -> Exception:
    if status >= 500 or status in (408, 429):
        return PayPalUnclear(f"PayPal answered {status}")
    body = json.loads(text)
    detail = next(iter(body.get("details") or ()), {})
    issue = detail.get("issue") or body.get("name") or str(status)
    return PayPalRefused(status, issue, detail.get("description") or "")


def believe_every_payee(_: str) -> None:
    """Any PayPal order that names an order of the shop's pays for it, whoever gets the money."""
    replace(pay_order, "refuse_mismatch", lambda order, shown: None)
    replace(settle_payment, "is_foreign", lambda order, payment, shown: False)
    replace(settle_order, "record_unclaimed", settle_whatever_is_named)


def settle_whatever_is_named(shown: Any) -> None:
    if order := Order.objects.filter(public_id=shown.custom_id).first():
        payment = Payment.objects.create(
            order=order, paypal_order_id=shown.id, amount=shown.amount.value, currency=shown.amount.currency,
            status=Payment.Status.OPEN, create_key=new_request_key(),
        )  # fmt: skip
        settle_payment.settle(payment_id=payment.pk, shown=shown)


def overlook_reversals(_: str) -> None:
    """Money that was taken away is noticed only where the order lists it, and as a refund like any other."""
    replace(process_event, "record_unlisted_reversal", lambda payment, resource: None)
    replace(process_event, "record_dispute", lambda resource: None)
    replace(import_transactions, "record_reversal", lambda line: None)
    replace(process_event, "REVERSED", "")
    settle = settle_order.settle
    replace(settle_order, "settle", lambda *, reversal_ids, **options: settle(**options))


def use_keys_for_ever(_: str) -> None:
    replace(send_refund, "REFUND_KEY_VALID_FOR", timedelta(days=3650))


def write_webhooks_anew(_: str) -> None:
    """An event is read, written again, and then sent to PayPal to be verified."""
    is_genuine = paypal.is_genuine
    replace(paypal, "is_genuine", lambda headers, body: is_genuine(headers, json.dumps(json.loads(body)).encode()))


def keep_second_payments(_: str) -> None:
    replace(settle_payment, "refund_everything", lambda order, payment, reason: None)
