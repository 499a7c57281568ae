"""Codes in emails: as text and as an image in the email, and what changes mean for them."""

from email.message import EmailMessage
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bookings.models import Booking, Pass
from changes.services.date_changes.change_dates import Terms
from changes.services.save_event import save_event
from charityshop.images.qr_code import draw_qr_png
from door.services.passes import split_pass
from events.models import Occurrence
from tests.bookings.seat_links import claim, claim_ticket, create_token
from tests.changes.change_calls import buy, create_date
from tests.orders.api_calls import create_order
from tests.orders.mails.test_order_emails import received


@pytest.fixture
def date() -> Occurrence:
    return create_date()


@pytest.fixture
def paid(as_visitor, paypal, date) -> dict[str, Any]:
    """Four seats."""
    return buy(as_visitor, paypal, date, seats=4)


@pytest.fixture
def code(paid) -> str:
    return str(Pass.objects.get().code)


def get_texts(message: EmailMessage) -> tuple[str, str]:
    """Return the text and the HTML."""
    parts = [message.get_body((kind,)) for kind in ("plain", "html")]
    text, html = (str(part.get_content()) for part in parts if part)
    return text, html


def read_images(message: EmailMessage) -> dict[str, bytes]:
    """Return the images in the email, besides the logo, by their Content-ID."""
    images = {str(part["Content-ID"]).strip("<>"): part.get_payload(decode=True) for part in message.walk()}
    return {name: content for name, content in images.items() if name not in ("None", "logo")}


def assert_shows(message: EmailMessage, *codes: str) -> None:
    """Check that the email has these codes as text, and as images that its HTML shows and that are no files."""
    text, html = get_texts(message)
    images = read_images(message)
    assert sorted(images.values()) == sorted(map(draw_qr_png, codes))
    assert [code for code in codes if code not in text or code not in html] == []
    assert [name for name in images if f'src="cid:{name}"' not in html] == []
    assert [part.get_filename() for part in message.iter_attachments() if part.get_content_type() == "image/png"] == []
    assert all(Image.open(BytesIO(content)).size == (232, 232) for content in images.values())


def test_the_confirmation_has_a_code_for_every_date(as_visitor, paypal):
    buy(as_visitor, paypal, create_date(), create_date())

    message = received("order_paid")
    assert_shows(message, *Pass.objects.values_list("code", flat=True))
    assert "The codes above are enough, too." in get_texts(message)[0]


def test_a_late_confirmation_has_the_codes_that_are_valid_when_it_is_sent(as_visitor, visitor, paid, code):
    split_pass(pass_id=Pass.objects.get().pk, seats=1, label="Bo's friend", by=visitor)
    split_pass(pass_id=Pass.objects.first().pk, seats=1, label="evil.example", by=visitor)
    claim(create_token(as_visitor, Booking.objects.get()), "Sam")

    message = received("order_paid")

    own = Pass.objects.filter(seat_link=None)
    assert_shows(message, *own.values_list("code", flat=True))
    text, _ = get_texts(message)
    assert f"Code: {code} (1 seat)" in text
    assert f"Code: {own[1].code} (1 seat, Bo's friend)" in text
    assert "evil.example" not in text  # email programs would turn it into a link


def test_a_guests_ticket_has_the_guests_code_and_is_erased_from_the_outbox(as_visitor, paid, code):
    claim_ticket(create_token(as_visitor, Booking.objects.get()), email="sam@example.com")

    message = received("guest_ticket")

    assert_shows(message, Pass.objects.get(label="Sam").code)
    assert code not in get_texts(message)[0]


def test_a_buyer_who_has_not_paid_is_told_nothing_about_a_code(as_visitor, admin, date):
    create_order(as_visitor, date)
    event = date.event
    changes = {"ends_at": event.ends_at.replace(minute=(event.ends_at.minute + 1) % 60)}
    save_event(event_id=event.pk, changes=changes, move_bookings=True, keep_draft=False, terms=Terms(), by=admin)

    assert "code" not in get_texts(received("dates_moved"))[0]
