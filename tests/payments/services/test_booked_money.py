"""PayPal's fees, and the day on which payments and refunds are booked."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from charityshop.models import Retry
from orders.models import BooksClosed, Payment, Refund
from orders.services.booking_day import choose_booking_day
from payments.services.settle_payment import settle_payment
from paypal.endpoints import get_order
from paypal.schemas import parse_capture, parse_refund
from tests.orders.api_calls import create_order, create_paypal_order, pay_with_paypal
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


USD = {"currency_code": "USD"}


@pytest.fixture
def date():
    return OccurrenceFactory(event__price="10.00")


@pytest.fixture
def paid(as_visitor, paypal, date):
    """Two seats for 23.00, of which PayPal keeps 1.29."""
    return pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))


def run_upkeep() -> None:
    """Run upkeep as an hour later."""
    cache.clear()
    Retry.objects.update(next_attempt_at=timezone.now())
    call_command("upkeep")


# --- Fees ------------------------------------------------------------------------------------------------------------


def test_the_fee_that_a_refund_gives_back_is_stored(as_admin, paypal, paid):
    paypal.control("rules", gives_fees_back=True)

    post_refund(as_admin, paid, amount="10.00")

    assert Refund.objects.get().fee_back == Decimal("0.35")


def test_upkeep_asks_for_fees_that_were_unknown_at_first(as_admin, as_visitor, paypal, date):
    paypal.control("rules", fee_lag=3600, gives_fees_back=True)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    post_refund(as_admin, order, amount="10.00")
    run_upkeep()
    assert (Payment.objects.get().fee, Refund.objects.get().fee_back) == (None, None)

    paypal.control("rules", fee_lag=0)
    call_command("upkeep")
    assert Payment.objects.get().fee is None, "asked once an hour"
    run_upkeep()

    assert (Payment.objects.get().fee, Refund.objects.get().fee_back) == (Decimal("1.29"), Decimal("0.35"))
    assert not Retry.objects.exists()


@pytest.mark.parametrize(
    "breakdown",
    [
        None,
        "none",
        {"paypal_fee": None},
        {"paypal_fee": {"value": "NaN", **USD}},
        {"paypal_fee": {"value": "1.005", **USD}},
        {"paypal_fee": {"value": "-1.00", **USD}},
        {"paypal_fee": {"value": "1.00", "currency_code": "EUR"}},
    ],
)
def test_an_unreadable_fee_is_unknown_and_stops_no_payment(breakdown):
    body = {"id": "C1", "status": "COMPLETED", "amount": {"value": "23.00", **USD}, "update_time": 5}

    capture = parse_capture(body | {"seller_receivable_breakdown": breakdown})
    refund = parse_refund(body | {"seller_payable_breakdown": breakdown})

    assert (capture.fee, refund.fee_back) == (None, None)
    assert (capture.completed_at, refund.completed_at) == (None, None)


# --- Days ------------------------------------------------------------------------------------------------------------


def test_money_is_booked_when_paypal_moved_it_and_not_when_the_shop_learned_it(as_visitor, paypal, date):
    moved = get_last_month()

    learn_late(as_visitor, paypal, date, moved)

    assert Payment.objects.get().booked_on == Refund.objects.get().booked_on == moved.date()


def test_money_of_a_closed_month_is_booked_on_the_day_the_shop_learns_of_it(as_visitor, paypal, date):
    moved = get_last_month()
    BooksClosed.objects.create(pk=BooksClosed.ONLY, through=moved.date())

    learn_late(as_visitor, paypal, date, moved)

    assert Payment.objects.get().booked_on == Refund.objects.get().booked_on == timezone.localdate()


def get_last_month() -> datetime:
    """Return a time on the fifteenth of the month before this one, in the shop's time zone."""
    return (timezone.localtime().replace(day=1, hour=12) - timedelta(days=1)).replace(day=15)


def learn_late(as_visitor, paypal, date, moved) -> None:
    """Settle a payment and its partial refund, of which the shop has not heard, as if PayPal made them then."""
    paypal_order_id = create_paypal_order(as_visitor, create_order(as_visitor, date))
    paypal.approve(paypal_order_id)
    paypal.control(f"orders/{paypal_order_id}/capture")
    (capture,) = paypal.captures()
    paypal.control(f"captures/{capture['id']}/refund", amount={"value": "1.00", **USD})
    shown = get_order(paypal_order_id)
    captures = tuple(replace(capture, completed_at=moved) for capture in shown.captures)
    refunds = tuple(replace(made, completed_at=moved) for made in shown.refunds)

    settle_payment(payment_id=Payment.objects.get().pk, paypal_order=replace(shown, captures=captures, refunds=refunds))


def close_through(when: datetime) -> None:
    BooksClosed.objects.create(pk=BooksClosed.ONLY, through=timezone.localdate(when))


def test_money_is_booked_on_the_day_in_the_shops_time_zone():
    late = datetime(2026, 3, 31, 23, 30, tzinfo=timezone.get_default_timezone())

    assert late.astimezone(UTC).date() > late.date()
    assert choose_booking_day(late) == late.date()


def test_money_of_a_closed_month_is_booked_today():
    moved = get_last_month()
    close_through(moved.replace(day=28))

    assert choose_booking_day(moved) == timezone.localdate()


def test_money_of_an_open_month_after_a_closed_one_is_booked_on_its_day():
    moved = get_last_month()
    close_through(moved.replace(day=1) - timedelta(days=1))

    assert choose_booking_day(moved) == timezone.localdate(moved)


def test_money_is_never_booked_in_the_future():
    assert choose_booking_day(timezone.now() + timedelta(days=2)) == timezone.localdate()
