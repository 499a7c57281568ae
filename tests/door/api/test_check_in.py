"""Organizers check guests in from the guest list."""

from typing import Any

import pytest
from auditlog.models import LogEntry

from bookings.services.passes import split_pass
from bookings.services.seats import release_seats
from door.models import Entry
from events.models import Occurrence
from tests.door.phones import Door
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def check_in(door: Door, guest: str, inside: int = 1) -> Any:
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


def test_a_mistake_is_undone(door, as_admin):
    booking = BookingFactory(occurrence=door.date, seats=1)
    (entry,) = check_in(door, booking.public_id).json()["entries"]

    assert door.post("undo", **entry, reason="Checked in by mistake").status_code == 200

    assert get_door_of_date(as_admin, door.date)["inside"] == {booking.public_id: 0}
    assert check_in(door, booking.public_id).json()["inside"] == 1


def test_all_tickets_of_a_booking_count(door, as_admin):
    booking = BookingFactory(occurrence=door.date, seats=3)
    split_pass(booking.passes.get(), 1, "Sam")

    assert check_in(door, booking.public_id, 3).json()["inside"] == 3

    assert sorted(Entry.objects.values_list("seats", flat=True)) == [1, 2]
    assert door.get()["conflicts"] == []


def test_nobody_is_checked_in_without_a_seat_of_the_date(door):
    booking = BookingFactory(occurrence=door.date, seats=2)
    refunded = BookingFactory(occurrence=door.date, seats=1)
    release_seats(booking_ids=[refunded.pk])

    too_many = check_in(door, booking.public_id, 3)
    others = [check_in(door, each.public_id) for each in (refunded, BookingFactory(seats=1))]

    assert (too_many.status_code, too_many.json()["errors"]) == (400, {"inside": ["Choose 1 to 2 seats."]})
    message = "This guest has no ticket for this date."
    assert [(each.status_code, each.json()["message"]) for each in others] == [(404, message)] * 2
    assert Entry.objects.count() == 0


def close(door: Door) -> None:
    door.post("close")


def cancel(door: Door) -> None:
    Occurrence.objects.update(status=Occurrence.Status.SKIPPED)


def end_long_ago(door: Door) -> None:
    Occurrence.objects.update(starts_at=in_days(-1), ends_at=in_days(-0.5))


@pytest.mark.parametrize(
    ("happens", "code", "message"),
    [
        (close, "night_closed", "This night is closed."),
        (cancel, "canceled", "This date was canceled."),
        (end_long_ago, "over", "This date ended more than 6 hours ago."),
    ],
)
def test_nobody_is_checked_in_at_a_door_that_is_over_and_the_list_says_why(door, as_admin, happens, code, message):
    booking = BookingFactory(occurrence=door.date, seats=1)
    assert get_door_of_date(as_admin, door.date)["refusal"] is None
    happens(door)
    door.date.refresh_from_db()

    answer = check_in(door, booking.public_id)

    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (409, code, message)
    assert get_door_of_date(as_admin, door.date)["refusal"] == message


def test_the_list_knows_whether_a_door_that_was_never_opened_can_be(as_admin):
    ahead, past = OccurrenceFactory(starts_at=in_days(2)), OccurrenceFactory(starts_at=in_days(-2))

    assert get_door_of_date(as_admin, ahead) == {"night": None, "inside": {}, "refusal": None}
    assert get_door_of_date(as_admin, past)["refusal"] == "This date ended more than 6 hours ago."


def test_a_friend_with_a_seat_is_checked_in_alone(door, as_admin):
    booking = BookingFactory(occurrence=door.date, seats=2)
    friend = GuestFactory(booking=booking)

    assert check_in(door, friend.public_id).json()["inside"] == 1

    assert get_door_of_date(as_admin, door.date)["inside"] == {booking.public_id: 0, friend.public_id: 1}
    assert check_in(door, friend.public_id, 2).status_code == 400
