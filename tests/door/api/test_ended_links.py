"""A phone whose link has ended sends what it kept, with its own secret: facts, for 30 days, and nothing else."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from door.models import Entry, Move
from events.models import Occurrence
from ledger.calendar import LedgerMonth
from orders.models import CashPayment, Order
from orders.selectors.revenue import list_months
from tests.door.phones import Phone as DoorPhone
from tests.door.phones import create_link, format_time, get_key
from tests.door.till_calls import build_cash, build_sale, get_night
from tests.ledger.ledger_calls import close, get_amounts
from tests.orders.conftest import paypal, simulator
from tests.orders.consistency import check_books
from tests.support.factories import BookingFactory, in_days

__all__ = ["paypal", "simulator"]
pytestmark = pytest.mark.django_db
GUEST = {"kind": "guest", "seats": 1, "note": ""}


@pytest.fixture
def wait(monkeypatch):
    """Return a function that moves the shop's clock forward."""
    real, passed = timezone.now, [timedelta()]
    monkeypatch.setattr(timezone, "now", lambda: real() + passed[0])

    def wait(**time):
        passed[0] += timedelta(**time)

    return wait


def close_drawer(till):
    for name in ("Ana", "Ben"):
        till.count(name, 50)
    assert till.close_drawer().status_code == 200


def end_by_time(as_admin, night, till, wait):
    close_drawer(till)  # until then, a till keeps its link
    wait(hours=9)


def revoke(as_admin, night, till, wait):
    assert as_admin.delete(f"/api/door/links/{till.link}").status_code == 204
    wait(minutes=5)


def sign_out(as_admin, night, till, wait):
    assert till.post("leave").status_code == 204


def close_by_force(as_admin, night, till, wait):
    close_drawer(till)
    assert as_admin.post(f"/api/door/nights/{night}/close", {"force": True}, format="json").status_code == 200
    wait(hours=9)


ENDS = pytest.mark.parametrize("end", [end_by_time, revoke, sign_out, close_by_force])


def made_now(entry, at):
    return entry | {"at": format_time(at)}


@ENDS
def test_what_a_till_kept_counts_after_its_link_has_ended(as_admin, night, till, tonight, wait, end):
    ticket, at = BookingFactory(occurrence=tonight).passes.get(), timezone.now()
    let_in = {"kind": "in", "h": ticket.h, "seats": 1, "how": "scan", "forced": False}
    wait(minutes=5)
    end(as_admin, night, till, wait)

    kept = [made_now(entry, at) for entry in (let_in, build_sale(allotment=False), build_cash(-5, "Ice"))]
    results = till.report(*kept)

    assert [(each["answer"], each["conflict"]) for each in results] == [("stored", None)] * 3
    assert float(Order.objects.get().cash_payment.amount) == 13.8
    assert sorted(float(move.amount) for move in Move.objects.all()) == [-5, 13.8]
    assert get_night(as_admin, night)["in"] == 2
    till.seq = 0
    assert [each["answer"] for each in till.report(*kept)] == ["repeated"] * 3
    assert check_books() == (0, [])


@ENDS
def test_it_can_do_nothing_else(as_admin, night, till, wait, end):
    end(as_admin, night, till, wait)

    answers = [
        till.client.get("/api/door/list"),
        till.sell(),
        till.keep(1),
        till.client.get("/api/door/drawer"),
        till.open_drawer(),
        till.count("Ana", 50),
        till.close_drawer(),
        till.post("leave"),
    ]

    assert {(each.status_code, each.json()["code"]) for each in answers} == {(401, "door_signed_out")}
    assert not Order.objects.exists()


@pytest.mark.parametrize("end", [end_by_time, revoke])
@pytest.mark.parametrize("entry", [build_sale(allotment=False), build_cash(-20, "Ice")])
def test_cash_that_was_taken_after_the_link_had_ended_is_not_booked(as_admin, night, till, wait, end, entry):
    end(as_admin, night, till, wait)

    for at in (format_time(timezone.now()), "1970-01-01T00:00:00Z"):
        assert till.report(entry | {"at": at})[0]["code"] == "link_ended"

    assert [each["code"] for each in get_night(as_admin, night)["unusable"]] == ["link_ended"] * 2
    assert (Order.objects.count(), Move.objects.count()) == (0, 0)


def test_it_is_not_booked_either_if_the_phone_gets_a_new_link_first(as_admin, night, till, wait):
    revoke(as_admin, night, till, wait)
    sold_at = timezone.now()
    wait(minutes=5)
    link = create_link(as_admin, night, "till")
    assert till.post("enter", key=get_key(link), pin=link["pin"], name="Ana", device=till.uuid).status_code == 200

    (before, after) = till.report(
        made_now(build_sale(allotment=False), sold_at), made_now(build_sale(allotment=False), timezone.now())
    )

    assert (before["code"], after["answer"]) == ("link_ended", "stored")


def test_people_who_came_in_are_a_fact_also_after_the_link_was_revoked(as_admin, night, till, wait):
    """A phone without a connection doesn't know it, and nobody would find them."""
    revoke(as_admin, night, till, wait)

    assert till.report(made_now(GUEST, timezone.now()))[0]["answer"] == "stored"
    assert get_night(as_admin, night)["in"] == 1


@pytest.mark.parametrize(("days", "status"), [(29, 200), (31, 401)])
@pytest.mark.parametrize("end", [end_by_time, revoke])
def test_it_can_send_for_30_days(as_admin, night, till, wait, end, days, status):
    at = timezone.now()
    end(as_admin, night, till, wait)
    wait(days=days)

    entry = {"seq": 1} | made_now(build_sale(allotment=False), at)
    body = {"device": till.uuid, "sentAt": format_time(timezone.now()), "queued": 1, "entries": [entry]}
    assert till.post("entries", **body).status_code == status

    assert Order.objects.count() == (status == 200)


def test_it_needs_its_own_secret_and_sends_its_own_entries(as_admin, night, till, wait):
    stranger = DoorPhone("Ben")
    stranger.enter(create_link(as_admin, night))
    end_by_time(as_admin, night, till, wait)
    stranger.uuid = till.uuid

    assert stranger.post([{"seq": 1} | made_now(GUEST, timezone.now())]).json()["code"] == "door_device"
    till.client.cookies[settings.DOOR_DEVICE_COOKIE_NAME] = "x" * 43
    assert till.post("entries", device=till.uuid, sentAt=till.at, queued=0, entries=[]).status_code == 401
    assert not Entry.objects.exists()


def test_a_date_that_moved_takes_its_link_along(as_admin, night, till, wait):
    Occurrence.objects.update(starts_at=in_days(2), ends_at=in_days(2, hours=3))
    wait(hours=9)

    assert till.client.get("/api/door/list").status_code == 200
    assert till.report(made_now(build_sale(allotment=False), timezone.now()))[0]["answer"] == "stored"


@pytest.mark.parametrize(("status", "orders"), [("skipped", 0), ("scheduled", 1)])
def test_a_date_that_is_off_has_its_cash_returned_and_one_that_is_back_its_order(
    as_admin, night, till, wait, status, orders
):
    at = timezone.now()
    Occurrence.objects.update(status=Occurrence.Status.SKIPPED)
    wait(hours=9)
    Occurrence.objects.update(status=status)

    (result,) = till.report(made_now(build_sale(allotment=False), at))

    assert (result["answer"], result["conflict"]) == ("stored", None if orders else "over")
    assert Order.objects.count() == orders
    assert [float(move.amount) for move in Move.objects.all()] == [13.8]


def test_late_cash_of_a_closed_month_is_booked_in_an_open_one(as_admin, night, till, wait, paypal):
    """It is listed as late at the door, and counts in the revenue and in the ledger once."""
    at = timezone.now()
    close_by_force(as_admin, night, till, wait)
    month = LedgerMonth.of(timezone.localdate(at))
    wait(days=(month.next.first_day - at.date()).days + 1)
    assert close(as_admin, month).status_code == 200

    (result,) = till.report(made_now(build_sale(allotment=False), at))

    assert result["answer"] == "stored"
    assert [move["amount"] for move in get_night(as_admin, night)["drawer"]["late"]] == [13.8]
    assert CashPayment.objects.get().booked_on >= month.next.first_day
    assert get_amounts(as_admin, month.next)["tickets"] == 12
    assert sum(each.total.sold for each in list_months()) == CashPayment.objects.get().amount
    assert check_books() == (0, [])
