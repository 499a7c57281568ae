"""What happened to an order, in the order it happened: what people did, what was paid, what went back."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from accounts.models import User
from charityshop import audit
from orders.models import Order, Payment, Refund


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of an order's history. `by` is None where the shop or PayPal acted."""

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


def history_of(order: Order) -> list[Happening]:
    """Oldest first. Three queries, however much happened."""
    entries = list(entries_of(order))
    refunds = list(refunds_of(order, entries))  # takes the entries that tell the same
    happened = [placed(order), *entries, *payments_of(order), *refunds]
    return sorted(happened, key=lambda happening: happening.at)


def placed(order: Order) -> Happening:
    return Happening(at=order.created_at, kind="order", did="order placed", by=order.user, amount=order.total_price)


def entries_of(order: Order) -> Iterator[Happening]:
    for entry in audit.entries_about(order).select_related("actor"):
        more: dict[str, Any] = entry.additional_data or {}
        changes = [{"field": name, "before": pair[0], "after": pair[1]} for name, pair in (entry.changes or {}).items()]
        did = more.get("did", "")
        names_sum = "amount" in more and did != SETTLED  # that sum stands in the payment's own line
        yield Happening(
            at=entry.timestamp,
            kind="audit",
            did=did,
            by=entry.actor,
            reason=more.get("reason", ""),
            changes=changes,
            amount=Decimal(more["amount"]) if names_sum else None,
        )


def payments_of(order: Order) -> Iterator[Happening]:
    for payment in order.payments.all():
        yield Happening(
            at=payment.captured_at or payment.created_at,
            kind="payment",
            did=PAYMENT_WORDS[Payment.Status(payment.status)] + (" (a second one)" if payment.is_extra else ""),
            amount=payment.amount,
            currency=payment.currency,
            status=payment.status,
            paypal_id=payment.capture_id or payment.paypal_order_id or "",
            problem=payment.last_problem,
        )


def refunds_of(order: Order, entries: list[Happening]) -> Iterator[Happening]:
    """Money that moved once is told once: the entry about a refund's end goes into the refund's own line."""
    for refund in order.refunds.select_related("by", "payment"):
        end = take_end(refund, entries)
        yield Happening(
            at=refund.completed_at or (end.at if end else told_at(refund, entries)),
            kind="refund",
            did=f"{'reversal' if refund.is_reversal else 'refund'} {refund.status}",
            by=refund.by,
            reason=refund.reason,
            changes=end.changes if end else [],
            amount=refund.amount,
            currency=refund.payment.currency if refund.payment else "",
            status=refund.status,
            paypal_id=refund.paypal_refund_id or "",
            problem=refund.last_problem,
        )


def take_end(refund: Refund, entries: list[Happening]) -> Happening | None:
    """Take the entry about how this refund ended out of `entries`; None while it goes on."""
    if refund.status not in (Refund.Status.COMPLETED, Refund.Status.FAILED):
        return None
    told, since = (f"refund {refund.status}", refund.amount), refund.completed_at or refund.created_at
    end = next((entry for entry in entries if (entry.did, entry.amount) == told and entry.at >= since), None)
    if end:
        entries.remove(end)
    return end


def told_at(refund: Refund, entries: list[Happening]) -> datetime:
    """A refund is written a moment before the entry of its request: how it stands is told after that, not before."""
    times = (entry.at for entry in entries if (entry.did, entry.amount) == ("refund requested", refund.amount))
    return next((at for at in times if at >= refund.created_at), refund.created_at)


SETTLED = "payment settled"  # how the order and the payment stand since PayPal's word
PAYMENT_WORDS = {
    Payment.Status.CREATING: "payment begun",
    Payment.Status.OPEN: "payment opened at PayPal",
    Payment.Status.CAPTURING: "payment asked for, its end not known yet",
    Payment.Status.PENDING: "payment waiting at PayPal",
    Payment.Status.COMPLETED: "payment captured",
    Payment.Status.REFUSED: "payment refused",
    Payment.Status.DENIED: "payment denied",
}
