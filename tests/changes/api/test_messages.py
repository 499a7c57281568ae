"""POST /api/products/{id}/messages: staff write to everybody on a date, after a preview, and not too often."""

from datetime import timedelta
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from charityshop.models import OutgoingMail
from events.models import Occurrence
from orders.models import Message, MessageRecipient
from tests.changes.message_calls import EVERYBODY, TEXT, post_message, preview_message, send_message
from tests.orders.api_calls import create_order
from tests.support.factories import GuestFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db

MAILS = ("date_message", "guest_message")


@pytest.fixture
def date(as_visitor) -> Occurrence:
    """A date with one buyer of three seats, and a guest who has one of them."""
    date = OccurrenceFactory(event__price="0", event__name="Friday Draft")
    create_order(as_visitor, date, seats=3)
    GuestFactory(booking=Booking.objects.get(), email="sam@example.com")
    return date


def list_mailed() -> list[str]:
    return sorted(OutgoingMail.objects.filter(kind__in=MAILS).values_list("to", flat=True))


# --- Preview ---------------------------------------------------------------------------------------------------------


def test_a_preview_counts_the_recipients_and_shows_the_email_and_sends_nothing(as_admin, date):
    preview = preview_message(as_admin, date)

    assert preview.keys() == {"recipients", "html", "digest"}
    assert preview["recipients"] == 2
    for text in ("Hello Sam,", "Bring two decks", "<p>Bring two decks.</p>", "7 sharp,<br>so come", "Friday Draft"):
        assert text in preview["html"]
    assert not Message.objects.exists()
    assert list_mailed() == []
    assert not LogEntry.objects.filter(additional_data__did="message sent").exists()


def test_a_preview_has_nobodys_ticket_or_order(as_admin, date, settings):
    html = preview_message(as_admin, date)["html"]

    assert "/seats/" not in html
    assert "/order/" not in html
    assert f"{settings.SITE_URL}/product/{date.event.public_id}" in html


# --- Sending ---------------------------------------------------------------------------------------------------------


def test_what_was_previewed_is_sent_and_recorded(as_admin, admin, date):
    sent = send_message(as_admin, date)

    assert sent == {"_id": Message.objects.get().public_id, "recipients": 2}
    assert list_mailed() == ["ana@example.com", "sam@example.com"]
    message = Message.objects.get()
    assert (message.occurrence, message.by, message.recipient_count) == (date, admin, 2)
    assert (message.subject, message.body, message.audiences) == ("Bring two decks", TEXT, EVERYBODY)
    assert MessageRecipient.objects.filter(message=message).count() == 2
    entry = LogEntry.objects.get(additional_data__did="message sent")
    assert (entry.actor_id, entry.additional_data["recipients"]) == (admin.pk, "2")
    assert entry.additional_data["to"] == "buyers, guests, waiting"


def test_only_the_chosen_audience_gets_it(as_admin, date):
    assert send_message(as_admin, date, to=["guests"])["recipients"] == 1

    assert list_mailed() == ["sam@example.com"]
    assert Message.objects.get().audiences == ["guests"]


@pytest.mark.parametrize("change", [{"subject": "Bring three"}, {"body": "Bring three."}, {"to": ["buyers"]}])
def test_another_text_or_audience_than_previewed_is_refused(as_admin, date, change):
    digest = preview_message(as_admin, date)["digest"]

    refused = post_message(as_admin, date, digest=digest, **change)

    assert (refused.status_code, refused.json()["code"]) == (409, "changed")
    assert not Message.objects.exists()
    assert list_mailed() == []


def test_a_new_buyer_after_the_preview_is_refused(as_admin, as_other_visitor, date):
    digest = preview_message(as_admin, date)["digest"]
    create_order(as_other_visitor, date)

    assert post_message(as_admin, date, digest=digest).status_code == 409

    assert send_message(as_admin, date)["recipients"] == 3


def test_a_repeated_request_sends_once(as_admin, date):
    digest = preview_message(as_admin, date)["digest"]

    first, second = (post_message(as_admin, date, digest=digest, key="k") for _ in range(2))

    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == second.json()
    assert len(list_mailed()) == 2
    reused = post_message(as_admin, date, digest=digest, key="k", subject="Another")
    assert (reused.status_code, reused.json()["code"]) == (409, "key_reused")


# --- Input -----------------------------------------------------------------------------------------------------------


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


# --- Limits ----------------------------------------------------------------------------------------------------------


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
