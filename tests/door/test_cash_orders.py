"""Orders that were paid in cash, in the staff's lists, spreadsheets, sums and emails."""

from decimal import Decimal

import pytest

from bookings.models import Booking
from changes.services.date_changes.process_date_changes import process_date_changes
from charityshop.models import OutgoingMail
from orders.models import Order, PaymentAlert, Refund
from orders.selectors.revenue import list_months
from tests.changes.date_change_calls import call_off, count_outcomes, end_answers
from tests.changes.services.date_changes.test_skip_occurrence import post_skip
from tests.door.till_calls import PRICE, Phone, give_back, open_night
from tests.orders.conftest import check_consistency, paypal, simulator
from tests.orders.selectors.test_order_export import export, parse_rows
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

__all__ = ["check_consistency", "paypal", "simulator"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def ahead(db):
    return OccurrenceFactory(event__price=PRICE, event__maximum_event_capacity=20)


@pytest.fixture
def night_ahead(as_admin, ahead):
    return open_night(as_admin, ahead)


@pytest.fixture
def sold_ahead(as_admin, night_ahead):
    """Two seats of a date next week, for 27.60."""
    phone = Phone(as_admin, night_ahead)
    phone.open_drawer()
    return phone.sell(seats=2, given=30).json()["order"]


def test_the_spreadsheet_shows_the_cash_and_what_was_given_back(as_admin, night_ahead, sold_ahead):
    give_back(as_admin, night_ahead, sold_ahead)

    (row,) = parse_rows(export(as_admin))

    assert (row["Captured"], row["Refunded"], row["Kept"]) == ("27.60", "13.80", "13.80")
    assert (row["Payment method"], row["PayPal capture"], row["First name"]) == ("Cash", "", "Walk-up")


def test_sums_add_up_cash_and_paypal(as_admin, as_visitor, paypal, ahead, night_ahead, sold_ahead):
    create_paid_order(paypal, as_visitor, ahead, seats=1)
    give_back(as_admin, night_ahead, sold_ahead)

    sums = as_admin.get("/api/orders/sums", {"product": ahead.event.public_id}).json()

    assert sums == {"captured": 41.4, "refunded": 13.8, "kept": 27.6, "otherCurrencies": 0}
    (month,) = list_months()
    assert (month.total.sold, month.total.refunded) == (Decimal("41.40"), Decimal("13.80"))


def test_the_history_says_that_it_was_paid_in_cash(as_admin, sold_ahead):
    history = as_admin.get(f"/api/orders/{sold_ahead}/history").json()

    assert ("paid in cash", 27.6) in [(entry["did"], entry["amount"]) for entry in history]


def test_a_date_that_is_called_off_lists_its_cash_as_failed_for_staff(as_admin, ahead, night_ahead, sold_ahead):
    change = call_off(as_admin, ahead)
    end_answers()

    process_date_changes()

    assert count_outcomes(as_admin, change) == {"total": 1, "failed": 1}, "nobody can be told at the house account"
    assert not Refund.objects.exists()
    (item,) = as_admin.get("/api/orders/attention").json()
    assert (item["kind"], item["_id"], item["amount"]) == ("refund_by_hand", sold_ahead, 27.6)
    assert "paid in cash" in item["message"]
    assert not OutgoingMail.objects.exists()

    assert give_back(as_admin, night_ahead, sold_ahead, seats=2).status_code == 201
    assert as_admin.get("/api/orders/attention").json() == []
    assert Order.objects.get().status == "refunded"


def test_a_date_that_is_skipped_lists_its_cash_for_staff(as_admin, ahead, sold_ahead):
    assert post_skip(as_admin, ahead).status_code == 200

    assert not Refund.objects.exists()
    assert PaymentAlert.objects.get().kind == "refund_by_hand"
    assert Booking.objects.get().status == "confirmed"


def test_a_walk_up_is_on_the_guest_list(as_admin, ahead, sold_ahead):
    (guest,) = as_admin.get(f"/api/products/{ahead.event.public_id}/guests").json()["guests"]

    assert (guest["firstName"], guest["reservationSeats"], guest["order"]) == ("Walk-up", 2, sold_ahead)


def test_shipping_and_rounding_are_those_of_the_shop(as_admin, settings):
    settings.SHIPPING_FLAT = Decimal("2.50")
    date = OccurrenceFactory(event__price="10.10")
    phone = Phone(as_admin, open_night(as_admin, date))
    phone.open_drawer()

    sale = phone.sell(seats=2, given=30).json()

    assert (sale["total"], sale["change"]) == (25.73, 4.27)  # 20.20 + 3.03 + 2.50
    order = Order.objects.get()
    assert (order.items_price, order.tax_price, order.shipping_price) == (
        Decimal("20.20"), Decimal("3.03"), Decimal("2.50"),
    )  # fmt: skip
