"""Another amount than the total that staff accepted: everything that shows or returns money uses what was paid."""

import pytest
from django.utils import timezone

from events.models import Occurrence
from giving.gifts import sum_amounts
from giving.selectors.gifts import read_gifts
from giving.selectors.raised import get_raised_on_dates
from ledger.calendar import LedgerMonth
from orders.models import Order
from payments.reports.consistency_checks import list_violations
from tests.changes.change_calls import create_date, get_options, post_change
from tests.ledger.ledger_calls import get_amounts
from tests.ledger.movement_checks import find_ledger_violations
from tests.orders.api_calls import create_order, create_paypal_order, pay
from tests.payments.refund_calls import list_refunded_amounts, post_refund, post_refund_preview
from tests.payments.services.test_review_payment import decide
from tests.support.messages import delivered

pytestmark = pytest.mark.django_db


def pay_another_amount(paypal, client, order, amount):
    paypal_order = create_paypal_order(client, order)
    paypal.approve(paypal_order)
    paypal.fault("capture", "wrong_amount", amount=amount, times=1)
    answer = pay(client, order, paypal_order)
    assert answer.json()["status"] == "review", answer.content


@pytest.fixture
def accept(paypal, as_visitor, as_admin):
    """Return a function that buys seats at $20 for another amount, which staff then accept."""

    def accept(amount, *, seats=2, dates=1, **more):
        sold = [create_date(event__price="20.00", event__refund_policy="full") for _ in range(dates)]
        order = create_order(as_visitor, *sold, seats=seats, **more)
        pay_another_amount(paypal, as_visitor, order, amount)
        answer = decide(as_admin, order, accept=True)
        assert answer.status_code == 200, answer.content
        return as_visitor.get(f"/api/orders/{order['_id']}").json()

    yield accept
    assert list_violations() == []
    assert find_ledger_violations() == []


def get_this_month(client):
    return get_amounts(client, LedgerMonth.of(timezone.localdate()))


def list_bookings(order):
    return [booking["_id"] for item in order["orderItems"] for booking in item["bookings"]]


def test_one_of_two_seats_is_half_of_what_was_paid(accept, paypal, as_visitor, as_admin):
    order = accept("23.00")
    assert [order[name] for name in ("itemsPrice", "taxPrice", "totalPrice")] == [20, 3, 23]
    (options,) = get_options(as_visitor, order)
    assert options["refund"]["amounts"] == [11.5, 23]
    (booking,) = list_bookings(order)
    assert post_refund_preview(as_admin, order, seats={booking: 1}).json()["amount"] == 11.5

    assert post_change(as_visitor, order, "refund", seats=1, amount=11.5).status_code == 201

    assert list_refunded_amounts(paypal) == ["11.50"]
    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 10, "fees": 1.29, "sales_tax": 1.5}
    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "partly_refunded"
    post_refund(as_admin, order, seats={booking: 1})
    assert list_refunded_amounts(paypal) == ["11.50", "11.50"]
    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 20, "fees": 1.29}


def test_more_than_the_total_is_returned_with_the_seats(accept, paypal, as_admin):
    order = accept("73.00", dates=2, seats=1, giftPrice=4)
    assert [order[name] for name in ("itemsPrice", "taxPrice", "giftPrice", "totalPrice")] == [60, 9, 4, 73]
    first, second = list_bookings(order)

    post_refund(as_admin, order, seats={second: 1})
    post_refund(as_admin, order, seats={first: 1})

    assert list_refunded_amounts(paypal) == ["34.50", "34.50"]
    assert get_raised_on_dates(Occurrence.objects.all()).tickets == 0
    assert sum_amounts(read_gifts().every).gift == 4


def test_what_was_booked_before_staff_accepted_it_stays_as_it_was_split(paypal, as_visitor, as_admin):
    order = create_order(as_visitor, create_date(event__price="20.00"), seats=2)
    pay_another_amount(paypal, as_visitor, order, "23.00")
    booked = get_this_month(as_admin)
    assert Order.objects.get().status == "review"

    decide(as_admin, order, accept=True)

    assert get_this_month(as_admin) == booked == {"tickets": 20, "fees": 1.29, "sales_tax": 3}


def list_subtotals(order):
    return [booking["subtotal"] for item in order["orderItems"] for booking in item["bookings"]]


def test_the_pages_and_the_emails_prices_add_up_to_what_was_paid(accept, as_visitor):
    order = accept("34.50", dates=2, seats=1)

    assert list_subtotals(order) == [15, 15]
    assert [order[name] for name in ("itemsPrice", "taxPrice", "totalPrice")] == [30, 4.5, 34.5]
    (email,) = delivered("order_paid")
    assert email.body.count("1 seat, $15.00") == 2
