"""Emails about orders: confirmations, invitations, gifts, and delivery over SMTP and with concurrent senders."""

import re
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone
from icalendar import Calendar

from bookings.models import Booking
from changes.services.date_changes.process_date_changes import process_date_changes
from charityshop.models import ShopSettings
from events.models import Occurrence
from orders.models import Order
from outbox.mail.posting import post_mail
from outbox.models import Outgoing
from tests.changes.change_calls import begin_cancel, move_event
from tests.orders.api_calls import create_order, list_booking_ids, pay_with_paypal
from tests.orders.discounted import create_member
from tests.orders.event_dates import FRIDAY, FRIDAY_EVENING, SATURDAY, YEAR, create_date, read_calendar
from tests.payments.refund_calls import post_refund
from tests.support.factories import VoucherFactory
from tests.support.messages import delivered, html_of, send_due_mails, skip_retry_pause
from tests.support.paid_orders import create_paid_order
from tests.support.races import run_together


def test_the_confirmation_contains_everything_about_the_order(as_visitor, paypal, settings):
    draft = create_date(place__name="Copper Kettle", place__address="12 Dock St")
    trade = create_date("Trade & <Talk>", days=1, price="7.50")
    order = create_paid_order(paypal, as_visitor, draft, trade, seats=2)

    (message,) = delivered("order_paid")

    assert message.to == ["ana@example.com"]
    assert message.subject == f"Your seats for Friday Draft and 1 more date ({order['number']}) – Cards for a Cause"
    text = [
        "Hello Ana,", "Thank you for your purchase!", "Friday Draft", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST",
        f"{SATURDAY}, {YEAR} · 7:00–10:00 PM PST", "Copper Kettle, 12 Dock St", "2 seats", "$24.00", "$15.00", "$39.00",
        "$5.85", "$44.85", f"{settings.SITE_URL}/order/{order['_id']}", "Order", order["number"],
    ]  # fmt: skip
    for word in text:
        assert word in message.body
        assert word in html_of(message)
    assert "Trade & <Talk>" in message.body
    assert "Trade &amp; &lt;Talk&gt;" in html_of(message)
    assert message.body.count(order["_id"]) == 1  # the link's
    assert "Test order" not in message.subject


def test_the_confirmation_of_a_date_that_is_over_has_no_code_and_no_calendar(as_visitor, paypal):
    """Staff may accept a payment after the date, and emails may be late."""
    over, ahead = create_date(), create_date("Trade Night", days=1)
    create_paid_order(paypal, as_visitor, over, ahead)
    create_paid_order(paypal, as_visitor, over, seats=1)
    codes = [Booking.objects.filter(occurrence=date)[0].list_own_passes()[0].code for date in (over, ahead)]
    now = timezone.now()
    Occurrence.objects.filter(pk=over.pk).update(starts_at=now - timedelta(hours=3), ends_at=now)

    both, alone = delivered("order_paid")

    assert "Friday Draft" in both.body
    assert "Your seats are booked." in both.body
    assert codes[0] not in both.body + html_of(both)
    assert codes[1] in both.body
    (entry,), _ = read_calendar(both)
    assert str(entry["SUMMARY"]) == "Trade Night"
    for text in (alone.body, html_of(alone)):
        assert "Your seat is booked." in text
        assert [words for words in ("at the door", "to your calendar") if words in text] == []
    assert alone.attachments == []


def test_an_email_that_cannot_be_rendered_leaves_the_order_paid_and_is_rendered_later(as_visitor, settings, tmp_path):
    whole = settings.TEMPLATES
    settings.TEMPLATES = [whole[0] | {"DIRS": [tmp_path]}]
    order = create_order(as_visitor, create_date(price="0"))
    assert order["status"] == "paid"

    assert delivered() == []
    stored = Outgoing.objects.get()
    assert stored.state == "waiting"
    assert stored.last_problem.startswith("TemplateDoesNotExist")

    settings.TEMPLATES = whole
    skip_retry_pause()
    (message,) = delivered("order_paid")
    assert order["_id"] in message.body


@pytest.mark.django_db(transaction=True)
def test_concurrent_senders_send_each_email_once():
    number = 40
    with transaction.atomic():
        for n in range(number):
            who = {"first_name": f"Buyer {n}"}
            post_mail("email_changed", to=f"buyer{n}@example.com", owner_id=None, subject="Hello", context=who)

    counts = run_together(*[lambda: send_due_mails()] * 4)

    assert sum(counts) == number
    assert sorted(message.to[0] for message in mail.outbox) == sorted(f"buyer{n}@example.com" for n in range(number))
    assert not Outgoing.objects.filter(sent_at=None).exists()


STAYS = "Your gift of $5.00 stays with Second Harvest. Want it back? Reply within 30 days."


@pytest.fixture
def charity():
    ShopSettings.objects.create(pk=ShopSettings.ONLY, charity="Second Harvest")


def test_the_confirmation_lists_discounts_and_the_gift(as_visitor, visitor, paypal, charity):
    create_member(visitor)
    VoucherFactory(code="SPRING", value=10)
    date = create_date(member_price="10.00")
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, voucher="SPRING", giftPrice=0.23))

    (message,) = delivered("order_paid")

    for text in ("Subtotal", "$24.00", "Member price", "−$2.00", "Discount code SPRING", "−$2.20", "$2.97"):
        assert text in message.body
        assert text in html_of(message)
    assert "Gift to Second Harvest: $0.23\nTotal: $23.00" in message.body
    assert "Gift to Second Harvest" in html_of(message)


def test_a_ticket_and_its_email_say_what_was_paid_for_it(as_visitor, visitor, paypal):
    create_member(visitor)
    VoucherFactory(code="SPRING", value=10)
    dates = [create_date(member_price="10.10"), create_date("Trade", days=1, price="10.10")]
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, *dates, seats=1, voucher="SPRING"))
    (message,) = delivered("order_paid")
    order = as_visitor.get(f"/api/orders/{Order.objects.get().public_id}").json()

    bookings = [booking for item in order["orderItems"] for booking in item["bookings"]]
    assert sum(booking["paid"] for booking in bookings) == pytest.approx(order["totalPrice"])
    assert sum(booking["subtotal"] for booking in bookings) == pytest.approx(order["listPrice"])
    for booking in bookings:
        assert f"1 seat, ${booking['subtotal']:.2f}, paid ${booking['paid']:.2f}" in message.body
        assert f"${booking['paid']:.2f}</td>" in html_of(message)
    assert f"Subtotal: ${order['listPrice']:.2f}\n" in message.body


def test_the_email_about_free_seats_has_no_line_of_zeros_and_its_html_loads_nothing(as_visitor):
    create_order(as_visitor, create_date(price="0"))
    VoucherFactory(code="GUEST", value=100)
    create_order(as_visitor, create_date(), seats=2, voucher="GUEST")

    free, made_free = delivered("order_paid")

    for text in (free.body, html_of(free)):
        assert "There was nothing to pay." in text
        assert [word for word in ("$", "Subtotal", "Taxes", "Total") if word in text] == []
    assert "Subtotal: $24.00\nDiscount code GUEST: −$24.00\nThere was nothing to pay." in made_free.body
    assert "$0" not in made_free.body + html_of(made_free)
    html = html_of(free)
    assert "prefers-color-scheme: dark" in html
    assert [remote for remote in ("<script", "<link", "url(", "@import") if remote in html] == []
    sources = re.findall(r'src="([^"]*)"', html)
    assert [source.partition("-")[0] for source in sources] == ["cid:logo", "cid:pass"]  # inline attachments


def test_a_gift_alone_is_confirmed_without_a_ticket(as_visitor, paypal, charity):
    order = create_paid_order(paypal, as_visitor, gift=25)

    (message,) = delivered("order_paid")

    assert message.subject.startswith(f"Thank you for your gift ({order['number']})")
    assert "Your gift goes to Second Harvest, after PayPal's fee." in message.body
    assert "Gift to Second Harvest: $25.00\nTotal: $25.00" in message.body
    for text in (message.body, html_of(message)):
        assert "seats" not in text
        assert "ticket" not in text.replace("This is not a tax receipt.", "")
        assert order["_id"] in text


@pytest.mark.parametrize(("hours", "kind"), [(48, "canceled_choice"), (0, "date_canceled")])
def test_a_canceled_date_leaves_the_gift_with_the_charity(as_visitor, as_admin, paypal, charity, hours, kind):
    date = create_date()
    create_paid_order(paypal, as_visitor, date, gift=5)
    begin_cancel(as_admin, date, answerHours=hours)
    process_date_changes()

    (message,) = delivered(kind)

    assert STAYS in message.body
    assert STAYS in html_of(message)


# --- Calendar invitations: a booking's entry is added, moved and removed by the emails about it -----------------------


def received(kind: str) -> EmailMessage:
    """Return the last email of this kind as an email program reads it."""
    content = delivered(kind)[-1].message().as_bytes()
    return message_from_bytes(content, policy=policy.default)


def read_invitation(message: EmailMessage) -> tuple[Any, str]:
    """Return the event of an invitation and its method, after checking what calendars ask of such an email."""
    (alternative,) = [part for part in message.walk() if part.get_content_type() == "multipart/alternative"]
    kinds = [part.get_content_type() for part in alternative.iter_parts()]
    assert kinds == ["text/plain", "multipart/related", "text/calendar"]
    part = list(alternative.iter_parts())[-1]
    content = part.get_payload(decode=True)
    (file,) = message.iter_attachments()
    assert file.get_payload(decode=True) == content
    assert file.get_filename().endswith(".ics")
    calendar = Calendar.from_ical(content)
    assert part["Content-Type"].params["method"] == calendar["METHOD"]
    (event,) = calendar.walk("VEVENT")
    return event, str(calendar["METHOD"])


def test_the_confirmation_of_one_date_is_an_invitation(as_visitor, settings):
    order = create_order(as_visitor, create_date(price="0"))

    message = received("order_paid")
    event, method = read_invitation(message)

    assert method == "REQUEST"
    assert event["ORGANIZER"] == f"mailto:{message['From'].addresses[0].addr_spec}"
    assert event["ORGANIZER"].params == {}
    assert event["ATTENDEE"] == "mailto:ana@example.com"
    assert event["ATTENDEE"].params == {"PARTSTAT": "ACCEPTED", "RSVP": "FALSE"}
    assert event["UID"] == f"{list_booking_ids(order)[0]}@{settings.SITE_HOST}"
    assert event["SEQUENCE"] == 0
    assert (event.start, event.end) == (FRIDAY_EVENING, FRIDAY_EVENING + timedelta(hours=3))
    assert timezone.now() - event["DTSTAMP"].dt < timedelta(minutes=1)


def test_two_changes_within_a_minute_have_growing_numbers_and_the_same_uid(as_visitor, admin):
    date = create_date(price="0", place__name="Default", place__address="")
    create_order(as_visitor, date)
    entries = [read_invitation(received("order_paid"))[0]]

    for _ in range(2):
        move_event(date.event, admin, hours=1)
        entries.append(read_invitation(received("moved_choice"))[0])

    first, second, third = entries
    assert first["UID"] == second["UID"] == third["UID"]
    assert first["SEQUENCE"] < second["SEQUENCE"] < third["SEQUENCE"]
    assert third.start == first.start + timedelta(hours=2)
    assert [entry.get("LOCATION") for entry in entries] == [None] * 3, "the date has no place"


def test_an_order_of_several_dates_has_one_file_and_a_change_of_one_is_an_invitation(as_visitor, admin, settings):
    friday = create_date(price="0")
    order = create_order(as_visitor, friday, create_date("Trade Table", days=1, price="0"))
    confirmation = received("order_paid")
    (alternative,) = [part for part in confirmation.walk() if part.get_content_type() == "multipart/alternative"]
    assert [part.get_content_type() for part in alternative.iter_parts()] == ["text/plain", "multipart/related"]
    (file,) = confirmation.iter_attachments()
    calendar = Calendar.from_ical(file.get_payload(decode=True))
    assert calendar["METHOD"] == "PUBLISH"
    assert all("ORGANIZER" in event for event in calendar.walk("VEVENT"))  # a published one has to have it
    uids = [str(event["UID"]) for event in calendar.walk("VEVENT")]
    assert uids == [f"{booking}@{settings.SITE_HOST}" for booking in list_booking_ids(order)]

    move_event(friday.event, admin, hours=1)

    event, method = read_invitation(received("moved_choice"))
    assert (method, str(event["UID"])) == ("REQUEST", uids[0])


def test_a_refund_removes_the_entry(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, create_date())
    first, _ = read_invitation(received("order_paid"))

    post_refund(as_admin, order)

    event, method = read_invitation(received("order_refunded"))
    assert (method, str(event["STATUS"])) == ("CANCEL", "CANCELLED")
    assert event["UID"] == first["UID"]
    assert event["SEQUENCE"] > first["SEQUENCE"]
    assert event["ORGANIZER"] == first["ORGANIZER"]
