"""What the flags about unclear answers, keys, payees, refunds and reversals break."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from orders.models import Order, Payment
from orders.paypal import PayPalOrder, PayPalRefused, PayPalUnclear, RefundMade, client, transaction_search
from orders.paypal.idempotency import new_request_key
from orders.paypal.schemas import parse_transaction
from orders.services.payments import (
    capture_payment,
    create_paypal_order,
    import_transactions,
    pay_order,
    process_event,
    reconcile_payments,
    settle_order,
    settle_payment,
)
from orders.services.refunds import record_refund, refund_unmatched_payment, send_refund
from tests.resilience.sabotage.replacing import replace

TEN_YEARS = timedelta(days=3650)


def take_every_error_for_a_no(_: str) -> None:
    """Every status from 400 to 499 counts as a refusal, and nobody looks at PayPal's record before it does."""
    replace(client, "build_error", refusal_by_status)
    replace(capture_payment, "handle_refusal", refuse_without_a_look)
    replace(send_refund, "find_refund_by_key", lambda shown, refund: None)


def refuse_without_a_look(payment: Payment, key: str, refusal: PayPalRefused) -> None:
    capture_payment.record_refusal(payment_id=payment.pk, key=key, problem=f"{refusal.issue}: {refusal.message}")


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
        as_named = {
            "order": order, "amount": shown.amount.value, "currency": shown.amount.currency,
            "status": Payment.Status.OPEN, "create_key": new_request_key(),
        }  # fmt: skip
        payment, _ = Payment.objects.get_or_create(paypal_order_id=shown.id, defaults=as_named)
        settle_payment.settle(payment_id=payment.pk, shown=shown)


def overlook_reversals(_: str) -> None:
    """Money that was taken away is noticed only where the order lists it, and as a refund like any other."""
    replace(process_event, "record_unlisted_reversal", lambda payment, resource: None)
    replace(process_event, "record_dispute", lambda resource: None)
    for record in ("record_reversal", "record_hold"):
        replace(import_transactions, record, lambda line: None)
    replace(process_event, "REVERSED", "")
    settle = settle_order.settle
    replace(settle_order, "settle", lambda *, reversal_ids, **options: settle(**options))


def use_keys_for_ever(_: str) -> None:
    replace(create_paypal_order, "USABLE_FOR", TEN_YEARS)
    replace(capture_payment, "CAPTURE_KEY_VALID_FOR", TEN_YEARS)
    for module in (send_refund, refund_unmatched_payment):
        replace(module, "REFUND_KEY_VALID_FOR", TEN_YEARS)


def crash_at_unclear_answers(_: str) -> None:
    for module in (create_paypal_order, capture_payment, pay_order):
        replace(module, "retry_unclear", without_a_word_for_unclear(module.retry_unclear))


def without_a_word_for_unclear(retry_unclear: Callable[..., Any]) -> Callable[..., Any]:
    def crash(ask: Callable[[], Any]) -> Any:
        try:
            return retry_unclear(ask)
        except PayPalUnclear as unclear:
            raise RuntimeError from unclear

    return crash


def never_ask_again(_: str) -> None:
    """Upkeep does not look into payments and refunds whose end is unknown."""
    for rows in ("list_open_payments", "list_open_refunds"):
        replace(reconcile_payments, rows, list)


def know_refunds_by_amount(_: str) -> None:
    """A refund that PayPal shows is taken for the first one of ours of that amount, before anybody asks by its key."""
    replace(settle_order, "push_refunds_due", lambda *, order_id: None)
    record = record_refund.record_refund

    def record_by_amount(*, payment_id: int, made: Any, is_reversal: bool = False) -> None:
        payment = Payment.objects.get(pk=payment_id)
        alike = payment.refunds.unanswered().filter(amount=made.amount.value).order_by("pk").first()
        if alike and not payment.refunds.filter(paypal_refund_id=made.id).exists():
            record_refund.apply_refund(refund_id=alike.pk, made=made)
        else:
            record(payment_id=payment_id, made=made, is_reversal=is_reversal)

    for module in (settle_payment, process_event, import_transactions, send_refund, record_refund):
        replace(module, "record_refund", record_by_amount)


def trust_orders_without_their_capture(_: str) -> None:
    """A PayPal order that lists no capture was not captured, whatever its status says."""
    replace(PayPalOrder, "omits_capture", False)


def take_unknown_statuses_for_failed(_: str) -> None:
    replace(RefundMade, "is_final", True)


def read_every_line_or_none(_: str) -> None:
    """One line of PayPal's record that cannot be read makes all of it unreadable."""
    replace(transaction_search, "parse_line", parse_transaction)


def believe_asked_amounts(_: str) -> None:
    """What the shop asked for counts as refunded, whatever PayPal says."""
    replace(record_refund, "update_amount", lambda refund, made: None)


def record_reversals_twice(_: str) -> None:
    """A reversal that a webhook announced by its capture counts again when PayPal's report shows it."""
    replace(record_refund, "replace_capture_id", lambda order, payment, made: False)


def forget_second_pending_payments(_: str) -> None:
    """Of two pending payments the second never takes the first one's place."""
    replace(settle_payment, "promote_second_payment", lambda order: False)
    replace(settle_payment, "replaces_unfinished_payment", lambda order, capture: False)


def keep_second_payments(_: str) -> None:
    replace(settle_payment, "refund_everything", lambda order, payment, reason: None)
