"""Upkeep settles payments after a crash or a slow PayPal, imports those without a webhook, and checks at night."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings as shop_settings
from django.core.management import call_command
from django.utils import timezone

from bookings.models import Booking
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment
from payments.reports.nightly_check import run_nightly_check
from payments.reports.paypal_comparison import compare
from payments.services.import_transactions import import_transactions
from payments.services.reconcile_payments import expire_holds, reconcile_payments
from paypal import endpoints
from tests.orders.api_calls import approve_payment, create_order
from tests.orders.consistency import set_status
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db(transaction=True)


A_WHILE_AGO = timedelta(minutes=5)


@pytest.fixture
def interrupted_capture(as_visitor, paypal):
    """A capture whose process was killed after storing the key; `captured` tells whether PayPal was called before."""

    def interrupt(*, captured: bool) -> str:
        order = create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))
        paypal_order_id = approve_payment(paypal, as_visitor, order)
        Order.objects.update(status=Order.Status.CAPTURING, held_until=None)
        Booking.objects.update(held_until=None)
        Payment.objects.update(
            status=Payment.Status.CAPTURING, capture_key="stored", capture_key_at=timezone.now() - A_WHILE_AGO
        )
        if captured:
            endpoints.capture_order(paypal_order_id, key="stored")
        return order["_id"]

    return interrupt


def test_while_paypal_is_unavailable_the_seats_stay_held_and_nothing_is_settled(interrupted_capture, paypal):
    interrupted_capture(captured=False)
    paypal.fault("capture", "error_500_before", times=9)
    paypal.fault("get", "error_500_before", times=9)

    reconcile_payments()
    expire_holds()

    assert Order.objects.get().status == Order.Status.CAPTURING
    assert Booking.objects.taken(timezone.now() + timedelta(days=1)).exists()


def test_an_expired_key_is_not_used_again(interrupted_capture, paypal):
    interrupted_capture(captured=False)
    Payment.objects.update(capture_key_at=timezone.now() - timedelta(days=2))

    reconcile_payments()

    assert paypal.captures() == []
    assert Order.objects.get().status == Order.Status.HELD
    assert Payment.objects.get().status == Payment.Status.REFUSED


def test_with_an_expired_key_the_paypal_order_decides(interrupted_capture, paypal):
    interrupted_capture(captured=True)
    Payment.objects.update(capture_key_at=timezone.now() - timedelta(days=2))

    reconcile_payments()

    assert Order.objects.get().status == Order.Status.PAID


def test_a_recent_call_is_not_repeated(interrupted_capture, paypal):
    interrupted_capture(captured=False)
    Payment.objects.update(capture_key_at=timezone.now())

    reconcile_payments()

    assert paypal.captures() == []
    assert Order.objects.get().status == Order.Status.CAPTURING


@pytest.fixture
def paid(as_visitor, paypal):
    return create_paid_order(paypal, as_visitor, OccurrenceFactory())


def list_differences() -> list[str]:
    now = timezone.now()
    return compare(start=now - timedelta(days=1), end=now + timedelta(minutes=5)).differences


@pytest.mark.parametrize("how", ["refund", "reverse"])
def test_upkeep_records_refunds_and_reversals_without_webhooks(paypal, paid, how):
    paypal.change_capture(how)
    assert list_differences()

    call_command("upkeep")

    found = (Order.objects.get().status, Booking.objects.get().status)
    assert found == {"refund": ("refunded", "refunded"), "reverse": ("partly_refunded", "confirmed")}[how]
    assert list_differences() == []


def test_a_capture_in_progress_is_left_to_reconciliation(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    Order.objects.update(status=Order.Status.CAPTURING, held_until=None)
    Booking.objects.update(held_until=None)
    Payment.objects.update(status=Payment.Status.CAPTURING, capture_key="ours", capture_key_at=timezone.now())
    endpoints.capture_order(paypal_order_id, key="ours")

    assert import_transactions() == 0

    assert Order.objects.get().status == Order.Status.CAPTURING


def test_transactions_are_imported_at_most_once_an_hour(paypal, paid):
    import_transactions()
    paypal.change_capture("refund")

    assert import_transactions() == 0


@pytest.fixture
def set_local_hour(monkeypatch):
    """Set the clock to an hour of today in the shop's time zone."""

    def put(hour: int, *, days: int = 0) -> None:
        today = datetime.now(ZoneInfo(shop_settings.SHOP_TIME_ZONE)).replace(minute=30) + timedelta(days=days)
        monkeypatch.setattr(timezone, "now", lambda: today.replace(hour=hour))

    return put


def test_violations_are_emailed_to_operators_once_a_day(paypal, paid, set_local_hour):
    UserFactory(email="op@example.com", is_staff=True, is_superuser=True)
    UserFactory(email="staff@example.com", is_staff=True)
    set_status(Booking.Status.CANCELLED)

    set_local_hour(2)
    assert run_nightly_check() == 0
    set_local_hour(3)
    assert run_nightly_check() == 1
    assert run_nightly_check() == 0

    (message,) = Outgoing.objects.filter(kind="books_wrong")
    assert message.to == "op@example.com"
    assert "is paid, but not all of its seats are confirmed" in str(message.data)
    set_local_hour(3, days=1)
    assert run_nightly_check() == 1
    set_status(Booking.Status.CONFIRMED)
