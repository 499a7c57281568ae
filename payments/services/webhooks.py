"""Receive PayPal's notifications. Each names what changed; its current state is then read from PayPal's API.

Each verification calls PayPal, so the cost of forged ones is limited. One is counted before PayPal is asked, so that
simultaneous webhooks can't exceed a limit, and uncounted if it is genuine or PayPal was not asked. The limit per
address is lower than the total, so that a single sender of forged webhooks can't block PayPal's. Above a limit the
response is 503 and nothing is stored; PayPal repeats a webhook for three days. Windows are fixed, so any burst of
forged webhooks causes at most 2 × MAX_FAILED verifications, plus one token request per thread.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from charityshop.api.throttling import Limit, count_tries, uncount_tries
from charityshop.db.retries import NotFinished, run_each, run_one
from charityshop.exceptions import BadRequest, TooMany, Unavailable
from payments.models import Payment, PaymentAlert, Refund, WebhookEvent
from payments.selectors.personal_rows import PAYER_RETENTION
from payments.services.alerts import record_alert
from payments.services.refunds.record_refund import record_refund
from payments.services.refunds.refund_order import get_refunds_total
from payments.services.settle_payment import settle_paypal_order
from paypal import endpoints, webhook_signature
from paypal.exceptions import PayPalMissing, PayPalNotSent, PayPalRefused, PayPalUnclear
from paypal.schemas import Amount, RefundMade, parse_amount, parse_refund

log = logging.getLogger(__name__)

JOB = "webhook"
WINDOW_SECONDS = 600
MAX_FAILED = 25  # verifications from all addresses, in all processes; also counts those in progress
MAX_FAILED_BY_ADDRESS = 15
DISPUTE = "CUSTOMER.DISPUTE."
OPEN, LOST, CLOSED = PaymentAlert.Kind.DISPUTE, PaymentAlert.Kind.LOST_DISPUTE, PaymentAlert.Kind.CLOSED_DISPUTE
IN_THE_BUYERS_FAVOR = ("RESOLVED_BUYER_FAVOUR", "ACCEPTED")
CAPTURED = "PAYMENT.CAPTURE.COMPLETED"
REVERSED = "PAYMENT.CAPTURE.REVERSED"
UNKNOWN_ORDER_MAY_APPEAR_FOR = timedelta(hours=1)


def handle_webhook(*, headers: Mapping[str, str], body: bytes, notification: Mapping[str, Any], address: str) -> None:
    """Verify a notification, store it, and process it. Ignore one that has been processed already.

    `notification` is the parsed `body`. Raise BadRequest for a forged or unreadable one. Raise Unavailable if it can't
    be verified now, in which case nothing is stored, or if it can't be processed now, in which case `upkeep` tries
    again. Either way PayPal sends it again.
    """
    event_id, event_type = notification.get("id"), notification.get("event_type")
    if not isinstance(event_id, str) or not isinstance(event_type, str) or not 0 < len(event_id) <= 64:
        raise BadRequest("This is not a webhook of PayPal's.", code="forged")
    verify_webhook(headers=headers, body=body, address=address)
    stored, _ = WebhookEvent.objects.get_or_create(
        event_id=event_id, defaults={"event_type": event_type[:80], "body": notification}
    )
    if not is_settled(stored) and not run_one(JOB, stored.pk, finish_notification):
        raise build_retry_error()


def is_settled(notification: WebhookEvent) -> bool:
    return notification.settled_at is not None


def process_stored_notifications() -> int:
    """Process stored notifications that couldn't be processed when they arrived. Return how many were processed."""
    waiting = list(WebhookEvent.objects.filter(settled_at=None).order_by("pk").values_list("pk", flat=True))
    return len(run_each(JOB, waiting, finish_notification))


def finish_notification(notification_id: int) -> None:
    """Process a stored notification. Safe to repeat, also concurrently.

    Mark it as settled only once it has been processed, or once PayPal refuses to show what it names.
    """
    notification = WebhookEvent.objects.get(pk=notification_id)
    if is_settled(notification):
        return
    try:
        process_notification(notification)
    except PayPalUnclear as unclear:
        raise NotFinished(str(unclear)) from unclear
    except PayPalRefused as refusal:
        log.warning("webhook %s: %s", notification.event_id, refusal)
    WebhookEvent.objects.filter(pk=notification.pk).update(settled_at=timezone.now())


# --- Verification ----------------------------------------------------------------------------------------------------


def verify_webhook(*, headers: Mapping[str, str], body: bytes, address: str) -> None:
    """Verify that PayPal sent this webhook. Raise BadRequest if it is forged, or Unavailable if that is unknown now."""
    if not webhook_signature.is_signed(headers):
        raise build_forged_error()
    limits = get_limits(address)
    try:
        count_tries(limits)
    except TooMany:
        log.warning("webhook from %s: too many failed verifications, so it is not verified now", address)
        raise build_retry_error() from None
    is_genuine, was_sent = None, True
    try:
        is_genuine = webhook_signature.is_genuine(headers, body)
    except PayPalRefused as refusal:
        log.warning("webhook from %s: %s", address, refusal)
        if refusal.status in (400, 422):  # the headers are not a valid signature
            is_genuine = False
    except PayPalUnclear as unclear:
        was_sent = not isinstance(unclear, PayPalNotSent)
        log.warning("webhook from %s cannot be verified now: %s", address, unclear)
    finally:
        if is_genuine or not was_sent:
            uncount_tries(limits)
    if is_genuine is None:
        raise build_retry_error()
    if not is_genuine:
        raise build_forged_error()


def get_limits(address: str) -> list[Limit]:
    return [
        Limit("webhook", address, MAX_FAILED_BY_ADDRESS, WINDOW_SECONDS),
        Limit("webhook", "all", MAX_FAILED, WINDOW_SECONDS),
    ]


def build_forged_error() -> BadRequest:
    return BadRequest("The signature is not PayPal's.", code="forged")


def build_retry_error() -> Unavailable:
    return Unavailable("The webhook cannot be handled right now. Send it again.", code="try_again")


# --- What a notification names ---------------------------------------------------------------------------------------


def process_notification(notification: WebhookEvent) -> None:
    """Settle the order or dispute that a notification names. Raise PayPalUnclear if it has to be tried again."""
    resource = notification.body.get("resource")
    if not isinstance(resource, dict):
        return
    if notification.event_type.startswith(DISPUTE):
        record_dispute(resource)
        return
    payment = find_payment(resource)
    if payment and is_known(notification, resource, payment):
        return
    is_reversal = notification.event_type == REVERSED
    paypal_order_id = payment.paypal_order_id if payment else get_paypal_order_id(resource)
    if paypal_order_id:
        try:
            settle_paypal_order(
                paypal_order_id=paypal_order_id, reversal_ids={str(resource.get("id"))} if is_reversal else frozenset()
            )
        except PayPalMissing:
            if payment or notification.received_at > timezone.now() - UNKNOWN_ORDER_MAY_APPEAR_FOR:
                raise
    if is_reversal and payment:
        record_unlisted_reversal(payment, resource)


def is_known(notification: WebhookEvent, resource: Mapping[str, Any], payment: Payment) -> bool:
    """Return whether the notification only says that the payment was completed, which is recorded already.

    PayPal sends it right after the shop's own capture, so this saves most purchases a call to PayPal.
    """
    is_recorded = payment.status == Payment.Status.COMPLETED and payment.fee is not None
    return is_recorded and notification.event_type == CAPTURED and resource.get("id") == payment.capture_id


def find_payment(resource: Mapping[str, Any]) -> Payment | None:
    """Return the notification's payment, found by PayPal order ID or by capture ID."""
    known = Payment.objects.by_paypal().exclude(paypal_order_id=None)
    links = [link for link in parse_list(resource.get("links")) if isinstance(link, dict)]
    linked = [str(link.get("href") or "").rstrip("/").rsplit("/", 1)[-1] for link in links]
    return (
        known.filter(paypal_order_id__in=[get_paypal_order_id(resource) or "-", *linked]).first()
        or known.filter(capture_id__in=[str(resource.get("id")), *linked]).first()
    )


def get_paypal_order_id(resource: Mapping[str, Any]) -> str:
    """Return the ID of its PayPal order: the resource itself, or the order that its capture belongs to."""
    data = resource.get("supplementary_data")
    related = data.get("related_ids") if isinstance(data, dict) else None
    found = related.get("order_id") if isinstance(related, dict) else None
    found = found or (resource.get("id") if "purchase_units" in resource else "")
    return found if isinstance(found, str) and len(found) <= 64 else ""


def parse_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


# --- Reversals -----------------------------------------------------------------------------------------------------


def record_unlisted_reversal(payment: Payment, resource: Mapping[str, Any]) -> None:
    """Record a reversal that PayPal lists neither in the order nor as a refund.

    Use the amount in the signed notification in that case, because the money has left the account already.
    """
    reversal_id = str(resource.get("id"))
    if reversal_id == payment.capture_id:
        record_reversal_of_capture(payment)
        return
    if Refund.objects.filter(paypal_refund_id=reversal_id).exists():
        return
    try:
        made = endpoints.get_refund(reversal_id)
    except PayPalMissing:
        reversal = parse_refund(resource)
        made = RefundMade(reversal.id, "COMPLETED", Amount(abs(reversal.amount.value), reversal.amount.currency))
    record_refund(payment_id=payment.pk, made=made, is_reversal=True)


def record_reversal_of_capture(payment: Payment) -> None:
    """Record a reversal of the rest of a capture, for a notification that names the capture and not the reversal.

    Use the capture's ID for the reversal until PayPal lists the reversal's own ID (see record_refund).
    """
    left = payment.amount - get_refunds_total(payment)
    if left > 0 and not payment.refunds.filter(kind=Refund.Kind.REVERSAL).exists():
        made = RefundMade(str(payment.capture_id), "COMPLETED", Amount(left, payment.currency))
        record_refund(payment_id=payment.pk, made=made, is_reversal=True)


# --- Disputes ------------------------------------------------------------------------------------------------------


def record_dispute(resource: Mapping[str, Any]) -> None:
    """Alert staff to a dispute. Once it is resolved, settle the PayPal order, since money may have been taken back.

    A closed one stays closed, since notifications may arrive out of order.
    """
    dispute_id = str(resource.get("dispute_id") or "")[:64]
    disputed = [row for row in parse_list(resource.get("disputed_transactions")) if isinstance(row, dict)]
    captures = [str(row.get("seller_transaction_id") or "-") for row in disputed]
    payment = Payment.objects.filter(capture_id__in=captures).select_related("order").first()
    if payment is None or not dispute_id:
        return  # not one of the shop's payments
    kind, message = OPEN, format_open_message(dispute_id)
    if is_closed := resource.get("status") == "RESOLVED":
        outcome = get_outcome(resource)
        kind = LOST if outcome in IN_THE_BUYERS_FAVOR else CLOSED
        message = format_closed_message(dispute_id, outcome)
    amount = parse_disputed_amount(resource, payment)
    record_alert(kind=kind, reference=dispute_id, amount=amount, order=payment.order, message=message)
    if is_closed and payment.paypal_order_id:
        settle_paypal_order(paypal_order_id=payment.paypal_order_id)


def get_outcome(resource: Mapping[str, Any]) -> str:
    outcome = resource.get("dispute_outcome")
    return str(outcome.get("outcome_code") or "") if isinstance(outcome, dict) else ""


def parse_disputed_amount(resource: Mapping[str, Any], payment: Payment) -> Amount:
    try:
        return parse_amount(resource["dispute_amount"])
    except (KeyError, TypeError, ValueError, ArithmeticError, PayPalUnclear):
        return Amount(payment.amount, payment.currency)


def format_open_message(dispute_id: str) -> str:
    return (
        f"The buyer or their bank opened case {dispute_id} at PayPal. That alone refunds nothing and ends no seats. "
        "Answer it in PayPal's Resolution Center."
    )


def format_closed_message(dispute_id: str, outcome: str) -> str:
    ended = {
        "RESOLVED_BUYER_FAVOUR": "in the buyer's favor",
        "RESOLVED_SELLER_FAVOUR": "in the shop's favor",
        "CANCELED_BY_BUYER": "because the buyer canceled it",
    }.get(outcome, f"as {outcome.replace('_', ' ').lower() or 'resolved'}")
    return f"PayPal closed case {dispute_id} {ended}. Money that PayPal takes back is listed here on its own."


# --- Payers in stored notifications -----------------------------------------------------------------------------------


NEEDED = (
    "id",
    "custom_id",
    "supplementary_data",
    "links",
    "status",
    "amount",
    "seller_payable_breakdown",
    "create_time",
    "update_time",
    "dispute_id",
    "dispute_amount",
    "dispute_outcome",
)
BATCH_SIZE = 500  # notifications per day; a larger backlog takes several days


def redact_old_payers() -> int:
    """Redact payers in notifications that were settled long ago. Return how many were changed."""
    over = WebhookEvent.objects.filter(settled_at__lt=timezone.now() - PAYER_RETENTION, body__has_key="create_time")
    ids = list(over.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
    return len(run_each("payer of webhook", ids, redact_payer))


def redact_payers(notifications: "QuerySet[WebhookEvent]") -> None:
    for notification_id in notifications.values_list("pk", flat=True):
        redact_payer(notification_id)


def redact_payer(notification_id: int) -> None:
    """Remove everything from a notification except the IDs, amounts and times that processing needs."""
    notification = WebhookEvent.objects.get(pk=notification_id)
    resource = notification.body.get("resource")
    fields = resource if isinstance(resource, dict) else {}
    needed = {name: fields[name] for name in NEEDED if name in fields}
    if "purchase_units" in fields:
        needed["purchase_units"] = []  # which tells orders from captures
    if transactions := fields.get("disputed_transactions"):
        ids = [row.get("seller_transaction_id") for row in transactions if isinstance(row, dict)]
        needed["disputed_transactions"] = [{"seller_transaction_id": found} for found in ids]
    notification.body = {"id": notification.event_id, "event_type": notification.event_type, "resource": needed}
    notification.save(update_fields=["body"])
