"""Staff move a paid booking to another date of its event, as agreed with the buyer."""

from typing import Any

import pytest

from orders.models import Change
from tests.changes.change_calls import buy, create_another_date, create_date
from tests.orders.api_calls import create_order, format_start, list_booking_ids
from tests.orders.waiting_lists import free_seats, get_offered_seats, join
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=3)


@pytest.fixture
def paid(as_visitor, paypal, date):
    return buy(as_visitor, paypal, date, seats=2)


def post_move(client, order, date, changes: dict[str, str] | None = None) -> Any:
    body = {"booking": list_booking_ids(order)[0], "to": format_start(date), "reason": "Asked by phone."}
    body |= changes or {}
    return client.post(f"/api/orders/{order['_id']}/move", body, format="json")


def test_staff_move_a_booking_without_money(as_admin, paypal, date, paid):
    later = create_another_date(date)

    answer = post_move(as_admin, paid, later)

    assert answer.status_code == 200, answer.content
    booking = answer.json()["orderItems"][0]["bookings"][0]
    assert (booking["bookingDate"], booking["movedFrom"]) == (format_start(later), format_start(date))
    assert booking["reservationSeats"] == {"qty": 2}
    assert list_refunded_amounts(paypal) == []
    assert not Change.objects.exists()  # those are the buyer's


def test_a_date_with_too_few_seats_is_refused(as_admin, as_other_visitor, paypal, date, paid):
    later = create_another_date(date)
    create_order(as_other_visitor, later, seats=2)

    answer = post_move(as_admin, paid, later)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert answer.json()["message"].startswith("Only 1 seat is left for ")


def test_the_waiting_list_of_the_new_date_goes_first(as_admin, as_other_visitor, paypal, date, paid):
    later = create_another_date(date)
    for _ in range(3):
        BookingFactory(occurrence=later, seats=1)
    join(as_other_visitor, later, 2)
    free_seats(as_admin, later, 2)

    assert post_move(as_admin, paid, later).json()["code"] == "sold_out"
    assert get_offered_seats(as_other_visitor) == [2]


def test_the_seats_of_the_old_date_are_offered_to_its_waiting_list(as_admin, as_other_visitor, paypal, date, paid):
    BookingFactory(occurrence=date, seats=1)
    join(as_other_visitor, date, 2)

    post_move(as_admin, paid, create_another_date(date))

    assert get_offered_seats(as_other_visitor) == [2]


@pytest.mark.parametrize("which", ["same", "past", "other event"])
def test_only_another_upcoming_date_of_the_event_can_be_chosen(as_admin, paypal, date, paid, which):
    to = {
        "same": lambda: date,
        "past": lambda: create_another_date(date, days=-1),
        "other event": lambda: OccurrenceFactory(starts_at=in_days(9)),
    }[which]()

    answer = post_move(as_admin, paid, to)

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")


def test_unpaid_and_refunded_orders_do_not_move(as_admin, as_visitor, paypal, date):
    later = create_another_date(date)
    held = create_order(as_visitor, date, seats=1)
    refunded = buy(as_visitor, paypal, create_another_date(date, days=21), seats=1)
    post_refund(as_admin, refunded)

    for order in (held, refunded):
        answer = post_move(as_admin, order, later)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_held")
