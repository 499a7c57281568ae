"""What phones send later counts, whatever happened to their link, the door and the drawer. What can't be used is kept.

A phone whose link has ended sends with its own secret: facts, for 30 days, and nothing else.
"""

import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from door.models import DoorEntry, Move
from events.models import Occurrence
from orders.models import Order
from tests.changes.change_calls import post_date_change
from tests.changes.services.date_changes.test_cancel_date import post_cancel
from tests.door.phones import PhoneClient, create_link, format_time, get_key
from tests.door.till_calls import PRICE, TillClient, build_cash, build_sale, get_door, open_door, post_door
from tests.orders.consistency import check_books
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

GUEST = {"kind": "guest", "seats": 1, "note": ""}
SALE, ICE = build_sale(allotment=False), build_cash(-5, "Ice")


@pytest.fixture
def wait(monkeypatch):
    """Return a function that moves the shop's clock forward."""
    real, passed = timezone.now, [timedelta()]
    monkeypatch.setattr(timezone, "now", lambda: real() + passed[0])

    def wait(**time):
        passed[0] += timedelta(**time)

    return wait


def end_by_time(as_admin, door_id, till, wait):
    till.count_and_close_drawer()  # until then, a till keeps its link
    wait(hours=9)


def revoke(as_admin, door_id, till, wait):
    assert as_admin.delete(f"/api/door/links/{till.link}").status_code == 204
    wait(minutes=5)


def sign_out(as_admin, door_id, till, wait):
    assert till.post("leave").status_code == 204


def close_by_force(as_admin, door_id, till, wait):
    till.count_and_close_drawer()
    assert post_door(as_admin, door_id, "close", force=True).status_code == 200
    wait(hours=9)


def enter_with_a_link(as_admin, door_id, till, role):
    link = create_link(as_admin, door_id, role)
    answer = till.post("enter", key=get_key(link), pin=link["pin"], name="Ana", device=till.uuid)
    assert (answer.status_code, answer.json()["device"]) == (200, till.uuid)


def enter_with_a_door_link(as_admin, door_id, till, wait):
    enter_with_a_link(as_admin, door_id, till, "door")


def revoke_and_enter_with_a_door_link(as_admin, door_id, till, wait):
    revoke(as_admin, door_id, till, wait)
    enter_with_a_link(as_admin, door_id, till, "door")


ENDS = [end_by_time, revoke, sign_out, close_by_force]


def made_now(entry, at):
    return entry | {"at": format_time(at)}


@pytest.mark.parametrize("happens", [*ENDS, enter_with_a_door_link, revoke_and_enter_with_a_door_link])
def test_what_a_till_kept_counts_whatever_happens_until_it_is_sent(as_admin, door_id, till, tonight, wait, happens):
    till.keep(2)
    ticket, at = BookingFactory(occurrence=tonight).passes.get(), timezone.now()
    let_in = {"kind": "in", "h": ticket.h, "seats": 1, "how": "scan", "forced": False}
    wait(minutes=5)
    happens(as_admin, door_id, till, wait)

    kept = [made_now(entry, at) for entry in (let_in, build_sale(), ICE)]
    results = till.report(*kept)

    assert [(each["answer"], each["conflict"]) for each in results] == [("stored", None)] * 3
    assert float(Order.objects.get().payments.get().amount) == 13.8
    assert sorted(float(move.amount) for move in Move.objects.all()) == [-5, 13.8]
    found = get_door(as_admin, door_id)
    assert (found["in"], found["unusable"]) == (2, [])
    till.seq = 0
    assert [each["answer"] for each in till.report(*kept)] == ["repeated"] * 3
    assert (Order.objects.count(), Move.objects.count()) == (1, 2)
    assert check_books() == (0, [])


@pytest.mark.parametrize("end", ENDS)
def test_a_phone_whose_link_has_ended_can_do_nothing_else(as_admin, door_id, till, wait, end):
    end(as_admin, door_id, till, wait)

    answers = [till.client.get(f"/api/door/{path}") for path in ("list", "drawer")]
    answers += [till.sell(), till.keep(1), till.open_drawer(), till.count("Ana", 50), till.close_drawer()]
    answers.append(till.post("leave"))

    assert {(each.status_code, each.json()["code"]) for each in answers} == {(401, "door_signed_out")}
    assert not Order.objects.exists()


@pytest.mark.parametrize("end", [end_by_time, revoke])
@pytest.mark.parametrize("entry", [SALE, ICE])
def test_cash_that_was_taken_after_the_link_had_ended_is_not_booked(as_admin, door_id, till, wait, end, entry):
    end(as_admin, door_id, till, wait)

    for at in (format_time(timezone.now()), "1970-01-01T00:00:00Z"):
        assert till.report(entry | {"at": at})[0]["code"] == "link_ended"

    assert [each["code"] for each in get_door(as_admin, door_id)["unusable"]] == ["link_ended"] * 2
    assert (Order.objects.count(), Move.objects.count()) == (0, 0)


def test_it_is_not_booked_either_if_the_phone_gets_a_new_link_first(as_admin, door_id, till, wait):
    revoke(as_admin, door_id, till, wait)
    sold_at = timezone.now()
    wait(minutes=5)
    enter_with_a_link(as_admin, door_id, till, "till")

    (before, after) = till.report(made_now(SALE, sold_at), made_now(SALE, timezone.now()))

    assert (before["code"], after["answer"]) == ("link_ended", "stored")


@pytest.mark.parametrize("end", [end_by_time, revoke])
@pytest.mark.parametrize("role", ["till", "door"])
def test_what_a_phone_writes_after_its_link_had_ended_is_a_note_that_lets_nobody_in(
    as_admin, door_id, till, tonight, wait, end, role
):
    """The organizer ended it for a reason, and reads whom it let in."""
    phone = till if role == "till" else TillClient(as_admin, door_id, role="door")
    inside, late = (BookingFactory(occurrence=tonight).passes.get() for _ in range(2))
    let_in = {"kind": "in", "seats": 1, "how": "scan", "forced": False}
    phone.report(made_now(let_in | {"h": inside.h}, timezone.now()))
    end(as_admin, door_id, till, wait)
    if phone is not till:
        as_admin.delete(f"/api/door/links/{phone.link}")
        wait(minutes=1)

    written = [let_in | {"h": late.h, "forced": True}, GUEST, {"kind": "undo", "of": 1}]
    results = phone.report(*(made_now(entry, timezone.now()) for entry in written))

    assert [(each["answer"], each["code"]) for each in results] == [("unusable", "link_ended")] * 3
    found = get_door(as_admin, door_id)
    assert found["in"] == 1
    assert [json.loads(note["sent"])["kind"] for note in found["unusable"]] == ["in", "guest", "undo"]
    assert [note["seats"] for note in found["unusable"]] == [1, GUEST["seats"], None]
    phone.seq -= 3
    assert [each["answer"] for each in phone.report(*(each | {"at": till.at} for each in written))] == ["unusable"] * 3
    assert get_door(as_admin, door_id)["in"] == 1


@pytest.mark.parametrize(("days", "status"), [(29, 200), (31, 401)])
@pytest.mark.parametrize("end", [end_by_time, revoke])
def test_it_can_send_for_30_days(as_admin, door_id, till, wait, end, days, status):
    at = timezone.now()
    end(as_admin, door_id, till, wait)
    wait(days=days)

    entry = {"seq": 1} | made_now(SALE, at)
    body = {"device": till.uuid, "sentAt": format_time(timezone.now()), "queued": 1, "entries": [entry]}
    assert till.post("entries", **body).status_code == status

    assert Order.objects.count() == (status == 200)


def test_it_needs_its_own_secret_and_sends_its_own_entries(as_admin, door_id, till, wait):
    stranger = PhoneClient("Ben")
    stranger.enter(create_link(as_admin, door_id))
    end_by_time(as_admin, door_id, till, wait)
    stranger.uuid = till.uuid

    answer = stranger.post([{"seq": 1} | made_now(GUEST, timezone.now())])
    assert (answer.status_code, answer.json()["code"]) == (403, "door_device")
    till.client.cookies[settings.DOOR_DEVICE_COOKIE_NAME] = "x" * 43
    assert till.post("entries", device=till.uuid, sentAt=till.at, queued=0, entries=[]).status_code == 401
    assert not DoorEntry.objects.exists()


def test_a_date_that_moved_takes_its_link_along(as_admin, door_id, till, wait):
    Occurrence.objects.update(starts_at=in_days(2), ends_at=in_days(2, hours=3))
    wait(hours=9)

    assert till.client.get("/api/door/list").status_code == 200
    assert till.report(made_now(SALE, timezone.now()))[0]["answer"] == "stored"


@pytest.mark.parametrize(("status", "orders"), [("canceled", 0), ("scheduled", 1)])
def test_a_canceled_date_has_its_cash_returned_and_one_that_is_back_its_order(
    as_admin, door_id, till, wait, status, orders
):
    at = timezone.now()
    Occurrence.objects.update(status=Occurrence.Status.CANCELED)
    wait(hours=9)
    Occurrence.objects.update(status=status)

    (result,) = till.report(made_now(SALE, at))

    assert (result["answer"], result["conflict"]) == ("stored", None if orders else "over")
    assert Order.objects.count() == orders
    assert [(move.kind, float(move.amount)) for move in Move.objects.all()] == [("sale" if orders else "over", 13.8)]
    assert [each["giveBack"] for each in get_door(as_admin, door_id)["conflicts"]] == [13.8] * (1 - orders)


@pytest.mark.parametrize("at", ["1970-01-01T00:00:00Z", "2100-01-01T00:00:00Z", None])
def test_a_till_whose_clock_was_wrong_was_a_till(as_admin, door_id, till, at):
    enter_with_a_link(as_admin, door_id, till, "door")

    assert till.report(build_sale() | {"at": at})[0]["answer"] == "stored"


def test_cash_of_a_phone_that_became_a_till_later_is_not_booked(door):
    phone = door.phone()
    phone.record(at=format_time(timezone.now() - timedelta(minutes=1)), **build_cash(5, "Tip"))
    phone.enter(create_link(door.organizer, door.id, "till"))
    phone.record(**build_cash(5, "Tip"))

    assert [result["answer"] for result in phone.send()] == ["unusable", "stored"]


@pytest.mark.parametrize(
    ("sent", "amount"),
    [
        (build_sale(seats=0), 13.8),
        (build_sale(seats=51), 13.8),
        (build_sale(total=-1), -1),
        (build_sale(given=13.79), 13.8),
        (build_sale() | {"given": None}, 13.8),
        (build_sale() | {"kind": "gift card"}, 13.8),
        (build_sale() | {"total": 1e12}, None),
        (build_sale() | {"seq": 10**300}, 13.8),
        (build_cash(0.001, "Ice"), None),
        (build_cash(-20, "Ice") | {"seq": "7"}, -20),
        (build_cash(5, "x" * 5000) | {"seq": 0}, 5),
    ],
)
def test_the_organizer_sees_what_can_not_be_used_with_its_amount(as_admin, door_id, till, sent, amount):
    again = sent | {"seq": sent.get("seq", 1)}
    assert [till.report(each)[0]["answer"] for each in (sent, again)] == ["unusable"] * 2

    found = get_door(as_admin, door_id)
    (kept,) = found["unusable"]
    assert (kept["by"], kept["amount"], kept["device"]) == ("Ana", amount, found["devices"][0]["device"])
    whole = json.dumps({"seq": 1, "at": till.at} | sent, ensure_ascii=False)
    assert kept["sent"] == whole[:4000]
    assert (Order.objects.count(), Move.objects.count()) == (0, 0)


def test_another_sale_under_a_used_number_is_kept(as_admin, door_id, till):
    till.report(build_sale())
    till.seq -= 1

    (result,) = till.report(build_sale(2, 27.6, 30))

    assert (result["answer"], result["code"]) == ("unusable", "seq_reused")
    (kept,) = get_door(as_admin, door_id)["unusable"]
    assert (kept["code"], kept["amount"]) == ("seq_reused", 27.6)


def test_cash_of_a_phone_that_never_was_a_till_is_kept(as_admin, door_id):
    phone = TillClient(as_admin, door_id, role="door")
    refused = phone.sell()
    assert (refused.status_code, refused.json()["code"]) == (403, "door_role")
    phone.seq = 0

    phone.report(build_sale(), build_cash(5, "Tip"))

    assert [each["amount"] for each in get_door(as_admin, door_id)["unusable"]] == [13.8, 5]
    assert [entry.kind for entry in DoorEntry.objects.all()] == ["unusable", "unusable"]
    assert (Order.objects.count(), Move.objects.count()) == (0, 0)


def test_a_till_knows_the_seats_left_and_its_drawer(as_admin, door_id, tonight):
    till, door = TillClient(as_admin, door_id), TillClient(as_admin, door_id, role="door")
    assert (till.get_list()["left"], till.get_list()["drawer"]) == (4, None)
    till.open_drawer()
    till.keep(1)
    till.sell()
    assert (till.get_list()["left"], till.get_list()["drawer"]) == (2, "open")
    till.count_and_close_drawer(63.8)
    assert till.get_list()["drawer"] == "closed"
    assert {"left", "drawer"}.isdisjoint(door.get_list())


@pytest.mark.parametrize("cancel", [post_date_change, post_cancel])
def test_a_till_knows_that_its_date_was_canceled(as_admin, cancel):
    date = OccurrenceFactory(event__price=PRICE)
    till = TillClient(as_admin, open_door(as_admin, date))
    till.open_drawer()
    till.keep(2)
    assert till.get_list()["night"]["isCanceled"] is False

    assert cancel(as_admin, date).status_code in (200, 202)

    listed = till.get_list()
    assert (listed["night"]["isCanceled"], listed["left"], listed["allotment"]) == (True, 0, 0)
    assert till.sell().json()["code"] == "date_unavailable"
    assert till.keep(1).json()["code"] == "date_unavailable"
