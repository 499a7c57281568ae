"""The list of a phone, and the passes that it scans."""

from datetime import timedelta
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking, Pass
from bookings.services.passes import record_moves
from bookings.services.returns import complete_return, request_return
from door.models import Door
from tests.bookings.seat_links import list_passes
from tests.door.phones import UNKNOWN_HASH, DoorClient, create_date, format_time
from tests.orders.api_calls import list_booking_ids
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, in_days
from tests.support.paid_orders import create_test_order


def list_passes_of(phone):
    return phone.get_list().json()["passes"]


def test_a_list_has_names_seats_and_hashes_and_nothing_else_about_guests(door, visitor):
    booking = BookingFactory(occurrence=door.date, user=visitor, seats=4)
    BookingFactory()  # of another date
    ticket = booking.passes.get()
    phone = door.phone()

    listed = phone.get_list()

    assert set(listed.json()) == {"night", "now", "price", "allotment", "seen", "passes", "recent"}
    assert listed.json()["passes"] == [
        {"h": ticket.h, "b": booking.pk, "name": "Ana D.", "seats": 4, "in": 0, "state": "valid", "to": None}
    ]
    assert (listed.json()["price"], listed.json()["seen"]) == (13.8, {phone.uuid: 0})
    assert (listed.json()["night"]["totals"][:3], len(listed.json()["night"]["totals"])) == ([13.8, 27.6, 41.4], 50)
    for secret in (ticket.code, visitor.email, "Diaz", booking.public_id):
        assert secret not in listed.content.decode()


def test_an_unchanged_list_is_a_304(door):
    ticket = BookingFactory(occurrence=door.date, seats=2).passes.get()
    phone = door.phone()
    first = phone.get_list()

    same = phone.get_list(first["ETag"])
    phone.let_in(ticket.h)
    phone.send()
    changed = phone.get_list(first["ETag"])

    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert changed.status_code == 200
    assert changed.json()["passes"][0]["in"] == 1
    assert changed["ETag"] != first["ETag"]


def test_replaced_and_refunded_passes_are_listed(door):
    replaced = BookingFactory(occurrence=door.date)
    refunded = BookingFactory(occurrence=door.date)
    old = replaced.passes.get()
    door.organizer.post(f"/api/passes/{old.public_id}/replace", {}, format="json")
    request_return(seats={refunded.pk: 2})
    complete_return(seats={refunded.pk: 2})

    states = [(each["b"], each["state"]) for each in list_passes_of(door.phone())]

    assert states == [(replaced.pk, "replaced"), (refunded.pk, "refunded"), (replaced.pk, "valid")]
    assert door.get()["guests"] == 2


def test_a_moved_booking_is_listed_with_its_new_date(door, as_visitor):
    later = OccurrenceFactory(event=door.date.event, starts_at=in_days(9))
    date = OccurrenceFactory(event=door.date.event, starts_at=in_days(5))
    paid = create_test_order(as_visitor, date)
    Door.objects.update(occurrence=date)
    phone = door.phone()
    (ticket,) = list_passes_of(phone)
    phone.let_in(ticket["h"])
    phone.send()
    move = {"booking": list_booking_ids(paid)[0], "to": f"{later.starts_at:%Y-%m-%dT%H:%M:%SZ}", "reason": "As agreed."}
    assert door.organizer.post(f"/api/orders/{paid['_id']}/move", move, format="json").status_code == 200

    (moved,) = list_passes_of(phone)
    phone.let_in(ticket["h"])

    start = f"{later.starts_at:%Y-%m-%dT%H:%M:%SZ}"
    assert (moved["h"], moved["state"], moved["to"]) == (ticket["h"], "moved", start)
    assert [(each["conflict"], each["in"]) for each in phone.send()] == [(None, 1), ("moved", 1)]
    assert (door.get()["guests"], door.get()["in"]) == (1, 1)  # who came in stays one of tonight's guests


def test_a_conflict_that_is_found_200_admissions_later_is_still_listed(door):
    ticket = BookingFactory(occurrence=door.date, seats=1).passes.get()
    ana, ben = door.phone("Ana"), door.phone("Ben")
    earlier = ben.let_in(ticket.h, at=format_time(timezone.now() - timedelta(minutes=1)))  # without a connection
    ana.send(ana.let_in(ticket.h))
    ana.send(*[ana.record(kind="guest", seats=1, note="") for _ in range(200)])

    ben.send(earlier)

    recent = ana.get_list().json()["recent"]
    mine = [(each["seq"], each["conflict"]) for each in recent if each["device"] == ana.uuid]
    assert mine[:2] == [(1, "double"), (2, None)]


def test_recent_admissions_are_listed_oldest_first_without_those_that_were_undone(door):
    ana, ben = door.phone("Ana"), door.phone("Ben", clock=timedelta(hours=-1))
    ben.let_in(UNKNOWN_HASH)
    ben.send()
    ana.record(kind="guest", seats=2, note="Two from the band")
    ana.let_in(UNKNOWN_HASH)
    ana.undo(2)
    ana.send()

    recent = ana.get_list().json()["recent"]

    found = [(each["by"], each["seq"], each["h"], each["conflict"]) for each in recent]
    assert found == [("Ben", 1, UNKNOWN_HASH, "unknown"), ("Ana", 1, None, None)]
    assert "band" not in str(recent)


@pytest.fixture
def booking(visitor):
    """Ana's four seats, with one pass."""
    return BookingFactory(user=visitor, seats=4)


@pytest.fixture
def ticket(booking):
    return booking.passes.get()


def split(client: APIClient, ticket: Pass, seats: object, **fields: object) -> Any:
    return client.post(f"/api/passes/{ticket.public_id}/split", {"seats": seats, **fields}, format="json")


def replace(client: APIClient, ticket: Pass) -> Any:
    return client.post(f"/api/passes/{ticket.public_id}/replace", {}, format="json")


def test_the_old_code_keeps_the_remaining_seats(as_visitor, booking, ticket):
    answer = split(as_visitor, ticket, 1, label=" Maya ")

    assert answer.status_code == 200
    old, new = answer.json()
    assert (old["_id"], old["code"], old["seats"], old["label"]) == (ticket.public_id, ticket.code, 3, "")
    assert (new["seats"], new["label"], new["state"]) == (1, "Maya", "valid")
    assert new["code"] != old["code"]
    assert list_passes(booking) == [("", 3, "valid"), ("Maya", 1, "valid")]


@pytest.mark.parametrize("seats", [0, 4])
def test_both_passes_need_a_seat(as_visitor, booking, ticket, seats):
    answer = split(as_visitor, ticket, seats)

    assert (answer.status_code, answer.json()["message"]) == (400, "Choose 1 to 3 seats.")
    assert set(answer.json()["errors"]) == {"seats"}
    assert list_passes(booking) == [("", 4, "valid")]


def test_a_replaced_pass_has_another_code(as_visitor, booking, ticket):
    split(as_visitor, ticket, 1, label="Maya")
    friend = booking.passes.last()

    answer = replace(as_visitor, friend)

    assert answer.status_code == 200
    shown = [(each["label"], each["seats"], each["state"]) for each in answer.json()]
    assert shown == list_passes(booking) == [("", 3, "valid"), ("Maya", 1, "replaced"), ("Maya", 1, "valid")]
    assert len({each["code"] for each in answer.json()}) == 3


def test_a_guests_replaced_pass_stays_the_guests(as_admin, booking):
    guest = GuestFactory(booking=booking)

    assert replace(as_admin, guest.passes.get()).status_code == 200

    assert list_passes(booking) == [("", 3, "valid"), ("Sam", 1, "replaced"), ("Sam", 1, "valid")]
    assert guest.passes.live().count() == 1


@pytest.mark.parametrize("ended", ["replaced", "cancelled", "refunded"])
def test_an_ended_pass_cannot_be_changed(as_visitor, ticket, ended):
    if ended == "replaced":
        replace(as_visitor, ticket)
    else:
        Booking.objects.update(status=ended)

    answers = [split(as_visitor, ticket, 1), replace(as_visitor, ticket)]

    refusal = (404, "This ticket is no longer valid.")
    assert [(answer.status_code, answer.json()["message"]) for answer in answers] == [refusal] * 2


def test_an_undo_of_the_same_number_on_another_date_does_not_count(door, booking, ticket):
    Booking.objects.update(occurrence=door.date)
    record_moves(booking_ids=[booking.pk])
    phone = door.phone()
    phone.let_in(ticket.h)
    phone.send()
    elsewhere = DoorClient(door.organizer, create_date())
    assert phone.enter(elsewhere.link).status_code == 200  # the same phone, which begins to number its entries again
    phone.log = []
    phone.let_in(ticket.h)
    phone.undo(1)
    phone.send()

    refused = replace(door.organizer, ticket)

    assert (refused.status_code, refused.json()["code"]) == (409, "already_in")


def test_both_are_recorded_without_the_code(as_visitor, visitor, ticket):
    split(as_visitor, ticket, 1, label="Maya")
    replace(as_visitor, ticket)

    entries = LogEntry.objects.filter(additional_data__did__startswith="ticket").order_by("pk")
    assert [entry.additional_data["did"] for entry in entries] == ["ticket split", "ticket replaced"]
    assert {entry.actor_id for entry in entries} == {visitor.pk}
    codes = Pass.objects.values_list("code", flat=True)
    assert not any(code in str(vars(entry)) for entry in entries for code in codes)
    assert "Maya" not in str([vars(entry) for entry in entries])
