"""Phones send what they recorded."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from bookings.models import Booking, Pass
from bookings.services import passes, returns, seats
from door.models import DoorEntry
from tests.door.phones import UNKNOWN_HASH, DoorClient, PhoneClient, format_time
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, in_days

GUEST = {"kind": "guest", "seats": 1, "note": ""}


@pytest.fixture
def phone(door) -> PhoneClient:
    return door.phone()


@pytest.fixture
def ticket(door):
    return BookingFactory(occurrence=door.date, seats=4).passes.get()


def get_entry(seq: int = 1) -> DoorEntry:
    return DoorEntry.objects.get(seq=seq)


def test_an_admission_is_stored_once(phone, ticket):
    phone.let_in(ticket.h, 2)

    answers = [phone.post(phone.log).json() for _ in range(2)]

    assert [answer["seen"] for answer in answers] == [1, 1]
    expected = {"seq": 1, "conflict": None, "in": 2, "seats": 4}
    assert [answer["results"] for answer in answers] == [[expected | {"answer": a}] for a in ("stored", "repeated")]
    assert (get_entry().ticket, get_entry().seats, get_entry().body["how"]) == (ticket, 2, "scan")


def test_all_kinds_are_stored(phone, ticket):
    phone.let_in(ticket.h, 4, how="search", forced=True)
    phone.undo(1)
    phone.record(kind="guest", seats=2, note="<b>The band</b>")
    phone.let_in(UNKNOWN_HASH)

    results = phone.send()

    assert {each["answer"] for each in results} == {"stored"}
    found = [(each["conflict"], each["in"], each["seats"]) for each in results]
    assert found == [(None, 0, 4), (None, 0, 4), (None, None, None), ("unknown", None, None)]
    assert {entry.name for entry in DoorEntry.objects.all()} == {"Ana"}
    assert [entry.note for entry in DoorEntry.objects.order_by("pk")] == ["", "", "<b>The band</b>", ""]


def test_phones_undo_only_their_own_entries(door, phone, ticket):
    phone.let_in(ticket.h)
    phone.send()
    ben = door.phone("Ben")
    ben.record(kind="undo", of=1, device=phone.uuid)
    ben.send()

    assert phone.get_list().json()["passes"][0]["in"] == 1


@pytest.mark.parametrize("wrong", [timedelta(hours=3), timedelta(days=-20_000)])
def test_a_wrong_clock_is_corrected(door, wrong):
    phone = door.phone(clock=wrong)
    phone.record(**GUEST | {"at": format_time(timezone.now() + wrong - timedelta(minutes=10))})

    phone.send()

    assert abs(get_entry().happened_at - (timezone.now() - timedelta(minutes=10))) < timedelta(seconds=5)


@pytest.mark.parametrize("at", ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", None])
def test_an_impossible_time_is_replaced_by_the_time_received(phone, at):
    phone.record(**GUEST | {"at": at})

    assert [result["answer"] for result in phone.send() + phone.send()] == ["stored", "repeated"]

    entry = get_entry()
    assert entry.at == entry.happened_at == entry.received_at
    assert abs(entry.received_at - timezone.now()) < timedelta(minutes=1)


@pytest.mark.parametrize("seq", [0, 2**63, "1", True])
def test_a_bad_number_is_unusable(phone, seq):
    (result,) = phone.send({"seq": seq, "at": phone.now(), **GUEST})

    unusable = {"seq": seq, "answer": "unusable", "code": "bad_seq"}
    assert result == unusable | {"conflict": None, "in": None, "seats": None}
    assert not DoorEntry.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        *(({"kind": "in", "seats": seats}, "bad_seats") for seats in (0, 51, 2.0, True)),
        ({"kind": "guest", "seats": 51}, "bad_seats"),
        ({"kind": "dance"}, "bad_entry"),
        ({"h": None}, "bad_entry"),
        ({"h": "A" * 15 + "="}, "bad_entry"),
        ({"how": "magic"}, "bad_entry"),
        ({"kind": "undo", "of": 0}, "bad_entry"),
        ({"kind": "unusable"}, "bad_entry"),
    ],
)
def test_impossible_seats_and_unknown_kinds_and_values_are_unusable_and_count_as_seen(phone, wrong, code):
    entry = phone.let_in(UNKNOWN_HASH) | wrong

    for answer in [phone.post([entry]).json() for _ in range(2)]:
        (result,) = answer["results"]
        assert (result["answer"], result["code"], answer["seen"]) == ("unusable", code, 1)
    assert phone.get_list().json()["recent"] == []


def test_200_entries_are_stored_at_once_and_201_are_refused(phone):
    for _ in range(201):
        phone.record(**GUEST)

    refused = phone.post(phone.log)

    assert refused.status_code == 400
    assert refused.json() == {"message": "Send at most 200 entries at once.", "code": "too_many_entries"}
    assert not DoorEntry.objects.exists()
    assert phone.post(phone.log[:200]).json()["seen"] == 200


@pytest.mark.parametrize(
    "wrong", [{"sentAt": "now"}, {"queued": -1}, {"entries": [1]}, {"entries": None}, {"device": "x"}]
)
def test_a_malformed_batch_is_refused(phone, wrong):
    answer = phone.post([phone.record(**GUEST)], **wrong)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_a_nul_character_is_refused_and_a_huge_body_is_too_large(phone):
    assert phone.post([phone.record(kind="guest", seats=1, note="a\0b")]).status_code == 400
    assert phone.post([phone.record(kind="guest", seats=1, note="x" * 10_000_000)]).status_code == 413
    assert not DoorEntry.objects.exists()


@pytest.mark.parametrize("call", ["split", "replace"])
def test_a_pass_with_which_somebody_entered_is_neither_split_nor_replaced(door, phone, ticket, call):
    phone.let_in(ticket.h, 1)
    phone.send()
    path, body = f"/api/passes/{ticket.public_id}/{call}", {"seats": 1}

    refused = door.organizer.post(path, body, format="json")

    refusal = {"message": "Some of these guests are inside already.", "code": "already_in"}
    assert (refused.status_code, refused.json()) == (409, refusal)
    phone.undo(1)
    phone.send()
    assert door.organizer.post(path, body, format="json").status_code == 200


def test_a_pass_that_was_replaced_later_was_valid(door, phone, ticket):
    before = format_time(timezone.now() - timedelta(minutes=1))
    phone.let_in(ticket.h, 1, at=before)  # without a connection
    assert door.organizer.post(f"/api/passes/{ticket.public_id}/replace", {}, format="json").status_code == 200
    phone.let_in(ticket.h, 1)

    assert [each["conflict"] for each in phone.send()] == [None, "replaced"]


@pytest.fixture
def booking(door) -> Booking:
    """Four seats with one pass."""
    return BookingFactory(occurrence=door.date, seats=4)


def claim_two_seats(booking: Booking) -> None:
    for name in ("Sam", "Kim"):
        GuestFactory(booking=booking, first_name=name)


def return_two_seats(booking: Booking) -> None:
    returns.request_return(seats={booking.pk: 2})
    returns.complete_return(seats={booking.pk: 2})


def split_off_two_seats(booking: Booking) -> None:
    passes.split_pass(booking.passes.get(), 2, "Bo")


def format_earlier() -> str:
    return format_time(timezone.now() - timedelta(minutes=5))


@pytest.mark.parametrize(
    ("change", "is_late"),
    [(claim_two_seats, False), (claim_two_seats, True), (return_two_seats, True), (split_off_two_seats, True)],
)
def test_a_party_that_came_in_before_its_seats_changed_stays_in(door, phone, booking, change, is_late):
    ticket = booking.passes.get()
    phone.let_in(ticket.h, 4, at=format_earlier())
    if not is_late:
        phone.send()

    with transaction.atomic():
        change(booking)

    (result,) = phone.send()
    assert (result["conflict"], result["in"]) == (None, 4)
    assert (door.get()["in"], door.get()["conflicts"]) == (4, [])
    assert [each["in"] for each in phone.get_list().json()["passes"] if each["h"] == ticket.h] == [4]


@pytest.mark.parametrize("change", [claim_two_seats, return_two_seats, split_off_two_seats])
def test_a_party_that_comes_afterwards_has_the_seats_that_are_left(phone, booking, change):
    with transaction.atomic():
        change(booking)

    phone.let_in(booking.passes.first().h, 4)

    assert [(each["conflict"], each["in"]) for each in phone.send()] == [("over", 2)]


def test_a_friend_does_not_get_a_seat_on_which_somebody_sat_before(door, phone):
    """The phone was offline while two people came in, and a friend claimed one of the two seats."""
    booking = BookingFactory(occurrence=door.date, seats=2)
    phone.let_in(booking.passes.get().h, 2, at=format_earlier())
    GuestFactory(booking=booking)

    phone.let_in(booking.passes.last().h)

    assert [each["conflict"] for each in phone.send()] == [None, "double"]
    assert (door.get()["in"], door.get()["guests"]) == (2, 2)


def test_an_entry_while_the_booking_was_on_another_date_stays_a_conflict(door, phone, booking):
    ticket, later = booking.passes.get(), OccurrenceFactory(event=door.date.event, starts_at=in_days(7))
    next_week = DoorClient(door.organizer, later).phone()
    next_week.let_in(ticket.h)
    next_week.send()
    with transaction.atomic():
        seats.move_seats(booking_id=booking.pk, to_id=later.pk)
    phone.let_in(ticket.h)
    phone.send()
    Booking.objects.update(occurrence=door.date)
    passes.record_moves(booking_ids=[booking.pk])

    phone.let_in(ticket.h)

    assert [each["conflict"] for each in phone.send()] == ["moved", None]
    assert next_week.send()[0]["conflict"] == "unknown"  # it was not for that date yet
    next_week.let_in(ticket.h)
    assert [each["conflict"] for each in next_week.send()] == ["unknown", "moved"]


def test_an_entry_while_the_seats_were_refunded_stays_a_conflict_after_they_are_sold_again(door, phone):
    booking = BookingFactory(occurrence__event=door.date.event, occurrence__starts_at=in_days(1), seats=2)
    phone = DoorClient(door.organizer, booking.occurrence).phone()
    h = booking.passes.get().h
    with transaction.atomic():
        seats.release_seats(booking_ids=[booking.pk])
    Booking.objects.update(status=Booking.Status.REFUNDED)
    phone.let_in(h)
    phone.send()
    with transaction.atomic():
        seats.release_seats(booking_ids=[booking.pk])
    assert phone.send()[0]["conflict"] == "refunded"

    with transaction.atomic():
        seats.sell_seats(booking_ids=[booking.pk], sold_at=in_days(-1))  # money that came before they were refunded
    phone.let_in(h)

    assert [each["conflict"] for each in phone.send()] == ["refunded", None]
    assert Pass.objects.get().seats == 2
