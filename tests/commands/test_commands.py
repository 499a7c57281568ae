"""Background jobs: run once, repeated, and run concurrently."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Session
from accounts.sessions import SessionStore
from bookings.models import Booking
from charityshop.models import HandledRequest
from events.models import Event
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment, WebhookEvent
from payments.reports.consistency_checks import list_violations
from tests.orders.api_calls import approve_payment, build_order, create_order, expire_hold, pay, post_money
from tests.support.factories import EventFactory, OccurrenceFactory
from tests.support.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)


def run(command, *arguments):
    output = StringIO()
    call_command(command, *arguments, stdout=output)
    return output.getvalue().splitlines()


def new_daily_series(*, dates):
    """Create a daily series of which only the first dates are stored."""
    event = EventFactory(is_recurring=True, repeat_interval=Event.Interval.DAILY)
    for number in range(dates):
        OccurrenceFactory(event=event, starts_at=event.starts_at + timedelta(days=number))
    return event


@pytest.fixture
def new_day():
    """Clear the cache, so that no daily job has run yet."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def capturing(as_visitor, paypal):
    """An order with an unclear capture, old enough that its request has ended."""
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "error_500_before", times=2)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "capturing"
    Payment.objects.update(capture_key_at=timezone.now() - timedelta(minutes=10))
    return order


def test_upkeep_stores_the_expiry_of_expired_holds_only(as_visitor):
    date = OccurrenceFactory()
    expired, live = create_order(as_visitor, date), create_order(as_visitor, date)
    expire_hold(expired)
    ended = Order.objects.get(public_id=expired["_id"]).held_until

    assert run("upkeep") == ["upkeep: 1 hold(s) expired"]

    rows = dict(Order.objects.values_list("public_id", "status"))
    assert rows == {expired["_id"]: "expired", live["_id"]: "held"}
    booking = Booking.objects.get(order_line__order__public_id=expired["_id"])
    assert (booking.status, booking.held_until) == ("cancelled", ended)
    assert run("upkeep") == []


def test_upkeep_extends_a_series_once_a_day(as_anonymous, new_day):
    event = new_daily_series(dates=3)

    (line,) = run("upkeep")

    assert line.endswith("date(s) of series created")
    count = event.occurrences.count()
    assert count > 300
    event.occurrences.order_by("starts_at").last().delete()
    assert run("upkeep") == []
    cache.clear()  # the next day
    assert run("upkeep") == ["upkeep: 1 date(s) of series created"]
    assert event.occurrences.count() == count


def test_upkeep_deletes_what_is_old_once_a_day(as_visitor, visitor, new_day):
    now = timezone.now()
    post_money(as_visitor, build_order(OccurrenceFactory()), **{"Idempotency-Key": "k1"})
    Outgoing.objects.all().delete()
    HandledRequest.objects.update(created_at=now - timedelta(days=8))
    for days, next_try in ((91, None), (89, None), (91, now + timedelta(days=1))):
        subject, times = f"{days} {next_try and 'waits'}", {"created_at": now - timedelta(days=days), "give_up_at": now}
        Outgoing.objects.create(kind="order_paid", to="a@b.com", subject=subject, next_try_at=next_try, **times)
    ended = {"expire_date": now - timedelta(seconds=1), "session_data": ""}
    Session.objects.create(session_key="a" * 32, **ended)
    for days in (181, 179):
        visitor.places.create(place=f"hash {days}", seen_at=now - timedelta(days=days))

    assert set(run("upkeep")) == {
        "upkeep: 1 old request key(s) deleted",
        "upkeep: 1 old message(s) deleted",
        "upkeep: 1 expired session(s) deleted",
        "upkeep: 1 old sign-in place(s) deleted",
    }

    assert set(Outgoing.objects.values_list("subject", flat=True)) == {"89 None", "91 waits"}
    assert Session.objects.get().user == visitor, "who is still signed in"
    assert visitor.places.get().place == "hash 179"
    Session.objects.create(session_key="b" * 32, **ended)
    assert run("upkeep") == []


def test_upkeep_redacts_payers_ninety_days_after_a_webhook_was_settled(db, new_day):
    for days in (91, 89):
        resource = {"id": "CAPTURE", "payer": {"email_address": "ana@example.com"}}
        about = {"create_time": "2026-01-01T00:00:00Z", "summary": "Payment completed"}
        body = {"id": f"WH{days}", "resource": resource} | about
        settled = timezone.now() - timedelta(days=days)
        WebhookEvent.objects.create(event_id=f"WH{days}", event_type="PAYMENT", body=body, settled_at=settled)

    assert run("upkeep") == ["upkeep: 1 payer(s) redacted in webhooks"]
    bodies = {event.event_id: event.body for event in WebhookEvent.objects.all()}
    assert bodies["WH91"] == {"id": "WH91", "event_type": "PAYMENT", "resource": {"id": "CAPTURE"}}
    assert "ana@example.com" in str(bodies["WH89"])
    cache.clear()
    assert run("upkeep") == []


def test_a_failed_daily_job_is_retried_the_same_day(as_visitor, new_day, monkeypatch, caplog):
    Session.objects.create(session_key="a" * 32, expire_date=timezone.now() - timedelta(days=1), session_data="")
    with monkeypatch.context() as patch:
        patch.setattr(SessionStore, "get_model_class", lambda: 1 / 0)
        assert run("upkeep") == []
    assert "ZeroDivisionError" in caplog.text

    assert run("upkeep") == ["upkeep: 1 expired session(s) deleted"]


def test_a_failing_job_does_not_stop_the_others(as_visitor, capturing, paypal, settings, caplog):
    expire_hold(create_order(as_visitor, OccurrenceFactory()))
    settings.PAYPAL_API_URL = "http://127.0.0.1:9"  # a closed port

    output = run("upkeep")

    assert "upkeep: 1 hold(s) expired" in output
    assert Order.objects.get(public_id=capturing["_id"]).status == "capturing"


def test_two_concurrent_upkeep_runs_do_everything_once(as_visitor, capturing, paypal, new_day):
    date = OccurrenceFactory(event__maximum_event_capacity=100)
    event = new_daily_series(dates=2)
    orders = [create_order(as_visitor, date, seats=1) for _ in range(6)]
    for order in orders:
        expire_hold(order)

    run_together(*[lambda: run("upkeep")] * 2)

    assert set(Order.objects.exclude(public_id=capturing["_id"]).values_list("status", flat=True)) == {"expired"}
    assert Order.objects.get(public_id=capturing["_id"]).status == "paid"
    assert len(paypal.captures()) == 1
    starts = list(event.occurrences.values_list("starts_at", flat=True))
    assert len(starts) == len(set(starts)) > 300
    assert list_violations() == []


def test_two_concurrent_reconciliations_capture_once(capturing, paypal):
    run_together(*[lambda: run("reconcile_payments")] * 2)

    assert Order.objects.get().status == "paid"
    assert len(paypal.captures()) == 1
    assert list_violations() == []
