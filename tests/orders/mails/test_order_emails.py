"""Order confirmations, and the delivery of emails: over SMTP, and with concurrent senders."""

import re
from concurrent.futures import ThreadPoolExecutor
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
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    pay,
)
from tests.orders.event_dates import FRIDAY, SATURDAY, YEAR, create_date
from tests.support.factories import UserFactory
from tests.support.messages import delivered, html_of, skip_retry_pause
from tests.support.paid_orders import create_paid_order
from tests.support.servers.mail_server import MailServer

pytestmark = pytest.mark.django_db


# --- Paid ------------------------------------------------------------------------------------------------------------


def test_the_confirmation_contains_everything_about_the_order(as_visitor, paypal, settings):
    draft = create_date(event_location="Copper Kettle, 12 Dock St")
    trade = create_date("Trade & <Talk>", days=1, price="7.50")
    order = create_paid_order(paypal, as_visitor, draft, trade, seats=2)

    (message,) = delivered("order_paid")

    assert message.to == ["ana@example.com"]
    assert message.subject == f"Your seats for Friday Draft and 1 more date ({order['number']}) – Cards for a Cause"
    text = [
        "Hello Ana,", "Thank you for your purchase!", "Friday Draft", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST",
        f"{SATURDAY}, {YEAR} · 7:00–10:00 PM PST", "Copper Kettle, 12 Dock St", "2 seats", "$24.00", "$15.00", "$39.00",
        "$5.85", "$44.85", f"{settings.SITE_URL}/order/{order['_id']}", f"Order {order['number']}",
    ]  # fmt: skip
    for word in text:
        assert word in message.body
        assert word in html_of(message)
    assert "Trade & <Talk>" in message.body
    assert "Trade &amp; &lt;Talk&gt;" in html_of(message)
    assert message.body.count(order["_id"]) == 1  # the link's
    assert "Test order" not in message.subject


def test_the_html_loads_nothing_and_supports_dark_mode(as_visitor):
    create_order(as_visitor, create_date(price="0"))

    html = html_of(delivered("order_paid")[0])

    assert "prefers-color-scheme: dark" in html
    for remote in ("<script", "<link", "url(", "@import"):
        assert remote not in html
    sources = re.findall(r'src="([^"]*)"', html)
    assert [source.partition("-")[0] for source in sources] == ["cid:logo", "cid:pass"]  # inline attachments


def test_paying_twice_causes_one_confirmation(as_visitor, paypal):
    order = create_order(as_visitor, create_date())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    pay(as_visitor, order, paypal_order_id)
    pay(as_visitor, order, paypal_order_id)

    assert len(delivered("order_paid")) == 1


# --- Rendering errors -------------------------------------------------------------------------------------------------


@pytest.fixture
def broken_templates(settings, tmp_path):
    """Break the templates until `repair` is called."""
    whole = settings.TEMPLATES
    settings.TEMPLATES = [whole[0] | {"DIRS": [tmp_path]}]

    def repair():
        settings.TEMPLATES = whole

    return repair


def test_an_email_that_cannot_be_rendered_leaves_the_order_paid_and_is_rendered_later(as_visitor, broken_templates):
    order = create_order(as_visitor, create_date(price="0"))
    assert order["status"] == "paid"

    assert delivered() == []
    stored = OutgoingMail.objects.get()
    assert stored.state == "waiting"
    assert stored.last_problem.startswith("TemplateDoesNotExist")

    broken_templates()
    skip_retry_pause()
    (message,) = delivered("order_paid")
    assert order["_id"] in message.body


# --- With a real mail server ------------------------------------------------------------------------------------------


@pytest.fixture
def mail_server(tmp_path: Path, settings):
    with MailServer(tmp_path) as server:
        server.use_in(settings)
        yield server


@pytest.mark.django_db(transaction=True)
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


# --- Concurrent senders -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
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
