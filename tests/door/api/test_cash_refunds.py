"""POST /api/door/nights/{id}/refunds: seats that were paid in cash are refunded from a drawer, and nowhere else."""

import pytest

from bookings.models import Booking
from door.models import Move
from orders.models import Refund
from tests.door.till_calls import Phone, get_night, give_back, open_night
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def sold(till):
    """Three seats for 41.40."""
    return till.sell(seats=3, given=50).json()["order"]


def get_order(as_admin, order):
    return as_admin.get(f"/api/orders/{order}").json()


def test_a_cash_refund_leaves_the_drawer_and_puts_the_seats_back_on_sale(as_admin, as_anonymous, night, sold, tonight):
    answer = give_back(as_admin, night, sold, seats=1)

    assert (answer.status_code, answer.json()) == (
        201,
        {"order": sold, "status": "partly_refunded", "amount": 13.8},
    )
    order = get_order(as_admin, sold)
    assert (order["status"], order["refundedPrice"]) == ("partly_refunded", 13.8)
    (part,) = order["refunds"][0]["parts"]
    assert (part["seats"], part["amount"]) == (1, 13.8)
    move = Move.objects.get(kind="refund")
    assert (float(move.amount), move.refund) == (-13.8, Refund.objects.get())
    assert Booking.objects.get().seats == 2


def test_no_more_is_given_back_than_was_sold(as_admin, night, sold):
    assert give_back(as_admin, night, sold, seats=4).status_code == 400
    give_back(as_admin, night, sold, seats=3)

    assert give_back(as_admin, night, sold, seats=1).status_code == 409
    assert Move.objects.filter(kind="refund").count() == 1


def test_a_repeated_request_gives_the_same_answer_after_its_drawer_was_closed(as_admin, till, night, sold):
    first = give_back(as_admin, night, sold, key="k")
    till.count("Ana", 77.6)
    till.count("Ben", 77.6)
    assert till.close_drawer().status_code == 200

    again = give_back(as_admin, night, sold, key="k")

    assert (again.status_code, again.json()) == (201, first.json())
    assert give_back(as_admin, night, sold, key="another").json()["code"] == "drawer_closed"
    assert get_night(as_admin, night)["drawer"]["late"] == []
    assert Move.objects.filter(kind="refund").count() == 1


def test_a_repeated_request_does_not_pay_from_another_drawer(as_admin, night, sold):
    give_back(as_admin, night, sold, key="k")
    later = open_night(as_admin, OccurrenceFactory(starts_at=in_days(1)))
    Phone(as_admin, later).open_drawer(20)

    again = give_back(as_admin, later, sold, key="k")

    assert (again.status_code, again.json()["code"]) == (409, "key_reused")
    assert Move.objects.filter(kind="refund").count() == 1


def test_it_needs_an_open_drawer_which_may_be_of_another_night(as_admin, till, night, sold):
    till.count("Ana", 91.4)
    till.count("Ben", 91.4)
    assert till.close_drawer().status_code == 200
    later = open_night(as_admin, OccurrenceFactory(starts_at=in_days(1)))

    answers = [give_back(as_admin, night, sold), give_back(as_admin, later, sold)]
    assert [(each.status_code, each.json()["code"]) for each in answers] == [(409, "drawer_closed")] * 2
    assert not Refund.objects.exists()

    Phone(as_admin, later).open_drawer(20)
    assert give_back(as_admin, later, sold).status_code == 201
    assert Move.objects.get(kind="refund").night.public_id == later


@pytest.mark.parametrize("wrong", [{"seats": 0}, {"seats": "all"}, {"reason": ""}, {"order": None}])
def test_a_wrong_request_is_refused(as_admin, night, sold, wrong):
    assert give_back(as_admin, night, **{"order": sold} | wrong).status_code == 400


@pytest.mark.parametrize("body", [{}, {"amount": "5.00"}, {"outside": True, "note": "From my purse"}])
def test_the_orders_own_refund_always_refuses_cash(as_admin, sold, body):
    answer = post_refund(as_admin, {"_id": sold}, **body)

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_in_cash")
    assert answer.json()["message"] == "This was paid in cash. Give it back from a drawer."
    assert not Refund.objects.exists()


def test_a_booking_that_was_paid_in_cash_is_not_just_canceled(as_admin, sold):
    booking = Booking.objects.get()

    answer = as_admin.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_in_cash")
