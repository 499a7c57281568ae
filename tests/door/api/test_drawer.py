"""The drawer of a door: its float, counts and closing, with a till or without one; and cash that is given back."""

from decimal import Decimal
from functools import partial

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from bookings.models import Booking
from door.models import Count, DoorLink, Drawer, Move
from events.models import Occurrence
from orders.models import Order
from payments.models import Refund
from tests.door.phones import format_time
from tests.door.till_calls import TillClient, build_cash, build_sale, get_door, give_back, open_door, post_door
from tests.orders.consistency import check_books
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days

OPEN = {"float": 50, "expected": None, "counts": [], "difference": None, "closedAt": None}


@pytest.fixture
def staff(as_admin, door_id):
    """The organizer's page of the door."""
    return partial(post_door, as_admin, door_id)


def refusal(answer):
    return answer.status_code, answer.json()["code"], answer.json()["message"]


def code(answer):
    return answer.status_code, answer.json()["code"]


def list_late(client, door_id):
    return [(move["amount"], move["reason"]) for move in get_door(client, door_id)["drawer"]["late"]]


def test_a_count_shows_neither_what_is_expected_nor_what_was_counted(till):
    till.sell(given=20)

    answer = till.count("Ana", 63.8)

    assert answer.status_code == 200
    assert answer.json() == OPEN | {"counts": ["Ana"]}
    assert "63.8" not in answer.content.decode()
    assert till.get_drawer() == OPEN | {"counts": ["Ana"]}


def test_expected_is_the_float_and_everything_that_moved(as_admin, door_id, till):
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


def test_somebody_alone_counts_twice(till, as_admin, door_id):
    till.count("Ana", 50)
    assert till.count("Ana", 50, alone=True).json()["counts"] == ["Ana", "Ana"]

    assert till.close_drawer().status_code == 200
    assert get_door(as_admin, door_id)["drawer"]["reason"] == "alone"


@pytest.mark.parametrize(("first", "second"), [("Ana", "Ana\u200b"), ("A\u00adna", "ANA"), ("José", "Jose\u0301")])
def test_one_person_is_not_two_by_characters_that_nobody_sees(till, first, second):
    assert till.count(first, 50).status_code == 200

    assert till.count(second, 50).json()["code"] == "same_counter"
    assert till.count("Ben", 50).status_code == 200


@pytest.mark.parametrize("counted", [47, 53])
def test_a_drawer_that_is_off_needs_a_reason(till, as_admin, door_id, counted):
    till.count("Ana", counted)
    till.count("Ben", counted)

    assert refusal(till.close_drawer()) == (400, "reason_needed", "Say why the drawer is off by $3.00.")
    closed = till.close_drawer(reason="Somebody paid twice").json()
    assert closed["difference"] == counted - 50
    assert closed["closedAt"]
    assert get_door(as_admin, door_id)["drawer"]["reason"] == "Somebody paid twice"


def test_a_drawer_is_counted_before_it_is_closed(till):
    till.count("Ana", 50)

    assert refusal(till.close_drawer()) == (409, "not_counted", "Count the drawer twice first.")
    assert till.get_drawer()["closedAt"] is None


def test_a_closed_drawer_sells_nothing_and_stays_closed(till):
    till.count_and_close_drawer()
    closed = till.get_drawer()

    for answer in (till.sell(), till.open_drawer(), till.count("Kim", 5)):
        assert refusal(answer) == (409, "drawer_closed", "Open the drawer first.")
    assert till.close_drawer().json() == till.get_drawer() == closed
    assert not Order.objects.exists()


def test_cash_that_is_reported_later_is_listed_below_the_closed_drawer(till, as_admin, door_id, staff):
    till.count_and_close_drawer()

    till.report(build_sale(allotment=False), build_cash(-5, "Ice"))

    drawer = get_door(as_admin, door_id)["drawer"]
    assert (drawer["expected"], drawer["difference"]) == (50, 0)
    assert list_late(as_admin, door_id) == [(13.8, ""), (-5, "Ice")]
    assert till.get_drawer() == {name: value for name, value in drawer.items() if name not in ("reason", "late")}
    assert staff("close").json()["closedAt"]
    assert check_books() == (0, [])


@pytest.mark.parametrize(
    "changes", [{"counted": 1}, {"reason": "x"}, {"closed_at": None, "expected": None, "counted": None}]
)
def test_the_database_refuses_changes_of_a_closed_drawer(till, changes):
    Drawer.objects.update(reason="Nothing yet")
    till.count_and_close_drawer()

    with pytest.raises(DatabaseError, match="closed"), transaction.atomic():
        Drawer.objects.update(**changes)


# --- After the date, and on the organizer's page ----------------------------------------------------------------------


def end_date():
    """The date ended a day ago, so that only a till with an open drawer is signed in."""
    Occurrence.objects.update(starts_at=in_days(-1, hours=-3), ends_at=in_days(-1))


def test_a_till_keeps_its_link_until_its_drawer_is_closed(till, staff):
    till.sell(given=20)
    end_date()
    for body in ({}, {"force": True}):
        assert code(staff("close", **body)) == (409, "drawer_open")

    till.count_and_close_drawer(63.8)

    assert code(till.client.get("/api/door/list")) == (401, "door_signed_out")
    assert staff("close", force=True).status_code == 200


def test_a_new_till_can_count_a_drawer_whose_date_is_over(as_admin, door_id, till, staff):
    till.sell(given=20)
    end_date()

    assert code(staff("links", role="door")) == (409, "over")
    assert TillClient(as_admin, door_id).count("Ana", 63.8, alone=True).status_code == 200


def test_a_revoked_till_counts_nothing(till):
    end_date()
    DoorLink.objects.update(revoked_at=timezone.now())

    assert till.count("Ana", 50).status_code == 401


def get_measured(client):
    total = client.get("/api/figures").json()["total"]
    return total["measured"], total["came"]


def test_a_drawer_is_counted_on_the_staff_page_without_a_till_and_is_in_the_figures(as_admin, door_id, till, staff):
    till.sell(given=20)
    end_date()

    first = staff("drawer/counts", name="Ana", total=61.8).json()
    assert (first["counts"], first["expected"], first["difference"]) == (["Ana"], None, None)
    second = staff("drawer/counts", name="Ben", total=61.8).json()
    assert (second["expected"], second["difference"]) == (63.8, -2)
    assert code(staff("drawer/close")) == (400, "reason_needed")
    assert get_measured(as_admin) == (0, None)
    closed = staff("drawer/close", reason="Wrong change").json()

    assert (closed["difference"], closed["reason"], bool(closed["closedAt"])) == (-2, "Wrong change", True)
    assert get_door(as_admin, door_id)["drawer"] == closed
    assert staff("close").status_code == 200
    assert get_measured(as_admin) == (1, 1)
    assert check_books() == (0, [])


def test_a_till_and_an_organizer_may_each_count_once(till, staff):
    till.count("Ana", 50)
    assert code(staff("drawer/counts", name="Ana", total=50)) == (409, "same_counter")
    assert code(staff("drawer/counts", name="Ben", total=51)) == (409, "counts_differ")

    staff("drawer/counts", name="Ben", total=50)
    assert till.count("Ana", 50).json()["difference"] == 0
    assert staff("drawer/close").status_code == 200
    assert till.close_drawer().status_code == 200


def test_cash_without_a_drawer_gets_one_after_the_date(as_admin, door_id, staff):
    """Cash that came in too late for it is listed apart."""
    phone = TillClient(as_admin, door_id)
    phone.report(build_sale(allotment=False))
    end_date()
    phone.report(build_cash(-5, "Ice") | {"at": format_time(in_days(-1, hours=-1))})
    assert code(staff("close", force=True)) == (409, "drawer_open")

    assert staff("drawer", float=0).json()["float"] == 0
    assert staff("drawer", float=0).status_code == 200
    assert code(staff("drawer", float=5)) == (409, "drawer_open")
    assert list_late(as_admin, door_id) == [(-5, "Ice")]
    for name in ("Ana", "Ben"):
        staff("drawer/counts", name=name, total=13.8)
    assert staff("drawer/close").json()["difference"] == 0
    assert staff("close").status_code == 200


def test_a_closed_door_gets_no_drawer_and_shows_the_cash_that_arrives(as_admin, door_id, staff):
    phone = TillClient(as_admin, door_id)
    assert staff("close").status_code == 200

    for answer in (staff("drawer", float=50), phone.open_drawer()):
        assert code(answer) == (409, "night_closed")
    assert not Drawer.objects.exists()
    phone.report(build_cash(-5, "Ice"))
    assert [(move["amount"], move["reason"]) for move in get_door(as_admin, door_id)["cash"]] == [(-5, "Ice")]


# --- Cash that is given back ------------------------------------------------------------------------------------------


@pytest.fixture
def sold(till):
    """Three seats for 41.40."""
    return till.sell(seats=3, given=50).json()["order"]


def count_refunds():
    return Move.objects.filter(kind="refund").count()


def test_a_cash_refund_leaves_the_drawer_and_puts_the_seats_back_on_sale(as_admin, door_id, sold):
    answer = give_back(as_admin, door_id, sold, seats=1)

    given_back = {"order": sold, "status": "partly_refunded", "amount": 13.8}
    assert (answer.status_code, answer.json()) == (201, given_back)
    order = as_admin.get(f"/api/orders/{sold}").json()
    assert (order["status"], order["refundedPrice"]) == ("partly_refunded", 13.8)
    (part,) = order["refunds"][0]["parts"]
    assert (part["seats"], part["amount"]) == (1, 13.8)
    move = Move.objects.get(kind="refund")
    assert (float(move.amount), move.refund) == (-13.8, Refund.objects.get())
    assert Booking.objects.get().seats == 2


def test_no_more_is_given_back_than_was_sold(as_admin, door_id, sold):
    assert give_back(as_admin, door_id, sold, seats=4).status_code == 400
    give_back(as_admin, door_id, sold, seats=3)

    assert give_back(as_admin, door_id, sold, seats=1).status_code == 409
    assert count_refunds() == 1


def test_a_repeated_request_gives_the_same_answer_after_its_drawer_was_closed(as_admin, till, door_id, sold):
    first = give_back(as_admin, door_id, sold, key="k")
    till.count_and_close_drawer(77.6)

    again = give_back(as_admin, door_id, sold, key="k")

    assert (again.status_code, again.json()) == (201, first.json())
    assert give_back(as_admin, door_id, sold, key="another").json()["code"] == "drawer_closed"
    assert list_late(as_admin, door_id) == []
    assert count_refunds() == 1


def test_a_repeated_request_does_not_pay_from_another_drawer(as_admin, door_id, sold):
    give_back(as_admin, door_id, sold, key="k")
    later = open_door(as_admin, OccurrenceFactory(starts_at=in_days(1)))
    TillClient(as_admin, later).open_drawer(20)

    assert code(give_back(as_admin, later, sold, key="k")) == (409, "key_reused")
    assert count_refunds() == 1


def test_it_needs_an_open_drawer_which_may_be_of_another_date(as_admin, till, door_id, sold):
    till.count_and_close_drawer(91.4)
    later = open_door(as_admin, OccurrenceFactory(starts_at=in_days(1)))

    answers = [give_back(as_admin, door_id, sold), give_back(as_admin, later, sold)]
    assert [code(each) for each in answers] == [(409, "drawer_closed")] * 2
    assert not Refund.objects.exists()

    TillClient(as_admin, later).open_drawer(20)
    assert give_back(as_admin, later, sold).status_code == 201
    assert Move.objects.get(kind="refund").door.public_id == later


@pytest.mark.parametrize("body", [{}, {"amount": "5.00"}, {"outside": True, "note": "From my purse"}])
def test_the_orders_own_refund_always_refuses_cash(as_admin, sold, body):
    message = "This was paid in cash. Give it back from a drawer."

    assert refusal(post_refund(as_admin, {"_id": sold}, **body)) == (409, "refund_in_cash", message)
    assert not Refund.objects.exists()


def test_a_booking_that_was_paid_in_cash_is_not_just_canceled(as_admin, sold):
    booking = Booking.objects.get()

    answer = as_admin.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")

    assert code(answer) == (409, "refund_in_cash")
