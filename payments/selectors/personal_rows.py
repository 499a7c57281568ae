"""Which rows that name somebody are about a user. The export has them, and deleting the account erases them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, WaitingEntry
from charityshop.erasure import entries_about_rows
from orders.models import Order
from payments.models import Payment, PaymentAlert, Refund, SettlementExplanation, WebhookEvent

PAYER_RETENTION = timedelta(days=90)  # after a webhook was settled


def filter_explanations(orders: list[Order]) -> QuerySet[SettlementExplanation]:
    """Return staff's explanations of payments and refunds of these orders."""
    return SettlementExplanation.objects.filter(paypal_id__in=list_paypal_ids(orders))


def list_paypal_ids(orders: list[Order]) -> set[str]:
    """Return PayPal's IDs of the payments and refunds of these orders."""
    payments = Payment.objects.filter(order__in=orders).values_list("paypal_order_id", "capture_id")
    refunds = Refund.objects.filter(order__in=orders).values_list("paypal_refund_id", flat=True)
    return {found for ids in (*payments, refunds) for found in ids if found}


def filter_webhooks(orders: list[Order]) -> QuerySet[WebhookEvent]:
    """Return the webhooks that may name a payer and are about these orders, by any ID in their body."""
    ids = {order.public_id for order in orders} | list_paypal_ids(orders)
    rows = list_unredacted().values_list("pk", "body").iterator() if ids else ()
    return WebhookEvent.objects.filter(pk__in=[row for row, body in rows if not ids.isdisjoint(list_texts(body))])


def list_unredacted() -> QuerySet[WebhookEvent]:
    """Return the webhooks that may name a payer."""
    is_recent = Q(settled_at=None) | Q(settled_at__gte=timezone.now() - PAYER_RETENTION)
    return WebhookEvent.objects.filter(is_recent | Q(body__has_key="create_time"))


def list_texts(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value. Of a link, its last part, which is an ID."""
    if isinstance(value, str):
        yield value.rstrip("/").rsplit("/", 1)[-1]
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from list_texts(each)


def filter_entries(user: User, orders: list[Order]) -> Q:
    """Return a filter for audit log entries about what is the user's: orders, bookings, waiting list entries."""
    return (
        entries_about_rows(Order, [order.pk for order in orders])
        | entries_about_rows(Booking, Booking.objects.filter(user=user).values_list("pk", flat=True))
        | entries_about_rows(WaitingEntry, WaitingEntry.objects.filter(user=user).values_list("pk", flat=True))
        | entries_about_rows(PaymentAlert, PaymentAlert.objects.filter(order__in=orders).values_list("pk", flat=True))
        | entries_about_rows(SettlementExplanation, filter_explanations(orders).values_list("pk", flat=True))
    )
