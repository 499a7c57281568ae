"""Friends with seats of a changed date, and people who wait for seats of it."""

import pytest

from bookings.models import Booking, SeatLink
from tests.bookings.seat_links import claim_ticket, create_token, read_seat
from tests.changes.change_calls import buy, create_date, get_options, post_change
from tests.changes.date_change_calls import call_off, format_time, move
from tests.orders.waiting_lists import get_offered_seats, join
from tests.support.factories import in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict_date(db):
    return create_date(event__maximum_event_capacity=8, event__refund_policy="none")


def test_seats_of_guests_are_refunded_with_a_date_that_is_off(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)
    ticket = claim_ticket(create_token(as_visitor, Booking.objects.get()))
    call_off(as_admin, strict_date)
    assert read_seat(ticket).json()["status"] == "over"

    assert post_change(as_visitor, paid, "refund", amount="37.26").status_code == 201

    assert SeatLink.objects.get().state == "revoked"
    assert read_seat(ticket).status_code == 404


def test_guests_keep_their_seats_of_a_moved_date(as_visitor, as_admin, paypal, strict_date):
    paid = buy(as_visitor, paypal, strict_date)
    ticket = claim_ticket(create_token(as_visitor, Booking.objects.get()))

    move(as_admin, strict_date, in_days(9))

    assert read_seat(ticket).json()["startTime"] == format_time(in_days(9))
    assert post_change(as_visitor, paid, "refund", seats=3, amount="37.26").json()["code"] == "seats_claimed"
    assert len(get_options(as_visitor, paid)[0]["refund"]["amounts"]) == 2


def test_seats_that_buyers_of_a_moved_date_give_back_go_to_its_new_waiting_list(
    as_visitor, as_other_visitor, as_admin, paypal
):
    date = create_date(event__maximum_event_capacity=3)
    paid = buy(as_visitor, paypal, date)
    move(as_admin, date, in_days(9))
    date.refresh_from_db()
    join(as_other_visitor, date, 2)

    assert post_change(as_visitor, paid, "refund", amount="37.26").status_code == 201

    assert get_offered_seats(as_other_visitor) == [2]
