"""Passes, and links for friends."""

from datetime import timedelta

import pytest
from auditlog.models import LogEntry
from django.core import serializers
from django.db import transaction
from django.utils import timezone

from bookings.models import Booking
from bookings.pass_codes import parse_code
from bookings.services import passes, returns
from bookings.services.seat_links import count_claimed, erase_guests, revoke_surplus_links
from events.models import Occurrence
from outbox.models import Outgoing
from tests.bookings.seat_links import claim, claim_ticket, create_token, give_back, list_passes, read_seat
from tests.support.factories import BookingFactory, GuestFactory, SeatLinkFactory
from tests.support.messages import delivered


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


def test_claiming_splits_off_a_pass_with_the_guests_name_and_the_printed_code_keeps_the_rest(as_visitor, booking):
    printed = booking.passes.get().code
    token = create_token(as_visitor, booking)

    ticket = claim_ticket(token)

    assert list_passes(booking) == [("", 3, "valid"), ("Sam", 1, "valid")]
    assert booking.passes.first().code == printed
    shown = read_seat(ticket).json()["pass"]
    assert (shown["label"], shown["seats"], shown["state"]) == ("Sam", 1, "valid")
    assert parse_code(shown["code"]) == booking.passes.last().code
    assert "pass" not in read_seat(token).json(), "only the guest's own link shows it"


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

    names = ("Bo", "Sam", "Kim", "Lee")
    assert list_passes(booking) == [("", 1, "replaced"), *((name, 1, "valid") for name in names)]


def test_returned_seats_are_taken_from_unlabeled_passes_first_and_an_empty_one_ends(booking):
    split(booking, 1, "Bo")
    split(booking, 1)

    return_seats(booking, 2)
    assert list_passes(booking) == [("", 2, "refunded"), ("Bo", 1, "valid"), ("", 1, "valid")]

    return_seats(booking, 1)
    assert list_passes(booking) == [("", 2, "refunded"), ("Bo", 1, "valid"), ("", 1, "refunded")]
    assert set(booking.passes.exclude(ended_because="").values_list("ended_because", flat=True)) == {"returned"}


@pytest.mark.parametrize("status", ["cancelled", "refunded"])
def test_without_the_booking_no_pass_is_valid(booking, status):
    Booking.objects.update(status=status)

    assert list_passes(booking) == [("", 4, "refunded")]


def list_states(booking: Booking) -> list[str]:
    return list(booking.seat_links.order_by("pk").values_list("state", flat=True))


def test_returned_seats_revoke_open_links_newest_first(booking):
    links = [SeatLinkFactory(booking=booking), GuestFactory(booking=booking)]
    links += [SeatLinkFactory(booking=booking) for _ in range(2)]

    for returning, states in (
        (0, ["open", "claimed", "open", "open"]),
        (1, ["open", "claimed", "open", "revoked"]),
        (3, ["revoked", "claimed", "revoked", "revoked"]),
    ):
        Booking.objects.update(returning=returning)
        with transaction.atomic():
            revoke_surplus_links(booking)
        assert list_states(booking) == states
        assert count_claimed(booking) == 1

    assert [read_seat(link.claim_token).status_code for link in links] == [404, 200, 404, 404]


def test_staff_who_refund_everything_take_the_guests_seats_too(booking):
    guest = GuestFactory(booking=booking, email="sam@example.com")
    SeatLinkFactory(booking=booking)
    Booking.objects.update(status=Booking.Status.REFUNDED)

    with transaction.atomic():
        revoke_surplus_links(booking)

    assert list_states(booking) == ["revoked", "revoked"]
    (message,) = delivered()
    assert message.to == [guest.email]


def test_guests_and_names_on_passes_are_erased_30_days_after_the_date(as_visitor, visitor):
    def end_date(days: float) -> Booking:
        booking = BookingFactory(user=visitor, seats=3)
        claim_ticket(create_token(as_visitor, booking), email="sam@example.com")
        split(booking, 1, "Bo")
        delivered()
        ended = timezone.now() - timedelta(days=days)
        dates = Occurrence.objects.filter(pk=booking.occurrence_id)
        dates.update(starts_at=ended - timedelta(hours=3), ends_at=ended)
        Outgoing.objects.filter(created_at__gt=ended).update(created_at=ended - timedelta(hours=1))
        return booking

    old, recent = end_date(30.1), end_date(29.9)

    assert [erase_guests(), erase_guests()] == [1, 0]

    (link,) = old.seat_links.all()
    assert (link.state, link.first_name, link.email) == ("claimed", "", "")
    assert {label for label, _, _ in list_passes(old)} == {""}
    (link,) = recent.seat_links.all()
    assert (link.first_name, link.email) == ("Sam", "sam@example.com")
    assert {label for label, _, _ in list_passes(recent)} == {"", "Sam", "Bo"}
    assert Outgoing.objects.filter(kind="seat_claimed").count() == 1
    assert Outgoing.objects.filter(to="sam@example.com").count() == 1


def test_audit_entries_do_not_name_guests(as_admin, as_visitor, booking):
    claim(create_token(as_visitor, booking), "Zelda", email="zelda@example.com")
    link = booking.seat_links.get()

    as_admin.delete(f"/api/links/{link.public_id}")

    (entry,) = LogEntry.objects.filter(additional_data__did="seat link revoked")
    assert entry.changes == {"state": ["claimed", "revoked"]}
    assert "zelda" not in serializers.serialize("json", [entry]).lower()
