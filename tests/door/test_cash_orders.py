"""Orders that were paid in cash, in the staff's lists, spreadsheets, sums and emails."""

from decimal import Decimal

import pytest

from changes.services.date_changes.process_date_changes import process_date_changes
from charityshop.models import OutgoingMail
from orders.models import Order, Refund
from orders.selectors.revenue import list_months
from tests.changes.date_change_calls import call_off, count_outcomes, end_answers
from tests.door.till_calls import PRICE, Phone, give_back, open_night
from tests.orders.conftest import check_consistency, paypal, simulator
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


def test_sums_add_up_cash_and_paypal(as_admin, as_visitor, paypal, ahead, night_ahead, sold_ahead):
    create_paid_order(paypal, as_visitor, ahead, seats=1)
    give_back(as_admin, night_ahead, sold_ahead)

    sums = as_admin.get("/api/orders/sums", {"product": ahead.event.public_id}).json()

    assert sums == {"captured": 41.4, "refunded": 13.8, "kept": 27.6, "otherCurrencies": 0}
    (month,) = list_months()
    assert (month.total.sold, month.total.refunded) == (Decimal("41.40"), Decimal("13.80"))


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

    assert give_back(as_admin, night_ahead, sold_ahead).status_code == 201
    (item,) = as_admin.get("/api/orders/attention").json()
    assert (item["_id"], item["amount"]) == (sold_ahead, 13.8), "one of two seats is left to refund"

    assert give_back(as_admin, night_ahead, sold_ahead).status_code == 201
    assert as_admin.get("/api/orders/attention").json() == []
    assert Order.objects.get().status == "refunded"
