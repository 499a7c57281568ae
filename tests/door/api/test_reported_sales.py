"""Sales and cash that a phone without a connection reports later, in POST /api/door/entries."""

import pytest
from django.utils import timezone

from bookings.models import Booking
from door.models import Move
from events.models import Event
from orders.models import Order
from tests.door.till_calls import build_cash, build_sale, get_night
from tests.support.factories import BookingFactory, in_days

pytestmark = pytest.mark.django_db


def list_moves():
    return [(move.kind, float(move.amount), move.order is not None) for move in Move.objects.all()]


def count_taken():
    return sum(Booking.objects.taken(timezone.now()).values_list("seats", flat=True))


def test_a_reported_sale_takes_its_seats_from_the_phones_own(as_admin, till, tonight):
    till.keep(3)
    BookingFactory(occurrence=tonight, seats=1)  # the rest

    (result,) = till.report(build_sale(2, 27.6, 30))

    assert (result["answer"], result["conflict"]) == ("stored", None)
    order = Order.objects.get()
    assert (order.status, float(order.cash_payment.amount), float(order.cash_payment.given)) == ("paid", 27.6, 30)
    assert (count_taken(), till.get_list()["allotment"]) == (4, 1)
    assert list_moves() == [("sale", 27.6, True)]


def test_a_sale_that_is_reported_again_is_booked_once(till):
    till.keep(2)
    till.report(build_sale())
    till.seq -= 1

    (result,) = till.report(build_sale())

    assert result["answer"] == "repeated"
    assert (Order.objects.count(), Move.objects.count()) == (1, 1)


def test_once_the_allotment_is_gone_a_sale_takes_free_seats(till):
    till.keep(2)
    Booking.objects.filter(kind="allotment").update(held_until=in_days(-1))

    (result,) = till.report(build_sale())

    assert (result["answer"], result["conflict"]) == ("stored", None)
    assert Order.objects.get().status == "paid"


def test_without_free_seats_there_is_no_order_but_its_cash_is_in_the_drawer(as_admin, night, till, tonight):
    till.keep(2)
    Booking.objects.filter(kind="allotment").update(held_until=in_days(-1))
    BookingFactory(occurrence=tonight, seats=4)

    (result,) = till.report(build_sale())

    assert (result["answer"], result["conflict"]) == ("stored", "over")
    assert not Order.objects.exists()
    assert list_moves() == [("over", 13.8, False)]
    (conflict,) = get_night(as_admin, night)["conflicts"]
    assert (conflict["conflict"], conflict["giveBack"]) == ("over", 13.8)
    assert count_taken() == 4


def test_cash_that_was_given_back_for_it_leaves_the_drawer(till, tonight):
    BookingFactory(occurrence=tonight, seats=4)
    till.report(build_sale(allotment=False), build_cash(-13.8, "Given back"))

    till.count("Ana", 50)
    assert till.count("Ben", 50).json()["expected"] == 50


@pytest.mark.parametrize("who", ["organizer", "phone"])
def test_undoing_a_sale_without_seats_moves_no_cash(as_admin, night, till, tonight, who):
    """The cash was taken. Whoever returns it notes that, whether the row is undone before or afterwards."""
    BookingFactory(occurrence=tonight, seats=4)
    till.report(build_sale(allotment=False))

    undo(as_admin, night, till, who)

    assert get_night(as_admin, night)["conflicts"] == []
    assert count(till, 63.8) == (63.8, 0)
    till.report(build_cash(-13.8, "Returned"))
    assert count(till, 50) == (50, 0)
    assert list_moves() == [("over", 13.8, False), ("other", -13.8, False)]


@pytest.mark.parametrize("who", ["organizer", "phone"])
def test_undoing_a_sale_lets_its_guests_out_and_keeps_the_order_and_its_cash(as_admin, night, till, who):
    till.keep(2)
    till.report(build_sale(2, 27.6, 30))

    undo(as_admin, night, till, who)

    assert get_night(as_admin, night)["in"] == 0
    assert (Order.objects.get().status, count_taken()) == ("paid", 2)
    assert count(till, 77.6) == (77.6, 0)


def undo(as_admin, night, till, who):
    if who == "phone":
        till.report({"kind": "undo", "of": 1})
        return
    body = {"device": till.uuid, "seq": 1, "reason": "No seats."}
    assert as_admin.post(f"/api/door/nights/{night}/undo", body, format="json").status_code == 200


def count(till, total):
    till.count("Ana", total)
    drawer = till.count("Ben", total).json()
    return drawer["expected"], drawer["difference"]


def test_a_sale_of_more_seats_than_the_phone_keeps_takes_free_ones_too(till, tonight):
    till.keep(1)

    till.report(build_sale(3, 41.4, 50))

    assert (Order.objects.count(), count_taken(), till.get_list()["allotment"]) == (1, 3, 0)


def test_the_cash_that_was_taken_counts_even_if_the_price_has_changed(as_admin, till):
    till.keep(2)
    Event.objects.update(price="20.00")

    till.report(build_sale())

    order = Order.objects.get()
    assert (float(order.total_price), float(order.due_price), float(order.cash_payment.amount)) == (13.8, 13.8, 13.8)
    assert list_moves() == [("sale", 13.8, True)]


@pytest.mark.parametrize(
    "wrong",
    [{"seats": 0}, {"seats": 51}, {"total": -1}, {"given": 13.79}, {"given": None}],
)
def test_a_sale_that_cannot_be_is_unusable_and_final(till, wrong):
    (result,) = till.report(build_sale() | wrong)

    assert result["answer"] == "unusable"
    assert not Order.objects.exists()
    assert not Move.objects.exists()
