"""Organizers open the door of a date, create and revoke links, undo entries and close it."""

import re
from datetime import timedelta

import pytest
from auditlog.models import LogEntry

from charityshop.text import shorten_name
from door.models import Link, Night
from tests.door.phones import UNKNOWN_HASH, Phone, create_date, create_link, get_key, open_night
from tests.support.factories import BookingFactory

pytestmark = pytest.mark.django_db


def test_opening_a_door_again_returns_the_same_one(as_admin):
    date = create_date()
    BookingFactory(occurrence=date, seats=4)

    first, again = open_night(as_admin, date), open_night(as_admin, date)

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert first.json() == {
        "_id": Night.objects.get().public_id, "product": date.event.public_id,
        "startTime": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}", "endTime": f"{date.ends_at:%Y-%m-%dT%H:%M:%SZ}",
        "closedAt": None, "guests": 4, "in": 0, "links": [], "devices": [], "conflicts": [],
        "unusable": [], "drawer": None, "cash": [],
    }  # fmt: skip
    assert as_admin.get(f"/api/door/nights/{first.json()['_id']}").json() == first.json()


def test_a_link_has_a_key_and_a_pin_that_are_not_stored(as_admin, door, settings):
    link = create_link(as_admin, door.id, "till")

    assert re.fullmatch(re.escape(settings.SITE_URL) + r"/door/#k=[A-Za-z0-9_-]{43}", link["url"])
    assert re.fullmatch(r"\d{6}", link["pin"])
    assert link["endsAt"] == f"{door.date.ends_at + timedelta(hours=6):%Y-%m-%dT%H:%M:%SZ}"
    stored = str(list(Link.objects.values())) + str(list(LogEntry.objects.values()))
    assert get_key(link) not in stored
    assert link["pin"] not in re.findall(r"\d+", stored)
    shown = {"_id": link["_id"], "role": "till", "endsAt": link["endsAt"], "revokedAt": None}
    assert door.get()["links"][-1] == shown


def test_revoking_a_link_twice_changes_nothing_and_other_links_stay(as_admin, door):
    other = Phone()
    other.enter(create_link(as_admin, door.id))

    for _ in range(2):
        door.revoke()

    assert other.get_list().status_code == 200


def test_the_organizer_sees_phones_people_and_conflicts(door):
    ticket = BookingFactory(occurrence=door.date, seats=2).passes.get()
    ana, ben = door.phone("Ana"), door.phone("Ben")
    ana.let_in(ticket.h, 2)
    ana.record(kind="guest", seats=1, note="The drummer")
    ana.send()
    ben.let_in(ticket.h, 1)
    ben.send(queued=3)

    night = door.get()

    assert (night["guests"], night["in"]) == (2, 3)
    assert [(each["name"], each["role"], each["queued"], each["isSignedIn"]) for each in night["devices"]] == [
        ("Ana", "door", 0, True),
        ("Ben", "door", 2, True),
    ]
    (conflict,) = night["conflicts"]
    assert (conflict["device"], conflict["seq"], conflict["h"]) == (ben.device.public_id, 1, ticket.h)
    assert (conflict["seats"], conflict["by"], conflict["conflict"]) == (1, "Ben", "double")
    assert conflict["name"] == shorten_name(ticket.booking.user.first_name, ticket.booking.user.last_name)


# --- Undo ------------------------------------------------------------------------------------------------------------


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
    elsewhere = open_night(as_admin, create_date()).json()["_id"]

    assert door.post("undo", device=ana.uuid, seq=2, reason="No.").status_code == 400
    assert door.post("undo", device=ana.uuid, seq=3, reason="No.").status_code == 404
    body = {"device": ana.uuid, "seq": 1, "reason": "No."}
    assert as_admin.post(f"/api/door/nights/{elsewhere}/undo", body, format="json").status_code == 404
    assert door.post("undo", device=ana.uuid, seq=1, reason="").json()["message"] == "Enter a reason."


# --- Close -----------------------------------------------------------------------------------------------------------


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


def test_what_organizers_do_is_logged_without_secrets(door, caplog, django_capture_on_commit_callbacks):
    with caplog.at_level("INFO", logger="security"), django_capture_on_commit_callbacks(execute=True):
        phone = door.phone()
        phone.let_in(UNKNOWN_HASH, forced=True)
        phone.send()
        door.revoke()
        phone.enter(door.link)
        door.post("close", force=True)

    events = [line.split()[0].removeprefix("event=") for line in caplog.messages if "event=door" in line]
    assert sorted(events) == ["door_closed", "door_entered", "door_forced", "door_link_revoked", "door_refused"]
    assert all(secret not in caplog.text for secret in (get_key(door.link), phone.token, UNKNOWN_HASH))
    assert f"={door.link['pin']}" not in caplog.text
