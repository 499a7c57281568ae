"""After a backup was restored, PayPal still has what was paid and refunded since. Staff find it on their list."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from bookings.models import Booking
from payments.models import Payment, Refund
from payments.reports.consistency_checks import list_violations
from payments.services.import_transactions import import_transactions
from payments.services.reconcile_payments import expire_holds, reconcile_payments
from payments.services.settle_payment import settle_paypal_order
from paypal_simulator import clock
from paypal_simulator.records import reporting
from tests.orders.api_calls import create_order, get_order, list_attention, list_booking_ids, pay, pay_with_paypal
from tests.payments.refund_calls import post_refund
from tests.payments.reports.test_paypal_comparison import capture_elsewhere, check_with_paypal
from tests.support.factories import OccurrenceFactory


@pytest.fixture
def date():
    return OccurrenceFactory(event__price="10.00", event__maximum_event_capacity=4)


@contextmanager
def lost() -> Iterator[None]:
    """Restore the shop, at the end, as it was at the beginning. PayPal keeps what happened."""
    backup = transaction.savepoint()
    yield
    transaction.savepoint_rollback(backup)
    cache.clear()


def import_record(paypal: Any = None) -> None:
    cache.clear()
    import_transactions()


def list_paypal_orders(paypal: Any) -> list[str]:
    """Return the PayPal orders of all captures."""
    return [row["supplementary_data"]["related_ids"]["order_id"] for row in paypal.captures()]


def receive_webhooks(paypal: Any) -> None:
    """Look up the PayPal orders of all captures, as webhooks about them let the shop do."""
    for paypal_order_id in list_paypal_orders(paypal):
        settle_paypal_order(paypal_order_id=paypal_order_id)


def run_upkeep(paypal: Any) -> None:
    reconcile_payments()
    expire_holds()
    import_record()


FINDERS = {
    "webhook": [receive_webhooks],
    "upkeep": [run_upkeep],
    "twice": [run_upkeep, receive_webhooks, run_upkeep, receive_webhooks],
}
found_by = pytest.mark.parametrize("finders", FINDERS.values(), ids=FINDERS.keys())


def find(paypal: Any, finders: list[Callable[[Any], None]]) -> None:
    for finder in finders:
        finder(paypal)


@found_by
def test_a_payment_of_an_order_that_the_backup_lacks_is_listed_once(as_visitor, as_admin, paypal, date, finders):
    with lost():
        order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))

    find(paypal, finders)

    (row,) = list_attention(as_admin)
    assert (row["kind"], row["amount"], Payment.objects.unclaimed().count()) == ("unmatched", 23.0, 1)
    assert f"It names order {order['_id']}. The shop has no such order" in row["message"]
    assert check_with_paypal()[0] == 0


@found_by
def test_a_new_order_never_gets_the_old_payment(as_visitor, as_admin, paypal, date, finders):
    """Rows get the numbers of lost ones again, but not their public IDs, which PayPal's record names."""
    with lost():
        old = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    new = create_order(as_visitor, date)

    find(paypal, finders)
    answer = pay(as_visitor, new, list_paypal_orders(paypal)[0])

    assert (answer.status_code, new["_id"] == old["_id"]) == (409, False)
    assert get_order(as_visitor, new)["status"] == "held"
    assert [row["kind"] for row in list_attention(as_admin)] == ["unmatched"]


def test_the_old_payment_is_refunded_by_staff_though_its_seats_were_sold_again(as_visitor, as_admin, paypal, date):
    with lost():
        pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, seats=4))
    sold_again = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, seats=4))
    import_record()
    (row,) = list_attention(as_admin)

    answer = as_admin.post(f"/api/payments/unmatched/{row['_id']}/refund", {"reason": "Sold again."}, format="json")

    assert answer.status_code == 200, answer.content
    import_record()
    assert list_attention(as_admin) == []
    assert get_order(as_visitor, sold_again)["status"] == "paid"
    assert check_with_paypal()[0] == 0


@found_by
def test_a_payment_that_was_refunded_since_needs_nobody_once_the_record_shows_it(
    as_visitor, as_admin, paypal, date, finders
):
    with lost():
        pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    paypal.change_capture("refund")  # on PayPal's website

    find(paypal, finders)
    import_record()

    assert list_attention(as_admin) == []
    assert Payment.objects.unclaimed().get().refunded_at


@pytest.mark.parametrize("found_before", [True, False])
def test_a_chargeback_closes_the_listed_payment(as_visitor, as_admin, paypal, date, found_before):
    with lost():
        pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    if found_before:
        import_record()

    paypal.change_capture("chargeback", listed="no")
    import_record()

    assert (list_attention(as_admin), Payment.objects.unclaimed().count()) == ([], 1)


@pytest.mark.parametrize("found_before", [True, False])
def test_staff_are_told_of_a_dispute_about_a_payment_without_an_order(as_visitor, as_admin, paypal, date, found_before):
    with lost():
        pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    if found_before:
        import_record()
    dispute = paypal.change_capture("dispute", hold=True)

    for _ in range(2):
        import_record()

    rows = list_attention(as_admin)
    assert [row["kind"] for row in rows] == ["unmatched", "alert"]
    assert "PayPal holds 23.00 USD" in rows[1]["message"]
    paypal.deliver_webhooks()
    paypal.control(f"disputes/{dispute['dispute_id']}/resolve", outcome="RESOLVED_SELLER_FAVOUR")
    import_record()
    (row,) = list_attention(as_admin, "alert")  # the hold has ended
    assert f"opened case {dispute['dispute_id']} at PayPal" in row["message"]


@found_by
def test_a_payment_begun_after_the_backup_is_listed_with_its_order(as_visitor, as_admin, paypal, date, finders):
    order = create_order(as_visitor, date)
    with lost():
        pay_with_paypal(paypal, as_visitor, order)

    find(paypal, finders)

    (row,) = list_attention(as_admin)
    assert (row["kind"], Payment.objects.unclaimed().count()) == ("unmatched", 1)
    assert f"It names order {order['_id']}. Look the payment up" in row["message"]


def test_payments_of_other_uses_of_the_account_are_left_alone(as_admin, paypal):
    for reference in ("", "INVOICE-2026-11", "f" * 23, "F" * 24, "g" * 24):
        if reference:
            capture_elsewhere(paypal, reference)

    import_record()

    assert (list_attention(as_admin), Payment.objects.unclaimed().count()) == ([], 0)


def test_a_part_refunded_in_the_second_of_the_import_is_counted_once(as_visitor, as_admin, paypal, date, monkeypatch):
    """PayPal's record is read in spans that share a second."""
    with lost():
        pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    now = timezone.now()
    for module in (timezone, clock, reporting):
        monkeypatch.setattr(module, "now", lambda: now)
    paypal.change_capture("refund", amount="11.50")

    import_record()

    assert [row["kind"] for row in list_attention(as_admin)] == ["unmatched"]


@found_by
def test_a_refunded_seat_that_the_backup_still_has_is_named_once(as_visitor, as_admin, paypal, date, finders):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    with lost():
        assert post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1}).status_code == 200

    find(paypal, finders)

    (row,) = list_attention(as_admin)
    assert (row["kind"], row["_id"], row["amount"]) == ("alert", order["_id"], 11.5)
    assert "a seat may have been returned" in row["message"]
    assert (Booking.objects.get().seats, Refund.objects.get().kind) == (2, "requested")
    assert check_with_paypal()[0] == 0
    as_admin.post(f"/api/payments/alerts/{row['alert']}/resolve", {}, format="json")
    import_record()
    assert list_attention(as_admin) == []


def test_a_forgotten_refund_of_everything_ends_the_seats_and_is_named(as_visitor, as_admin, paypal, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    with lost():
        assert post_refund(as_admin, order).status_code == 200

    import_record()

    assert get_order(as_visitor, order)["status"] == "refunded"
    assert [row["amount"] for row in list_attention(as_admin)] == [23.0]
    assert list_violations() == []


def test_a_refund_at_paypal_besides_a_forgotten_one_may_be_a_second_one(as_visitor, as_admin, paypal, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    with lost():
        post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1})
    import_record()

    paypal.change_capture("refund", amount="11.50")
    import_record()

    forgotten, second = list_attention(as_admin)
    assert "a seat may have been returned" in forgotten["message"]
    assert "may have been refunded twice" in second["message"]


@found_by
def test_a_refund_of_an_order_that_the_backup_lacks_is_named_once(as_visitor, as_admin, paypal, date, finders):
    with lost():
        order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
        post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1})

    find(paypal, finders)

    rows = list_attention(as_admin)
    assert [(row["kind"], row["amount"]) for row in rows] == [("unmatched", 11.5), ("alert", 11.5)]
    assert "a seat may have been returned" in rows[1]["message"]
    assert paypal.captures()[0]["id"] in rows[1]["message"]
    assert check_with_paypal()[0] == 0


def test_refunds_that_the_shop_knows_are_not_forgotten(as_visitor, as_admin, paypal, date):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    post_refund(as_admin, order, amount="5.00")
    capture_elsewhere(paypal)
    import_record()
    capture_id = Payment.objects.unclaimed().get().capture_id
    as_admin.post(f"/api/payments/unmatched/{capture_id}/refund", {"reason": "Nobody's."}, format="json")

    find(paypal, FINDERS["twice"])

    assert list_attention(as_admin) == []
    assert Payment.objects.counting().get().amount == Decimal("23.00")
