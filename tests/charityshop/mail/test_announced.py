"""Calendar invitations in emails, and emails that are rendered when they are sent."""

from collections.abc import Callable
from email import message_from_bytes, policy

import pytest

from charityshop.mail.outbox import WRITERS, NothingToSend, announce_mail
from charityshop.mail.rendering import Attachment, MessageContent
from charityshop.models import OutgoingMail
from tests.charityshop.mail.posting import ANA, post
from tests.support.messages import delivered


def test_an_invitation_is_an_alternative_of_the_text_and_a_file(db):
    content = b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
    kind = "text/calendar; charset=utf-8; method=REQUEST"
    post(attachments=[Attachment("dates.ics", kind, content, is_invitation=True)])

    (email,) = delivered()

    sent = message_from_bytes(email.message().as_bytes(), policy=policy.default)
    (alternative,) = [part for part in sent.walk() if part.get_content_type() == "multipart/alternative"]
    kinds = [part.get_content_type() for part in alternative.iter_parts()]
    assert kinds == ["text/plain", "multipart/related", "text/calendar"]
    (file,) = sent.iter_attachments()
    for part in (list(alternative.iter_parts())[-1], file):
        assert part["Content-Type"].params["method"] == "REQUEST"
        assert part.get_payload(decode=True) == content
    assert file.get_filename() == "dates.ics"


def test_an_email_of_the_previous_release_is_sent_with_its_file(db):
    stored = post(attachments=[Attachment("dates.ics", "text/calendar", b"x")])
    assert stored.attachments == [{"name": "dates.ics", "type": "text/calendar", "content": "eA=="}]

    (email,) = delivered()

    assert [part.get_filename() for part in email.message().walk() if part.get_filename()] == ["dates.ics"]


# --- Announced emails ------------------------------------------------------------------------------------------------


def render_for_ana(about: str) -> MessageContent:
    return MessageContent(f"About {about}", {"user": ANA}, unsubscribe_url="https://tickets.example.org/mail-off/1.2")


def render_nothing(about: str) -> MessageContent:
    raise NothingToSend("the seats were returned.")


def announce(monkeypatch: pytest.MonkeyPatch, render: Callable[[str], MessageContent]) -> OutgoingMail:
    monkeypatch.setitem(WRITERS, "email_changed", f"{__name__}.{render.__name__}")
    return announce_mail("email_changed", to="ana@example.com", owner_id=None, about="1")


def test_an_email_with_an_unsubscribe_address_can_be_turned_off_with_one_click(db, monkeypatch):
    announce(monkeypatch, render_for_ana)

    (email,) = delivered()

    headers = message_from_bytes(email.message().as_bytes(), policy=policy.default)
    assert headers["List-Unsubscribe"].strip() == "<https://tickets.example.org/mail-off/1.2>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_an_email_that_has_nothing_to_say_any_more_is_dropped(db, monkeypatch, caplog):
    stored = announce(monkeypatch, render_nothing)
    post(to="ben@example.com")

    assert [email.to for email in delivered()] == [["ben@example.com"]]

    stored.refresh_from_db()
    assert (stored.next_try_at, stored.last_problem) == (None, "Not sent: the seats were returned.")
    assert caplog.text == ""
