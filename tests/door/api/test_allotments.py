"""PUT /api/door/allotment: seats that a phone keeps to sell without a connection."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from door.models import Allotment
from tests.changes.date_change_calls import call_off, move
from tests.door.till_calls import Phone, build_sale, open_night
from tests.orders.api_calls import build_order, post_order
from tests.orders.waiting_lists import get_offered_seats, join
from tests.payments.refund_calls import count_seats_left
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def ahead(as_admin):
    """A date next week with four seats."""
    return OccurrenceFactory(event__price="12.00", event__maximum_event_capacity=4)


@pytest.fixture
def phone(as_admin, ahead):
    return Phone(as_admin, open_night(as_admin, ahead))


def get_live():
    return Booking.objects.taken(timezone.now()).get(kind="allotment")


def test_kept_seats_are_not_for_sale(phone, as_visitor, as_anonymous, ahead):
    answer = phone.keep(3)

    assert (answer.status_code, answer.json()) == (200, {"seats": 3})
    assert phone.get_list()["allotment"] == 3
    assert count_seats_left(as_anonymous, ahead) == 1
    assert post_order(as_visitor, build_order(ahead, seats=2)).json()["code"] == "sold_out"


def test_seats_are_kept_until_six_hours_after_the_end(phone, ahead):
    phone.keep(3)

    assert get_live().held_until == ahead.ends_at + timedelta(hours=6)


def test_no_more_seats_are_kept_than_there_are(phone, ahead):
    BookingFactory(occurrence=ahead, seats=2)
    phone.keep(1)

    answer = phone.keep(3)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert answer.json()["short"][0]["countInStock"] == 1
    assert get_live().seats == 1


def test_seats_can_be_added_and_given_back(phone, ahead, as_anonymous):
    for count in (1, 4, 2, 0):
        assert phone.keep(count).status_code == 200
        assert count_seats_left(as_anonymous, ahead) == 4 - count
    assert not Allotment.objects.filter(ended_at=None).exists()


@pytest.mark.parametrize("left", [0, 1])
def test_seats_that_are_given_back_are_offered_to_the_waiting_list(phone, as_visitor, ahead, left):
    phone.keep(4)
    join(as_visitor, ahead, 4, at_least=1)

    phone.keep(left)

    assert get_offered_seats(as_visitor) == [4 - left]


def test_a_date_that_is_called_off_keeps_no_seats(as_admin, phone, ahead):
    phone.keep(3)

    call_off(as_admin, ahead)

    assert phone.get_list()["allotment"] == 0
    assert phone.keep(1).json()["code"] == "date_unavailable"


def test_a_date_that_moves_keeps_no_seats_until_the_phone_asks_again(as_admin, phone, ahead):
    phone.keep(3)

    move(as_admin, ahead, in_days(9))

    assert phone.get_list()["allotment"] == 0
    assert phone.keep(2).status_code == 200
    ahead.refresh_from_db()
    assert get_live().held_until == ahead.ends_at + timedelta(hours=6)


def test_a_new_allotment_does_not_revive_one_whose_time_is_over(phone):
    phone.keep(2)
    Booking.objects.update(held_until=in_days(-1))

    assert phone.keep(3).status_code == 200
    assert (get_live().seats, Allotment.objects.filter(ended_at=None).count()) == (3, 1)


def test_sold_seats_leave_the_allotment(phone):
    phone.keep(3)
    phone.report(build_sale(2, 27.6, 30))

    assert phone.get_list()["allotment"] == 1
    phone.report(build_sale())
    assert phone.get_list()["allotment"] == 0
    assert not Allotment.objects.filter(ended_at=None).exists()
