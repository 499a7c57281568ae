"""Phones, organizers and guests at the same time, each with its own connection."""

import pytest
from django.db import transaction

from bookings.models import Booking
from bookings.services import returns
from bookings.services.seat_links import claim_seat
from door.models import Door, DoorEntry, DoorLink, Phone
from door.services.allotments import set_allotment
from door.services.doors import close_door, create_link, open_door, revoke_link
from door.services.passes import replace_pass, split_pass
from door.services.phones import register_phone
from tests.bookings.seat_links import list_passes
from tests.door.phones import DoorClient, create_date
from tests.support.factories import BookingFactory, SeatLinkFactory, UserFactory
from tests.support.races import run_during, run_together


@pytest.fixture
def door(transactional_db: None, as_admin) -> DoorClient:
    return DoorClient(as_admin, create_date())


def test_the_same_batch_sent_twice_at_once_is_stored_once(door):
    phone = door.phone()
    for _ in range(20):
        phone.record(kind="guest", seats=1, note="")

    answers = run_together(*[lambda: phone.send()] * 3)

    counts = sorted([each["answer"] for each in answer].count("stored") for answer in answers)
    assert counts == [0, 0, 20]
    assert DoorEntry.objects.count() == 20


def test_a_door_that_is_opened_twice_at_once_is_one(transactional_db):
    date, staff = create_date(), UserFactory(is_staff=True)

    def open_again() -> object:
        return open_door(event_id=date.event_id, when=date.starts_at, by=staff)[1]

    assert sorted(map(str, run_together(open_again, open_again))) == ["False", "True"]
    assert Door.objects.count() == 1


def test_a_phone_cannot_enter_while_its_link_is_revoked(door, admin):
    link, phone = DoorLink.objects.get(), door.phone()

    code = run_during(
        lambda: revoke_link(link_id=link.pk, by=admin),
        lambda: register_phone(link_id=link.pk, name="Ana", uuid=phone.row.uuid),
    )

    assert code == "door_refused"
    assert Phone.objects.get().token_hash is None


def test_no_link_is_created_while_the_door_is_closed(door, admin):
    code = run_during(
        lambda: close_door(door_id=door.row.pk, force=False, by=admin),
        lambda: create_link(door_id=door.row.pk, role=DoorLink.Role.TILL, by=admin),
    )

    assert code == "night_closed"
    assert DoorLink.objects.count() == 1


def test_no_phone_gets_seats_while_the_door_is_closed(door, admin):
    phone = door.phone().row

    code = run_during(
        lambda: close_door(door_id=door.row.pk, force=False, by=admin),
        lambda: set_allotment(phone_id=phone.pk, count=1),
    )

    assert code == "night_closed"
    assert not Booking.objects.exists()


@pytest.fixture
def booking(transactional_db: None) -> Booking:
    return BookingFactory(seats=3)


def split(booking: Booking, seats: int) -> None:
    split_pass(pass_id=booking.passes.first().pk, seats=seats, label="", by=booking.user)


def replace(booking: Booking) -> None:
    replace_pass(pass_id=booking.passes.first().pk, by=booking.user)


def claim(booking: Booking) -> None:
    claim_seat(token=booking.seat_links.get().claim_token, first_name="Sam")


def return_seats(booking: Booking, count: int) -> None:
    with transaction.atomic():
        returns.request_return(seats={booking.pk: count})
        returns.complete_return(seats={booking.pk: count})


def test_a_split_waits_for_another_split_and_finds_too_few_seats(booking: Booking) -> None:
    code = run_during(lambda: split(booking, 2), lambda: split(booking, 2))

    assert code == "invalid"
    assert list_passes(booking) == [("", 1, "valid"), ("", 2, "valid")]


def test_a_pass_is_replaced_once(booking: Booking) -> None:
    first = booking.passes.get()

    code = run_during(lambda: replace(booking), lambda: replace_pass(pass_id=first.pk, by=booking.user))

    assert code == "not_found"
    assert list_passes(booking) == [("", 3, "replaced"), ("", 3, "valid")]


def test_a_claim_waits_for_a_split(booking: Booking) -> None:
    SeatLinkFactory(booking=booking)

    run_during(lambda: split(booking, 2), lambda: claim(booking))

    assert list_passes(booking) == [("", 1, "replaced"), ("", 2, "valid"), ("Sam", 1, "valid")]


def test_a_refund_waits_for_a_claim(booking: Booking) -> None:
    SeatLinkFactory(booking=booking)

    run_during(lambda: claim(booking), lambda: return_seats(booking, 1))

    assert list_passes(booking) == [("", 1, "valid"), ("Sam", 1, "valid")]
