"""PayPal's messages. Each says only where to look: what is settled is what PayPal's API then shows."""

import logging
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from charityshop import audit
from charityshop.errors import BadRequest, Unavailable
from charityshop.transactions import in_one_transaction
from orders import paypal
from orders.models import Order, Payment, UnmatchedPayment, WebhookEvent
from orders.paypal import PayPalOrder, PayPalRefused, PayPalUnclear
from orders.services.keys import new_request_key
from orders.services.refunding import push_refunds_due
from orders.services.settling import settle

log = logging.getLogger(__name__)


def receive_webhook(*, headers: Mapping[str, str], event: Mapping[str, Any]) -> None:
    """Store a genuine message and settle what it is about. One that was settled before changes nothing.

    Raises BadRequest for a forged or unreadable one, and Unavailable where PayPal cannot be asked: nothing is stored
    then, or what is stored is settled when PayPal sends it again and by upkeep.
    """
    event_id, event_type = event.get("id"), event.get("event_type")
    if not isinstance(event_id, str) or not isinstance(event_type, str) or not 0 < len(event_id) <= 64:
        raise BadRequest("That is no message of PayPal's.", code="forged")
    if not is_genuine(headers, event):
        raise BadRequest("The signature is not PayPal's.", code="forged")
    stored, _ = WebhookEvent.objects.get_or_create(
        event_id=event_id, defaults={"event_type": event_type[:80], "body": event}
    )
    if not settle_event(stored):
        raise try_again()


def is_genuine(headers: Mapping[str, str], event: Mapping[str, Any]) -> bool:
    try:
        return paypal.is_genuine(headers, event)
    except PayPalRefused as refusal:
        if refusal.status in (400, 422):  # what was sent is not even the shape of a signature
            return False
        raise try_again() from refusal
    except PayPalUnclear as unclear:
        log.warning("webhook %s: cannot be checked now: %s", event.get("id"), unclear)
        raise try_again() from unclear


def try_again() -> Unavailable:
    return Unavailable("The message cannot be handled right now. Send it again.", code="try_again")


def settle_event(event: WebhookEvent) -> bool:
    """Look at PayPal and settle; whether that worked. Safe to repeat, and safe twice at once."""
    if event.settled_at:
        return True
    try:
        look_and_settle(event.body.get("resource") or {})
    except PayPalUnclear as unclear:
        log.warning("webhook %s: not settled yet: %s", event.event_id, unclear)
        return False
    except PayPalRefused as refusal:  # PayPal knows no such order: there is nothing to settle
        log.warning("webhook %s: %s", event.event_id, refusal)
    WebhookEvent.objects.filter(pk=event.pk).update(settled_at=timezone.now())
    return True


def look_and_settle(resource: Mapping[str, Any]) -> None:
    payment = known_payment(resource)
    if paypal_order_id := payment.paypal_order_id if payment else related_order(resource):
        settle_as_shown(paypal_order_id=paypal_order_id)


def settle_as_shown(*, paypal_order_id: str) -> None:
    """Settle what PayPal shows of one of its orders, whoever told of it. Raises PayPalUnclear or PayPalRefused."""
    shown = paypal.get_order(paypal_order_id)
    payment = Payment.objects.filter(paypal_order_id=paypal_order_id).first() or claimed_payment(shown=shown)
    if payment:
        settle(payment_id=payment.pk, shown=shown)
        push_refunds_due(order_id=payment.order_id)
    elif shown.capture and shown.capture.took_money:
        write_unmatched(shown)


def known_payment(resource: Mapping[str, Any]) -> Payment | None:
    """By PayPal's order id, or by the id of the capture that a message about a refund hangs on."""
    known = Payment.objects.exclude(paypal_order_id=None)
    captures = [link.get("href", "").rstrip("/").rsplit("/", 1)[-1] for link in resource.get("links") or ()]
    return (
        known.filter(paypal_order_id=related_order(resource) or "-").first()
        or known.filter(capture_id__in=[str(resource.get("id")), *captures]).first()
    )


def related_order(resource: Mapping[str, Any]) -> str:
    """The PayPal order a message is about: itself, or the one its capture belongs to."""
    related = (resource.get("supplementary_data") or {}).get("related_ids") or {}
    found = related.get("order_id") or (resource.get("id") if "purchase_units" in resource else "")
    return found if isinstance(found, str) and len(found) <= 64 else ""


@in_one_transaction
def claimed_payment(*, shown: PayPalOrder) -> Payment | None:
    """The payment for a PayPal order that names one of ours, but whose id was lost on its way to us."""
    order = Order.objects.filter(public_id=shown.custom_id or "-").first()
    if order is None:
        return None
    lost = order.payments.filter(status=Payment.Status.CREATING, paypal_order_id=None).first()
    if lost:
        lost.paypal_order_id, lost.payee, lost.status = shown.id, shown.payee, Payment.Status.OPEN
        lost.save(update_fields=["paypal_order_id", "payee", "status"])
        return lost
    payment, _ = Payment.objects.get_or_create(
        paypal_order_id=shown.id,
        defaults={
            "order": order,
            "status": Payment.Status.OPEN,
            "from_browser": True,
            "create_key": new_request_key(),
            "amount": shown.amount.value,
            "currency": shown.amount.currency,
        },
    )
    return payment


@in_one_transaction
def write_unmatched(shown: PayPalOrder) -> None:
    """Money that no order claims: put before a person."""
    capture = shown.capture
    if capture is None:
        return
    payment, created = UnmatchedPayment.objects.get_or_create(
        capture_id=capture.id,
        defaults={
            "paypal_order_id": shown.id,
            "amount": capture.amount.value,
            "currency": capture.amount.currency,
            "request_key": new_request_key(),
        },
    )
    if created:
        audit.record("unmatched payment found", payment, by=None, amount=payment.amount, action=audit.CREATED)
        log.error("capture %s of %s: no order claims it", capture.id, capture.amount)


def settle_stored() -> int:
    """Settle the messages that could not be settled when they came; answers how many were."""
    waiting = list(WebhookEvent.objects.filter(settled_at=None).order_by("pk"))
    return sum(settle_event(event) for event in waiting)
