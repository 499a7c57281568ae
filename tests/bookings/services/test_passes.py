"""A booking's passes follow its seats and guests."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from bookings.models import Booking
from bookings.pass_codes import parse_code
from bookings.services import passes, returns
from bookings.services.seat_links import erase_guests
from tests.bookings.passes import list_passes
from tests.bookings.seat_links import claim_ticket, create_token, give_back, read_seat
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, PassFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def booking(visitor):
    """Ana's four seats, with one pass."""
    return BookingFactory(user=visitor, seats=4)


def return_seats(booking: Booking, count: int) -> None:
    with transaction.atomic():
        returns.request_return(seats={booking.pk: count})
        returns.complete_return(seats={booking.pk: count})


def split(booking: Booking, seats: int, label: str = "") -> None:
    with transaction.atomic():
        passes.split_pass(booking.passes.first(), seats, label)


# --- Guests ----------------------------------------------------------------------------------------------------------


def test_claiming_splits_off_a_pass_with_the_guests_name_and_the_printed_code_keeps_the_rest(as_visitor, booking):
    printed = booking.passes.get().code

    ticket = claim_ticket(create_token(as_visitor, booking))

    assert list_passes(booking) == [("", 3, "valid"), ("Sam", 1, "valid")]
    assert booking.passes.first().code == printed
    shown = read_seat(ticket).json()["pass"]
    assert (shown["label"], shown["seats"], shown["state"]) == ("Sam", 1, "valid")
    assert parse_code(shown["code"]) == booking.passes.last().code


def test_only_the_guests_own_link_shows_the_pass(as_visitor, booking):
    token = create_token(as_visitor, booking)
    assert "pass" not in read_seat(token).json()

    claim_ticket(token)

    assert "pass" not in read_seat(token).json()


def test_giving_back_ends_the_guests_pass_and_returns_its_seat(as_visitor, booking):
    ticket = claim_ticket(create_token(as_visitor, booking))

    give_back(ticket)

    assert list_passes(booking) == [("", 4, "valid"), ("", 1, "replaced")]
    assert booking.passes.last().code != booking.passes.first().code


def test_the_buyers_pass_ends_with_the_last_seat_and_a_returned_seat_gets_a_new_one(as_visitor, visitor):
    booking = BookingFactory(user=visitor, seats=1)
    printed = booking.passes.get().code

    ticket = claim_ticket(create_token(as_visitor, booking))

    assert list_passes(booking) == [("", 1, "replaced"), ("Sam", 1, "valid")]
    give_back(ticket)
    assert list_passes(booking) == [("", 1, "replaced"), ("", 1, "replaced"), ("", 1, "valid")]
    assert booking.passes.last().code != printed


def test_a_guests_seat_is_taken_from_unlabeled_passes_first(booking):
    split(booking, 2, "Bo")

    for name in ("Sam", "Kim", "Lee"):
        GuestFactory(booking=booking, first_name=name)

    assert list_passes(booking) == [
        ("", 1, "replaced"),
        ("Bo", 1, "valid"),
        ("Sam", 1, "valid"),
        ("Kim", 1, "valid"),
        ("Lee", 1, "valid"),
    ]


# --- Returned seats --------------------------------------------------------------------------------------------------


def test_returned_seats_are_taken_from_unlabeled_passes_first_and_an_empty_one_ends(booking):
    split(booking, 1, "Bo")
    split(booking, 1)

    return_seats(booking, 2)
    assert list_passes(booking) == [("", 2, "refunded"), ("Bo", 1, "valid"), ("", 1, "valid")]

    return_seats(booking, 1)
    assert list_passes(booking) == [("", 2, "refunded"), ("Bo", 1, "valid"), ("", 1, "refunded")]
    assert set(booking.passes.exclude(ended_at=None).values_list("ended_because", flat=True)) == {"returned"}


@pytest.mark.parametrize("status", ["cancelled", "refunded"])
def test_without_the_booking_no_pass_is_valid(booking, status):
    Booking.objects.update(status=status)

    assert list_passes(booking) == [("", 4, "refunded")]


# --- Personal data ---------------------------------------------------------------------------------------------------


def test_names_on_passes_are_erased_30_days_after_the_date(visitor):
    def end_date(days: float) -> Booking:
        booking = BookingFactory(user=visitor, occurrence=OccurrenceFactory(), seats=3)
        GuestFactory(booking=booking)
        split(booking, 1, "Bo")
        ended = timezone.now() - timedelta(days=days)
        type(booking.occurrence).objects.filter(pk=booking.occurrence_id).update(starts_at=ended, ends_at=ended)
        return booking

    old, recent = end_date(30.1), end_date(29.9)

    erase_guests()

    assert {label for label, _, _ in list_passes(old)} == {""}
    assert {label for label, _, _ in list_passes(recent)} == {"", "Sam", "Bo"}


# --- The database ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("constraint", "wrong"),
    [
        ("pass_has_a_seat", {"seats": 0}),
        ("an_ended_pass_says_why", {"ended_because": "returned"}),
        ("an_ended_pass_says_why", {"ended_at": timezone.now()}),
    ],
)
def test_the_database_refuses_a_wrong_pass(booking, constraint, wrong):
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        PassFactory(booking=booking, **wrong)
