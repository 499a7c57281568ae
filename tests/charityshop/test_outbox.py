"""The outbox: stored with what it tells about, sent afterwards, tried again, given up in sight of everybody."""

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
from tests.charityshop.posting import post
from tests.support.messages import delivered, html_of, skip_retry_pause


@pytest.fixture
def nobody_answers(settings):
    """A mail server's address where nobody listens."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9


# --- Posting -------------------------------------------------------------------------------------------------------


def test_posting_sends_nothing_and_sending_sends_it_once(db):
    post()
    assert mail.outbox == []

    assert send_due_mails(now=timezone.now()) == 1
    assert send_due_mails(now=timezone.now()) == 0

    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["ana@example.com"], "Hello – Cards for a Cause")
    assert letter.body.startswith("Hello Ana,\n\n")
    assert OutgoingMail.objects.get().state == "sent"


def test_one_round_sends_all_that_a_crowd_caused(db):
    for number in range(130):
        post(to=f"buyer{number}@example.com")

    assert send_due_mails(now=timezone.now()) == 130

    assert {letter.to[0] for letter in mail.outbox} == {f"buyer{number}@example.com" for number in range(130)}


@pytest.mark.django_db(transaction=True)
def test_each_mail_of_a_round_costs_one_transaction():
    for number in range(3):
        with transaction.atomic():
            post(to=f"buyer{number}@example.com")

    with CaptureQueriesContext(connection) as seen:
        assert send_due_mails(now=timezone.now()) == 3

    assert sum(query["sql"].startswith("BEGIN") for query in seen) == 3 + 1  # the first was claimed by itself
    assert OutgoingMail.objects.filter(sent_at__isnull=False, next_try_at__isnull=True).count() == 3


def test_a_round_ends_after_a_while_though_more_is_due(db, monkeypatch):
    monkeypatch.setattr(delivery, "MAX_ROUND", timedelta(0))
    for number in range(3):
        post(to=f"buyer{number}@example.com")

    assert [send_due_mails(now=timezone.now()) for _ in range(4)] == [1, 1, 1, 0]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_told():
    with transaction.atomic():
        post()
        transaction.set_rollback(True)

    assert send_due_mails(now=timezone.now()) == 0
    assert mail.outbox == []


@pytest.mark.django_db(transaction=True)
def test_a_mail_without_a_transaction_is_refused():
    with pytest.raises(RuntimeError, match="in the transaction"):
        post()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("to", "ana@example.com\nBcc: ben@example.com"),
        ("to", "ana@example.com, ben@example.com"),
        ("to", "ana@example.com\r"),
        ("to", ""),
        ("subject", "Hello\r\nBcc: ben@example.com"),
        ("subject", "Hello\nX: y"),
        ("subject", "Hello\x00"),
        ("subject", "Hello\u2028there"),
        ("subject", "Hello\x85there"),
    ],
)
def test_nobody_smuggles_a_header_in(db, field, value):
    with pytest.raises(BadHeaderError):
        post(**{field: value})

    assert not OutgoingMail.objects.exists()


def test_a_mail_is_from_the_shops_name_of_now_and_is_answered_to_the_club(db, settings):
    settings.SHOP_NAME = "Cards for a Cause"
    settings.DEFAULT_FROM_EMAIL = "Cards for a Cause <tickets@example.org>"
    post()
    ShopSettings.objects.create(pk=1, name="Café, Cards & Co.", contact_email="hello@example.org", felt="#5B2A86")

    (letter,) = delivered()

    sent = message_from_bytes(letter.message().as_bytes(), policy=policy.default)
    assert sent["From"].addresses[0].display_name == "Café, Cards & Co."
    assert sent["From"].addresses[0].addr_spec == "tickets@example.org"
    assert sent["Reply-To"] == "hello@example.org"


def test_an_address_that_somebody_set_for_mails_stays_as_it_is(db, settings):
    settings.DEFAULT_FROM_EMAIL = "The Box Office <box@example.org>"
    ShopSettings.objects.create(pk=1, name="Foam & Felt")
    post()

    (letter,) = delivered()

    assert letter.message()["From"] == "The Box Office <box@example.org>"
    assert letter.message()["Reply-To"] is None


def test_a_mail_wears_the_clubs_colours_and_brings_its_logo_along(db):
    ShopSettings.objects.create(pk=1, name="Foam <b>& Felt", felt="#5B2A86", link="url(//)")
    post()

    (letter,) = delivered()

    html = html_of(letter)
    assert "background:#5B2A86" in html
    assert "Foam &lt;b&gt;&amp; Felt" in html
    assert "url(" not in html
    (logo,) = [part for part in letter.message().walk() if part["Content-ID"] == "<logo>"]
    assert logo.get_payload(decode=True).startswith(b"\x89PNG")
    assert (logo.get_content_type(), logo.get_filename()) == ("image/png", None)


def test_long_headers_are_folded_and_arrive_whole(db):
    subject = "Your seats for an event with a name that is far too long for one line of an email's headers"
    post(subject=subject)
    (letter,) = delivered()
    letter.extra_headers["Comments"] = " ".join(["words"] * 400)

    sent = letter.message().as_bytes(linesep="\r\n")

    arrived = message_from_bytes(sent, policy=policy.default)
    assert subject in arrived["Subject"]
    assert arrived["Comments"] == letter.extra_headers["Comments"]
    assert max(map(len, sent.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 998  # RFC 5322, section 2.1.1


def test_attachments_arrive_byte_for_byte(db):
    content = b"BEGIN:VCALENDAR\r\nX:\xc3\xa9\r\nEND:VCALENDAR\r\n"
    post(attachments=[Attachment("dates.ics", "text/calendar; charset=utf-8; method=PUBLISH", content)])

    (letter,) = delivered()

    (part,) = [part for part in letter.message().walk() if part.get_filename()]
    assert (part.get_filename(), part.get_content_type()) == ("dates.ics", "text/calendar")
    assert part.get_param("method") == "PUBLISH"
    assert part.get_payload(decode=True) == content


# --- Trying again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attempts", "pause"),
    [(1, "0:01:00"), (2, "0:02:00"), (3, "0:04:00"), (9, "4:16:00"), (10, "6:00:00"), (5000, "6:00:00")],
)
def test_the_pause_doubles_from_a_minute_up_to_six_hours(attempts, pause):
    assert str(pause_after(attempts)) == pause


def test_a_mail_that_could_not_be_sent_waits_says_why_and_keeps_its_message_id(db, nobody_answers, settings):
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
    (letter,) = delivered()
    assert letter.extra_headers["Message-ID"] == f"<{stored.public_id}@{settings.SITE_HOST}>"
    stored.refresh_from_db()
    assert (stored.state, stored.attempts, stored.last_problem) == ("sent", 3, "")


def test_a_server_that_is_away_is_asked_once_a_round_not_once_a_mail(db, nobody_answers):
    for _ in range(5):
        post()

    send_due_mails(now=timezone.now())

    assert OutgoingMail.objects.filter(attempts__gt=0).count() == 1


def test_one_broken_mail_keeps_no_other_back(db):
    broken = post()
    OutgoingMail.objects.filter(pk=broken.pk).update(attachments=[{"name": "x"}])
    post(to="ben@example.com")

    assert [letter.to for letter in delivered()] == [["ben@example.com"]]
    broken.refresh_from_db()
    assert (broken.state, broken.attempts) == ("waiting", 1)
    assert "KeyError" in broken.last_problem


def test_a_claimed_mail_of_a_sender_that_died_is_sent_after_a_while(db):
    post()
    now = timezone.now()
    OutgoingMail.objects.update(attempts=1, next_try_at=now + timedelta(minutes=10))  # as claiming leaves it

    assert send_due_mails(now=now) == 0
    assert send_due_mails(now=now + timedelta(minutes=10)) == 1


def test_after_a_week_a_mail_is_given_up_stays_in_sight_and_can_be_sent_again(db, nobody_answers, settings, caplog):
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


def test_a_secret_is_forgotten_when_it_was_sent_and_not_sent_again(db):
    stored = post(is_secret=True)
    assert stored.text

    assert len(delivered()) == 1

    stored.refresh_from_db()
    assert (stored.text, stored.html) == ("", "")
    assert send_again(mail_ids=[stored.pk], by=None) == 0
