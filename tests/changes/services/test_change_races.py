"""Changes of a paid order at the same time as others."""

import pytest

from bookings.models import Booking
from events.models import Event
from tests.changes.change_calls import buy, create_another_date, create_date, move_to, post_change
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_change_sent_twice_at_once_is_made_once(visitor, as_visitor, paypal):
    paid = buy(as_visitor, paypal, create_date())

    answers = run_together(
        *[lambda: post_change(signed_in(visitor), paid, "refund", seats=1, amount="12.42", key="tap")] * 2
    )

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["change"]["_id"] == answers[1].json()["change"]["_id"]
    assert list_refunded_amounts(paypal) == ["12.42"]


def test_a_move_and_a_refund_by_staff_leave_a_booking_on_one_date_or_refunded(visitor, admin, as_visitor, paypal):
    date = create_date()
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)

    run_together(
        lambda: move_to(signed_in(visitor), paid, later),
        lambda: post_refund(signed_in(admin), paid),
    )

    assert list_refunded_amounts(paypal) == ["37.26"]
    assert Booking.objects.get().status == "refunded"


def test_two_moves_to_the_last_seats_leave_one_booking_there(
    visitor, other_visitor, as_visitor, as_other_visitor, paypal
):
    date = create_date(event__maximum_event_capacity=6)
    later = create_another_date(date)
    mine = buy(as_visitor, paypal, date)
    yours = buy(as_other_visitor, paypal, date)
    create_order(as_visitor, later, seats=2)

    answers = run_together(
        lambda: move_to(signed_in(visitor), mine, later),
        lambda: move_to(signed_in(other_visitor), yours, later),
    )

    assert sorted(answer.status_code for answer in answers) == [201, 409]


def test_a_move_and_a_smaller_capacity_never_overfill_a_date(visitor, admin, as_visitor, paypal):
    date = create_date(event__maximum_event_capacity=6)
    later = create_another_date(date)
    mine = buy(as_visitor, paypal, date)
    create_order(as_visitor, later, seats=2)
    event = f"/api/products/{date.event.public_id}"

    run_together(
        lambda: move_to(signed_in(visitor), mine, later),
        lambda: signed_in(admin).put(event, {"maximumEventCapacity": 3}, format="json"),
    )

    taken = sum(Booking.objects.filter(occurrence=later).values_list("seats", flat=True))
    assert taken <= Event.objects.get().maximum_event_capacity
