"""Single bookings: the call after payment, and bookings by staff."""

from bookings.models import Booking
from tests.orders.api_calls import approve_payment, create_order, format_start, get_order, list_booking_ids, pay
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.messages import delivered
from tests.support.paid_orders import create_paid_order


def post_booking(client, date, order=None, **changes):
    body = {
        "product": date.event.public_id,
        "reservationSeats": 2,
        "bookingDate": format_start(date),
        "status": "confirmed",
        "user": "somebody",
    }
    named = {"order": order["_id"]} if order else {}
    return client.post("/api/bookings", body | named | changes, format="json")


def test_posting_a_booking_of_an_order_returns_the_existing_booking_and_changes_nothing(as_visitor, visitor):
    date = OccurrenceFactory()
    order = create_order(as_visitor, date, seats=2)

    for asked in (2, 20):
        answer = post_booking(as_visitor, date, order, reservationSeats=asked, status="confirmed")

        assert (answer.status_code, answer.json()) == (
            200,
            {
                "_id": list_booking_ids(order)[0],
                "product": date.event.public_id,
                "reservationSeats": 2,
                "bookingDate": format_start(date),
                "status": "pending",
                "order": order["_id"],
                "user": visitor.public_id,
            },
        )
    assert Booking.objects.get().seats == 2


def test_an_event_or_date_that_is_not_in_the_order_is_refused(as_visitor):
    date, another = OccurrenceFactory(), OccurrenceFactory(event__starts_at=in_days(9))
    order = create_order(as_visitor, date)

    assert post_booking(as_visitor, another, order).status_code == 409
    assert post_booking(as_visitor, date, order, bookingDate=format_start(another)).status_code == 409
    assert post_booking(as_visitor, date, order, product="0" * 24).json()["code"] == "date_unavailable"
    assert Booking.objects.count() == 1


def test_staff_book_seats_without_an_order_up_to_the_capacity(as_admin, admin, as_anonymous):
    date = OccurrenceFactory(event__maximum_event_capacity=5)

    answer = post_booking(as_admin, date, reservationSeats={"qty": "3"})

    assert answer.status_code == 201
    made = {name: answer.json()[name] for name in ("reservationSeats", "status", "order", "user")}
    assert made == {"reservationSeats": 3, "status": "confirmed", "order": None, "user": admin.public_id}
    count = as_anonymous.get(f"/api/bookings?productId={date.event.public_id}&eventStartTime={format_start(date)}")
    assert count.json() == {"totalReservations": 3, "maximumEventCapacity": 5, "countInStock": 2}
    refused = post_booking(as_admin, date, reservationSeats=3)
    assert (refused.status_code, refused.json()["short"][0]["countInStock"]) == (409, 2)
    assert Booking.objects.count() == 1


def put_booking(client, booking_id, status="cancelled"):
    return client.put(f"/api/bookings/{booking_id}", {"status": status}, format="json")


def test_cancelling_a_booking_of_a_held_order_cancels_the_order(as_visitor, as_admin):
    order = create_order(as_visitor, OccurrenceFactory(), OccurrenceFactory())

    answer = put_booking(as_admin, list_booking_ids(order)[0])

    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert get_order(as_visitor, order)["status"] == "cancelled"
    assert set(Booking.objects.values_list("status", flat=True)) == {"cancelled"}
    (message,) = delivered("order_refunded")
    assert message.subject.startswith("Your seats were canceled")
    assert "Nothing was charged for them, so there is nothing to refund." in message.body


def test_a_buyer_who_cancels_gets_no_email_about_it(as_visitor):
    order = create_order(as_visitor, OccurrenceFactory())

    assert as_visitor.post(f"/api/orders/{order['_id']}/cancel").status_code == 200

    assert delivered("order_refunded") == []


def test_the_buyer_of_a_free_booking_is_told_that_it_was_canceled(as_visitor, as_admin):
    order = create_order(as_visitor, OccurrenceFactory(event__price=0), seats=2)

    assert put_booking(as_admin, list_booking_ids(order)[0]).status_code == 200

    (message,) = delivered("order_refunded")
    assert message.subject.startswith("Your seats were canceled")
    assert "Nothing was charged for them, so there is nothing to refund." in message.body


def test_a_paid_booking_has_to_be_refunded_instead_of_canceled(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory())

    answer = put_booking(as_admin, list_booking_ids(order)[0])

    assert answer.status_code == 409
    assert f"/api/orders/{order['_id']}/refund" in answer.json()["message"]
    assert Booking.objects.get().status == "confirmed"


def test_a_booking_is_neither_set_to_confirmed_or_refunded_nor_canceled_during_its_payment(
    as_visitor, as_admin, paypal
):
    order = create_order(as_visitor, OccurrenceFactory())
    (booking,) = list_booking_ids(order)
    assert [put_booking(as_admin, booking, status).status_code for status in ("confirmed", "refunded")] == [409, 409]
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "error_500_before", times=2)
    pay(as_visitor, order, paypal_order_id)

    assert put_booking(as_admin, booking).status_code == 409
    assert Booking.objects.get().status == "pending"
