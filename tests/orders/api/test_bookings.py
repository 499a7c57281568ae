"""Bookings one by one: what a browser posts after paying, and what staff do by hand."""

from datetime import timedelta

import pytest

from bookings.models import Booking
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    expire_hold,
    format_start,
    list_booking_ids,
    pay,
    pay_test_order,
    pay_with_paypal,
)
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def book(client, date, order=None, **changes):
    body = {
        "product": date.event.public_id,
        "reservationSeats": 2,
        "bookingDate": format_start(date),
        "status": "confirmed",
        "user": "somebody",
    }
    named = {"order": order["_id"]} if order else {}
    return client.post("/api/bookings", body | named | changes, format="json")


# --- After an order --------------------------------------------------------------------------------------------------


def test_posting_a_booking_of_an_order_answers_the_one_it_made(as_visitor, visitor):
    date = OccurrenceFactory()
    order = pay_test_order(as_visitor, create_order(as_visitor, date, seats=2))

    answer = book(as_visitor, date, order)

    assert answer.status_code == 200
    assert answer.json() == {
        "_id": list_booking_ids(order)[0],
        "product": date.event.public_id,
        "reservationSeats": 2,
        "bookingDate": format_start(date),
        "status": "confirmed",
        "order": order["_id"],
        "user": visitor.public_id,
    }
    assert book(as_visitor, date, order).json() == answer.json()
    assert Booking.objects.count() == 1


def test_more_seats_than_the_order_has_are_never_made(as_visitor):
    date = OccurrenceFactory()
    order = create_order(as_visitor, date, seats=2)

    answer = book(as_visitor, date, order, reservationSeats=20, status="confirmed")

    assert (answer.json()["reservationSeats"], answer.json()["status"]) == (2, "pending")
    assert Booking.objects.get().seats == 2


def test_a_night_or_date_that_is_not_in_the_order_is_refused(as_visitor):
    date, another = OccurrenceFactory(), OccurrenceFactory(event__starts_at=in_days(9))
    order = create_order(as_visitor, date)

    assert book(as_visitor, another, order).status_code == 409
    assert book(as_visitor, date, order, bookingDate=format_start(another)).status_code == 409
    assert book(as_visitor, date, order, product="0" * 24).json()["code"] == "date_unavailable"
    assert Booking.objects.count() == 1


def test_the_date_it_was_sold_for_still_finds_a_booking_that_moved(as_visitor):
    date = OccurrenceFactory()
    order = create_order(as_visitor, date)
    type(date).objects.filter(pk=date.pk).update(starts_at=date.starts_at + timedelta(hours=1))

    answer = book(as_visitor, date, order)

    assert answer.status_code == 200
    assert answer.json()["_id"] == list_booking_ids(order)[0]
    assert answer.json()["bookingDate"] == f"{date.starts_at + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"


def test_a_cancelled_or_lapsed_order_has_no_bookings_to_answer(as_visitor):
    date = OccurrenceFactory()
    cancelled, lapsed = create_order(as_visitor, date), create_order(as_visitor, date)
    as_visitor.post(f"/api/orders/{cancelled['_id']}/cancel")
    expire_hold(lapsed)

    answers = [book(as_visitor, date, order) for order in (cancelled, lapsed)]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert [answer.json()["status"] for answer in answers] == ["cancelled", "expired"]


def test_somebody_elses_order_is_not_there_and_staff_may_ask(as_visitor, as_other_visitor, as_admin, as_nobody):
    date = OccurrenceFactory()
    order = create_order(as_visitor, date)

    people = (as_other_visitor, as_nobody, as_admin)
    assert [book(client, date, order).status_code for client in people] == [404, 401, 200]


@pytest.mark.parametrize("order", [{}, {"order": None}, {"order": ""}])
def test_a_booking_names_its_order(as_visitor, order):
    answer = book(as_visitor, OccurrenceFactory(), **order)

    assert answer.status_code == 400
    assert "order" in answer.json()["message"].lower()
    assert not Booking.objects.exists()


@pytest.mark.parametrize("field", ["product", "bookingDate", "reservationSeats"])
def test_a_booking_says_what_and_when(as_admin, field):
    date = OccurrenceFactory()

    answer = book(as_admin, date, **{field: None})

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]


# --- By hand ---------------------------------------------------------------------------------------------------------


def test_staff_book_seats_by_hand(as_admin, admin, as_nobody):
    date = OccurrenceFactory(event__maximum_event_capacity=5)

    answer = book(as_admin, date, reservationSeats={"qty": "3"})

    assert answer.status_code == 201
    made = answer.json()
    assert (made["reservationSeats"], made["status"], made["order"], made["user"]) == (
        3, "confirmed", None, admin.public_id,
    )  # fmt: skip
    count = as_nobody.get(f"/api/bookings?productId={date.event.public_id}&eventStartTime={format_start(date)}")
    assert count.json() == {"totalReservations": 3, "maximumEventCapacity": 5, "countInStock": 2}


def test_by_hand_too_no_seat_is_sold_twice(as_admin):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    BookingFactory(occurrence=date, seats=1)

    answer = book(as_admin, date, reservationSeats=2)

    assert answer.status_code == 409
    assert answer.json()["short"][0]["countInStock"] == 1
    assert Booking.objects.count() == 1


@pytest.mark.parametrize("date", [{"status": "skipped"}, {"event__status": "archived"}, {"starts_at": in_days(-1)}])
def test_by_hand_too_only_dates_on_sale_are_booked(as_admin, date):
    assert book(as_admin, OccurrenceFactory(**date)).json()["code"] == "date_unavailable"


# --- Changing one ----------------------------------------------------------------------------------------------------


def change(client, booking_id, status="cancelled"):
    return client.put(f"/api/bookings/{booking_id}", {"status": status}, format="json")


def test_cancelling_a_held_orders_booking_cancels_the_order(as_visitor, as_admin):
    order = create_order(as_visitor, OccurrenceFactory(), OccurrenceFactory())

    answer = change(as_admin, list_booking_ids(order)[0])

    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "cancelled"
    assert set(Booking.objects.values_list("status", flat=True)) == {"cancelled"}


def test_cancelling_the_booking_of_a_lapsed_order_writes_its_end_down(as_visitor, as_admin):
    order = create_order(as_visitor, OccurrenceFactory())
    expire_hold(order)

    answer = change(as_admin, list_booking_ids(order)[0])

    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "expired"


def test_a_booking_somebody_paid_for_is_refunded_and_not_cancelled(as_visitor, as_admin, paypal):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))

    answer = change(as_admin, list_booking_ids(order)[0])

    assert answer.status_code == 409
    assert f"/api/orders/{order['_id']}/refund" in answer.json()["message"]
    assert Booking.objects.get().status == "confirmed"


def test_a_booking_whose_payment_is_on_its_way_is_left_alone(as_visitor, as_admin, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "error_500_before", times=2)
    pay(as_visitor, order, paypal_order_id)

    assert change(as_admin, list_booking_ids(order)[0]).status_code == 409
    assert Booking.objects.get().status == "pending"


def test_a_booking_that_cost_nothing_can_be_cancelled(as_visitor, as_admin):
    order = create_order(as_visitor, OccurrenceFactory(event__price="0"), OccurrenceFactory(event__price="0"))

    answer = change(as_admin, list_booking_ids(order)[0])

    assert answer.json()["status"] == "cancelled"
    assert sorted(Booking.objects.values_list("status", flat=True)) == ["cancelled", "confirmed"]


def test_a_booking_made_by_hand_can_be_cancelled(as_admin, as_nobody):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    made = book(as_admin, date).json()

    assert change(as_admin, made["_id"]).json()["status"] == "cancelled"
    assert as_nobody.get(f"/api/bookings?productId={date.event.public_id}").json()["countInStock"] == 2


def test_asking_for_the_status_it_has_changes_nothing(as_visitor, as_admin):
    order = create_order(as_visitor, OccurrenceFactory())

    assert change(as_admin, list_booking_ids(order)[0], "pending").status_code == 200
    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "held"


@pytest.mark.parametrize("status", ["confirmed", "refunded"])
def test_a_booking_is_not_confirmed_or_refunded_by_hand(as_visitor, as_admin, status):
    order = create_order(as_visitor, OccurrenceFactory())

    assert change(as_admin, list_booking_ids(order)[0], status).status_code == 409
    assert Booking.objects.get().status == "pending"


@pytest.mark.parametrize("status", ["", "sold", None, 1, []])
def test_a_status_nobody_knows_is_refused(as_admin, status):
    assert change(as_admin, BookingFactory().public_id, status).status_code == 400


def test_only_staff_change_bookings(as_visitor, as_nobody, as_admin):
    booking = list_booking_ids(create_order(as_visitor, OccurrenceFactory()))[0]

    assert change(as_visitor, booking).status_code == 403
    assert change(as_nobody, booking).status_code == 401
    assert change(as_admin, "0" * 24).status_code == 404
