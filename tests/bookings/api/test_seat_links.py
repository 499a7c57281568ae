"""Links for friends: GET and POST /api/bookings/{id}/links, and DELETE /api/links/{id}."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from events.models import Occurrence
from tests.bookings.seat_links import (
    claim,
    create_links,
    create_token,
    get_token,
    give_back,
    read_seat,
)
from tests.support.factories import BookingFactory, GuestFactory, SeatLinkFactory

pytestmark = pytest.mark.django_db

DEAD = {"message": "This link no longer works.", "code": "not_found"}


@pytest.fixture
def booking(visitor):
    """Ana's four seats."""
    return BookingFactory(user=visitor, seats=4, occurrence__event__name="Lantern Night")


def move_start(booking: Booking, **ago: float) -> None:
    """Let the booking's date, which lasts three hours, have started that long ago."""
    start = timezone.now() - timedelta(**ago)
    Occurrence.objects.filter(pk=booking.occurrence_id).update(starts_at=start, ends_at=start + timedelta(hours=3))


# --- Creating and listing --------------------------------------------------------------------------------------------


def test_a_buyer_creates_links(as_visitor, booking, settings):
    answer = create_links(as_visitor, booking, 3)

    assert answer.status_code == 201
    links = answer.json()["links"]
    assert [set(link) for link in links] == [{"_id", "url", "status"}] * 3
    assert {link["status"] for link in links} == {"open"}
    assert all(link["url"].startswith(f"{settings.SITE_URL}/seats/{link['_id']}.") for link in links)


def test_more_links_than_seats_are_refused(as_visitor, booking):
    assert create_links(as_visitor, booking, 3).status_code == 201

    two_more, one_more, another = (create_links(as_visitor, booking, count) for count in (2, 1, 1))

    assert (two_more.status_code, two_more.json()["code"]) == (409, "no_seat")
    assert two_more.json()["message"] == "Only 1 seat of this booking can still be given away."
    assert one_more.status_code == 201
    assert (another.status_code, another.json()["code"]) == (409, "no_seat")
    assert another.json()["message"] == "All seats of this booking are given away."
    assert booking.seat_links.count() == 4


def test_seats_that_are_being_returned_cannot_be_given_away(as_visitor, booking):
    Booking.objects.update(returning=3)

    assert create_links(as_visitor, booking, 2).json()["code"] == "no_seat"
    assert create_links(as_visitor, booking, 1).status_code == 201


def test_seats_of_past_and_canceled_dates_cannot_be_given_away(as_visitor, booking):
    Occurrence.objects.update(status=Occurrence.Status.SKIPPED)
    assert create_links(as_visitor, booking).json()["code"] == "date_unavailable"

    Occurrence.objects.update(status=Occurrence.Status.SCHEDULED)
    move_start(booking, minutes=1)
    assert create_links(as_visitor, booking).json()["code"] == "date_unavailable"


def test_the_buyer_reads_who_has_which_seat(as_visitor, booking):
    first, second = (create_token(as_visitor, booking) for _ in range(2))
    claim(first)
    SeatLinkFactory(booking=booking, state="revoked")

    found = as_visitor.get(f"/api/bookings/{booking.public_id}/links").json()

    claimed, unclaimed = found["links"]
    assert claimed == {"_id": claimed["_id"], "url": None, "status": "claimed", "firstName": "Sam"}
    assert (get_token(unclaimed["url"]), unclaimed["status"]) == (second, "open")
    assert found["seatsLeft"] == 2


# --- Revoking --------------------------------------------------------------------------------------------------------


def test_a_revoked_link_is_dead_and_its_seat_can_be_given_away_again(as_visitor, visitor):
    booking = BookingFactory(user=visitor, seats=1)
    token = create_token(as_visitor, booking)
    link = booking.seat_links.get()

    answers = [as_visitor.delete(f"/api/links/{link.public_id}") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == {"_id": link.public_id, "url": None, "status": "revoked"}
    assert [answer.status_code for answer in (read_seat(token), claim(token), give_back(token))] == [404] * 3
    assert read_seat(token).json() == DEAD
    assert create_links(as_visitor, booking).status_code == 201


def test_a_buyer_cannot_revoke_a_claimed_seat(as_visitor, booking):
    guest = GuestFactory(booking=booking)

    answer = as_visitor.delete(f"/api/links/{guest.public_id}")

    assert answer.status_code == 409
    assert answer.json() == {
        "message": "Sam has this seat. Ask Sam to give it back, or write to us.",
        "code": "claimed",
    }
    assert read_seat(guest.ticket_token).status_code == 200
