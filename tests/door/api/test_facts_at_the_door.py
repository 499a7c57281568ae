"""Nothing outside an entry makes it unusable, and what can't be used is kept whole for the organizer."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from door.models import Entry, Move
from events.models import Occurrence
from orders.models import Order
from tests.changes.change_calls import post_date_change
from tests.changes.services.date_changes.test_skip_occurrence import post_skip
from tests.door.phones import create_link, format_time, get_key
from tests.door.till_calls import PRICE, Phone, build_cash, build_sale, get_night, open_night
from tests.orders.consistency import check_books
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


def enter(phone, link):
    body = {"key": get_key(link), "pin": link["pin"], "name": "Ana", "device": phone.uuid}
    answer = phone.post("enter", **body)
    assert (answer.status_code, answer.json()["device"]) == (200, phone.uuid)


def revoke(as_admin, night, till):
    assert as_admin.delete(f"/api/door/links/{till.link}").status_code == 204
    enter(till, create_link(as_admin, night, "door"))


def enter_with_a_door_link(as_admin, night, till):
    enter(till, create_link(as_admin, night, "door"))


def close_night(as_admin, night, till):
    close_drawer(as_admin, night, till)
    assert as_admin.post(f"/api/door/nights/{night}/close", {"force": True}, format="json").status_code == 200


def close_drawer(as_admin, night, till):
    for name in ("Ana", "Ben"):
        till.count(name, 50)
    assert till.close_drawer().status_code == 200


@pytest.mark.parametrize("happens", [revoke, enter_with_a_door_link, close_night, close_drawer])
def test_what_a_till_sold_counts_whatever_happens_until_it_is_sent(as_admin, night, till, happens):
    till.keep(2)
    till.at = format_time(timezone.now())
    happens(as_admin, night, till)

    results = till.report(build_sale(2, 27.6, 30), build_cash(-5, "Ice"))

    assert [result["answer"] for result in results] == ["stored", "stored"]
    assert float(Order.objects.get().cash_payment.amount) == 27.6
    assert sorted(float(move.amount) for move in Move.objects.all()) == [-5, 27.6]
    assert get_night(as_admin, night)["unusable"] == []
    assert check_books() == (0, [])


@pytest.mark.parametrize("at", ["1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z", None])
def test_a_till_whose_clock_was_wrong_was_a_till(as_admin, night, till, at):
    enter_with_a_door_link(as_admin, night, till)

    assert till.report(build_sale() | {"at": at})[0]["answer"] == "stored"


def test_cash_of_a_phone_that_became_a_till_later_is_not_booked(door):
    phone = door.phone()
    phone.record(at=format_time(timezone.now() - timedelta(minutes=1)), **build_cash(5, "Tip"))
    phone.enter(create_link(door.organizer, door.id, "till"))
    phone.record(**build_cash(5, "Tip"))

    assert [result["answer"] for result in phone.send()] == ["unusable", "stored"]


# --- What can't be used ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "amount"),
    [
        (build_sale(seats=51), 13.8),
        (build_sale() | {"kind": "gift card"}, 13.8),
        (build_sale() | {"total": 1e12}, None),
        (build_sale() | {"seq": 10**300}, 13.8),
        (build_cash(0.001, "Ice"), None),
        (build_cash(-20, "Ice") | {"seq": "7"}, -20),
        (build_cash(5, "x" * 5000) | {"seq": 0}, 5),
    ],
)
def test_the_organizer_sees_it_with_its_amount(as_admin, night, till, sent, amount):
    assert [till.report(sent)[0]["answer"], till.report(sent | {"seq": sent.get("seq", 1)})[0]["answer"]] == [
        "unusable",
        "unusable",
    ]

    (kept,) = get_night(as_admin, night)["unusable"]
    assert (kept["by"], kept["amount"], kept["device"]) == (
        "Ana",
        amount,
        get_night(as_admin, night)["devices"][0]["device"],
    )
    whole = json.dumps({"seq": 1, "at": till.at} | sent, ensure_ascii=False)
    assert kept["sent"] == whole[:4000]
    assert not Move.objects.exists()


def test_another_sale_under_a_used_number_is_kept(as_admin, night, till):
    till.report(build_sale())
    till.seq -= 1

    (result,) = till.report(build_sale(2, 27.6, 30))

    assert (result["answer"], result["code"]) == ("unusable", "seq_reused")
    assert [(each["code"], each["amount"]) for each in get_night(as_admin, night)["unusable"]] == [("seq_reused", 27.6)]


def test_cash_of_a_phone_that_never_was_a_till_is_kept(as_admin, night):
    phone = Phone(as_admin, night, role="door")

    phone.report(build_sale(), build_cash(5, "Tip"))

    assert [each["amount"] for each in get_night(as_admin, night)["unusable"]] == [13.8, 5]
    assert [entry.kind for entry in Entry.objects.all()] == ["unusable", "unusable"]
    assert (Order.objects.count(), Move.objects.count()) == (0, 0)


# --- Sales without an order ------------------------------------------------------------------------------------------


def call_off(date):
    Occurrence.objects.update(status=Occurrence.Status.SKIPPED)


def test_a_sale_of_a_date_that_is_off_keeps_its_cash(as_admin, night, till, tonight):
    call_off(tonight)

    (result,) = till.report(build_sale(allotment=False))

    assert (result["answer"], result["conflict"]) == ("stored", "over")
    assert not Order.objects.exists()
    assert [(move.kind, float(move.amount)) for move in Move.objects.all()] == [("over", 13.8)]
    (conflict,) = get_night(as_admin, night)["conflicts"]
    assert conflict["giveBack"] == 13.8


def test_cash_that_arrives_after_the_night_was_closed_without_a_drawer_is_shown(as_admin, night):
    till = Phone(as_admin, night)
    assert as_admin.post(f"/api/door/nights/{night}/close", {}, format="json").status_code == 200

    till.report(build_cash(-5, "Ice"))

    assert [(move["amount"], move["reason"]) for move in get_night(as_admin, night)["cash"]] == [(-5, "Ice")]


# --- What a till knows before it takes cash --------------------------------------------------------------------------


def test_a_till_knows_the_seats_left_and_its_drawer(as_admin, night, tonight):
    till, door = Phone(as_admin, night), Phone(as_admin, night, role="door")
    assert (till.get_list()["left"], till.get_list()["drawer"]) == (4, None)
    till.open_drawer()
    till.keep(1)
    till.sell()
    assert (till.get_list()["left"], till.get_list()["drawer"]) == (2, "open")
    for name in ("Ana", "Ben"):
        till.count(name, 63.8)
    till.close_drawer()
    assert till.get_list()["drawer"] == "closed"
    assert {"left", "drawer"}.isdisjoint(door.get_list())


@pytest.mark.parametrize("cancel", [post_date_change, post_skip])
def test_a_till_knows_that_its_date_was_canceled(as_admin, cancel):
    date = OccurrenceFactory(event__price=PRICE)
    till = Phone(as_admin, open_night(as_admin, date))
    till.open_drawer()
    till.keep(2)
    assert till.get_list()["night"]["isCanceled"] is False

    assert cancel(as_admin, date).status_code in (200, 202)

    listed = till.get_list()
    assert (listed["night"]["isCanceled"], listed["left"], listed["allotment"]) == (True, 0, 0)
    assert till.sell().json()["code"] == "date_unavailable"
