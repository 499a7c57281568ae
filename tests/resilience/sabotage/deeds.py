"""What each flag breaks. Everything here runs inside the shop's own processes."""

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
from orders import paypal, services
from orders.models import Payment
from orders.paypal.idempotency import new_request_key
from orders.services.orders.place_order import AskedOrder, count_wanted_seats
from orders.services.payments import handle_webhook, import_transactions, reconcile_payments, settle_order
from tests.resilience.sabotage import money, retries
from tests.resilience.sabotage import webhooks as webhook_flags
from tests.resilience.sabotage.killing import kill_at_places_named_in
from tests.resilience.sabotage.replacing import replace

GAP = 0.15  # seconds between counting and writing, so that a broken lock cannot pass by luck


def take_the_lock_away(_: str) -> None:
    if connection.vendor == "sqlite":
        count_before_the_transaction()
    else:
        replace(seats, "lock_dates", look_at_dates)
        replace(seats, "refuse_unless_enough", with_a_gap(seats.refuse_unless_enough))


def look_at_dates(occurrence_ids: Iterable[int]) -> dict[int, Occurrence]:
    """`lock_dates` without the lock."""
    return {date.pk: date for date in Occurrence.objects.filter(pk__in=set(occurrence_ids)).select_related("event")}


def with_a_gap(count: Callable[..., None]) -> Callable[..., None]:
    def count_and_dawdle(*args: Any, **options: Any) -> None:
        count(*args, **options)
        time.sleep(GAP)

    return count_and_dawdle


def count_before_the_transaction() -> None:
    """SQLite locks the whole file at BEGIN, so the only way round the lock is to count before it."""
    count, place_order = seats.refuse_unless_enough, services.place_order

    def place_order_after_counting(*, asked: AskedOrder, **options: Any) -> Any:
        wanted = count_wanted_seats(asked.items)
        count(look_at_dates(wanted), wanted, timezone.now())
        time.sleep(GAP)
        return place_order(asked=asked, **options)

    replace(seats, "refuse_unless_enough", lambda *args, **options: None)
    replace(services, "place_order", place_order_after_counting)


def forget_keys(_: str) -> None:
    """Every call under a key of its own, made up on the spot."""
    for name in ("create_order", "capture_order", "refund_capture"):
        replace(paypal, name, under_a_new_key(getattr(paypal, name)))


def under_a_new_key(call: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, key, **options: call(*args, key=new_request_key(), **options)


def settle_again(_: str) -> None:
    """Neither the webhook nor the payment remembers that it was settled."""
    settle = settle_order.settle

    def settle_as_if_for_the_first_time(*, payment_id: int, **options: Any) -> Any:
        Payment.objects.filter(pk=payment_id).update(status=Payment.Status.OPEN, capture_id=None)
        return settle(payment_id=payment_id, **options)

    replace(settle_order, "settle", settle_as_if_for_the_first_time)
    replace(handle_webhook, "is_settled", lambda event: False)


def lose_patience(_: str) -> None:
    replace(reconcile_payments, "MINIMUM_AGE", timedelta(0))
    replace(import_transactions, "LOOK_EVERY", timedelta(0))


def keep_absence_quiet(_: str) -> None:
    """A database that is away is answered like any bug."""
    for module in (exception_handler, json_errors, views):
        replace(module, "AWAY", ())


DEEDS: dict[str, Callable[[str], None]] = {
    "SABOTAGE_NO_LOCK": take_the_lock_away,
    "SABOTAGE_NO_STORED_KEYS": forget_keys,
    "SABOTAGE_SETTLE_AGAIN": settle_again,
    "SABOTAGE_KILL_FILE": kill_at_places_named_in,
    "SABOTAGE_NO_PATIENCE": lose_patience,
    "SABOTAGE_QUIET_ABSENCE": keep_absence_quiet,
    "SABOTAGE_EVERY_ERROR_IS_A_NO": money.take_every_error_for_a_no,
    "SABOTAGE_ANY_PAYEE": money.believe_every_payee,
    "SABOTAGE_NO_REVERSALS": money.overlook_reversals,
    "SABOTAGE_KEYS_FOR_EVER": money.use_keys_for_ever,
    "SABOTAGE_UNCLEAR_IS_A_CRASH": money.crash_at_unclear_answers,
    "SABOTAGE_NEVER_ASK_AGAIN": money.never_ask_again,
    "SABOTAGE_REFUNDS_BY_AMOUNT": money.know_refunds_by_amount,
    "SABOTAGE_CAPTURES_LEFT_OUT": money.trust_orders_without_their_capture,
    "SABOTAGE_UNKNOWN_IS_FAILED": money.take_unknown_statuses_for_failed,
    "SABOTAGE_NO_ODD_LINES": money.read_every_line_or_none,
    "SABOTAGE_ASKED_AMOUNTS": money.believe_asked_amounts,
    "SABOTAGE_REVERSALS_TWICE": money.record_reversals_twice,
    "SABOTAGE_KEEP_SECOND_PAYMENTS": money.keep_second_payments,
    "SABOTAGE_ONE_PENDING_PAYMENT": money.forget_second_pending_payments,
    "SABOTAGE_WEBHOOKS_WRITTEN_ANEW": webhook_flags.write_webhooks_anew,
    "SABOTAGE_UNVERIFIED_WEBHOOKS": webhook_flags.believe_unverified_webhooks,
    "SABOTAGE_NO_WEBHOOK_LIMIT": webhook_flags.verify_without_limit,
    "SABOTAGE_SETTLED_UNSEEN": webhook_flags.settle_unseen,
    "SABOTAGE_BELIEVE_WEBHOOKS": webhook_flags.believe_what_webhooks_say,
    "SABOTAGE_STOP_AT_BROKEN_ROWS": retries.stop_at_broken_rows,
    "SABOTAGE_QUIET_BROKEN_ROWS": retries.keep_broken_rows_quiet,
}
