"""The jobs that run by themselves: once, again, and twice at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from threading import Barrier

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import Session
from accounts.sessions import SessionStore
from bookings.models import Booking
from charityshop.models import OutgoingMail
from events.models import Event
from orders.models import Order, OrderLine, Payment, PlacedRequest, Refund, WebhookEvent
from orders.paypal import capture_order, get_order
from orders.reports.consistency_checks import list_violations
from orders.services.payments.pay_order import begin_capture
from tests.orders.api_calls import (
    build_order,
    create_order,
    create_paypal_order,
    expire_hold,
    pay,
    pay_with_paypal,
    post_order,
)
from tests.support.factories import EventFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


def run(command, *arguments):
    said = StringIO()
    call_command(command, *arguments, stdout=said)
    return said.getvalue().splitlines()


def at_once(command, times=2):
    """The command in threads, each with a connection of its own, as two processes have."""
    together = Barrier(times)

    def one(_):
        try:
            together.wait(30)
            return run(command)
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(one, range(times)))


def long_ago(minutes=10):
    return timezone.now() - timedelta(minutes=minutes)


def a_series(*, dates):
    """Every day at the same hour, with only its first dates written down so far."""
    event = EventFactory(is_recurring=True, repeat_interval=Event.Interval.DAILY)
    for number in range(dates):
        OccurrenceFactory(event=event, starts_at=event.starts_at + timedelta(days=number))
    return event


@pytest.fixture
def capturing(as_visitor, paypal):
    """An order whose capture nobody knows the end of, long enough ago that nobody waits for it."""
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "error_500_before", times=2)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "capturing"
    Payment.objects.update(capture_key_at=long_ago())
    return order


# --- upkeep ----------------------------------------------------------------------------------------------------------


def test_upkeep_has_nothing_to_say_in_a_tidy_shop(as_visitor):
    create_order(as_visitor, OccurrenceFactory())

    assert run("upkeep") == []
    assert Order.objects.get().status == "held"


def test_upkeep_writes_down_the_holds_that_ran_out_and_no_others(as_visitor):
    date = OccurrenceFactory()
    expired, live = create_order(as_visitor, date), create_order(as_visitor, date)
    expire_hold(expired)
    ended = Order.objects.get(public_id=expired["_id"]).held_until

    assert run("upkeep") == ["upkeep: 1 hold(s) expired"]

    rows = dict(Order.objects.values_list("public_id", "status"))
    assert rows == {expired["_id"]: "expired", live["_id"]: "held"}
    tidied = Booking.objects.get(order_line__order__public_id=expired["_id"])
    assert (tidied.status, tidied.held_until) == ("cancelled", ended)
    assert run("upkeep") == []


def test_upkeep_extends_a_series_once_a_day(as_nobody, another_day):
    event = a_series(dates=3)

    (sentence,) = run("upkeep")

    assert sentence.endswith("date(s) of series created")
    ahead = event.occurrences.count()
    assert ahead > 300
    event.occurrences.order_by("starts_at").last().delete()
    assert run("upkeep") == []
    cache.clear()  # the next day
    assert run("upkeep") == ["upkeep: 1 date(s) of series created"]
    assert event.occurrences.count() == ahead


def test_upkeep_finishes_a_payment_in_doubt(capturing, paypal):
    assert run("upkeep") == ["upkeep: 1 payment(s) or refund(s) finished"]

    assert Order.objects.get().status == "paid"
    assert len(paypal.captures()) == 1
    assert [line for line in run("upkeep") if "refund(s) finished" in line] == []


def test_upkeep_leaves_a_buyer_who_is_still_waiting_alone(capturing, paypal):
    Payment.objects.update(capture_key_at=timezone.now())

    assert run("upkeep") == []
    assert paypal.captures() == []


def test_upkeep_deletes_old_request_keys(as_visitor):
    post_order(as_visitor, build_order(OccurrenceFactory()), **{"Idempotency-Key": "k1"})
    PlacedRequest.objects.update(created_at=timezone.now() - timedelta(days=8))

    assert run("upkeep") == ["upkeep: 1 old request key(s) deleted"]


@pytest.fixture
def another_day():
    """Nothing was done yet of what is done once a day."""
    cache.clear()
    yield
    cache.clear()


def test_upkeep_deletes_emails_ninety_days_after_they_were_sent(as_visitor, another_day):
    for days, next_try in ((91, None), (89, None), (91, timezone.now() + timedelta(days=1))):
        written = timezone.now() - timedelta(days=days)
        OutgoingMail.objects.create(
            kind="order_paid", to="ana@example.com", subject=f"{days} {next_try and 'waits'}", text="Hello Ana",
            created_at=written, next_try_at=next_try, give_up_at=timezone.now() + timedelta(days=2),
        )  # fmt: skip

    assert run("upkeep") == ["upkeep: 1 old email(s) deleted"]
    assert set(OutgoingMail.objects.values_list("subject", flat=True)) == {"89 None", "91 waits"}


def test_upkeep_deletes_expired_sessions_once_a_day(as_visitor, another_day):
    ended = {"expire_date": timezone.now() - timedelta(seconds=1), "session_data": ""}
    Session.objects.create(session_key="a" * 32, **ended)

    assert run("upkeep") == ["upkeep: 1 expired session(s) deleted"]
    assert Session.objects.count() == 1, "the visitor is signed in still"
    Session.objects.create(session_key="b" * 32, **ended)
    assert run("upkeep") == []


def test_upkeep_deletes_sign_in_places_after_half_a_year(visitor, another_day):
    for days in (181, 179):
        visitor.places.create(place=f"hash {days}", seen_at=timezone.now() - timedelta(days=days))

    assert run("upkeep") == ["upkeep: 1 old sign-in place(s) deleted"]
    assert visitor.places.get().place == "hash 179"


def test_upkeep_redacts_payers_ninety_days_after_a_webhook_was_settled(db, another_day):
    for days in (91, 89):
        body = {
            "id": f"WH{days}", "create_time": "2026-01-01T00:00:00Z", "summary": "Payment completed",
            "resource": {"id": "CAPTURE", "payer": {"email_address": "ana@example.com"}},
        }  # fmt: skip
        settled = timezone.now() - timedelta(days=days)
        WebhookEvent.objects.create(event_id=f"WH{days}", event_type="PAYMENT", body=body, settled_at=settled)

    assert run("upkeep") == ["upkeep: 1 payer(s) redacted in webhooks"]
    bodies = {event.event_id: event.body for event in WebhookEvent.objects.all()}
    assert bodies["WH91"] == {"id": "WH91", "event_type": "PAYMENT", "resource": {"id": "CAPTURE"}}
    assert "ana@example.com" in str(bodies["WH89"])
    cache.clear()
    assert run("upkeep") == []


def test_what_failed_today_is_tried_again(as_visitor, another_day, monkeypatch, caplog):
    Session.objects.create(session_key="a" * 32, expire_date=timezone.now() - timedelta(days=1), session_data="")
    with monkeypatch.context() as broken:
        broken.setattr(SessionStore, "get_model_class", lambda: 1 / 0)
        assert run("upkeep") == []
    assert "ZeroDivisionError" in caplog.text

    assert run("upkeep") == ["upkeep: 1 expired session(s) deleted"]


def test_one_failing_job_keeps_no_other_from_running(as_visitor, capturing, paypal, settings, caplog):
    expire_hold(create_order(as_visitor, OccurrenceFactory()))
    settings.PAYPAL_API_URL = "http://127.0.0.1:9"  # nobody listens there

    said = run("upkeep")

    assert "upkeep: 1 hold(s) expired" in said
    assert Order.objects.get(public_id=capturing["_id"]).status == "capturing"


def test_upkeep_twice_at_once_does_everything_once(as_visitor, capturing, paypal, another_day):
    date = OccurrenceFactory(event__maximum_event_capacity=100)
    event = a_series(dates=2)
    orders = [create_order(as_visitor, date, seats=1) for _ in range(6)]
    for order in orders:
        expire_hold(order)

    at_once("upkeep")

    assert set(Order.objects.exclude(public_id=capturing["_id"]).values_list("status", flat=True)) == {"expired"}
    assert Order.objects.get(public_id=capturing["_id"]).status == "paid"
    assert len(paypal.captures()) == 1
    starts = list(event.occurrences.values_list("starts_at", flat=True))
    assert len(starts) == len(set(starts)) > 300
    assert list_violations() == []


# --- reconcile_payments ----------------------------------------------------------------------------------------------


def test_reconciling_settles_a_capture_after_which_the_shop_died(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    row = Order.objects.get()
    payment = begin_capture(order_id=row.pk, paypal_order=get_order(paypal_order_id))
    capture_order(paypal_order_id, key=payment.capture_key)  # and here the power goes off
    Payment.objects.update(capture_key_at=long_ago())

    run("reconcile_payments")

    row.refresh_from_db()
    assert row.status == "paid"
    assert len(paypal.captures()) == 1
    assert list_violations() == []


def test_reconciling_twice_at_once_takes_the_money_once(capturing, paypal):
    at_once("reconcile_payments")

    assert Order.objects.get().status == "paid"
    assert len(paypal.captures()) == 1
    assert list_violations() == []


def test_reconciling_finishes_a_refund_in_doubt_once(as_visitor, as_admin, paypal):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    paypal.fault("refund", "error_500_after", times=9)
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Snow"}, format="json")
    assert Refund.objects.get().status == "requested"
    paypal.control("faults/clear")
    Refund.objects.update(created_at=long_ago())

    at_once("reconcile_payments")

    assert Order.objects.get().status == "refunded"
    assert len(paypal.refunds()) == 1
    assert list_violations() == []


def test_reconciling_while_paypal_is_away_changes_nothing(capturing, paypal, settings):
    settings.PAYPAL_API_URL = "http://127.0.0.1:9"  # nobody listens there

    run("reconcile_payments")

    assert Order.objects.get().status == "capturing"
    assert list_violations() == []


# --- check_books -----------------------------------------------------------------------------------------------------


def test_the_consistency_check_exits_with_0_or_with_1_and_a_line_for_each_violation(as_visitor, capsys):
    create_order(as_visitor, OccurrenceFactory())
    assert "No violations." in run("check_books")

    OrderLine.objects.update(name="Another")
    with pytest.raises(CommandError, match=r"1 violation\(s\)") as end:
        run("check_books")

    assert end.value.returncode == 1
    assert "its lines are not what they were" in capsys.readouterr().err
