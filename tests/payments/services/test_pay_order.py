"""Paying with PayPal, from the buyer's point of view."""

import pytest

from bookings.formatting import format_day
from orders.models import Order, Payment
from tests.orders.api_calls import create_order, create_paypal_order, pay
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_approved_payment_pays_the_order_and_confirms_its_bookings(as_visitor, paypal):
    friday, saturday = OccurrenceFactory(), OccurrenceFactory(event__price="7.50")
    order = create_order(as_visitor, friday, saturday, seats=2)
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)

    answer = pay(as_visitor, order, paypal_order_id)

    assert answer.status_code == 200
    paid = answer.json()
    assert paid["status"] == "paid"
    assert paid["totalPrice"] == 44.85  # (2 × 12.00 + 2 × 7.50) + 15 %
    assert {booking["status"] for item in paid["orderItems"] for booking in item["bookings"]} == {"confirmed"}
    assert [capture["amount"]["value"] for capture in paypal.captures()] == ["44.85"]


@pytest.mark.parametrize(("fund", "shown"), [("venmo", "Venmo"), ("paypal", "Paypal"), ("card", "Paypal")])
def test_staff_see_whether_the_buyer_paid_with_venmo(as_visitor, as_admin, paypal, fund, shown):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id, fund=fund)

    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "paid"

    assert as_admin.get(f"/api/orders/{order['_id']}").json()["paymentMethod"] == shown
    listed = as_admin.get("/api/orders").json()["orders"]
    assert [each["paymentMethod"] for each in listed] == [shown]


def test_paying_again_returns_the_paid_order_without_another_capture(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    pay(as_visitor, order, paypal_order_id)

    again = pay(as_visitor, order, paypal_order_id)

    assert again.status_code == 200
    assert again.json()["status"] == "paid"
    assert len(paypal.captures()) == 1


@pytest.mark.parametrize("price_per", ["seat", "booking"])
def test_the_paypal_order_has_every_event_that_costs_something_with_its_seats(as_visitor, paypal, settings, price_per):
    settings.PRICE_PER = price_per
    date = OccurrenceFactory(event__name="Moon Cube", event__price="9.50")
    order = create_order(as_visitor, date, OccurrenceFactory(event__name="Free Play", event__price="0"), seats=3)

    paypal_order_id = create_paypal_order(as_visitor, order)

    (unit,) = paypal.control_get(f"orders/{paypal_order_id}")["purchase_units"]
    (moon,) = unit["items"]
    assert moon["name"].startswith("Moon Cube, ")
    assert float(moon["unit_amount"]["value"]) * int(moon["quantity"]) == order["itemsPrice"]


def test_an_unapproved_payment_is_not_captured(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())

    answer = pay(as_visitor, order, create_paypal_order(as_visitor, order))

    assert answer.status_code == 409
    assert answer.json()["code"] == "payment_mismatch"
    assert Order.objects.get().status == Order.Status.HELD
    assert paypal.captures() == []


@pytest.mark.parametrize("kind", ["wrong_amount", "wrong_currency"])
def test_a_mismatching_paypal_order_is_never_captured(as_visitor, paypal, kind):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("get", kind, times=9)

    answer = pay(as_visitor, order, paypal_order_id)

    assert answer.status_code == 409
    assert answer.json()["code"] == "payment_mismatch"
    assert Order.objects.get().status == Order.Status.HELD
    assert paypal.captures() == []


def test_a_paypal_order_does_not_pay_for_another_order(as_visitor, as_other_visitor, paypal):
    date = OccurrenceFactory()
    mine, theirs = create_order(as_visitor, date), create_order(as_other_visitor, date)
    create_paypal_order(as_visitor, mine)
    paid_by_them = create_paypal_order(as_other_visitor, theirs)
    paypal.approve(paid_by_them)

    answer = pay(as_visitor, mine, paid_by_them)

    assert answer.status_code == 409
    assert paypal.captures() == []


@pytest.mark.parametrize("kind", ["timeout_after", "cut_off_body", "html_body"])
def test_a_capture_whose_response_is_lost_is_made_once_and_settled(as_visitor, paypal, kind):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", kind, times=1)

    answer = pay(as_visitor, order, paypal_order_id)

    assert answer.status_code == 200
    assert answer.json()["status"] == "paid"
    assert len(paypal.captures()) == 1


def test_the_test_order_button_pays_without_money_and_marks_the_order(as_visitor, settings):
    settings.TEST_ORDERS = True
    order = create_order(as_visitor, OccurrenceFactory())

    answer = as_visitor.put(f"/api/orders/{order['_id']}/pay", {"test": True}, format="json")

    assert answer.json()["status"] == "paid"
    assert answer.json()["isTest"] is True
    assert not Payment.objects.exists()


def test_test_orders_are_refused_if_they_are_disabled(as_visitor, settings):
    settings.TEST_ORDERS = False
    order = create_order(as_visitor, OccurrenceFactory())

    answer = as_visitor.put(f"/api/orders/{order['_id']}/pay", {"test": True}, format="json")

    assert answer.status_code == 403
    assert Order.objects.get().status == Order.Status.HELD


def test_a_long_event_name_is_shortened_for_paypal_and_keeps_its_day(as_visitor, paypal):
    date = OccurrenceFactory(event__name="Draft " * 33)

    paypal_order_id = create_paypal_order(as_visitor, create_order(as_visitor, date))

    (unit,) = paypal.control_get(f"orders/{paypal_order_id}")["purchase_units"]
    name = unit["items"][0]["name"]
    assert len(name) == 127
    assert name.startswith("Draft Draft ")
    assert name.endswith(f"…, {format_day(date.starts_at)}")
