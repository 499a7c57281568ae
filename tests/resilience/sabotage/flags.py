"""The flags and what each of them breaks, within the shop's own processes."""

import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from bookings.services import seats
from charityshop import views
from charityshop.api import exception_handler
from charityshop.middleware import json_errors
from events.models import Occurrence
from events.selectors import find_date_ids
from orders.api.views import orders as order_views
from orders.carts import OrderRequest, count_wanted_seats
from orders.models import Payment
from payments.services import import_transactions, reconcile_payments, settle_paypal_order
from payments.services.webhooks import handle_webhook, process_notification
from paypal import endpoints
from paypal.endpoints import new_request_key
from tests.resilience.sabotage import payments
from tests.resilience.sabotage.kill_points import install_kill_points
from tests.resilience.sabotage.patching import replace

GAP = 0.15  # seconds between counting and storing, so that races always show


def remove_lock(_: str) -> None:
    if connection.vendor == "sqlite":
        count_before_the_transaction()
    else:
        replace(seats, "lock_dates", read_dates)
        replace(seats, "refuse_unless_enough", add_gap(seats.refuse_unless_enough))


def read_dates(occurrence_ids: Iterable[int]) -> dict[int, Occurrence]:
    """`lock_dates` without the lock."""
    return {date.pk: date for date in Occurrence.objects.filter(pk__in=set(occurrence_ids)).select_related("event")}


def add_gap(count: Callable[..., None]) -> Callable[..., None]:
    def count_and_wait(*args: Any, **options: Any) -> None:
        count(*args, **options)
        time.sleep(GAP)

    return count_and_wait


def count_before_the_transaction() -> None:
    """Count before the transaction, because SQLite locks the whole file at BEGIN."""
    count, place_order = seats.refuse_unless_enough, order_views.place_order

    def place_order_after_counting(*, order_request: OrderRequest, **options: Any) -> Any:
        items = order_request.items
        date_ids = find_date_ids((item.product, date) for item in items for date, _ in item.bookings)
        wanted = count_wanted_seats(items, date_ids)
        count(read_dates(wanted), wanted, timezone.now())
        time.sleep(GAP)
        return place_order(order_request=order_request, **options)

    replace(seats, "refuse_unless_enough", lambda *args, **options: None)
    replace(order_views, "place_order", place_order_after_counting)


def replace_keys(_: str) -> None:
    """Send every call with a new idempotency key."""
    for name in ("create_order", "capture_order", "refund_capture"):
        replace(endpoints, name, with_new_key(getattr(endpoints, name)))


def with_new_key(call: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, key, **options: call(*args, key=new_request_key(), **options)


def settle_again(_: str) -> None:
    """Ignore that the webhook and the payment were settled."""
    original = settle_paypal_order.settle_payment

    def settle_for_the_first_time(*, payment_id: int, **options: Any) -> Any:
        Payment.objects.filter(pk=payment_id).update(status=Payment.Status.OPEN, capture_id=None)
        return original(payment_id=payment_id, **options)

    replace(settle_paypal_order, "settle_payment", settle_for_the_first_time)
    replace(handle_webhook, "is_settled", lambda notification: False)
    replace(process_notification, "is_known", lambda *notified: False)


def remove_delays(_: str) -> None:
    replace(reconcile_payments, "MINIMUM_AGE", timedelta(0))
    replace(import_transactions, "INTERVAL", timedelta(0))


def hide_outages(_: str) -> None:
    """Answer an unavailable database like a bug."""
    for module in (exception_handler, json_errors, views):
        replace(module, "UNAVAILABLE", ())


FLAGS: dict[str, Callable[[str], None]] = {
    "SABOTAGE_NO_LOCK": remove_lock,
    "SABOTAGE_NO_STORED_KEYS": replace_keys,
    "SABOTAGE_SETTLE_AGAIN": settle_again,
    "SABOTAGE_KILL_FILE": install_kill_points,
    "SABOTAGE_NO_PATIENCE": remove_delays,
    "SABOTAGE_QUIET_ABSENCE": hide_outages,
    "SABOTAGE_EVERY_ERROR_IS_A_NO": payments.take_every_error_for_a_refusal,
    "SABOTAGE_ANY_PAYEE": payments.accept_any_payee,
    "SABOTAGE_NO_REVERSALS": payments.ignore_reversals,
    "SABOTAGE_KEYS_FOR_EVER": payments.use_keys_forever,
    "SABOTAGE_NEVER_ASK_AGAIN": payments.never_reconcile,
    "SABOTAGE_KEEP_SECOND_PAYMENTS": payments.keep_second_payments,
}
