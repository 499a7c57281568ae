"""Organizers open the door of a date, create and revoke links, undo entries, close it, and check guests in."""

import re
from datetime import timedelta
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.utils import timezone

from bookings.services.seats import release_seats
from charityshop.text import shorten_name
from door.models import Door, DoorEntry, DoorLink
from events.models import Occurrence
from tests.door.phones import UNKNOWN_HASH, DoorClient, create_date, create_link, get_key, open_door
from tests.support.factories import BookingFactory, GuestFactory, in_days


def test_opening_a_door_again_returns_the_same_one(as_admin):
    date = create_date()
    BookingFactory(occurrence=date, seats=4)

    first, again = open_door(as_admin, date), open_door(as_admin, date)

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert first.json() == {
        "_id": Door.objects.get().public_id, "product": date.event.public_id,
        "startTime": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}", "endTime": f"{date.ends_at:%Y-%m-%dT%H:%M:%SZ}",
        "closedAt": None, "guests": 4, "in": 0, "left": 20, "price": 13.8, "links": [], "devices": [], "conflicts": [],
        "unusable": [], "drawer": None, "cash": [],
    }  # fmt: skip
    assert as_admin.get(f"/api/door/nights/{first.json()['_id']}").json() == first.json()


def test_a_link_has_a_key_and_a_pin_that_are_not_stored(as_admin, door, settings):
    link = create_link(as_admin, door.id, "till")

    assert re.fullmatch(re.escape(settings.SITE_URL) + r"/door/#k=[A-Za-z0-9_-]{43}", link["url"])
    assert re.fullmatch(r"\d{6}", link["pin"])
    assert link["endsAt"] == f"{door.date.ends_at + timedelta(hours=6):%Y-%m-%dT%H:%M:%SZ}"
    stored = str(list(DoorLink.objects.values())) + str(list(LogEntry.objects.values()))
    assert get_key(link) not in stored
    assert link["pin"] not in re.findall(r"\d+", stored)
    shown = {"_id": link["_id"], "role": "till", "endsAt": link["endsAt"], "revokedAt": None}
    assert door.get()["links"][-1] == shown


def test_the_organizer_sees_phones_people_and_conflicts(door):
    ticket = BookingFactory(occurrence=door.date, seats=2).passes.get()
    ana, ben = door.phone("Ana"), door.phone("Ben")
    ana.let_in(ticket.h, 2)
    ana.record(kind="guest", seats=1, note="The drummer")
    ana.send()
    ben.let_in(ticket.h, 1)
    ben.send(queued=3)

    door_id = door.get()

    assert (door_id["guests"], door_id["in"]) == (2, 3)
    assert [(each["name"], each["role"], each["queued"], each["isSignedIn"]) for each in door_id["devices"]] == [
        ("Ana", "door", 0, True),
        ("Ben", "door", 2, True),
    ]
    (conflict,) = door_id["conflicts"]
    assert (conflict["device"], conflict["seq"], conflict["h"]) == (ben.row.public_id, 1, ticket.h)
    assert (conflict["seats"], conflict["by"], conflict["conflict"]) == (1, "Ben", "double")
    assert conflict["name"] == shorten_name(ticket.booking.user.first_name, ticket.booking.user.last_name)


def test_the_organizer_undoes_an_admission(door):
    ticket = BookingFactory(occurrence=door.date, seats=2).passes.get()
    ana, ben = door.phone("Ana"), door.phone("Ben")
    ana.let_in(ticket.h, 2)
    ana.send()
    ben.let_in(ticket.h, 2)
    ben.send()

    answers = [door.post("undo", device=ana.uuid, seq=1, reason="Wrong guests.") for _ in range(2)]

    assert [(answer.status_code, answer.json()["conflicts"]) for answer in answers] == [(200, []), (200, [])]
    assert [each["device"] for each in ben.get_list().json()["recent"]] == [ben.uuid]
    assert len(door.get()["devices"]) == 2
    assert LogEntry.objects.filter(additional_data__did="entry undone").count() == 1


def test_only_admissions_of_this_date_can_be_undone(door, as_admin):
    ana = door.phone()
    ana.let_in(UNKNOWN_HASH)
    ana.undo(1)
    ana.send()
    elsewhere = open_door(as_admin, create_date()).json()["_id"]

    assert door.post("undo", device=ana.uuid, seq=2, reason="No.").status_code == 400
    assert door.post("undo", device=ana.uuid, seq=3, reason="No.").status_code == 404
    body = {"device": ana.uuid, "seq": 1, "reason": "No."}
    assert as_admin.post(f"/api/door/nights/{elsewhere}/undo", body, format="json").status_code == 404
    assert door.post("undo", device=ana.uuid, seq=1, reason="").json()["message"] == "Enter a reason."


def test_a_closed_door_gets_no_links_but_takes_entries(door):
    phone = door.phone()

    assert door.post("close").json()["closedAt"] is not None

    assert door.post("links", role="door").json()["code"] == "night_closed"
    phone.record(kind="guest", seats=1, note="")
    assert [result["conflict"] for result in phone.send()] == ["closed"]


@pytest.mark.parametrize(
    ("queues", "message"),
    [
        ([15], "1 phone still has 14 entries to send."),
        ([2], "1 phone still has 1 entry to send."),
        ([8, 8, 1], "2 phones still have 14 entries to send."),
    ],
)
def test_unsent_entries_keep_the_door_open_unless_forced(door, queues, message):
    for queued in queues:
        phone = door.phone()
        phone.let_in(UNKNOWN_HASH)
        phone.send(queued=queued)

    refused = door.post("close")

    assert (refused.status_code, refused.json()) == (409, {"message": message, "code": "unsent_entries"})
    assert door.get()["closedAt"] is None
    assert door.post("close", force=True).status_code == 200


def check_in(door: DoorClient, guest: str, inside: int = 1) -> Any:
    return door.post("check-in", guest=guest, inside=inside)


def get_door_of_date(client: Any, date: Occurrence) -> dict[str, Any]:
    query = {"product": date.event.public_id, "bookingDate": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}"}
    return dict(client.get("/api/door/nights", query).json())


def test_a_guest_who_was_checked_in_on_the_list_is_in_and_the_phones_know(door, as_admin):
    booking = BookingFactory(occurrence=door.date, seats=3)
    phone = door.phone()

    answer = check_in(door, booking.public_id, 2)

    assert (answer.status_code, answer.json()["inside"]) == (200, 2)
    assert get_door_of_date(as_admin, door.date)["inside"] == {booking.public_id: 2}
    (listed,) = phone.get_list().json()["passes"]
    assert (listed["seats"], listed["in"]) == (3, 2)
    assert door.get()["conflicts"] == []
    assert "guest checked in" in str(LogEntry.objects.values_list("additional_data", flat=True))


def test_checking_in_again_lets_nobody_in_twice(door, as_admin):
    booking = BookingFactory(occurrence=door.date, seats=2)
    ticket, phone = booking.passes.get(), door.phone()
    phone.let_in(ticket.h, 1)
    phone.send()

    answers = [check_in(door, booking.public_id, 2).json() for _ in range(2)]

    assert [(each["inside"], len(each["entries"])) for each in answers] == [(2, 1), (2, 0)]
    assert check_in(door, booking.public_id, 1).json()["inside"] == 2  # who is in stays in
    assert get_door_of_date(as_admin, door.date)["inside"] == {booking.public_id: 2}


def test_a_check_in_of_the_list_can_be_undone_there_for_ten_minutes(door, as_admin, monkeypatch):
    booking, other = BookingFactory(occurrence=door.date, seats=3), BookingFactory(occurrence=door.date, seats=1)
    phone = door.phone()
    phone.let_in(other.passes.get().h)
    phone.send()
    check_in(door, booking.public_id, 2)

    shown = get_door_of_date(as_admin, door.date)

    assert (shown["in"], shown["guests"], shown["price"]) == (3, 4, 13.8)
    (entry,) = shown["undoable"]
    assert entry["guest"] == booking.public_id
    with monkeypatch.context() as later:
        later.setattr(timezone, "now", lambda: in_days(0, hours=0.2))
        assert get_door_of_date(as_admin, door.date)["undoable"] == []
    assert door.post("undo", device=entry["device"], seq=entry["seq"], reason="By mistake").status_code == 200
    shown = get_door_of_date(as_admin, door.date)
    assert (shown["in"], shown["undoable"]) == (1, [])


def test_nobody_is_checked_in_without_a_seat_of_the_date(door):
    booking = BookingFactory(occurrence=door.date, seats=2)
    refunded = BookingFactory(occurrence=door.date, seats=1)
    release_seats(booking_ids=[refunded.pk])

    too_many = check_in(door, booking.public_id, 3)
    others = [check_in(door, each.public_id) for each in (refunded, BookingFactory(seats=1))]

    assert (too_many.status_code, too_many.json()["errors"]) == (400, {"inside": ["Choose 1 to 2 seats."]})
    message = "This guest has no ticket for this date."
    assert [(each.status_code, each.json()["message"]) for each in others] == [(404, message)] * 2
    assert DoorEntry.objects.count() == 0


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        ({}, "night_closed", "This door is closed."),
        ({"status": "canceled"}, "canceled", "This date was canceled."),
        ({"starts_at": in_days(-1), "ends_at": in_days(-0.5)}, "over", "This date ended more than 6 hours ago."),
    ],
    ids=["closed", "canceled", "over"],
)
def test_nobody_is_checked_in_at_a_door_that_is_over_and_the_list_says_why(door, as_admin, changes, code, message):
    booking = BookingFactory(occurrence=door.date, seats=1)
    assert get_door_of_date(as_admin, door.date)["refusal"] is None
    Occurrence.objects.update(**changes) if changes else door.post("close")
    door.date.refresh_from_db()

    answer = check_in(door, booking.public_id)

    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (409, code, message)
    assert get_door_of_date(as_admin, door.date)["refusal"] == message


def test_a_friend_with_a_seat_is_checked_in_alone(door, as_admin):
    booking = BookingFactory(occurrence=door.date, seats=2)
    friend = GuestFactory(booking=booking)

    assert check_in(door, friend.public_id).json()["inside"] == 1

    assert get_door_of_date(as_admin, door.date)["inside"] == {booking.public_id: 0, friend.public_id: 1}
    assert check_in(door, friend.public_id, 2).status_code == 400
