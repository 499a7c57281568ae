"""Flags about unclear answers, keys, payees, refunds and reversals."""

import json
from collections.abc import Callable
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
from payments.services.refunds import record_refund, refund_unmatched_payment, send_refund
from payments.services.webhooks import process_notification
from paypal import client, transaction_search
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.request_keys import new_request_key
from paypal.schemas import PayPalOrder, RefundMade, parse_transaction
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
            "order": order, "amount": paypal_order.amount.value, "currency": paypal_order.amount.currency,
            "status": Payment.Status.OPEN, "create_key": new_request_key(),
        }  # fmt: skip
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


def crash_at_unclear_answers(_: str) -> None:
    for module in (create_paypal_order, capture_payment, pay_order):
        replace(module, "retry_unclear", crash_if_unclear(module.retry_unclear))


def crash_if_unclear(retry_unclear: Callable[..., Any]) -> Callable[..., Any]:
    def crash(call: Callable[[], Any]) -> Any:
        try:
            return retry_unclear(call)
        except PayPalUnclear as unclear:
            raise RuntimeError from unclear

    return crash


def never_reconcile(_: str) -> None:
    """Let upkeep ignore payments and refunds with an unknown outcome."""
    for rows in ("list_open_payments", "list_open_refunds"):
        replace(reconcile_payments, rows, list)


def match_refunds_by_amount(_: str) -> None:
    """Match a refund at PayPal with the shop's first one of that amount, before trying its key."""
    replace(settle_paypal_order, "push_refunds_due", lambda *, order_id: None)
    record = record_refund.record_refund

    def record_by_amount(*, payment_id: int, made: Any, is_reversal: bool = False) -> None:
        payment = Payment.objects.get(pk=payment_id)
        alike = payment.refunds.unanswered().filter(amount=made.amount.value).order_by("pk").first()
        if alike and not payment.refunds.filter(paypal_refund_id=made.id).exists():
            record_refund.apply_refund(refund_id=alike.pk, made=made)
        else:
            record(payment_id=payment_id, made=made, is_reversal=is_reversal)

    for module in (settle_payment, process_notification, import_transactions, send_refund, record_refund):
        replace(module, "record_refund", record_by_amount)


def ignore_unlisted_captures(_: str) -> None:
    """Treat a PayPal order without listed captures as not captured, whatever its status."""
    replace(PayPalOrder, "omits_capture", False)


def treat_unknown_statuses_as_failed(_: str) -> None:
    replace(RefundMade, "is_final", True)


def fail_at_unreadable_lines(_: str) -> None:
    """Let one unreadable line make PayPal's whole record unreadable."""
    replace(transaction_search, "parse_line", parse_transaction)


def trust_requested_amounts(_: str) -> None:
    """Record the requested amount as refunded, whatever PayPal says."""
    replace(record_refund, "update_amount", lambda refund, made: None)


def record_reversals_twice(_: str) -> None:
    """Count a reversal again in PayPal's report after a webhook announced it by its capture."""
    replace(record_refund, "replace_capture_id", lambda order, payment, made: False)


def ignore_second_pending_payments(_: str) -> None:
    """Never let the second of two pending payments replace the first."""
    replace(settle_payment, "promote_second_payment", lambda order: False)
    replace(settle_payment, "is_replacement", lambda order, capture: False)


def keep_second_payments(_: str) -> None:
    replace(settle_payment, "refund_everything", lambda order, payment, reason: None)
