"""What PayPal did and no message told is found in its own record; and once a night the books are checked."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings as shop_settings
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from bookings.models import Booking
from charityshop.models import OutgoingMail
from orders import paypal as paypal_client
from orders.models import Order, Payment, Refund, UnmatchedPayment
from orders.reports.nightly_check import run_nightly_check
from orders.reports.paypal_comparison import compare
from orders.services import import_transactions
from orders.services.payments.settle_order import record_unmatched
from tests.orders.api_calls import create_order, create_paypal_order, pay_with_paypal
from tests.orders.reports.test_paypal_comparison import capture_without_us
from tests.support.factories import OccurrenceFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = {"currency_code": "USD", "value": "5.00"}


@pytest.fixture(autouse=True)
def nobody_looked_yet():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def paid(as_visitor, paypal):
    return pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))


def differences() -> list[str]:
    now = timezone.now()
    return compare(start=now - timedelta(days=1), end=now + timedelta(minutes=5)).differences


@pytest.mark.parametrize("how", ["refund", "reverse"])
def test_money_that_went_back_at_paypal_without_a_word_is_written_down_by_upkeep(paypal, paid, how):
    paypal.control(f"captures/{paypal.captures()[0]['id']}/{how}")
    assert differences()

    call_command("upkeep")

    assert Order.objects.get().status == Order.Status.REFUNDED
    seats_follow = {"refund": Booking.Status.REFUNDED, "reverse": Booking.Status.CONFIRMED}
    assert Booking.objects.get().status == seats_follow[how]
    assert differences() == []


def test_a_part_that_went_back_is_written_down_once(paypal, paid):
    paypal.control(f"captures/{paypal.captures()[0]['id']}/refund", amount=FIVE)

    assert import_transactions() == 1
    cache.clear()
    assert import_transactions() == 0

    assert Order.objects.get().status == Order.Status.PARTLY_REFUNDED
    assert [str(refund.amount) for refund in Refund.objects.all()] == ["5.00"]


def test_a_capture_that_nobody_told_of_is_settled(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal_client.capture_order(paypal_order_id, key="from elsewhere")

    assert import_transactions() == 1

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"


def test_a_capture_that_is_being_settled_is_left_to_those_who_do(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    Order.objects.update(status=Order.Status.CAPTURING, held_until=None)
    Booking.objects.update(held_until=None)
    Payment.objects.update(status=Payment.Status.CAPTURING, capture_key="ours", capture_key_at=timezone.now())
    paypal_client.capture_order(paypal_order_id, key="ours")

    assert import_transactions() == 0

    assert Order.objects.get().status == Order.Status.CAPTURING


def test_money_that_came_for_something_else_is_left_alone(paypal, paid):
    capture_without_us(paypal)

    assert import_transactions() == 0

    assert not UnmatchedPayment.objects.exists()


def test_a_payment_of_no_order_that_staff_gave_back_at_paypal_waits_no_longer(paypal):
    record_unmatched(capture_without_us(paypal))
    paypal.control(f"captures/{paypal.captures()[0]['id']}/refund")

    assert import_transactions() == 1

    assert UnmatchedPayment.objects.get().refunded_at
    assert differences() == []


def test_the_record_is_read_once_an_hour_at_the_most(paypal, paid):
    import_transactions()
    paypal.control(f"captures/{paypal.captures()[0]['id']}/refund")

    assert import_transactions() == 0


def test_a_paypal_that_shows_no_record_is_no_trouble(paypal, paid):
    paypal.fault("transactions", "error_500_before", times=9)

    assert import_transactions() == 0


# --- Every night -----------------------------------------------------------------------------------------------------


@pytest.fixture
def at(monkeypatch):
    """Put the shop's clock to an hour of today, in its own zone."""

    def put(hour: int, *, days: int = 0) -> None:
        today = datetime.now(ZoneInfo(shop_settings.SHOP_TIME_ZONE)).replace(minute=30) + timedelta(days=days)
        monkeypatch.setattr(timezone, "now", lambda: today.replace(hour=hour))

    return put


def test_once_a_night_operators_are_told_what_is_wrong_in_the_books(paypal, paid, at):
    UserFactory(email="op@example.com", is_staff=True, is_superuser=True)
    UserFactory(email="staff@example.com", is_staff=True)
    Booking.objects.update(status=Booking.Status.CANCELLED)

    at(2)
    assert run_nightly_check() == 0
    at(3)
    assert run_nightly_check() == 1
    assert run_nightly_check() == 0

    (letter,) = OutgoingMail.objects.filter(kind="books_wrong")
    assert letter.to == "op@example.com"
    assert "is paid, but not all of its seats are confirmed" in letter.text
    at(3, days=1)
    assert run_nightly_check() == 1
    Booking.objects.update(status=Booking.Status.CONFIRMED)


def test_the_nightly_check_compares_with_paypal(paypal, paid, at):
    paypal.control(f"captures/{paypal.captures()[0]['id']}/refund", amount=FIVE)

    at(4, days=1)

    assert run_nightly_check() == 1


def test_books_in_order_are_nothing_to_write_home_about(paypal, paid, at):
    UserFactory(email="op@example.com", is_staff=True, is_superuser=True)
    at(5)

    assert run_nightly_check() == 0
    assert not OutgoingMail.objects.filter(kind="books_wrong").exists()
