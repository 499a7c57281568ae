"""Emails about seats that buyers give away."""

from datetime import timedelta

import pytest
from django.utils import timezone

from events.models import Occurrence
from outbox.models import Outgoing
from tests.bookings.seat_links import claim, claim_ticket, create_token, give_back, read_seat
from tests.changes.change_calls import move_event
from tests.orders.event_dates import FRIDAY, FRIDAY_EVENING, YEAR, create_date
from tests.orders.mails.test_order_emails import read_invitation, received
from tests.support.factories import BookingFactory
from tests.support.messages import delivered, html_of


@pytest.fixture
def date():
    """Friday Draft, 7:00–10:00 PM."""
    return create_date(place__name="Copper Kettle", place__address="12 Dock St")


@pytest.fixture
def booking(visitor, date):
    return BookingFactory(user=visitor, occurrence=date, seats=4)


def assert_has(message, *texts):
    for text in texts:
        assert text in message.body
        assert text in html_of(message)


def test_the_buyer_is_told_who_has_a_seat(as_visitor, booking):
    claim(create_token(as_visitor, booking))

    (message,) = delivered()

    assert message.to == ["ana@example.com"]
    assert message.subject == "Sam has one of your seats – Cards for a Cause"
    assert_has(message, "Sam has one of your seats.", "Friday Draft", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST")


def test_a_guest_with_an_email_address_gets_the_ticket(as_visitor, booking, settings):
    ticket = claim_ticket(create_token(as_visitor, booking), email="sam@example.com")

    (message,) = delivered("guest_ticket")

    assert message.to == ["sam@example.com"]
    assert message.subject == f"Your seat for Friday Draft on {FRIDAY} – Cards for a Cause"
    assert message.body.startswith("Hello Sam,\n")
    assert_has(message, f"{settings.SITE_URL}/seats/{ticket}", "Copper Kettle, 12 Dock St")
    stored = Outgoing.objects.get(kind="guest_ticket")
    assert ticket not in stored.text  # erased once sent
    assert stored.data == {}  # with the code


def test_a_ticket_that_could_not_be_sent_before_its_date_ended_is_not_sent(as_visitor, booking, date):
    claim_ticket(create_token(as_visitor, booking), email="sam@example.com")
    now = timezone.now()
    Occurrence.objects.filter(pk=date.pk).update(starts_at=now - timedelta(hours=3), ends_at=now)

    assert delivered("guest_ticket") == []


def test_a_guest_who_gives_the_seat_back_is_told_and_loses_the_calendar_entry(as_visitor, booking):
    ticket = claim_ticket(create_token(as_visitor, booking), email="sam@example.com")
    given, _ = read_invitation(received("guest_ticket"))

    give_back(ticket)

    (message,) = delivered("guest_seat_gone")
    assert message.to == ["sam@example.com"]
    assert message.subject == "You gave back your seat for Friday Draft – Cards for a Cause"
    assert_has(message, f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "your ticket is no longer valid")
    gone, method = read_invitation(received("guest_seat_gone"))
    assert (method, gone["UID"]) == ("CANCEL", given["UID"])


@pytest.mark.parametrize("name", ["evil.example", "http://evil.ex"])
def test_a_guests_name_adds_no_link_to_the_buyers_email(as_visitor, booking, name):
    claim(create_token(as_visitor, booking), name)

    (message,) = delivered("seat_claimed")

    assert message.subject == "Your friend has one of your seats – Cards for a Cause"
    assert "evil" not in (message.body + html_of(message)).lower()


def test_the_entry_moves_with_the_date_and_disappears_with_the_seat(as_visitor, as_admin, admin, booking, date):
    ticket = claim_ticket(create_token(as_visitor, booking), email="sam@example.com")
    first, _ = read_invitation(received("guest_ticket"))
    event, hour = date.event, timedelta(hours=1)
    move_event(event, admin, hours=1)

    moved, _ = read_invitation(received("guest_new_time"))
    assert (moved["UID"], moved.start) == (first["UID"], FRIDAY_EVENING + hour)
    assert moved["SEQUENCE"] > first["SEQUENCE"]
    assert read_seat(ticket).json()["calendarSequence"] == moved["SEQUENCE"]  # for the file that guests download

    as_admin.delete(f"/api/links/{ticket.split('.')[0]}")
    gone, method = read_invitation(received("guest_seat_gone"))
    assert (method, gone["UID"]) == ("CANCEL", first["UID"])
    assert gone["SEQUENCE"] > moved["SEQUENCE"]
