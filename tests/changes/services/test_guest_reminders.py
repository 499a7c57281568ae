"""Reminders of guests: whoever claimed a seat and gave an email address."""

import pytest

from bookings.models import Booking, SeatLink
from bookings.services import seat_links
from changes.services.send_reminders import send_reminders
from changes.services.turn_off_reminders import get_mail_off_url
from charityshop.models import OutgoingMail
from tests.changes.services.test_send_reminders import AT_TEN, MINUTE
from tests.orders.api_calls import create_order
from tests.orders.event_dates import FRIDAY, YEAR, create_date
from tests.payments.refund_calls import post_refund
from tests.support.factories import GuestFactory
from tests.support.messages import delivered, html_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def order(as_visitor) -> dict:
    return create_order(as_visitor, create_date(price="0"), seats=4)


@pytest.fixture
def guest(order) -> SeatLink:
    return GuestFactory(booking=Booking.objects.get(), email="sam@example.com")


def test_a_guest_is_reminded_once_with_their_own_links(guest):
    for now in (AT_TEN - MINUTE, AT_TEN, AT_TEN + MINUTE):
        send_reminders(now=now)

    (message,) = delivered("guest_reminder")

    assert message.to == ["sam@example.com"]
    assert message.subject == f"Reminder: Friday Draft on {FRIDAY} – Cards for a Cause"
    texts = ["Hello Sam,", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "1 seat", "Your ticket", "Can't make it?"]
    for text in [*texts, guest.ticket_url, get_mail_off_url(guest)]:
        assert text in message.body
        assert text in html_of(message)
    assert message.extra_headers["List-Unsubscribe"] == f"<{get_mail_off_url(guest)}>"
    assert "/order/" not in message.body  # which is the buyer's
    assert len(delivered("reminder")) == 1  # the buyer's own


def test_the_ticket_is_erased_from_the_stored_email_once_it_is_sent(guest):
    send_reminders(now=AT_TEN)
    delivered()

    stored = OutgoingMail.objects.get(kind="guest_reminder")

    assert stored.is_secret
    assert (stored.text, stored.html) == ("", "")


def turn_off(guest: SeatLink, as_admin, order) -> None:
    SeatLink.objects.update(reminders=False)


def give_back(guest: SeatLink, as_admin, order) -> None:
    seat_links.give_back_seat(token=guest.ticket_token)


def refund(guest: SeatLink, as_admin, order) -> None:
    SeatLink.objects.update(state=SeatLink.State.REVOKED, first_name="", email="")
    assert post_refund(as_admin, order).status_code == 200


@pytest.mark.parametrize("change", [turn_off, give_back, refund])
def test_guests_who_gave_their_seat_back_or_want_no_reminders_get_none(guest, as_admin, order, change):
    change(guest, as_admin, order)
    send_reminders(now=AT_TEN)

    assert delivered("guest_reminder") == []


@pytest.mark.parametrize("change", [turn_off, give_back, refund])
def test_a_guests_reminder_that_is_no_longer_true_is_not_sent(guest, as_admin, order, change):
    assert send_reminders(now=AT_TEN) == 2

    change(guest, as_admin, order)

    assert delivered("guest_reminder") == []
