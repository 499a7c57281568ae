"""Emails with what staff wrote: as plain text with paragraphs, with a link of the recipient's own."""

from datetime import timedelta
from typing import Any

import pytest

from bookings.models import Booking, SeatLink
from bookings.services import seat_links
from charityshop.models import OutgoingMail
from events.models import Occurrence
from tests.changes.message_calls import send_message
from tests.orders.api_calls import create_order
from tests.orders.event_dates import FRIDAY, YEAR, create_date
from tests.payments.refund_calls import post_refund
from tests.support.factories import GuestFactory, OccurrenceFactory, in_days
from tests.support.messages import delivered, html_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def date() -> Occurrence:
    return create_date(price="0", event_location="Copper Kettle, 12 Dock St")


@pytest.fixture
def order(as_visitor, date) -> dict[str, Any]:
    return create_order(as_visitor, date, seats=3)


@pytest.fixture
def guest(order) -> SeatLink:
    return GuestFactory(booking=Booking.objects.get(), email="sam@example.com")


def test_a_buyer_gets_the_text_the_date_and_a_link_to_the_order(as_admin, date, order, settings):
    send_message(as_admin, date)

    (message,) = delivered("date_message")

    assert message.to == ["ana@example.com"]
    assert message.subject == "Bring two decks – Cards for a Cause"
    when = f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST"
    url = f"{settings.SITE_URL}/order/{order['_id']}"
    for text in ("Hello Ana,", "Friday Draft", when, "Copper Kettle, 12 Dock St", "Your order", url):
        assert text in message.body
        assert text in html_of(message)
    assert "Bring two decks.\n\nWe start at 7 sharp,\nso come early.\n\nAbout Friday Draft\n" in message.body
    assert "<p>Bring two decks.</p>\n\n<p>We start at 7 sharp,<br>so come early.</p>" in html_of(message)


def test_a_guest_gets_a_link_to_the_ticket_that_is_erased_once_it_is_sent(as_admin, date, guest):
    send_message(as_admin, date, to=["guests"])

    (message,) = delivered("guest_message")

    assert message.to == ["sam@example.com"]
    for text in ("Hello Sam,", "Your ticket", guest.ticket_url):
        assert text in message.body
        assert text in html_of(message)
    assert "/order/" not in message.body
    stored = OutgoingMail.objects.get(kind="guest_message")
    assert (stored.is_secret, stored.owner_id, stored.text, stored.html) == (True, None, "", "")


def test_what_staff_wrote_is_never_html(as_admin, date, order):
    send_message(as_admin, date, subject="<b>Decks</b> & more", body="<script>alert(1)</script>\n{{ shop_name }} & you")

    (message,) = delivered("date_message")

    assert message.subject == "<b>Decks</b> & more – Cards for a Cause"
    html = html_of(message)
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt;<br>{{ shop_name }} &amp; you</p>" in html
    assert "&lt;b&gt;Decks&lt;/b&gt; &amp; more" in html
    assert "<script" not in html
    assert "<script>alert(1)</script>\n{{ shop_name }} & you" in message.body


# --- Recipients who left ---------------------------------------------------------------------------------------------


def expect_nothing_sent(kind: str) -> None:
    assert delivered(kind) == []
    assert OutgoingMail.objects.get(kind=kind).last_problem.startswith("Not sent: ")


def test_a_buyer_who_was_refunded_meanwhile_gets_none(as_admin, date, order):
    send_message(as_admin, date)
    post_refund(as_admin, order)

    expect_nothing_sent("date_message")


# --- Storage ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("starts", "lifetime"), [({"hours": 2}, 5 * 3600), ({"hours": 1500}, 7 * 24 * 3600)])
def test_a_message_is_not_sent_after_the_date_or_a_week(as_admin, as_visitor, starts, lifetime):
    date = OccurrenceFactory(event__price="0", starts_at=in_days(0, **starts))
    create_order(as_visitor, date)
    send_message(as_admin, date)

    stored = OutgoingMail.objects.get(kind="date_message")

    assert (stored.give_up_at - stored.created_at).total_seconds() == pytest.approx(lifetime, abs=90)


def test_messages_to_guests_are_deleted_when_the_guests_are_erased(as_admin, date, guest):
    end = in_days(-29)
    Occurrence.objects.update(starts_at=end - timedelta(hours=3), ends_at=end)
    send_message(as_admin, Occurrence.objects.select_related("event").get(), to=["guests"])
    delivered()
    seat_links.erase_guests()
    assert OutgoingMail.objects.filter(to="sam@example.com").exists()

    Occurrence.objects.update(starts_at=end - timedelta(days=3), ends_at=end - timedelta(days=2))
    seat_links.erase_guests()

    assert not OutgoingMail.objects.filter(to="sam@example.com").exists()
