"""Placing an order: permissions, the response, prices and queries; its number; its delivery; canceling it."""

import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bookings.models import Booking
from orders.models import Order
from orders.order_number import create_order_number
from orders.services.place_order import CartItem, OrderRequest, place_order
from tests.orders.api_calls import (
    approve_payment,
    build_item,
    build_order,
    create_order,
    expire_hold,
    format_start,
    get_order,
    list_booking_statuses,
    pay,
    post_money,
)
from tests.support.factories import BookingFactory, OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_test_order


def test_the_response_has_every_field_of_an_order(as_visitor, visitor):
    date = OccurrenceFactory(event__name="Friday Draft", event__description="Three boosters.")

    order = create_order(as_visitor, date, seats=2)

    held_for = datetime.fromisoformat(order.pop("heldUntil")) - timezone.now()
    assert timedelta(minutes=14) < held_for <= timedelta(minutes=15)
    booking = Booking.objects.get()
    assert order == {
        "_id": Order.objects.get().public_id,
        "number": Order.objects.get().number,
        "user": visitor.public_id,
        "buyer": {"_id": visitor.public_id, "firstName": "Ana", "lastName": "Diaz", "email": "ana@example.com"},
        "status": "held",
        "isTest": False,
        "orderItems": [
            {
                "_id": date.event.public_id,
                "name": "Friday Draft",
                "image": "",
                "description": "Three boosters.",
                "price": 12.0,
                "eventLocation": "Copper Kettle Brewing, 12 Dock St",
                "minAge": None,
                "refundPolicy": {"refund": "full", "untilHours": 24, "feePerSeat": 0.0},
                "bookings": [
                    {
                        "_id": booking.public_id,
                        "bookingDate": format_start(date),
                        "endTime": f"{date.ends_at:%Y-%m-%dT%H:%M:%SZ}",
                        "reservationSeats": {"qty": 2},
                        "subtotal": 24.0,
                        "status": "pending",
                        "movedFrom": None,
                        "calendarSequence": 0,
                        "passes": [],
                    }
                ],
            }
        ],
        "shippingAddress": {
            "fName": "Ana",
            "lName": "Diaz",
            "address": "",
            "addressSecondary": "",
            "city": "",
            "state": "",
            "postalCode": "",
            "country": "",
        },
        "billingAddress": dict.fromkeys(
            ("fName", "lName", "address", "addressSecondary", "city", "state", "postalCode", "country"), ""
        ),
        "paymentMethod": "Paypal",
        "itemsPrice": 24.0,
        "shippingPrice": 0.0,
        "taxPrice": 3.6,
        "totalPrice": 27.6,
        "refundedPrice": 0.0,
        "createdAt": f"{Order.objects.get().created_at:%Y-%m-%dT%H:%M:%SZ}",
        "paidAt": None,
        "deliveredAt": None,
        "refundDue": None,
        "refunds": [],
    }


def test_two_dates_of_one_event_are_one_item_and_bookings_of_one_date_are_added_up(as_visitor):
    friday = OccurrenceFactory(event__maximum_event_capacity=5)
    saturday = OccurrenceFactory(event=friday.event, starts_at=friday.starts_at + timedelta(days=1))
    three, two = build_item(friday, seats=3), build_item(friday, seats=2)

    order = post_money(as_visitor, {"orderItems": [three, build_item(saturday, seats=1), two]}).json()

    (item,) = order["orderItems"]
    assert [(booking["bookingDate"], booking["reservationSeats"]["qty"]) for booking in item["bookings"]] == [
        (format_start(friday), 5),
        (format_start(saturday), 1),
    ]
    assert order["itemsPrice"] == 72.0
    again = post_money(as_visitor, {"orderItems": [build_item(saturday, seats=3)] * 2})
    assert again.json()["code"] == "sold_out"


def test_editing_the_event_does_not_change_an_orders_lines(as_visitor, as_admin):
    date = OccurrenceFactory(event__name="Friday Draft", event__price="12.00")
    order = create_order(as_visitor, date)

    later = {"name": "Saturday Sealed", "price": 99, "description": "All new."}
    later |= {"eventLocation": "Elsewhere", "moveBookings": False}
    saved = as_admin.put(f"/api/products/{date.event.public_id}", later, format="json")

    assert saved.json()["name"] == "Saturday Sealed"
    assert get_order(as_visitor, order) == order


@pytest.mark.skipif(settings.SQLITE, reason="SQLite locks the whole file at BEGIN")
def test_the_buyer_is_locked_before_the_dates(as_visitor, visitor):
    dates = [OccurrenceFactory() for _ in range(3)]
    for date in dates:
        ran_out = timezone.now() - timedelta(minutes=10)
        BookingFactory(occurrence=date, user=visitor, status="cancelled", held_until=ran_out)
    with CaptureQueriesContext(connection) as queries:
        assert post_money(as_visitor, build_order(*dates, seats=1)).status_code == 201

    looks = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    locked = [re.search(r'FROM "(\w+)"', sql)[1] for sql in looks if "FOR NO KEY UPDATE" in sql]
    assert locked[0] == "accounts_user"
    assert set(locked[1:]) == {"events_occurrence"}
    before = looks[: next(at for at, sql in enumerate(looks) if 'FROM "events_occurrence"' in sql and "FOR" in sql)]
    counted = [sql for sql in before if 'FROM "bookings_booking"' in sql]
    assert counted == [], "nothing is counted before the dates are locked"


@pytest.mark.parametrize(("sold_per", "now_per", "subtotal"), [("seat", "booking", 48), ("booking", "seat", 12)])
def test_a_subtotal_stays_when_the_price_rule_changes(as_visitor, settings, sold_per, now_per, subtotal):
    settings.PRICE_PER = sold_per
    order = create_order(as_visitor, OccurrenceFactory(event__price="12.00"), seats=4)

    settings.PRICE_PER = now_per

    read = get_order(as_visitor, order)
    assert [each["orderItems"][0]["bookings"][0]["subtotal"] for each in (order, read)] == [subtotal, subtotal]


def test_staff_mark_a_paid_order_as_delivered(as_admin, as_visitor):
    paid = create_test_order(as_visitor, OccurrenceFactory())

    answer = as_admin.put(f"/api/orders/{paid['_id']}/deliver")

    assert (answer.status_code, answer.json()["status"]) == (200, "paid")
    assert answer.json()["deliveredAt"].endswith("Z")
    assert get_order(as_visitor, paid)["deliveredAt"] == answer.json()["deliveredAt"]


def place(date, numbers):
    """Place an order whose numbers are tried in this order."""
    item = CartItem(product=date.event.public_id, name="Draft", price=None, bookings=[(format_start(date), 1)])
    source = iter(numbers)
    return place_order(order_request=OrderRequest([item]), new_number=source.__next__, by=UserFactory())


def test_a_new_order_has_a_random_number_without_ambiguous_characters(as_visitor):
    date = OccurrenceFactory()
    numbers = {create_order(as_visitor, date, seats=1)["number"] for _ in range(3)}
    made = [create_order_number() for _ in range(2000)]

    assert len(numbers) == 3
    assert [number for number in [*numbers, *made] if not re.fullmatch("C-[0-9A-HJKMNP-TV-Z]{5}", number)] == []
    assert {character for number in made for character in number[2:]} == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


@pytest.mark.django_db(transaction=True)
def test_an_order_gets_another_number_if_its_own_is_taken():
    date = OccurrenceFactory()
    place(date, ["C-AAAAA"])

    order = place(date, ["C-AAAAA", "C-AAAAA", "C-BBBBB"])

    assert order.number == "C-BBBBB"
    assert sorted(Order.objects.values_list("number", "lines__seats")) == [("C-AAAAA", 1), ("C-BBBBB", 1)]
    assert sum(date.bookings.values_list("seats", flat=True)) == 2  # the refused attempts hold no seats


def test_a_number_gives_no_access(as_visitor, as_admin, as_anonymous):
    date = OccurrenceFactory()
    number = create_order(as_visitor, date)["number"]

    for client in (as_visitor, as_admin, as_anonymous):
        for written in (number, number[2:], number.lower()):
            assert client.get(f"/api/orders/{written}").status_code == 404
            for action in ("cancel", "paypal", "refund"):
                assert client.post(f"/api/orders/{written}/{action}").status_code == 404
            assert client.put(f"/api/orders/{written}/pay").status_code == 404
    item = build_item(date)
    booking = {"product": item["_id"], "order": number} | item["bookings"][0]
    assert as_visitor.post("/api/bookings", booking, format="json").status_code == 404


def cancel(client, order):
    return client.post(f"/api/orders/{order['_id']}/cancel")


def test_cancelling_releases_the_seats(as_visitor, as_anonymous):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    order = create_order(as_visitor, date, seats=2)

    answer = cancel(as_visitor, order)

    assert answer.status_code == 200
    assert (answer.json()["status"], answer.json()["heldUntil"]) == ("cancelled", None)
    assert list_booking_statuses(answer.json()) == ["cancelled"]
    count = as_anonymous.get(f"/api/bookings?productId={date.event.public_id}").json()
    assert count["countInStock"] == 2


def test_an_expired_order_cannot_be_canceled(as_visitor):
    order = create_order(as_visitor, OccurrenceFactory())
    expire_hold(order)

    answer = cancel(as_visitor, order)

    assert answer.status_code == 409
    assert answer.json()["status"] == "expired"
    assert Booking.objects.get().held_until is not None  # the end of the hold stays stored


@pytest.mark.parametrize(("kind", "status"), [("error_500_before", "capturing"), ("pending", "review")])
def test_an_order_whose_payment_is_in_progress_cannot_be_canceled(as_visitor, paypal, kind, status):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", kind, times=2)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == status

    answer = cancel(as_visitor, order)

    assert answer.status_code == 409
    assert answer.json()["status"] == status
    assert Booking.objects.get().status == "pending"


def test_a_canceled_order_cannot_be_paid(as_visitor, paypal, settings):
    settings.TEST_ORDERS = True
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    cancel(as_visitor, order)

    assert pay(as_visitor, order, paypal_order_id).status_code == 409
    assert as_visitor.post(f"/api/orders/{order['_id']}/paypal").status_code == 409
    test_order = as_visitor.put(f"/api/orders/{order['_id']}/pay", {"test": True}, format="json")
    assert test_order.json()["code"] == "not_held"
    assert paypal.captures() == []
