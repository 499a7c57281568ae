"""Build an order's history from the audit log, payments, cash and refunds, in chronological order."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from accounts.models import User
from charityshop import audit
from orders.models import Order
from payments.models import Payment, Refund
from payments.selectors.order_money import format_reason


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry of an order's history. `by` is None if the shop or PayPal acted, `refund` 0 if it is about no refund."""

    at: datetime
    kind: str  # order, audit, payment, refund
    did: str
    by: User | None = None
    reason: str = ""
    changes: list[dict[str, str]] = field(default_factory=list)
    amount: Decimal | None = None
    currency: str = ""
    status: str = ""
    paypal_id: str = ""
    problem: str = ""
    refund: int = 0


def get_history(order: Order) -> list[HistoryEntry]:
    """Return the order's history, oldest first, in three queries."""
    entries = list(list_audit_entries(order))
    about = {(entry.refund, entry.did): entry for entry in entries if entry.refund}
    refunds = []
    for refund in order.refunds.exclude(kind=Refund.Kind.RETURNED).select_related("by", "payment", "order", "change"):
        request, end = about.get((refund.pk, REQUESTED)), about.get((refund.pk, f"refund {refund.status}"))
        refunds.append(build_refund_entry(refund, request, end))
        if end and end is not request:
            entries.remove(end)
    happened = [build_placed_entry(order), *entries, *list_payments(order), *refunds]
    return sorted(happened, key=lambda entry: entry.at)


def build_placed_entry(order: Order) -> HistoryEntry:
    return HistoryEntry(at=order.created_at, kind="order", did="order placed", by=order.user, amount=order.total_price)


def list_audit_entries(order: Order) -> Iterator[HistoryEntry]:
    for entry in audit.entries_about(order).select_related("actor"):
        more: dict[str, Any] = entry.additional_data or {}
        changes = [{"field": name, "before": pair[0], "after": pair[1]} for name, pair in (entry.changes or {}).items()]
        did = more.get("did", "")
        shows_amount = "amount" in more and did != SETTLED  # the payment's own entry shows that amount
        yield HistoryEntry(
            at=entry.timestamp,
            kind="audit",
            did=did,
            by=entry.actor,
            reason=more.get("reason", ""),
            changes=changes,
            amount=Decimal(more["amount"]) if shows_amount else None,
            refund=int(more.get("refund", 0)),
        )


def list_payments(order: Order) -> Iterator[HistoryEntry]:
    for payment in order.payments.all():
        text = "paid in cash" if payment.is_cash else PAYMENT_TEXTS[Payment.Status(payment.status)]
        yield HistoryEntry(
            at=max(payment.captured_at or payment.created_at, payment.created_at),  # PayPal reports whole seconds
            kind="payment",
            did=f"{text} (a second one)" if payment.is_extra else text,
            amount=payment.amount,
            currency=payment.currency,
            status=payment.status,
            paypal_id=payment.capture_id or payment.paypal_order_id or "",
            problem=payment.last_problem,
        )


def build_refund_entry(refund: Refund, request: HistoryEntry | None, end: HistoryEntry | None) -> HistoryEntry:
    """Merge a refund with the audit log's entry about its end, so that each refund appears once.

    It sorts after its request, whose entry is written just after it: PayPal reports whole seconds.
    """
    is_reversal, reason = refund.kind == Refund.Kind.REVERSAL, format_reason(refund)
    asked_at = request.at if request else refund.created_at
    return HistoryEntry(
        at=max(refund.completed_at or (end.at if end else asked_at), asked_at),
        kind="refund",
        did=f"{'reversal' if is_reversal else 'refund'} {refund.status}",
        by=refund.by,
        reason=f"{reason} ({refund.note})" if refund.note else reason,
        changes=end.changes if end else [],
        amount=refund.amount,
        currency=refund.payment.currency if refund.payment else "",
        status=refund.status,
        paypal_id=refund.paypal_refund_id or "",
        problem=refund.last_problem,
    )


SETTLED, REQUESTED = "payment settled", "refund requested"  # texts of the audit log
PAYMENT_TEXTS = {
    Payment.Status.CREATING: "payment begun",
    Payment.Status.OPEN: "payment opened at PayPal",
    Payment.Status.CAPTURING: "payment asked for, its end not known yet",
    Payment.Status.PENDING: "payment waiting at PayPal",
    Payment.Status.COMPLETED: "payment captured",
    Payment.Status.REFUSED: "payment refused",
    Payment.Status.DENIED: "payment denied",
}
