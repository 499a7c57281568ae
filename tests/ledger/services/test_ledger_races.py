"""Closing a month while payments, entries and other closings arrive, on real connections."""

from collections.abc import Callable
from datetime import datetime, time
from typing import Any

import pytest
from django.utils import timezone

from charityshop.db.transactions import in_one_transaction
from payments.journal import lock_closed_months, post_money, post_what_is_missing
from payments.models import ClosedMonth, LedgerEntry, Payment, Transfer
from tests.conftest import signed_in
from tests.ledger.ledger_calls import add_entry, buy, close, compare, get_amounts, get_code, get_month
from tests.support.races import ATTEMPTS, run_during, run_together
from tests.support.triggers import disabled_triggers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check, which moving the clock confuses."""


@pytest.fixture
def over(paypal, as_visitor, admin, month, next_month) -> str:
    """Pay in the month, end it, and return the digest with which it can be closed."""
    buy(paypal, as_visitor)
    next_month()
    return str(compare(signed_in(admin), month)["digest"])


def closing(admin: Any, month: Any, digest: str) -> Callable[[], Any]:
    client = signed_in(admin)
    return lambda: close(client, month, digest)


@in_one_transaction
def post_late(payment_id: int, day: datetime) -> None:
    """Post a second payment of that day, as the webhook of a capture does."""
    payment = Payment.objects.get(pk=payment_id)
    payment.pk, payment.is_extra, payment.capture_id = None, True, "LATE"
    payment.paypal_order_id, payment.create_key, payment.capture_key = "LATE", "late", None
    payment.captured_at, payment.posted_on = day, None
    payment.save(force_insert=True)
    post_money(payment.get_order())


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_late_payment_is_in_the_closed_month_or_in_the_next_one(over, admin, as_anonymous, month, attempt):
    payment = Payment.objects.get()
    noon = timezone.make_aware(datetime.combine(month.last_day, time(12)))

    closed, _ = run_together(closing(admin, month, over), lambda: post_late(payment.pk, noon))

    late = Payment.objects.get(capture_id="LATE")
    if closed.status_code == 200:
        assert late.posted_on == timezone.localdate()
        assert get_amounts(as_anonymous, month)["fees"] == 1.29
    else:
        assert get_code(closed) in [(409, "changed"), (409, "unexplained")]
        assert late.posted_on == month.last_day
        assert get_amounts(as_anonymous, month)["fees"] == 2.58


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_two_upkeeps_post_a_payment_once(paypal, as_visitor, attempt):
    buy(paypal, as_visitor)
    rows = Transfer.objects.count()
    with disabled_triggers():
        Transfer.objects.all().delete()
    Payment.objects.update(posted_on=None)

    run_together(post_what_is_missing, post_what_is_missing)

    assert Transfer.objects.count() == rows


def close_at_once(month: Any, admin: Any) -> None:
    lock_closed_months()
    ClosedMonth.objects.create(last_day=month.last_day, closed_at=timezone.now(), closed_by=admin, digest="hash")


def test_a_late_payment_waits_for_the_closing_and_is_posted_today(over, admin, month):
    payment, noon = Payment.objects.get(), timezone.make_aware(datetime.combine(month.last_day, time(12)))

    run_during(lambda: close_at_once(month, admin), lambda: post_late(payment.pk, noon))

    assert Payment.objects.get(capture_id="LATE").posted_on == timezone.localdate()


def test_an_entry_waits_for_the_closing_and_is_refused(over, admin, month):
    client = signed_in(admin)

    added = run_during(lambda: close_at_once(month, admin), lambda: add_entry(client, month))

    assert get_code(added) == (409, "month_closed")


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_entry_is_stored_before_a_month_is_closed_or_refused(over, admin, as_anonymous, month, attempt):
    client = signed_in(admin)

    closed, added = run_together(closing(admin, month, over), lambda: add_entry(client, month))

    answers = (get_code(closed), get_code(added))
    assert answers in [((200, ""), (409, "month_closed")), ((409, "changed"), (201, ""))]
    assert LedgerEntry.objects.count() == (added.status_code == 201)
    assert (get_month(as_anonymous, month)["closedAt"] is None) == (added.status_code == 201)
