"""The drawer of a night: its float, counts and closing; and cash that is given back."""

from decimal import Decimal

import pytest
from django.db import DatabaseError, transaction

from bookings.models import Booking
from door.models import Count, Drawer, Move
from orders.models import Order, Refund
from tests.door.till_calls import Phone, build_cash, build_sale, get_night, give_back, open_night
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


OPEN = {"float": 50, "expected": None, "counts": [], "difference": None, "closedAt": None}


def refusal(answer):
    return answer.status_code, answer.json()["code"], answer.json()["message"]


def close(till, total=50):
    assert till.count("Ana", total).status_code == till.count("Ben", total).status_code == 200
    assert till.close_drawer().status_code == 200


def test_a_count_shows_neither_what_is_expected_nor_what_was_counted(till):
    till.sell(given=20)

    answer = till.count("Ana", 63.8)

    assert answer.status_code == 200
    assert answer.json() == OPEN | {"counts": ["Ana"]}
    assert "63.8" not in answer.content.decode()
    assert till.get_drawer() == OPEN | {"counts": ["Ana"]}


def test_expected_is_the_float_and_everything_that_moved(as_admin, night, till):
    for _ in range(3):
        till.sell(given=20)
    till.report(build_cash(-7.35, "Ice"), build_cash(20, "Change from the bar"))

    till.count("Ana", 102.05)

    drawer = till.count("Ben", 102.05).json()  # expected: 50 + 3 * 13.80 - 7.35 + 20
    assert drawer == OPEN | {"counts": ["Ana", "Ben"], "expected": 104.05, "difference": -2}
    assert sum(Move.objects.values_list("amount", flat=True)) == Decimal("54.05")


def test_counts_that_differ_are_both_discarded(till):
    till.count("Ana", 50)

    assert refusal(till.count("Ben", 51)) == (409, "counts_differ", "The counts differ. Count again.")
    assert till.get_drawer() == OPEN
    assert not Count.objects.exists()


def test_somebody_alone_counts_twice(till, as_admin, night):
    till.count("Ana", 50)
    assert till.count("Ana", 50, alone=True).json()["counts"] == ["Ana", "Ana"]

    assert till.close_drawer().status_code == 200
    assert get_night(as_admin, night)["drawer"]["reason"] == "alone"


@pytest.mark.parametrize("counted", [47, 53])
def test_a_drawer_that_is_off_needs_a_reason(till, as_admin, night, counted):
    till.count("Ana", counted)
    till.count("Ben", counted)

    assert refusal(till.close_drawer()) == (400, "reason_needed", "Say why the drawer is off by $3.00.")
    closed = till.close_drawer(reason="Somebody paid twice").json()
    assert closed["difference"] == counted - 50
    assert closed["closedAt"]
    assert get_night(as_admin, night)["drawer"]["reason"] == "Somebody paid twice"


def test_a_drawer_is_counted_before_it_is_closed(till):
    till.count("Ana", 50)

    assert refusal(till.close_drawer()) == (409, "not_counted", "Count the drawer twice first.")
    assert till.get_drawer()["closedAt"] is None


def test_a_closed_drawer_sells_nothing_and_stays_closed(till):
    close(till)
    closed = till.get_drawer()

    for answer in (till.sell(), till.open_drawer(), till.count("Kim", 5)):
        assert refusal(answer) == (409, "drawer_closed", "Open the drawer first.")
    assert till.close_drawer().json() == till.get_drawer() == closed
    assert not Order.objects.exists()


def test_cash_that_is_reported_later_is_listed_below_the_closed_drawer(till, as_admin, night):
    close(till)

    till.report(build_sale(allotment=False), build_cash(-5, "Ice"))

    drawer = get_night(as_admin, night)["drawer"]
    assert (drawer["expected"], drawer["difference"]) == (50, 0)
    assert [(move["amount"], move["reason"]) for move in drawer["late"]] == [(13.8, ""), (-5, "Ice")]
    assert till.get_drawer() == {name: value for name, value in drawer.items() if name not in ("reason", "late")}


@pytest.mark.parametrize(
    "changes", [{"counted": 1}, {"reason": "x"}, {"closed_at": None, "expected": None, "counted": None}]
)
def test_the_database_refuses_changes_of_a_closed_drawer(till, changes):
    Drawer.objects.update(reason="Nothing yet")
    close(till)

    with pytest.raises(DatabaseError, match="closed"), transaction.atomic():
        Drawer.objects.update(**changes)


def test_a_night_is_not_closed_before_its_drawer(as_admin, night, till):
    for body in ({}, {"force": True}):
        answer = as_admin.post(f"/api/door/nights/{night}/close", body, format="json")
        assert (answer.status_code, answer.json()["code"]) == (409, "drawer_open")

    close(till)

    assert as_admin.post(f"/api/door/nights/{night}/close", {"force": True}, format="json").status_code == 200


def test_a_night_whose_cash_has_no_drawer_is_not_closed(as_admin, night):
    phone = Phone(as_admin, night)
    phone.report(build_sale(allotment=False))

    answer = as_admin.post(f"/api/door/nights/{night}/close", {"force": True}, format="json")

    assert answer.json()["code"] == "drawer_open"
    phone.open_drawer(0)
    close(phone, 13.8)
    assert as_admin.post(f"/api/door/nights/{night}/close", {"force": True}, format="json").status_code == 200


@pytest.mark.parametrize(("first", "second"), [("Ana", "Ana\u200b"), ("A\u00adna", "ANA"), ("José", "Jose\u0301")])
def test_one_person_is_not_two_by_characters_that_nobody_sees(till, first, second):
    assert till.count(first, 50).status_code == 200

    assert till.count(second, 50).json()["code"] == "same_counter"
    assert till.count("Ben", 50).status_code == 200


# --- Cash that is given back ------------------------------------------------------------------------------------------


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
