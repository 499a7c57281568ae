"""Whoever has a link reads what it is for before the PIN."""

from datetime import timedelta

import pytest
from django.utils import timezone

from door.models import Device
from events.datetimes import format_utc
from events.models import Event, Occurrence
from tests.changes.change_calls import call_off, move
from tests.door.phones import Door, Phone
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db
REFUSED = {"message": "That link and PIN do not go together.", "code": "door_refused"}


def test_a_link_names_its_event_date_and_place_without_its_pin(door):
    Event.objects.update(event_location="The Bean, 1 Main St, Port Alder")

    answer = Phone().read_link(door.link)

    assert answer.status_code == 200
    assert answer.json() == {
        "name": door.date.event.name,
        "startTime": format_utc(door.date.starts_at),
        "endTime": format_utc(door.date.ends_at),
        "place": "The Bean",
        "isCanceled": False,
    }
    assert not answer.cookies
    assert not Device.objects.exists()


@pytest.mark.parametrize("location", ["", "Default"])
def test_an_event_without_a_place_names_none(door, location):
    Event.objects.update(event_location=location)

    assert Phone().read_link(door.link).json()["place"] == ""


@pytest.mark.parametrize("status", [Event.Status.DRAFT, Event.Status.ARCHIVED])
def test_an_event_out_of_sight_is_named_to_those_who_have_its_link(door, status):
    Event.objects.update(status=status)

    assert Phone().read_link(door.link).json()["name"] == door.date.event.name


def test_the_link_of_a_canceled_date_says_so(as_admin):
    door = Door(as_admin, OccurrenceFactory(starts_at=in_days(1)))
    call_off(as_admin, door.date)

    assert Phone().read_link(door.link).json()["isCanceled"] is True


def test_the_link_of_a_date_that_moved_names_when_it_is_now(as_admin):
    door = Door(as_admin, OccurrenceFactory(starts_at=in_days(1)))
    move(as_admin, door.date, in_days(3))

    answer = Phone().read_link(door.link).json()

    assert (answer["startTime"], answer["isCanceled"]) == (format_utc(in_days(3)), False)


def end(door: Door) -> None:
    ended = timezone.now() - timedelta(hours=6)
    Occurrence.objects.update(starts_at=ended - timedelta(hours=3), ends_at=ended)


def revoke(door: Door) -> None:
    assert door.organizer.delete(f"/api/door/links/{door.link['_id']}").status_code == 204


def close(door: Door) -> None:
    assert door.post("close").status_code == 200


@pytest.mark.parametrize("happens", [end, revoke, close])
def test_a_link_that_opens_no_door_anymore_names_nothing(door, happens):
    happens(door)

    answer = Phone().read_link(door.link)

    assert (answer.status_code, answer.json()) == (401, REFUSED)


@pytest.mark.parametrize("key", ["k" * 43, "x"])
def test_a_wrong_key_names_nothing(door, key):
    answer = Phone().read_link(door.link, key=key)

    assert (answer.status_code, answer.json()) == (401, REFUSED)


@pytest.mark.parametrize("key", [None, "", ["x"]])
def test_a_request_without_a_key_is_a_mistake(door, key):
    assert Phone().read_link(door.link, key=key).status_code == 400


def test_keys_are_guessed_30_times_per_hour_and_address_whichever_call_is_used(door):
    phone = Phone()

    answers = [phone.enter(door.link, key=f"{number}").status_code for number in range(15)]
    answers += [phone.read_link(door.link, key=f"{number}").status_code for number in range(16)]

    assert answers == [401] * 30 + [429]
    assert phone.read_link(door.link).status_code == 200


def test_reading_a_link_uses_up_no_try_of_its_pin(door):
    phone = Phone()

    assert {phone.read_link(door.link).status_code for _ in range(31)} == {200}
    assert phone.enter(door.link, pin="0").status_code == 401
    assert phone.enter(door.link).status_code == 200
