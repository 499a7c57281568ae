"""Dates that can be ordered, and their remaining seats."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from events.datetimes import get_shop_zone
from events.models import Event, Occurrence
from orders.models import Order
from tests.orders.api_calls import build_item, build_order, create_order, expire_hold, format_start, post_order
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def post_order_for(client, date, booking_date, *, product=None, seats=1):
    booking = {"bookingDate": booking_date, "reservationSeats": seats}
    item = build_item(date, bookings=[booking]) | ({"_id": product} if product else {})
    return post_order(client, {"orderItems": [item]})


# --- Dates -----------------------------------------------------------------------------------------------------------


def test_a_datetime_in_another_time_zone_is_the_same_date(as_visitor):
    date = OccurrenceFactory()
    in_tokyo = (date.starts_at + timedelta(hours=9)).strftime("%Y-%m-%dT%H:%M:%S+09:00")

    assert post_order_for(as_visitor, date, in_tokyo).status_code == 201
    assert Booking.objects.get().occurrence == date


def test_a_space_before_an_offset_is_read_as_a_plus(as_visitor):
    date = OccurrenceFactory()
    lost_its_plus = (date.starts_at + timedelta(hours=9)).strftime("%Y-%m-%dT%H:%M:%S 09:00")

    assert post_order_for(as_visitor, date, lost_its_plus).status_code == 201


def test_a_datetime_without_a_zone_is_in_the_shops_time_zone_and_seconds_are_ignored(as_visitor):
    date = OccurrenceFactory()
    here = date.starts_at.astimezone(get_shop_zone()).strftime("%Y-%m-%dT%H:%M:42.999")

    assert post_order_for(as_visitor, date, here).status_code == 201


def test_a_day_without_a_time_is_that_days_date(as_visitor):
    date = OccurrenceFactory()
    day = date.starts_at.astimezone(get_shop_zone()).strftime("%Y-%m-%d")

    answer = post_order_for(as_visitor, date, day)

    assert answer.json()["orderItems"][0]["bookings"][0]["bookingDate"] == format_start(date)


def test_a_day_with_two_dates_requires_a_time(as_visitor):
    noon = timezone.localtime(in_days(7)).replace(hour=12, minute=0)
    event = EventFactory(starts_at=noon, ends_at=noon)
    early = OccurrenceFactory(event=event, starts_at=noon)
    OccurrenceFactory(event=event, starts_at=noon + timedelta(hours=6))

    answer = post_order_for(as_visitor, early, f"{noon:%Y-%m-%d}")

    assert answer.json()["code"] == "date_unavailable"


@pytest.mark.parametrize("text", ["", "Friday", "9999-12-31", "0000-00-00"])
def test_an_unknown_date_is_refused_with_a_message(as_visitor, text):
    answer = post_order_for(as_visitor, OccurrenceFactory(), text)

    assert answer.status_code in (400, 409)
    assert answer.json()["message"].endswith((".", "blank."))
    assert not Booking.objects.exists()


@pytest.mark.parametrize(
    "date",
    [
        {"event__status": "draft"},
        {"event__status": "archived"},
        {"status": "skipped"},
        {"status": "dropped"},
        {"starts_at": in_days(-1)},
        {"event__starts_at": in_days(0, hours=-1)},
    ],
    ids=str,
)
def test_a_date_that_is_not_on_sale_cannot_be_ordered(as_visitor, date):
    gone = OccurrenceFactory(**date)

    answer = post_order_for(as_visitor, gone, format_start(gone))

    assert answer.status_code == 409
    assert answer.json()["code"] == "date_unavailable"
    assert answer.json()["product"] == gone.event.public_id
    assert not Booking.objects.exists()


def test_staff_cannot_order_hidden_events(as_admin):
    hidden = OccurrenceFactory(event__status=Event.Status.ARCHIVED)

    assert post_order_for(as_admin, hidden, format_start(hidden)).json()["code"] == "date_unavailable"


@pytest.mark.parametrize("product", ["0" * 24, "nothing"])
def test_an_unknown_event_cannot_be_ordered(as_visitor, product):
    date = OccurrenceFactory()

    answer = post_order_for(as_visitor, date, format_start(date), product=product)

    assert answer.status_code == 409
    assert answer.json()["code"] == "date_unavailable"


def test_another_events_date_is_refused(as_visitor):
    friday, saturday = OccurrenceFactory(), OccurrenceFactory(event__starts_at=in_days(8))

    answer = post_order_for(as_visitor, friday, format_start(saturday))

    assert answer.json()["code"] == "date_unavailable"


def test_one_unavailable_date_prevents_all_holds(as_visitor):
    here, gone = OccurrenceFactory(), OccurrenceFactory(status=Occurrence.Status.SKIPPED)

    answer = post_order(as_visitor, build_order(here, gone))

    assert answer.json()["code"] == "date_unavailable"
    assert not Booking.objects.exists()


# --- Seats -----------------------------------------------------------------------------------------------------------


def test_a_full_date_refuses_one_more_seat_without_storing_an_order(as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    BookingFactory(occurrence=date, seats=2)

    answer = post_order(as_visitor, build_order(date, seats=1))

    assert answer.status_code == 409
    assert answer.json()["code"] == "sold_out"
    assert answer.json()["short"] == [
        {"product": date.event.public_id, "name": date.event.name, "bookingDate": format_start(date), "countInStock": 0}
    ]
    assert not Order.objects.exists()


def test_an_order_holds_all_of_its_dates_or_none(as_visitor):
    wide, narrow, full = (OccurrenceFactory(event__maximum_event_capacity=seats) for seats in (9, 1, 2))
    BookingFactory(occurrence=full, seats=2)

    answer = post_order(as_visitor, build_order(wide, narrow, full, seats=2))

    assert answer.status_code == 409
    left = {row["product"]: row["countInStock"] for row in answer.json()["short"]}
    assert left == {narrow.event.public_id: 1, full.event.public_id: 0}
    assert "Only 1 seat is left" in answer.json()["message"]
    assert "No seats are left" in answer.json()["message"]
    assert Booking.objects.count() == 1


def test_all_remaining_seats_can_be_ordered(as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=6)
    BookingFactory(occurrence=date, seats=2)

    assert post_order(as_visitor, build_order(date, seats=5)).status_code == 409
    assert post_order(as_visitor, build_order(date, seats=4)).status_code == 201


def test_live_holds_of_others_count_and_expired_ones_do_not(as_visitor, as_other_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    theirs = create_order(as_other_visitor, date, seats=2)

    assert post_order(as_visitor, build_order(date, seats=1)).json()["code"] == "sold_out"

    expire_hold(theirs, minutes_ago=0)  # upkeep hasn't run
    assert post_order(as_visitor, build_order(date, seats=2)).status_code == 201


@pytest.mark.parametrize(("status", "left"), [("confirmed", 0), ("cancelled", 2), ("refunded", 2)])
def test_only_sold_and_held_seats_count(as_visitor, status, left):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    BookingFactory(occurrence=date, seats=2, status=status)

    answer = post_order(as_visitor, build_order(date, seats=2))

    assert answer.status_code == (201 if left else 409)


def test_seats_of_a_capturing_order_count_without_expiry(as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    BookingFactory(occurrence=date, seats=2, status="pending", held_until=None)

    assert post_order(as_visitor, build_order(date, seats=1)).json()["code"] == "sold_out"


def test_each_date_of_a_series_has_its_own_capacity(as_visitor):
    friday = OccurrenceFactory(event__maximum_event_capacity=2)
    next_friday = OccurrenceFactory(event=friday.event, starts_at=friday.starts_at + timedelta(days=7))
    BookingFactory(occurrence=friday, seats=2)

    assert create_order(as_visitor, next_friday, seats=2)["status"] == "held"


def test_an_event_without_seats_sells_none(as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=0)

    assert post_order(as_visitor, build_order(date, seats=1)).json()["code"] == "sold_out"
