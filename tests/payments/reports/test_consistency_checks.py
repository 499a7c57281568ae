"""`check_books` reports violations of seats and lines, which the tests write to the database directly."""

from io import StringIO

import pytest
from django.core.management import call_command

from bookings.models import Booking, Pass
from events.models import Event
from orders.models import Order, OrderLine, UnmatchedPayment
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    expire_hold,
    list_booking_ids,
    pay,
)
from tests.orders.consistency import check_books, get_only_violation, join_messages
from tests.support.factories import BookingFactory, OccurrenceFactory
from tests.support.paid_orders import create_paid_order, create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(as_visitor):
    return create_order(as_visitor, OccurrenceFactory(), OccurrenceFactory())


@pytest.fixture
def paid(as_visitor, paypal):
    return create_paid_order(paypal, as_visitor, OccurrenceFactory(), OccurrenceFactory())


@pytest.fixture
def capturing(as_visitor, paypal, held):
    paypal_order_id = create_paypal_order(as_visitor, held)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "error_500_before", times=2)
    assert pay(as_visitor, held, paypal_order_id).json()["status"] == "capturing"
    return held


# --- No violations ---------------------------------------------------------------------------------------------------


def test_an_empty_shop_has_no_violations():
    assert check_books() == (0, [])


def test_ordinary_orders_have_no_violations(as_visitor, as_admin, paypal, held, paid):
    date = OccurrenceFactory(event__maximum_event_capacity=100)
    expire_hold(create_order(as_visitor, date))
    as_visitor.post(f"/api/orders/{create_order(as_visitor, date)['_id']}/cancel")
    create_order(as_visitor, OccurrenceFactory(event__price="0"))
    create_test_order(as_visitor, date)
    BookingFactory(occurrence=date)
    for asked in ({}, {"amount": "1.00"}, {"lines": None}):
        order = create_paid_order(paypal, as_visitor, date)
        answer = as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "x"} | asked, format="json")
        assert answer.status_code == 200

    assert check_books() == (0, [])


@pytest.mark.parametrize("status", ["review", "refund_due"])
def test_items_waiting_for_staff_are_counted_and_no_violations(held, status):
    Order.objects.update(status=status, goes_back_because="refused", held_until=None)
    Booking.objects.update(status="cancelled" if status == "refund_due" else "pending", held_until=None)
    UnmatchedPayment.objects.create(capture_id="C1", amount="5", currency="USD", request_key="k")
    out = StringIO()

    call_command("check_books", stdout=out)

    assert "Waiting for staff: 2." in out.getvalue()
    assert "No violations." in out.getvalue()


# --- Seats -----------------------------------------------------------------------------------------------------------


def test_an_oversold_date_is_reported(held):
    Event.objects.filter(public_id=held["orderItems"][0]["_id"]).update(maximum_event_capacity=1)

    assert "2 seats are taken, and there are 1." in get_only_violation(check_books())


@pytest.mark.parametrize("status", ["held", "refunded", "refund_due", "capturing"])
def test_confirmed_seats_of_an_unpaid_order_are_reported(held, status):
    Order.objects.update(status=status, goes_back_because="refused")
    Booking.objects.filter(public_id=list_booking_ids(held)[0]).update(status="confirmed", held_until=None)
    Booking.objects.filter(status="pending").update(held_until=Order.objects.get().held_until)
    if status == "capturing":
        Booking.objects.filter(status="pending").update(held_until=None)

    sentences = check_books()[1]

    assert [line for line in sentences if f"booking {list_booking_ids(held)[0]} is confirmed" in line]


@pytest.mark.parametrize(("status", "which"), [("pending", "one"), ("cancelled", "all"), ("refunded", "one")])
def test_a_paid_order_with_unconfirmed_seats_is_reported(paid, status, which):
    lost = list_booking_ids(paid) if which == "all" else list_booking_ids(paid)[1:]
    Booking.objects.filter(public_id__in=lost).update(status=status)

    sentence = get_only_violation(check_books())

    assert paid["number"] in sentence
    assert "not all of its seats are confirmed" in sentence


@pytest.mark.parametrize("end", [None, "later"])
def test_a_booking_held_for_another_time_than_its_order_is_reported(held, end):
    until = None if end is None else Order.objects.get().held_until.replace(year=2099)
    Booking.objects.filter(public_id=list_booking_ids(held)[0]).update(held_until=until)

    assert "disagree about when the hold ends" in get_only_violation(check_books())


def test_seats_with_an_expiry_during_a_capture_are_reported(held, capturing):
    booking = Booking.objects.first()
    Booking.objects.filter(pk=booking.pk).update(held_until=booking.created_at)

    assert "disagree about when the hold ends" in get_only_violation(check_books())


def test_a_payable_order_without_seats_is_reported(held):
    Booking.objects.filter(public_id=list_booking_ids(held)[0]).update(status="cancelled")

    assert list_booking_ids(held)[0] in get_only_violation(check_books())


@pytest.mark.parametrize("status", ["cancelled", "refund_due"])
def test_an_ended_order_that_still_holds_seats_is_reported(held, status):
    Order.objects.update(status=status, goes_back_because="refused", held_until=None)
    Booking.objects.update(held_until=None)
    Booking.objects.exclude(public_id=list_booking_ids(held)[0]).update(status="cancelled")

    assert [line for line in check_books()[1] if list_booking_ids(held)[0] in line]


# --- Lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Another"},
        {"description": "Another"},
        {"event_location": "Elsewhere"},
        {"image": "events/x.jpg"},
        {"product": "0" * 24},
        {"seats": 3},
        {"price": "11.99"},
        {"line_price": "1.00"},
    ],
    ids=str,
)
def test_a_changed_line_is_reported(held, change):
    OrderLine.objects.filter(pk=OrderLine.objects.first().pk).update(**change)

    assert "its lines are not what they were" in join_messages(check_books())


@pytest.mark.parametrize("change", [{"seats": 1}, {"seats": 3}])
def test_a_booking_with_another_number_of_seats_than_sold_is_reported(paid, change):
    booking = list_booking_ids(paid)[0]
    Booking.objects.filter(public_id=booking).update(**change)
    Pass.objects.filter(booking__public_id=booking).update(**change)

    assert booking in get_only_violation(check_books())


def test_every_violation_gets_a_message_and_the_exit_code_is_1(held, paid):
    OrderLine.objects.update(name="Another")

    code, sentences = check_books()

    assert (code, len(sentences)) == (1, 2)
