"""The outbox: emails commit with the change they report, are sent later, retried, and finally given up."""

from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.core.mail import BadHeaderError
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from charityshop.mail import delivery
from charityshop.mail.delivery import pause_after, send_due_mails
from charityshop.mail.outbox import send_again
from charityshop.mail.rendering import Attachment
from charityshop.models import OutgoingMail, ShopSettings
from tests.charityshop.mail.posting import post
from tests.support.messages import delivered, html_of, skip_retry_pause


@pytest.fixture
def unreachable_server(settings):
    """A mail server that refuses connections."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9


# --- Posting -------------------------------------------------------------------------------------------------------


def test_a_posted_email_is_sent_once(db):
    post()
    assert mail.outbox == []

    assert send_due_mails(now=timezone.now()) == 1
    assert send_due_mails(now=timezone.now()) == 0

    (email,) = mail.outbox
    assert (email.to, email.subject) == (["ana@example.com"], "Hello – Cards for a Cause")
    assert email.body.startswith("Hello Ana,\n\n")
    assert OutgoingMail.objects.get().state == "sent"


def test_one_round_sends_all_due_emails(db):
    for number in range(130):
        post(to=f"buyer{number}@example.com")

    assert send_due_mails(now=timezone.now()) == 130

    assert {email.to[0] for email in mail.outbox} == {f"buyer{number}@example.com" for number in range(130)}


@pytest.mark.django_db(transaction=True)
def test_sending_an_email_takes_one_transaction():
    for number in range(3):
        with transaction.atomic():
            post(to=f"buyer{number}@example.com")

    with CaptureQueriesContext(connection) as seen:
        assert send_due_mails(now=timezone.now()) == 3

    assert sum(query["sql"].startswith("BEGIN") for query in seen) == 3 + 1  # one more for claiming the first
    assert OutgoingMail.objects.filter(sent_at__isnull=False, next_try_at__isnull=True).count() == 3


def test_a_round_ends_after_its_maximum_duration(db, monkeypatch):
    monkeypatch.setattr(delivery, "MAX_ROUND", timedelta(0))
    for number in range(3):
        post(to=f"buyer{number}@example.com")

    assert [send_due_mails(now=timezone.now()) for _ in range(4)] == [1, 1, 1, 0]


@pytest.mark.django_db(transaction=True)
def test_an_email_of_a_rolled_back_transaction_is_not_sent():
    with transaction.atomic():
        post()
        transaction.set_rollback(True)

    assert send_due_mails(now=timezone.now()) == 0
    assert mail.outbox == []


@pytest.mark.django_db(transaction=True)
def test_posting_outside_a_transaction_is_an_error():
    with pytest.raises(RuntimeError, match="in the transaction"):
        post()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("to", "ana@example.com\nBcc: ben@example.com"),
        ("to", "ana@example.com, ben@example.com"),
        ("to", ""),
        ("subject", "Hello\r\nBcc: ben@example.com"),
        ("subject", "Hello\x00"),
        ("subject", "Hello\u2028there"),
        ("subject", "Hello\x85there"),
    ],
)
def test_line_breaks_in_headers_are_rejected(db, field, value):
    with pytest.raises(BadHeaderError):
        post(**{field: value})

    assert not OutgoingMail.objects.exists()


def test_emails_have_the_current_shop_name_and_the_clubs_reply_to_address(db, settings):
    settings.SHOP_NAME = "Cards for a Cause"
    settings.DEFAULT_FROM_EMAIL = "Cards for a Cause <tickets@example.org>"
    post()
    ShopSettings.objects.create(pk=1, name="Café, Cards & Co.", contact_email="hello@example.org", felt="#5B2A86")

    (email,) = delivered()

    sent = message_from_bytes(email.message().as_bytes(), policy=policy.default)
    assert sent["From"].addresses[0].display_name == "Café, Cards & Co."
    assert sent["From"].addresses[0].addr_spec == "tickets@example.org"
    assert sent["Reply-To"] == "hello@example.org"


def test_a_custom_sender_name_is_not_replaced(db, settings):
    settings.DEFAULT_FROM_EMAIL = "The Box Office <box@example.org>"
    ShopSettings.objects.create(pk=1, name="Foam & Felt")
    post()

    (email,) = delivered()

    assert email.message()["From"] == "The Box Office <box@example.org>"
    assert email.message()["Reply-To"] is None


def test_emails_contain_the_clubs_colors_and_logo(db):
    ShopSettings.objects.create(pk=1, name="Foam <b>& Felt", felt="#5B2A86", link="url(//)")
    post()

    (email,) = delivered()

    html = html_of(email)
    assert "background:#5B2A86" in html
    assert "Foam &lt;b&gt;&amp; Felt" in html
    assert "url(" not in html
    (logo,) = [part for part in email.message().walk() if part["Content-ID"] == "<logo>"]
    assert logo.get_payload(decode=True).startswith(b"\x89PNG")
    assert (logo.get_content_type(), logo.get_filename()) == ("image/png", None)


def test_long_headers_are_folded(db):
    subject = "Your seats for an event with a name that is far too long for one line of an email's headers"
    post(subject=subject)
    (email,) = delivered()
    email.extra_headers["Comments"] = " ".join(["words"] * 400)

    sent = email.message().as_bytes(linesep="\r\n")

    arrived = message_from_bytes(sent, policy=policy.default)
    assert subject in arrived["Subject"]
    assert arrived["Comments"] == email.extra_headers["Comments"]
    assert max(map(len, sent.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 998  # RFC 5322, section 2.1.1


@pytest.mark.parametrize("subject", ["W" * 90 + " and more", "é" * 90, "New time: " + "W" * 90])
def test_long_subjects_do_not_begin_with_a_space(db, subject):
    post(subject=subject)
    (email,) = delivered()

    sent = email.message().as_bytes(linesep="\r\n")

    assert b"Subject: \r\n" not in sent
    assert message_from_bytes(sent, policy=policy.default)["Subject"].startswith(subject)


def test_attachments_are_sent_unchanged(db):
    content = b"BEGIN:VCALENDAR\r\nX:\xc3\xa9\r\nEND:VCALENDAR\r\n"
    post(attachments=[Attachment("dates.ics", "text/calendar; charset=utf-8; method=PUBLISH", content)])

    (email,) = delivered()

    (part,) = [part for part in email.message().walk() if part.get_filename()]
    assert (part.get_filename(), part.get_content_type()) == ("dates.ics", "text/calendar")
    assert part.get_param("method") == "PUBLISH"
    assert part.get_payload(decode=True) == content


# --- Trying again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attempts", "pause"),
    [(1, "0:01:00"), (2, "0:02:00"), (3, "0:04:00"), (9, "4:16:00"), (10, "6:00:00"), (5000, "6:00:00")],
)
def test_the_pause_doubles_from_one_minute_to_six_hours(attempts, pause):
    assert str(pause_after(attempts)) == pause


def test_a_failed_email_is_retried_with_the_same_message_id(db, unreachable_server, settings):
    post()
    now = timezone.now()

    assert send_due_mails(now=now) == 0
    stored = OutgoingMail.objects.get()
    assert (stored.state, stored.attempts, stored.next_try_at) == ("waiting", 1, now + timedelta(minutes=1))
    assert "ConnectionRefusedError" in stored.last_problem

    send_due_mails(now=now + timedelta(minutes=1))
    stored.refresh_from_db()
    assert (stored.attempts, stored.next_try_at) == (2, now + timedelta(minutes=3))

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    skip_retry_pause()
    (email,) = delivered()
    assert email.extra_headers["Message-ID"] == f"<{stored.public_id}@{settings.SITE_HOST}>"
    stored.refresh_from_db()
    assert (stored.state, stored.attempts, stored.last_problem) == ("sent", 3, "")


def test_an_unavailable_mail_server_ends_the_round(db, unreachable_server):
    for _ in range(5):
        post()

    send_due_mails(now=timezone.now())

    assert OutgoingMail.objects.filter(attempts__gt=0).count() == 1


def test_an_email_that_cannot_be_sent_does_not_block_others(db):
    broken = post()
    OutgoingMail.objects.filter(pk=broken.pk).update(attachments=[{"name": "x"}])
    post(to="ben@example.com")

    assert [email.to for email in delivered()] == [["ben@example.com"]]
    broken.refresh_from_db()
    assert (broken.state, broken.attempts) == ("waiting", 1)
    assert "KeyError" in broken.last_problem


def test_an_email_claimed_by_a_crashed_process_is_sent_later(db):
    post()
    now = timezone.now()
    OutgoingMail.objects.update(attempts=1, next_try_at=now + timedelta(minutes=10))  # as claiming leaves it

    assert send_due_mails(now=now) == 0
    assert send_due_mails(now=now + timedelta(minutes=10)) == 1


def test_an_email_is_given_up_after_a_week_and_can_be_sent_again(db, unreachable_server, settings, caplog):
    stored = post()
    OutgoingMail.objects.update(attempts=30, next_try_at=stored.give_up_at - timedelta(hours=1))

    send_due_mails(now=stored.give_up_at - timedelta(hours=1))

    stored.refresh_from_db()
    assert (stored.state, stored.next_try_at) == ("given up", None)
    assert "ConnectionRefusedError" in stored.last_problem
    assert "given up" in caplog.text
    assert stored.text

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_again(mail_ids=[stored.pk], by=None) == 1
    assert len(delivered()) == 1


def test_a_secret_email_is_erased_once_sent_and_cannot_be_sent_again(db):
    stored = post(is_secret=True)
    assert stored.text

    assert len(delivered()) == 1

    stored.refresh_from_db()
    assert (stored.text, stored.html) == ("", "")
    assert send_again(mail_ids=[stored.pk], by=None) == 0
