"""Messages of staff to a date's guests: who gets them, what they say, and how they are sent."""

from datetime import timedelta
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking, SeatLink
from bookings.services import seat_links
from events.models import Occurrence
from notices.models import Message, Notice
from notices.selectors.recipients import list_recipients
from orders.models import Order
from outbox.models import Outgoing
from payments.services.refunds.refund_order import request_refund
from tests.notices.message_calls import EVERYBODY, TEXT, post_message, preview_message, send_message
from tests.orders.api_calls import create_order, expire_hold
from tests.orders.event_dates import FRIDAY, YEAR, create_date
from tests.orders.waiting_lists import create_full_date, end_offers, free_seats, join, leave
from tests.payments.refund_calls import post_refund
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, SeatLinkFactory, in_days
from tests.support.messages import delivered, html_of

MAILS = ("date_message", "guest_message")


@pytest.fixture
def date(as_visitor) -> Occurrence:
    """A date with one buyer of three seats, and a guest who has one of them."""
    date = OccurrenceFactory(event__price="0", event__name="Friday Draft")
    create_order(as_visitor, date, seats=3)
    GuestFactory(booking=Booking.objects.get(), email="sam@example.com")
    return date


def list_mailed() -> list[str]:
    return sorted(Outgoing.objects.filter(kind__in=MAILS).values_list("to", flat=True))


def test_a_preview_shows_the_email_without_a_ticket_or_an_order_and_sends_nothing(as_admin, date, settings):
    preview = preview_message(as_admin, date)

    assert preview.keys() == {"recipients", "html", "digest"}
    assert preview["recipients"] == 2
    link = f"{settings.SITE_URL}/product/{date.event.public_id}"
    for text in (
        "Hello Sam,",
        "Bring two decks",
        "<p>Bring two decks.</p>",
        "7 sharp,<br>so come",
        "Friday Draft",
        link,
    ):
        assert text in preview["html"]
    assert [text for text in ("/seats/", "/order/") if text in preview["html"]] == []
    assert not Message.objects.exists()
    assert list_mailed() == []
    assert not LogEntry.objects.filter(additional_data__did="message sent").exists()


def test_what_was_previewed_is_sent_and_recorded(as_admin, admin, date):
    sent = send_message(as_admin, date)

    assert sent == {"_id": Message.objects.get().public_id, "recipients": 2}
    assert list_mailed() == ["ana@example.com", "sam@example.com"]
    message = Message.objects.get()
    assert (message.occurrence, message.by, message.recipient_count) == (date, admin, 2)
    assert (message.subject, message.body, message.audiences) == ("Bring two decks", TEXT, EVERYBODY)
    assert Notice.objects.filter(message=message).count() == 2
    entry = LogEntry.objects.get(additional_data__did="message sent")
    assert (entry.actor_id, entry.additional_data["recipients"]) == (admin.pk, "2")
    assert entry.additional_data["to"] == "buyers, guests, waiting"


def test_only_the_chosen_audience_gets_it(as_admin, date):
    assert send_message(as_admin, date, to=["guests"])["recipients"] == 1

    assert list_mailed() == ["sam@example.com"]
    assert Message.objects.get().audiences == ["guests"]


def test_another_text_or_audience_than_previewed_or_a_new_buyer_is_refused(as_admin, as_other_visitor, date):
    digest = preview_message(as_admin, date)["digest"]

    for change in ({"subject": "Bring three"}, {"body": "Bring three."}, {"to": ["buyers"]}, {}):
        if not change:
            create_order(as_other_visitor, date)
        refused = post_message(as_admin, date, digest=digest, **change)
        assert (refused.status_code, refused.json()["code"]) == (409, "changed"), change

    assert not Message.objects.exists()
    assert list_mailed() == []
    assert send_message(as_admin, date)["recipients"] == 3


def test_a_repeated_request_sends_once(as_admin, date):
    digest = preview_message(as_admin, date)["digest"]

    first, second = (post_message(as_admin, date, digest=digest, key="k") for _ in range(2))

    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == second.json()
    assert len(list_mailed()) == 2
    reused = post_message(as_admin, date, digest=digest, key="k", subject="Another")
    assert (reused.status_code, reused.json()["code"]) == (409, "key_reused")


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"subject": "\u2028"}, {"subject": ["Enter a subject."]}),
        ({"subject": "x" * 151}, None),
        ({"body": " \n "}, {"body": ["Enter the message."]}),
        ({"body": "x" * 5001}, None),
        ({"to": []}, {"to": ["Choose who gets the message."]}),
        ({"to": ["everybody"]}, None),
        ({"startTime": "soon"}, {"startTime": ["Use a date such as 2026-12-04."]}),
    ],
)
def test_malformed_messages_are_refused_by_field(as_admin, date, body, errors):
    answer = post_message(as_admin, date, **body)

    assert answer.status_code == 400
    assert errors is None or answer.json()["errors"] == errors


def send_again(client: APIClient, date: Occurrence, **body: Any) -> Any:
    return post_message(client, date, digest=preview_message(client, date, **body)["digest"], **body)


def move_messages(**ago: float) -> None:
    Message.objects.update(created_at=timezone.now() - timedelta(**ago))


def test_a_date_gets_three_messages_a_day(as_admin, date):
    for _ in range(3):
        send_message(as_admin, date)

    refused = send_again(as_admin, date)

    assert (refused.status_code, refused.json()["code"]) == (429, "message_limit")
    assert refused.json()["message"].startswith("3 messages about this date were sent within a day. Send the next one")
    assert 24 * 3600 - 60 < int(refused.headers["Retry-After"]) <= 24 * 3600
    assert Message.objects.count() == 3
    assert preview_message(as_admin, date)["recipients"] == 2
    assert send_message(as_admin, OccurrenceFactory(event=date.event, starts_at=date.starts_at + timedelta(days=7)))
    move_messages(hours=24)
    send_message(as_admin, date)


def test_the_shop_sends_ten_messages_an_hour(as_admin, date):
    others = [OccurrenceFactory() for _ in range(4)]
    for other in others[:3]:
        for _ in range(3):
            send_message(as_admin, other)
    send_message(as_admin, others[3])
    assert Message.objects.count() == 10

    refused = send_again(as_admin, date)

    assert (refused.status_code, refused.json()["code"]) == (429, "message_limit")
    assert refused.json()["message"].startswith("10 messages were sent within an hour. Send the next one after ")
    assert 3600 - 60 < int(refused.headers["Retry-After"]) <= 3600
    move_messages(hours=1)
    send_message(as_admin, date)


@pytest.fixture
def friday() -> Occurrence:
    return create_date(price="0", place__name="Copper Kettle", place__address="12 Dock St")


@pytest.fixture
def order(as_visitor, friday) -> dict[str, Any]:
    return create_order(as_visitor, friday, seats=3)


@pytest.fixture
def guest(order) -> SeatLink:
    return GuestFactory(booking=Booking.objects.get(), email="sam@example.com")


def test_a_buyer_gets_the_text_the_date_and_a_link_to_the_order(as_admin, friday, order, settings):
    send_message(as_admin, friday)

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


def test_a_guest_gets_a_link_to_the_ticket_that_is_erased_once_it_is_sent(as_admin, friday, guest):
    send_message(as_admin, friday, to=["guests"])

    (message,) = delivered("guest_message")

    assert message.to == ["sam@example.com"]
    for text in ("Hello Sam,", "Your ticket", guest.ticket_url):
        assert text in message.body
        assert text in html_of(message)
    assert "/order/" not in message.body
    stored = Outgoing.objects.get(kind="guest_message")
    assert (stored.is_secret, stored.owner_id, stored.text, stored.data) == (True, None, "", {})


def test_what_staff_wrote_is_never_html(as_admin, friday, order):
    send_message(
        as_admin, friday, subject="<b>Decks</b> & more", body="<script>alert(1)</script>\n{{ shop_name }} & you"
    )

    (message,) = delivered("date_message")

    assert message.subject == "<b>Decks</b> & more – Cards for a Cause"
    html = html_of(message)
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt;<br>{{ shop_name }} &amp; you</p>" in html
    assert "&lt;b&gt;Decks&lt;/b&gt; &amp; more" in html
    assert "<script" not in html
    assert "<script>alert(1)</script>\n{{ shop_name }} & you" in message.body


def test_a_buyer_who_was_refunded_meanwhile_gets_none(as_admin, friday, order):
    send_message(as_admin, friday)
    post_refund(as_admin, order)

    assert delivered("date_message") == []
    assert Outgoing.objects.get(kind="date_message").last_problem.startswith("Not sent: ")


@pytest.mark.parametrize(("starts", "lifetime"), [({"hours": 2}, 5 * 3600), ({"hours": 1500}, 7 * 24 * 3600)])
def test_a_message_is_not_sent_after_the_date_or_a_week(as_admin, as_visitor, starts, lifetime):
    date = OccurrenceFactory(event__price="0", starts_at=in_days(0, **starts))
    create_order(as_visitor, date)
    send_message(as_admin, date)

    stored = Outgoing.objects.get(kind="date_message")

    assert (stored.give_up_at - stored.created_at).total_seconds() == pytest.approx(lifetime, abs=90)


def test_messages_to_guests_are_deleted_when_the_guests_are_erased(as_admin, friday, guest):
    end = in_days(-29)
    Occurrence.objects.update(starts_at=end - timedelta(hours=3), ends_at=end)
    send_message(as_admin, Occurrence.objects.select_related("event").get(), to=["guests"])
    delivered()
    seat_links.erase_guests()
    assert Outgoing.objects.filter(to="sam@example.com").exists()

    Occurrence.objects.update(starts_at=end - timedelta(days=3), ends_at=end - timedelta(days=2))
    seat_links.erase_guests()

    assert not Outgoing.objects.filter(to="sam@example.com").exists()


@pytest.fixture
def free_date() -> Occurrence:
    return Occurrence.objects.select_related("event").get(pk=OccurrenceFactory(event__price="0").pk)


def list_addresses(date: Occurrence, *audiences: str) -> list[str]:
    return [recipient.user.email for recipient in list_recipients(date, audiences or EVERYBODY, timezone.now())]


def test_buyers_are_those_with_seats_on_the_date(as_visitor, as_other_visitor, admin, free_date):
    create_order(as_visitor, free_date)
    other = OccurrenceFactory(event=free_date.event, starts_at=free_date.starts_at + timedelta(days=1))
    create_order(as_other_visitor, other)
    BookingFactory(occurrence=free_date, user=admin)  # by hand

    assert list_addresses(free_date) == ["ana@example.com", "staff@example.com"]
    assert list_addresses(free_date, "guests", "waiting") == []


def test_who_is_about_to_pay_gets_it_but_not_whose_hold_has_expired(as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    create_order(as_visitor, date)
    expire_hold(create_order(as_other_visitor, date))

    assert list_addresses(date) == ["ana@example.com"]


def test_who_gave_the_seats_back_or_asked_for_a_refund_or_deleted_the_account_gets_none(
    as_visitor, as_other_visitor, as_admin, free_date
):
    post_refund(as_admin, create_order(as_visitor, free_date))
    order = Order.objects.get(public_id=create_order(as_other_visitor, free_date)["_id"])
    assert list_addresses(free_date) == ["ben@example.com"]

    request_refund(order_id=order.pk, reason="Ill.", seats={order.lines.get().booking.public_id: 2}, by=order.user)
    BookingFactory(occurrence=free_date, user__email="deleted-1@deleted.invalid")

    assert list_addresses(free_date) == []


def test_guests_are_those_who_claimed_a_seat_and_gave_an_address_and_a_buyer_gets_one_message(as_visitor, free_date):
    create_order(as_visitor, free_date, seats=4)
    booking = Booking.objects.get()
    GuestFactory(booking=booking, email="sam@example.com")
    GuestFactory(booking=booking, email="Ana@Example.com")
    GuestFactory(booking=booking)
    SeatLinkFactory(booking=booking)

    assert sorted(list_addresses(free_date, "guests")) == ["Ana@Example.com", "sam@example.com"]
    assert list_addresses(free_date) == ["ana@example.com", "sam@example.com"]
    assert list_recipients(free_date, EVERYBODY, timezone.now())[0].booking == booking


def test_the_waiting_list_is_who_waits_or_has_an_offer(as_visitor, as_other_visitor, as_admin):
    date = create_full_date(2)
    entry = join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)  # offered to Ana
    assert list_addresses(date, "waiting") == ["ana@example.com", "ben@example.com"]
    assert "ana@example.com" not in list_addresses(date, "buyers")

    leave(as_visitor, entry)  # passes the offer on to Ben

    assert list_addresses(date, "waiting") == ["ben@example.com"]
    end_offers()
    assert list_addresses(date, "waiting") == []
