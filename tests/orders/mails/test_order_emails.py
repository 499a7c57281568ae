"""Order confirmations."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from charityshop.mail.delivery import send_due_mails
from charityshop.models import OutgoingMail
from events.models import Occurrence
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    list_booking_ids,
    pay,
)
from tests.orders.event_dates import FRIDAY, FRIDAY_EVENING, SATURDAY, YEAR, create_date, read_calendar
from tests.payments.refund_calls import post_refund
from tests.support.messages import delivered, html_of, skip_retry_pause
from tests.support.paid_orders import create_paid_order, create_test_order
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


def test_the_calendar_file_has_an_entry_for_every_date(as_visitor, paypal, settings):
    order = create_paid_order(paypal, as_visitor, create_date(), create_date("Trade Table", days=1))

    entries, method = read_calendar(delivered("order_paid")[0])

    assert method == "PUBLISH"
    assert [str(entry["SUMMARY"]) for entry in entries] == ["Friday Draft", "Trade Table"]
    first = entries[0]
    assert first.start == FRIDAY_EVENING
    assert first.end == FRIDAY_EVENING + timedelta(hours=3)
    assert str(first["UID"]) == f"{list_booking_ids(order)[0]}@{settings.SITE_HOST}"
    assert str(first["LOCATION"]) == "Copper Kettle Brewing, 12 Dock St"
    assert str(first["STATUS"]) == "CONFIRMED"
    ticket = f"{settings.SITE_URL}/order/{order['_id']}"
    assert str(first["DESCRIPTION"]) == f"2 seats. Order {order['number']}\nYour ticket: {ticket}"


def test_the_html_loads_nothing_and_supports_dark_mode(as_visitor):
    create_order(as_visitor, create_date(price="0"))

    html = html_of(delivered("order_paid")[0])

    assert "prefers-color-scheme: dark" in html
    for remote in ("<script", "<link", "url(", "@import"):
        assert remote not in html
    sources = re.findall(r'src="([^"]*)"', html)
    assert [source.partition("-")[0] for source in sources] == ["cid:logo", "cid:pass"]  # inline attachments


def test_a_free_order_is_confirmed(as_visitor):
    order = create_order(as_visitor, create_date(price="0"))

    (message,) = delivered()

    assert message.subject == f"Your seats for Friday Draft on {FRIDAY} ({order['number']}) – Cards for a Cause"
    assert "Total: $0.00" in message.body
    assert "There was nothing to pay." in message.body


def test_a_test_orders_subject_says_so(as_visitor, settings):
    settings.TEST_ORDERS = True
    create_test_order(as_visitor, create_date())

    (message,) = delivered()

    assert message.subject.startswith("Test order: Your seats for Friday Draft")
    assert "nothing was charged" in message.body


def test_a_refund_names_what_was_refunded_for_each_line(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, create_date())
    post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1})
    (message,) = delivered("order_refunded")

    assert "1 seat, $13.80\n" in message.body
    for text in (message.body, html_of(message)):
        assert "We refunded $13.80 of your order" in text
        assert "$24.00" not in text


def test_a_refunded_test_order_names_no_amounts(as_visitor, as_admin, settings):
    settings.TEST_ORDERS = True
    order = create_test_order(as_visitor, create_date())
    post_refund(as_admin, order)
    (message,) = delivered("order_refunded")

    assert "2 seats\n" in message.body
    for text in (message.body, html_of(message)):
        assert "$" not in text


def test_held_and_refused_orders_cause_no_email(as_visitor, as_other_visitor):
    date = create_date(maximum_event_capacity=2)
    create_order(as_visitor, date)
    as_other_visitor.post("/api/orders", {"orderItems": []}, format="json")

    assert delivered() == []


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


def test_a_refund_email_that_cannot_be_rendered_leaves_the_refund(as_visitor, as_admin, broken_templates, caplog):
    order = create_order(as_visitor, create_date(price="0"))

    refunded = as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Flooded."}, format="json").json()

    assert refunded["status"] == "refunded"
    assert "An email could not be rendered: order_refunded" in caplog.text
    assert not OutgoingMail.objects.filter(kind="order_refunded").exists()


def test_a_second_attempt_says_what_is_true_by_then(as_visitor, settings, tmp_path):
    create_order(as_visitor, create_date(price="0"))
    with MailServer(tmp_path, largest=1000) as server:
        server.use_in(settings)
        assert send_due_mails(now=timezone.now()) == 0
    a_day_later = {name: F(name) + timedelta(days=1) for name in ("starts_at", "ends_at")}
    Occurrence.objects.update(**a_day_later)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    skip_retry_pause()

    (message,) = delivered("order_paid")

    assert SATURDAY in message.body
    assert FRIDAY not in message.body


def test_a_name_with_line_breaks_injects_no_header(as_visitor):
    create_order(as_visitor, create_date("Draft\r\nBcc: everybody@example.com", price="0"))

    (message,) = delivered("order_paid")

    assert message.recipients() == ["ana@example.com"]
    assert message.subject.startswith("Your seats for Draft Bcc: everybody@example.com on")
    assert message.message()["Bcc"] is None
