"""A job that upkeep does once in a while counts as done when it is done, and staff read that it is not."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Session
from bookings.models import Booking
from charityshop.db.retries import BACKGROUND_JOB, SHOW_AFTER, note_attempt
from charityshop.models import Retry
from outbox.models import Outgoing
from payments.models import Payment
from payments.reports import nightly_check
from payments.reports.nightly_check import run_nightly_check
from payments.services import import_transactions
from tests.orders.api_calls import list_attention
from tests.orders.conftest import PayPal
from tests.orders.consistency import set_status
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_paid_order
from tests.support.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)
UNREACHABLE = "http://127.0.0.1:9"  # a closed port


@pytest.fixture(autouse=True)
def at_night(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let it be after the hour of the nightly check, on a day on which no job has run."""
    monkeypatch.setattr(nightly_check, "START_HOUR", 0)
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def wrong_books(paypal: PayPal, as_visitor: APIClient) -> Iterator[None]:
    """A paid order whose seats are canceled, and an operator."""
    UserFactory(email="op@example.com", is_staff=True, is_superuser=True)
    create_paid_order(paypal, as_visitor, OccurrenceFactory())
    set_status(Booking.Status.CANCELLED)
    yield
    set_status(Booking.Status.CONFIRMED)


def stop(*args: object, **kwargs: object) -> None:
    """Stop this process, as Ctrl-C does."""
    raise KeyboardInterrupt


def list_recipients() -> list[str]:
    return list(Outgoing.objects.filter(kind="books_wrong").order_by("pk").values_list("to", flat=True))


def list_stuck(client: APIClient) -> list[tuple[str, str]]:
    return [(item["message"], item["problem"]) for item in list_attention(client)]


def test_a_nightly_check_that_was_stopped_runs_again_that_day(wrong_books: None) -> None:
    with patch.object(nightly_check, "list_violations", stop), pytest.raises(KeyboardInterrupt):
        run_nightly_check()

    assert run_nightly_check() == 1
    assert list_recipients() == ["op@example.com"]
    assert run_nightly_check() == 0


def test_a_nightly_check_that_was_stopped_after_an_email_tells_the_other_operators(wrong_books: None) -> None:
    UserFactory(email="second@example.com", is_staff=True, is_superuser=True)
    email_operator = nightly_check.email_operator
    calls = iter([email_operator, stop])
    with patch.object(nightly_check, "email_operator", lambda *args: next(calls)(*args)), suppress(KeyboardInterrupt):
        run_nightly_check()

    run_nightly_check()

    assert list_recipients() == ["op@example.com", "second@example.com"]


def test_books_that_paypal_could_not_be_asked_about_are_compared_later_that_day(wrong_books, paypal, settings):
    url, settings.PAYPAL_API_URL = settings.PAYPAL_API_URL, UNREACHABLE
    call_command("upkeep")
    call_command("upkeep")
    assert len(list_recipients()) == 1, "the shop's own books were checked"
    paypal.change_capture("refund")

    settings.PAYPAL_API_URL = url
    run_nightly_check()

    first, second = Outgoing.objects.filter(kind="books_wrong").order_by("pk")
    assert "not all of its seats are confirmed" in str(first.data)
    assert "not all of its seats are confirmed" not in str(second.data)
    assert "PayPal" in str(second.data)


def test_staff_read_that_the_nightly_check_fails(paypal: PayPal, as_admin: APIClient, settings: Any) -> None:
    settings.PAYPAL_API_URL = UNREACHABLE
    for _ in range(SHOW_AFTER):
        call_command("upkeep")

    ((message, problem),) = list_stuck(as_admin)

    assert message.startswith("The shop could not finish a job in the background, “nightly check”, after 3 attempts")
    assert problem.startswith("The books were not compared with PayPal's transactions")


def test_checks_at_the_same_time_send_one_email(wrong_books: None) -> None:
    run_together(run_nightly_check, run_nightly_check)

    assert len(list_recipients()) == 1


def test_staff_read_which_daily_job_is_stopped_again_and_again_until_it_is_done(as_admin: APIClient) -> None:
    Session.objects.create(session_key="a" * 32, expire_date=timezone.now() - timedelta(days=1), session_data="")
    for _ in range(SHOW_AFTER):
        with patch.object(Session.objects, "filter", stop), suppress(KeyboardInterrupt):
            call_command("upkeep")

    ((message, problem),) = list_stuck(as_admin)
    assert "“delete expired sessions”, after 3 attempts" in message
    assert problem.startswith("It was stopped")
    call_command("upkeep")
    assert list_stuck(as_admin), "it is tried again after a pause"
    Retry.objects.filter(job=BACKGROUND_JOB).update(next_attempt_at=timezone.now())
    call_command("upkeep")
    assert list_stuck(as_admin) == []


def test_a_job_marked_done_in_the_future_is_done_now(wrong_books: None) -> None:
    """The clock was two hours ahead when the check ran, and when another job failed."""
    ahead = timezone.now() + timedelta(hours=2)
    with patch.object(timezone, "now", lambda: ahead):
        retry_later = [run_nightly_check(), note_attempt(job=BACKGROUND_JOB, row="nightly check", error="no network")]
    Outgoing.objects.all().delete()

    assert (retry_later, run_nightly_check(), run_nightly_check()) == ([1, 1], 1, 0)


def test_paypals_record_is_read_at_once_after_the_process_was_stopped_that_read_it(paypal, as_visitor):
    create_paid_order(paypal, as_visitor, OccurrenceFactory())
    paypal.change_capture("refund")
    with patch.object(import_transactions, "list_unrecorded_refunds", stop), suppress(KeyboardInterrupt):
        import_transactions.import_transactions()

    assert import_transactions.import_transactions() == 1
    assert Payment.objects.get().order.status == "refunded"
