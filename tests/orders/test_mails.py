"""What buyers are told about their orders, their money and their dates."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Barrier
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from icalendar import Calendar

from bookings.models import Booking
from bookings.schedule import update_event
from charityshop.models import OutgoingMail
from charityshop.outbox import post_mail, send_due_mails
from events.models import Event
from orders import paypal as paypal_client
from orders.models import Order
from orders.services import reconcile_all
from tests.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days
from tests.letters import delivered, html_of, let_the_pause_run_out
from tests.mail_server import MailServer
from tests.orders.asking import (
    booking_ids,
    let_the_hold_run_out,
    open_at_paypal,
    pay,
    pay_as_a_test,
    pay_through,
    place,
)

pytestmark = pytest.mark.django_db(transaction=True)

YEAR = timezone.now().year + 1
DAY = next(day for day in range(1, 8) if date(YEAR, 12, day).weekday() == 4)  # a Friday in December, at seven
A_FRIDAY = datetime(YEAR, 12, DAY, 19, 0, tzinfo=ZoneInfo("America/Los_Angeles")).astimezone(UTC)
FRIDAY, SATURDAY = f"Fri, Dec {DAY}", f"Sat, Dec {DAY + 1}"


def a_date(name: str = "Friday Draft", *, days: int = 0, **event):
    starts_at = A_FRIDAY + timedelta(days=days)
    event = EventFactory(name=name, starts_at=starts_at, ends_at=starts_at + timedelta(hours=3), **event)
    return OccurrenceFactory(event=event)


def calendar_in(letter):
    """The entries of the one file that a mail carries, and the file's method."""
    (part,) = [part for part in letter.message().walk() if part.get_content_type() == "text/calendar"]
    calendar = Calendar.from_ical(part.get_payload(decode=True))
    return calendar.walk("VEVENT"), calendar["METHOD"]


# --- Paid ------------------------------------------------------------------------------------------------------------


def test_a_paid_order_is_confirmed_with_all_a_buyer_looks_for(as_visitor, paypal, settings):
    draft = a_date(event_location="Copper Kettle, 12 Dock St")
    trade = a_date("Trade & <Talk>", days=1, price="7.50")
    order = pay_through(paypal, as_visitor, place(as_visitor, draft, trade, seats=2))

    (letter,) = delivered("order_paid")

    assert letter.to == ["ana@example.com"]
    assert letter.subject == "Your seats for Friday Draft and 1 more date – Cards for a Cause"
    words = [
        "Hello Ana,", "Thank you for your purchase!", "Friday Draft", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST",
        f"{SATURDAY}, {YEAR} · 7:00–10:00 PM PST", "Copper Kettle, 12 Dock St", "2 seats", "$24.00", "$15.00", "$39.00",
        "$5.85", "$44.85", f"{settings.SITE_URL}/order/{order['_id']}", order["_id"],
    ]  # fmt: skip
    for word in words:
        assert word in letter.body
        assert word in html_of(letter)
    assert "Trade & <Talk>" in letter.body
    assert "Trade &amp; &lt;Talk&gt;" in html_of(letter)
    assert "Test order" not in letter.subject


def test_the_calendar_file_has_an_entry_for_every_date(as_visitor, paypal, settings):
    order = pay_through(paypal, as_visitor, place(as_visitor, a_date(), a_date("Trade Table", days=1)))

    entries, method = calendar_in(delivered("order_paid")[0])

    assert method == "PUBLISH"
    assert [str(entry["SUMMARY"]) for entry in entries] == ["Friday Draft", "Trade Table"]
    first = entries[0]
    assert first.start == A_FRIDAY
    assert first.end == A_FRIDAY + timedelta(hours=3)
    assert str(first["UID"]) == f"{booking_ids(order)[0]}@{settings.SITE_HOST}"
    assert str(first["LOCATION"]) == "Copper Kettle Brewing, 12 Dock St"
    assert str(first["STATUS"]) == "CONFIRMED"


def test_the_html_loads_nothing_and_knows_the_dark(as_visitor):
    place(as_visitor, a_date(price="0"))

    html = html_of(delivered("order_paid")[0])

    assert "prefers-color-scheme: dark" in html
    for remote in ("<script", "<link", "url(", "@import"):
        assert remote not in html
    assert re.findall(r'src="([^"]*)"', html) == ["cid:logo"]  # which the mail brings along


def test_a_free_order_is_confirmed_too(as_visitor):
    place(as_visitor, a_date(price="0"))

    (letter,) = delivered()

    assert letter.subject == f"Your seats for Friday Draft on {FRIDAY} – Cards for a Cause"
    assert "Total: $0.00" in letter.body
    assert "There was nothing to pay." in letter.body


def test_a_test_order_says_so_in_its_subject(as_visitor, settings):
    settings.TEST_ORDERS = True
    pay_as_a_test(as_visitor, place(as_visitor, a_date()))

    (letter,) = delivered()

    assert letter.subject.startswith("Test order: Your seats for Friday Draft")
    assert "no money moved" in letter.body


def test_an_order_that_is_only_held_or_refused_is_not_written_about(as_visitor, as_other_visitor):
    night = a_date(maximum_event_capacity=2)
    place(as_visitor, night)
    as_other_visitor.post("/api/orders", {"orderItems": []}, format="json")

    assert delivered() == []


def test_paying_twice_is_confirmed_once(as_visitor, paypal):
    order = place(as_visitor, a_date())
    paypal_order_id = open_at_paypal(as_visitor, order)
    paypal.approve(paypal_order_id)
    pay(as_visitor, order, paypal_order_id)
    pay(as_visitor, order, paypal_order_id)

    assert len(delivered("order_paid")) == 1


# --- Money ------------------------------------------------------------------------------------------------------------


def refund(as_admin, order, **asked):
    answer = as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "The cook is ill."} | asked, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_refunded_line_says_what_how_much_and_why(as_visitor, as_admin, paypal):
    order = pay_through(paypal, as_visitor, place(as_visitor, a_date(), a_date("Trade Table", days=1)))
    refund(as_admin, order, lines=booking_ids(order)[:1])

    (letter,) = delivered("order_refunded")

    assert letter.to == ["ana@example.com"]
    assert letter.subject == "Your refund of $27.60 – Cards for a Cause"
    for words in (letter.body, html_of(letter)):
        for word in ("$27.60", "Why: The cook is ill.", "Friday Draft", FRIDAY, "stay yours", order["_id"]):
            assert word in words
        assert "Trade Table" not in words


def test_a_refund_of_everything_and_one_of_an_amount_say_which_they_are(as_visitor, as_admin, paypal):
    order = pay_through(paypal, as_visitor, place(as_visitor, a_date()))
    refund(as_admin, order, amount="5.00")
    refund(as_admin, order)

    some, rest = delivered("order_refunded")

    assert "$5.00" in some.body
    assert "Your seats stay yours." in some.body
    assert "$22.60" in rest.body
    assert "The whole order is refunded" in rest.body


def test_seats_that_cost_nothing_are_given_back_without_talk_of_money(as_visitor, as_admin):
    order = place(as_visitor, a_date(price="0"))
    refund(as_admin, order)

    (letter,) = delivered("order_refunded")

    assert letter.subject == "Your seats were given back – Cards for a Cause"
    assert "no money moves" in letter.body


@pytest.fixture
def in_review(as_visitor, paypal):
    order = place(as_visitor, a_date())
    paypal_order_id = open_at_paypal(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "pending", times=1)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "review"
    return order


def reconcile_later() -> None:
    """As upkeep does, once nobody waits for the call any more."""
    Order.objects.get().payments.update(capture_key_at=timezone.now() - timedelta(minutes=5))
    reconcile_all()


def test_a_payment_under_review_is_told_once(in_review, paypal):
    reconcile_later()

    (letter,) = delivered()

    assert letter.subject == "Your payment is being checked – Cards for a Cause"
    for word in ("$27.60", "kept for you", "Please don't pay again", "Friday Draft"):
        assert word in letter.body


def test_a_denied_payment_is_told_with_what_became_of_the_seats(in_review, paypal):
    paypal.control(f"captures/{paypal.captures()[0]['id']}/deny")
    reconcile_later()

    (letter,) = delivered("payment_denied")

    assert Order.objects.get().status == Order.Status.CANCELLED
    assert letter.subject == "Your payment did not go through – Cards for a Cause"
    for word in ("Nothing was charged", "went back on sale", "Friday Draft"):
        assert word in letter.body


def test_a_payment_that_staff_refused_and_paypal_turned_down_is_told_too(in_review, paypal, as_admin):
    answer = as_admin.post(
        f"/api/orders/{in_review['_id']}/decide", {"accept": False, "reason": "Not one of us."}, format="json"
    )
    assert answer.json()["status"] == "refund_due"
    paypal.control(f"captures/{paypal.captures()[0]['id']}/deny")
    reconcile_later()

    (letter,) = delivered("payment_denied")

    assert Order.objects.get().status == Order.Status.CANCELLED
    assert "Nothing was charged" in letter.body
    assert "Not one of us." not in letter.body


def test_a_payment_that_passes_the_review_is_confirmed(in_review, paypal):
    paypal.control(f"captures/{paypal.captures()[0]['id']}/complete")
    reconcile_later()

    assert [letter.subject.split(" – ")[0] for letter in delivered()] == [
        "Your payment is being checked",
        f"Your seats for Friday Draft on {FRIDAY}",
    ]


def test_late_money_that_goes_back_is_told(as_visitor, paypal):
    night = a_date(maximum_event_capacity=2)
    order = place(as_visitor, night)
    paypal_order_id = open_at_paypal(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal_client.capture_order(paypal_order_id, key="from-elsewhere")
    let_the_hold_run_out(order)
    BookingFactory(occurrence=night, seats=2)

    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "refunded"

    (letter,) = delivered()
    assert letter.subject == "Your payment was returned – Cards for a Cause"
    for word in ("$27.60", "The seats were gone when the payment arrived.", "Friday Draft"):
        assert word in letter.body


# --- Dates ------------------------------------------------------------------------------------------------------------


def move(event: Event, *, hours: int, admin, move_bookings: bool | None = True) -> None:
    changes = {"starts_at": event.starts_at + timedelta(hours=hours), "ends_at": event.ends_at + timedelta(hours=hours)}
    update_event(event_id=event.pk, changes=changes, move_bookings=move_bookings, by=admin)


def test_a_moved_date_is_told_to_everybody_with_seats_on_it_and_to_nobody_else(as_visitor, admin, settings):
    night = a_date(price="0")
    order = place(as_visitor, night, seats=3)
    BookingFactory(occurrence=night, user=UserFactory(email="ben@example.com"), seats=1)
    BookingFactory(occurrence=night, user=UserFactory(email="gone@example.com"), status=Booking.Status.REFUNDED)
    (first_entry,), _ = calendar_in(delivered("order_paid")[0])

    move(night.event, hours=1, admin=admin)

    letters = {letter.to[0]: letter for letter in delivered("dates_moved")}
    assert set(letters) == {"ana@example.com", "ben@example.com"}
    letter = letters["ana@example.com"]
    assert letter.subject == "New time: Friday Draft – Cards for a Cause"
    for word in (f"{FRIDAY}, {YEAR} · 8:00–11:00 PM PST", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "3 seats"):
        assert word in letter.body
        assert word in html_of(letter)
    (entry,), method = calendar_in(letter)
    assert method == "PUBLISH"
    assert entry["UID"] == first_entry["UID"] == f"{booking_ids(order)[0]}@{settings.SITE_HOST}"
    assert entry["SEQUENCE"] > first_entry["SEQUENCE"]
    assert entry.start == first_entry.start + timedelta(hours=1)


def test_a_series_that_moves_is_one_mail_a_buyer(admin, visitor):
    event = EventFactory(
        starts_at=in_days(1), ends_at=in_days(1, hours=3), is_recurring=True, repeat_interval="weekly",
        repeat_until=in_days(9),
    )  # fmt: skip
    for days in (1, 8):
        BookingFactory(occurrence=OccurrenceFactory(event=event, starts_at=in_days(days)), user=visitor)

    move(event, hours=1, admin=admin)

    (letter,) = delivered()
    assert letter.body.count("Was:") == 2
    entries, _ = calendar_in(letter)
    assert len(entries) == 2


def test_bookings_that_stay_and_other_changes_are_not_written_about(admin, visitor):
    night = a_date()
    BookingFactory(occurrence=night, user=visitor)

    update_event(event_id=night.event.pk, changes={"name": "Saturday Draft"}, move_bookings=None, by=admin)
    move(night.event, hours=1, admin=admin, move_bookings=False)

    assert delivered() == []


def test_a_cancelled_date_is_told_once_with_the_reason_and_then_the_refund(as_visitor, as_admin, paypal):
    night = a_date()
    pay_through(paypal, as_visitor, place(as_visitor, night))
    asked = {"startTime": f"{night.starts_at:%Y-%m-%dT%H:%M:%S%z}", "refund": True, "reason": "Flooded cellar."}

    for _ in range(2):
        answer = as_admin.post(f"/api/products/{night.event.public_id}/snooze", asked, format="json")
        assert answer.status_code == 200, answer.content

    (letter,) = delivered("date_cancelled")
    assert letter.subject == f"Cancelled: Friday Draft on {FRIDAY} – Cards for a Cause"
    for word in ("Why: Flooded cellar.", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "2 seats"):
        assert word in letter.body
    (entry,), method = calendar_in(letter)
    assert (method, str(entry["STATUS"])) == ("CANCEL", "CANCELLED")
    (refunded,) = delivered("order_refunded")
    assert "$27.60" in refunded.body


# --- Never in the way -------------------------------------------------------------------------------------------------


def test_a_mail_that_cannot_be_written_undoes_no_order(as_visitor, settings, caplog, tmp_path):
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [tmp_path]}]  # as if a template were broken

    order = place(as_visitor, a_date(price="0"))

    assert order["status"] == "paid"
    assert "A mail could not be written: order_paid" in caplog.text
    assert not OutgoingMail.objects.exists()


def test_a_name_with_line_ends_smuggles_no_header_in(as_visitor):
    place(as_visitor, a_date("Draft\r\nBcc: everybody@example.com", price="0"))

    (letter,) = delivered("order_paid")

    assert letter.recipients() == ["ana@example.com"]
    assert letter.subject.startswith("Your seats for Draft Bcc: everybody@example.com on")
    assert letter.message()["Bcc"] is None


# --- With a real mail server ------------------------------------------------------------------------------------------


@pytest.fixture
def mail_server(tmp_path: Path, settings):
    with MailServer(tmp_path) as server:
        server.use_in(settings)
        yield server


def test_the_order_mail_arrives_over_smtp_and_upkeep_sends_it(as_visitor, mail_server, settings):
    order = place(as_visitor, a_date(price="0"))
    assert mail_server.received() == []  # the buyer waited for no mail server

    call_command("upkeep")
    call_command("upkeep")

    (letter,) = mail_server.received()
    assert letter["To"] == "ana@example.com"
    assert letter["From"] == settings.DEFAULT_FROM_EMAIL
    assert letter["Subject"].strip() == f"Your seats for Friday Draft on {FRIDAY} – Cards for a Cause"
    assert letter["Message-ID"] == f"<{OutgoingMail.objects.get().public_id}@{settings.SITE_HOST}>"
    assert order["_id"] in letter.get_body(("plain",)).get_content()
    assert order["_id"] in letter.get_body(("html",)).get_content()
    (file,) = letter.iter_attachments()
    assert (file.get_content_type(), file.get_filename()) == ("text/calendar", "dates.ics")
    (logo,) = [part for part in letter.walk() if part.get_content_type() == "image/png"]
    assert (logo["Content-ID"], logo.get_content_disposition()) == ("<logo>", "inline")
    content = file.get_payload(decode=True)
    assert b"\r\nBEGIN:VEVENT\r\n" in content
    assert len(Calendar.from_ical(content).walk("VEVENT")) == 1


def test_with_the_mail_server_away_the_order_completes_and_its_mail_arrives_when_it_is_back(
    as_visitor, paypal, mail_server
):
    mail_server.stop()

    pay_through(paypal, as_visitor, place(as_visitor, a_date()))
    call_command("upkeep")

    stored = OutgoingMail.objects.get()
    assert (stored.state, stored.attempts) == ("waiting", 1)
    assert "refused" in stored.last_problem.lower()
    assert timedelta(seconds=50) < stored.next_try_at - timezone.now() <= timedelta(minutes=1)

    mail_server.start()
    call_command("upkeep")
    assert mail_server.received() == []  # not before its time
    let_the_pause_run_out()
    call_command("upkeep")

    assert [letter["To"] for letter in mail_server.received()] == ["ana@example.com"]
    assert OutgoingMail.objects.get().state == "sent"


# --- Two at once ------------------------------------------------------------------------------------------------------


def test_two_senders_at_once_send_each_mail_once():
    number, senders = 40, 4
    together = Barrier(senders)
    with transaction.atomic():
        for n in range(number):
            who = {"person": UserFactory.build(first_name=f"Buyer {n}")}
            post_mail("email_changed", to=f"buyer{n}@example.com", subject="Hello", context=who)

    def run(_: int) -> int:
        try:
            together.wait(timeout=20)
            return send_due_mails(now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(senders) as pool:
        counts = list(pool.map(run, range(senders)))

    assert sum(counts) == number
    assert sorted(letter.to[0] for letter in mail.outbox) == sorted(f"buyer{n}@example.com" for n in range(number))
    assert not OutgoingMail.objects.filter(sent_at=None).exists()
