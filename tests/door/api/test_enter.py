"""A phone signs in with a link's key and PIN."""

from datetime import timedelta

import pytest
from django.utils import timezone

from door.models import Device
from events.datetimes import format_utc
from events.models import Occurrence
from tests.changes.change_calls import move
from tests.door.phones import Door, Phone, get_key
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db
REFUSED = {"message": "That link and PIN do not go together.", "code": "door_refused"}


def test_the_link_and_its_pin_sign_a_phone_in(door):
    phone = Phone("Ana")

    answer = phone.enter(door.link)

    assert answer.status_code == 200
    date = door.date
    assert answer.json() == {
        "role": "door",
        "device": phone.uuid,
        "now": answer.json()["now"],
        "night": {
            "_id": door.id,
            "name": date.event.name,
            "startTime": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}",
            "endTime": f"{date.ends_at:%Y-%m-%dT%H:%M:%SZ}",
        },
    }
    cookie = answer.cookies["door"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Strict", "/", "")
    assert cookie.value not in str(list(Device.objects.values()))


@pytest.mark.parametrize("wrong", [{"pin": "12345"}, {"key": "k" * 43}, {"key": "x"}, {"pin": "\u0661" * 6}])
def test_a_wrong_key_or_pin_is_refused(door, wrong):
    answer = Phone().enter(door.link, **wrong)

    assert (answer.status_code, answer.json()) == (401, REFUSED)
    assert not Device.objects.exists()


def test_a_pin_belongs_to_its_link(door):
    other = door.post("links", role="till").json()

    assert Phone().enter(door.link, pin=other["pin"]).status_code == 401


def test_links_are_refused_six_hours_after_the_end(door):
    phone = door.phone()
    ended = timezone.now() - timedelta(hours=6)
    Occurrence.objects.update(starts_at=ended - timedelta(hours=3), ends_at=ended)

    assert phone.enter(door.link).json() == REFUSED
    assert phone.get_list().json()["code"] == "door_signed_out"


def test_links_and_phones_that_entered_before_their_date_moved_open_the_door_then(as_admin, monkeypatch):
    door = Door(as_admin, OccurrenceFactory(starts_at=in_days(1)))
    phone = Phone()
    cookie = phone.enter(door.link).cookies["door"]
    move(as_admin, door.date, in_days(3))
    monkeypatch.setattr(timezone, "now", lambda: in_days(3))

    assert Phone().enter(door.link).status_code == 200
    assert phone.get_list().status_code == 200
    assert timedelta(seconds=int(cookie["max-age"])) > timedelta(days=3)
    assert door.get()["links"][0]["endsAt"] == format_utc(in_days(3, hours=9))


def test_10_wrong_pins_per_hour_and_link_are_allowed(door):
    phone = Phone()

    answers = [phone.enter(door.link, pin="0") for _ in range(11)]

    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert phone.enter(door.link).status_code == 429
    assert Phone().enter(door.post("links", role="door").json()).status_code == 200


def test_30_wrong_keys_per_hour_and_address_are_allowed(door):
    phone = Phone()

    answers = [phone.enter(door.link, key=f"{number}") for number in range(31)]

    assert [answer.status_code for answer in answers] == [401] * 30 + [429]
    elsewhere = {"key": get_key(door.link), "pin": door.link["pin"], "name": "Ben", "device": phone.uuid}
    answer = phone.client.post("/api/door/enter", elsewhere, format="json", REMOTE_ADDR="192.0.2.7")
    assert answer.status_code == 200


def test_right_pins_do_not_count(door):
    phone = Phone()

    assert {phone.enter(door.link).status_code for _ in range(31)} == {200}


def test_a_phone_that_enters_again_keeps_its_log_and_its_earlier_cookie_is_invalid(door):
    phone = door.phone("Ana")
    phone.record(kind="guest", seats=1, note="")
    phone.send()
    before = phone.token

    phone.name = "Ben"
    phone.enter(door.link)

    listed = phone.get_list().json()
    assert listed["seen"] == {phone.uuid: 1}
    assert [entry["by"] for entry in listed["recent"]] == ["Ana"]
    phone.client.cookies["door"] = before
    assert phone.get_list().status_code == 401


def test_a_phone_signs_out(door):
    phone = door.phone()
    token = phone.token

    answer = phone.client.post("/api/door/leave", {}, format="json")

    assert answer.status_code == 204
    assert answer.cookies["door"]["max-age"] == 0
    phone.client.cookies["door"] = token
    assert phone.get_list().status_code == 401
