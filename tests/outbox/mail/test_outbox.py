"""The outbox: emails commit with the change they report, are sent later, retried, and finally given up."""

from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.core.mail import BadHeaderError
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from charityshop.models import Retry, ShopSettings
from outbox.mail.delivery import send_now
from outbox.mail.posting import post_mail
from outbox.mail.rendering import MessageContent
from outbox.messages import WRITERS, NothingToSend, send_again
from outbox.models import Outgoing
from outbox.sending import pause_after
from privacy.services.delete_account import anonymize_account
from tests.e2e.console.conftest import console, operator
from tests.orders.api_calls import list_attention
from tests.support.broken_rows import broken_row
from tests.support.factories import UserFactory
from tests.support.messages import delivered, html_of, send_due_mails, skip_retry_pause
from tests.support.servers.mail_server import no_mail_server, refusing_mail_server

__all__ = ["console", "operator"]


def test_a_posted_email_is_sent_once(db):
    post()
    assert mail.outbox == []

    assert send_due_mails() == 1
    assert send_due_mails() == 0

    (email,) = mail.outbox
    assert (email.to, email.subject) == (["ana@example.com"], "Hello – Cards for a Cause")
    assert email.body.startswith("Hello Ana,\n\n")
    assert Outgoing.objects.get().state == "sent"


@pytest.mark.django_db(transaction=True)
def test_an_email_of_a_rolled_back_transaction_is_not_sent():
    with transaction.atomic():
        post()
        transaction.set_rollback(True)

    assert send_due_mails() == 0
    assert mail.outbox == []


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

    assert not Outgoing.objects.exists()


def test_emails_have_the_clubs_current_name_address_colors_and_logo(db, settings):
    settings.DEFAULT_FROM_EMAIL = "Cards for a Cause <tickets@example.org>"
    post()
    club = {"name": "Café <b>& Co.", "contact_email": "hello@example.org", "felt": "#5B2A86", "link": "url(//)"}
    ShopSettings.objects.create(pk=1, **club)
    post()

    before, after = delivered()

    sent = message_from_bytes(before.message().as_bytes(), policy=policy.default)
    (sender,) = sent["From"].addresses
    assert (sender.display_name, sender.addr_spec) == ("Café <b>& Co.", "tickets@example.org")
    assert sent["Reply-To"] == "hello@example.org"
    html = html_of(after)
    assert "background:#5B2A86" in html
    assert "Café &lt;b&gt;&amp; Co." in html
    assert "url(" not in html
    (logo,) = [part for part in sent.walk() if part["Content-ID"] == "<logo>"]
    assert logo.get_payload(decode=True).startswith(b"\x89PNG")
    assert (logo.get_content_type(), logo.get_filename()) == ("image/png", None)


def test_the_pause_doubles_from_one_minute_to_six_hours():
    pauses = [str(pause_after(attempts)) for attempts in (1, 2, 3, 9, 10, 5000)]

    assert pauses == ["0:01:00", "0:02:00", "0:04:00", "4:16:00", "6:00:00", "6:00:00"]


def test_a_failed_email_is_retried_with_the_same_message_id(db, settings):
    post()
    now = timezone.now()

    with refusing_mail_server(settings):
        assert send_due_mails(now) == 0
        stored = Outgoing.objects.get()
        assert (stored.state, stored.attempts, stored.next_try_at) == ("waiting", 1, now + timedelta(minutes=1))
        assert "SMTPRecipientsRefused" in stored.last_problem

        send_due_mails(now + timedelta(minutes=1))
        stored.refresh_from_db()
        assert (stored.attempts, stored.next_try_at) == (2, now + timedelta(minutes=3))

    skip_retry_pause()
    (email,) = delivered()
    assert email.extra_headers["Message-ID"] == f"<{stored.public_id}@{settings.SITE_HOST}>"
    stored.refresh_from_db()
    assert (stored.state, stored.attempts, stored.last_problem) == ("sent", 3, "")


def test_while_the_mail_server_is_away_one_email_is_tried_each_minute(db, settings):
    for _ in range(5):
        post()
    now = timezone.now() + timedelta(hours=1)

    with no_mail_server(settings):
        for minutes in range(3):
            send_due_mails(now + timedelta(minutes=minutes))
            send_due_mails(now + timedelta(minutes=minutes, seconds=30))

        waiting = list(Outgoing.objects.order_by("pk").values_list("attempts", "next_try_at"))
        pause = now + timedelta(minutes=3)
        assert waiting == [(3, pause + timedelta(seconds=1)), *[(0, pause)] * 4]
        send_due_mails(pause)
    assert Outgoing.objects.filter(attempts=1).count() == 1


def test_an_email_that_cannot_be_sent_does_not_block_others(db):
    broken = post()
    Outgoing.objects.filter(pk=broken.pk).update(data={"attachments": [{"name": "x"}]})
    post(to="ben@example.com")

    assert [email.to for email in delivered()] == [["ben@example.com"]]
    broken.refresh_from_db()
    assert (broken.state, broken.attempts) == ("waiting", 1)
    assert "KeyError" in broken.last_problem


def test_an_email_claimed_by_a_crashed_process_is_sent_later(db):
    post()
    now = timezone.now()
    Outgoing.objects.update(attempts=1, next_try_at=now + timedelta(minutes=10))  # as claiming leaves it

    assert send_due_mails(now) == 0
    assert send_due_mails(now + timedelta(minutes=10)) == 1


def test_an_email_is_given_up_after_a_week_and_can_be_sent_again(db, settings, caplog):
    stored = post()
    Outgoing.objects.update(attempts=30, next_try_at=stored.give_up_at - timedelta(minutes=1))

    with no_mail_server(settings):
        send_due_mails(stored.give_up_at - timedelta(minutes=1))

    stored.refresh_from_db()
    assert (stored.state, stored.next_try_at) == ("given up", None)
    assert "ConnectionRefusedError" in stored.last_problem
    assert "given up" in caplog.text
    assert send_again(message_ids=[stored.pk], by=None) == 1
    assert len(delivered()) == 1


def test_a_refused_recipient_is_not_named_in_the_logs(db, settings, caplog):
    """Logs outlive the email, whose row has the server's sentence and is erased with the address."""
    waiting = post()
    with refusing_mail_server(settings):
        send_due_mails()
        Outgoing.objects.update(give_up_at=timezone.now() + timedelta(minutes=2))
        send_due_mails(now=timezone.now() + timedelta(minutes=1))
        with transaction.atomic():
            now = post()
        send_now(now)

    waiting.refresh_from_db()
    assert (waiting.state, now.state) == ("given up", "given up")
    assert "Recipient address rejected" in waiting.last_problem
    lines = [record.getMessage() for record in caplog.records if record.name != "mail.log"]  # the server's own
    assert "ana@" not in "".join(lines)
    for stored in (waiting, now):
        assert f"mail {stored.public_id} (email_changed) is given up: SMTPRecipientsRefused 550" in lines


def test_a_secret_email_is_erased_once_sent_and_cannot_be_sent_again(db):
    stored = post(is_secret=True)
    assert stored.data

    assert len(delivered()) == 1

    stored.refresh_from_db()
    assert (stored.text, stored.data) == ("", {})
    assert send_again(message_ids=[stored.pk], by=None) == 0


def write_for_ana(message: Outgoing) -> MessageContent:
    return MessageContent(
        f"About {message.about}", {"first_name": "Ana"}, unsubscribe_url="https://tickets.example.org/mail-off/1.2"
    )


def write_nothing(message: Outgoing) -> MessageContent:
    raise NothingToSend("the seats were returned.")


def post_about(monkeypatch: pytest.MonkeyPatch, writer: Callable[[Outgoing], MessageContent]) -> Outgoing:
    monkeypatch.setitem(WRITERS["mail"], "email_changed", f"{__name__}.{writer.__name__}")
    return post_mail("email_changed", to="ana@example.com", owner_id=None, about="1")


def test_an_email_with_an_unsubscribe_address_can_be_turned_off_with_one_click(db, monkeypatch):
    post_about(monkeypatch, write_for_ana)

    (email,) = delivered()

    headers = message_from_bytes(email.message().as_bytes(), policy=policy.default)
    assert headers["List-Unsubscribe"].strip() == "<https://tickets.example.org/mail-off/1.2>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_an_email_that_has_nothing_to_say_any_more_is_dropped(db, monkeypatch, caplog):
    stored = post_about(monkeypatch, write_nothing)
    post(to="ben@example.com")

    assert [email.to for email in delivered()] == [["ben@example.com"]]

    stored.refresh_from_db()
    assert (stored.next_try_at, stored.last_problem) == (None, "Not sent: the seats were returned.")
    assert caplog.text == ""


def post(to: str = "ana@example.com", subject: str = "Hello", **more) -> Outgoing:
    more = {"owner_id": None} | more
    return post_mail("email_changed", to=to, subject=subject, context={"first_name": "Ana"}, **more)


def test_the_console_shows_emails_but_secret_ones(console):
    context = {"first_name": "Ana", "link": "https://shop/reset-password?token=abc"}
    stored = post_mail("password_link", to="a@b.com", owner_id=None, subject="Set", context=context, is_secret=True)

    page = console.get(f"/admin-console/outbox/outgoing/{stored.pk}/change/").content.decode()

    assert "token=abc" in str(stored.data)
    assert "token=abc" not in page
    assert "Not shown" in page
    shown = post()
    delivered()
    page = console.get(f"/admin-console/outbox/outgoing/{shown.pk}/change/").content.decode()
    assert "another email address" in page


def send_again_from_the_console(client, *chosen: Outgoing) -> str:
    asked = {"action": "send_again", "_selected_action": [str(message.pk) for message in chosen]}
    return client.post("/admin-console/outbox/outgoing/", asked, follow=True).content.decode()


def test_an_operator_sends_an_email_again_from_the_console(console):
    stored = post()
    delivered()

    page = send_again_from_the_console(console, stored)

    assert "1 of 1 will be sent" in page
    assert "not sent again" not in page
    assert len(delivered()) == 2
    assert len({email.extra_headers["Message-ID"] for email in mail.outbox}) == 1


def test_an_operator_reads_why_emails_are_not_sent_again(console):
    owner = UserFactory()
    erased, secret = post(owner_id=owner.pk), post(is_secret=True)
    delivered()
    anonymize_account(by=owner)

    page = send_again_from_the_console(console, erased)
    assert "0 of 1 will be sent" in page
    assert "Emails of deleted accounts are not sent again, because they were erased with the account." in page
    assert "personal link" not in page

    page = send_again_from_the_console(console, secret)
    assert "Emails with a code or a personal link are not sent again. Request a new one." in page
    assert "deleted accounts" not in page


def next_upkeep() -> None:
    """Run upkeep after the retry pause."""
    Retry.objects.update(next_attempt_at=timezone.now())
    call_command("upkeep")


@pytest.mark.django_db(transaction=True)
def test_an_email_that_cannot_be_saved_does_not_block_the_next(as_admin):
    with transaction.atomic():
        post(to="first@example.com")
        post(to="second@example.com")
    broken = Outgoing.objects.get(to="first@example.com")

    with broken_row("outbox_outgoing", broken.pk):
        call_command("upkeep")
        assert Outgoing.objects.get(to="second@example.com").state == "sent"
        for _ in range(2):
            next_upkeep()
        (stuck,) = find_mails(as_admin)
    assert f"message {broken.pk}" in stuck["message"]

    next_upkeep()
    broken.refresh_from_db()
    assert broken.state == "sent"
    next_upkeep()
    assert find_mails(as_admin) == []


def find_mails(as_admin):
    """Return what staff read about mails. They also read that the nightly check fails without PayPal."""
    return [item for item in list_attention(as_admin) if "message " in item["message"]]


@pytest.mark.django_db(transaction=True)
def test_emails_that_wait_for_the_mail_server_are_one_entry_for_staff(as_admin):
    with transaction.atomic():
        for number in range(3):
            post(to=f"buyer{number}@example.com")
    Outgoing.objects.update(attempts=3, last_problem="Connection refused")

    (item,) = list_attention(as_admin)

    assert (item["kind"], item["problem"], item["buyer"]) == ("stuck", "Connection refused", None)
    assert item["message"].startswith("3 emails could not be sent")
