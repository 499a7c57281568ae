"""Delivery of emails: over SMTP, with the server unavailable, and with concurrent senders."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone
from icalendar import Calendar

from charityshop.mail.delivery import send_due_mails
from charityshop.mail.outbox import post_mail
from charityshop.models import OutgoingMail
from tests.orders.api_calls import create_order, pay_with_paypal
from tests.orders.event_dates import FRIDAY, create_date
from tests.support.factories import UserFactory
from tests.support.messages import skip_retry_pause
from tests.support.servers.mail_server import MailServer

pytestmark = pytest.mark.django_db(transaction=True)


# --- With a real mail server ------------------------------------------------------------------------------------------


@pytest.fixture
def mail_server(tmp_path: Path, settings):
    with MailServer(tmp_path) as server:
        server.use_in(settings)
        yield server


def test_the_order_confirmation_is_delivered_over_smtp(as_visitor, mail_server, settings):
    order = create_order(as_visitor, create_date(price="0"))
    assert mail_server.received() == []  # the buyer didn't wait for the mail server

    send_due_mails(now=timezone.now())
    send_due_mails(now=timezone.now())

    (message,) = mail_server.received()
    assert message["To"] == "ana@example.com"
    assert message["From"] == settings.DEFAULT_FROM_EMAIL
    subject = f"Your seats for Friday Draft on {FRIDAY} ({order['number']}) – Cards for a Cause"
    assert message["Subject"] == subject
    assert message["Message-ID"] == f"<{OutgoingMail.objects.get().public_id}@{settings.SITE_HOST}>"
    assert order["_id"] in message.get_body(("plain",)).get_content()
    assert order["_id"] in message.get_body(("html",)).get_content()
    (file,) = message.iter_attachments()
    assert (file.get_content_type(), file.get_filename()) == ("text/calendar", "dates.ics")
    logo, code = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert (logo["Content-ID"], logo.get_content_disposition()) == ("<logo>", "inline")
    assert (str(code["Content-ID"])[:6], code.get_content_disposition()) == ("<pass-", "inline")
    content = file.get_payload(decode=True)
    assert b"\r\nBEGIN:VEVENT\r\n" in content
    assert len(Calendar.from_ical(content).walk("VEVENT")) == 1


def test_with_the_mail_server_down_the_order_completes_and_its_email_is_sent_later(as_visitor, paypal, mail_server):
    mail_server.stop()

    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, create_date()))
    send_due_mails(now=timezone.now())

    stored = OutgoingMail.objects.get()
    assert (stored.state, stored.attempts) == ("waiting", 1)
    assert "refused" in stored.last_problem.lower()
    assert timedelta(seconds=50) < stored.next_try_at - timezone.now() <= timedelta(minutes=1)

    mail_server.start()
    send_due_mails(now=timezone.now())
    assert mail_server.received() == []  # not before its next attempt is due
    skip_retry_pause()
    send_due_mails(now=timezone.now())

    assert [message["To"] for message in mail_server.received()] == ["ana@example.com"]
    assert OutgoingMail.objects.get().state == "sent"


# --- Concurrent senders -----------------------------------------------------------------------------------------------


def test_concurrent_senders_send_each_email_once():
    number, senders = 40, 4
    together = Barrier(senders)
    with transaction.atomic():
        for n in range(number):
            who = {"user": UserFactory.build(first_name=f"Buyer {n}")}
            post_mail("email_changed", to=f"buyer{n}@example.com", owner_id=None, subject="Hello", context=who)

    def run(_: int) -> int:
        try:
            together.wait(timeout=20)
            return send_due_mails(now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(senders) as pool:
        counts = list(pool.map(run, range(senders)))

    assert sum(counts) == number
    assert sorted(message.to[0] for message in mail.outbox) == sorted(f"buyer{n}@example.com" for n in range(number))
    assert not OutgoingMail.objects.filter(sent_at=None).exists()
