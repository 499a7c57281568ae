"""What happens to links when a booking's seats change, and to guests' data after the date."""

from datetime import timedelta

import pytest
from auditlog.models import LogEntry
from django.core import serializers
from django.db import transaction
from django.utils import timezone

from bookings.models import Booking, SeatLink
from bookings.services.seat_links import count_claimed, erase_guests, revoke_surplus_links
from charityshop.models import OutgoingMail
from tests.bookings.seat_links import claim, claim_ticket, create_token, read_seat
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, SeatLinkFactory
from tests.support.messages import delivered

pytestmark = pytest.mark.django_db


@pytest.fixture
def booking(visitor):
    return BookingFactory(user=visitor, seats=4)


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


def test_guests_are_erased_30_days_after_the_date(as_visitor, visitor):
    def claim_seat_of_date(days: float) -> SeatLink:
        date = OccurrenceFactory()
        booking = BookingFactory(user=visitor, occurrence=date)
        claim_ticket(create_token(as_visitor, booking), email="sam@example.com")
        delivered()
        ended = timezone.now() - timedelta(days=days)
        type(date).objects.filter(pk=date.pk).update(starts_at=ended - timedelta(hours=3), ends_at=ended)
        OutgoingMail.objects.filter(created_at__gt=ended).update(created_at=ended - timedelta(hours=1))
        return booking.seat_links.get()

    old, recent = claim_seat_of_date(30.1), claim_seat_of_date(29.9)

    assert erase_guests() == 1

    old.refresh_from_db()
    recent.refresh_from_db()
    assert (old.state, old.first_name, old.email) == ("claimed", "", "")
    assert (recent.first_name, recent.email) == ("Sam", "sam@example.com")
    assert OutgoingMail.objects.filter(kind="seat_claimed").count() == 1
    assert OutgoingMail.objects.filter(to="sam@example.com").count() == 1
    assert erase_guests() == 0


def test_audit_entries_do_not_name_guests(as_admin, as_visitor, booking):
    claim(create_token(as_visitor, booking), "Zelda", email="zelda@example.com")
    link = booking.seat_links.get()

    as_admin.delete(f"/api/links/{link.public_id}")

    (entry,) = LogEntry.objects.filter(additional_data__did="seat link revoked")
    assert entry.changes == {"state": ["claimed", "revoked"]}
    assert "zelda" not in serializers.serialize("json", [entry]).lower()
