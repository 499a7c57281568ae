"""Reminders of booked dates: once for each booking and start, and only while they are true and wanted."""

from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.db.models import F

from bookings.models import Booking
from changes.services.send_reminders import send_reminders
from charityshop.models import OutgoingMail, Retry
from events.models import Occurrence
from orders.models import Order, Reminder
from payments.services.refunds.refund_order import request_refund
from tests.orders.api_calls import create_order, format_start, list_booking_ids
from tests.orders.event_dates import DAY, FRIDAY, FRIDAY_EVENING, YEAR, create_date
from tests.payments.refund_calls import post_refund
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.support.messages import delivered, html_of

pytestmark = pytest.mark.django_db

AT_TEN = FRIDAY_EVENING - timedelta(hours=33)  # on Thursday
MINUTE = timedelta(minutes=1)


def buy(client, date: Occurrence | None = None, *, seats: int = 2) -> dict:
    """Buy free seats, long before the reminder."""
    return create_order(client, date or create_date(price="0"), seats=seats)


def remind(now: datetime = AT_TEN) -> list[EmailMessage]:
    """Send what is due at that time. Return all reminders sent so far, as email programs read them."""
    send_reminders(now=now)
    sent = [message.message().as_bytes() for message in delivered("reminder")]
    return [message_from_bytes(content, policy=policy.default) for content in sent]


# --- What it says ----------------------------------------------------------------------------------------------------


def test_a_reminder_has_the_time_place_seats_and_links(as_visitor, settings):
    order = buy(as_visitor, create_date(price="0", event_location="Copper Kettle, 12 Dock St"))
    send_reminders(now=AT_TEN)

    (message,) = delivered("reminder")

    assert message.to == ["ana@example.com"]
    assert message.subject == f"Reminder: Friday Draft on {FRIDAY} ({order['number']}) – Cards for a Cause"
    ticket = f"{settings.SITE_URL}/order/{order['_id']}"
    texts = ["Friday Draft", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "Copper Kettle, 12 Dock St", "2 seats"]
    for text in [*texts, "Your ticket", "Can't make it?", ticket, f"{settings.SITE_URL}/mail-off/"]:
        assert text in message.body
        assert text in html_of(message)
    assert message.body.count(ticket) == 2
    assert list(message.attachments) == []


def test_a_reminder_can_be_turned_off_with_one_click_in_the_email_program(as_visitor, as_anonymous, visitor):
    buy(as_visitor)

    (message,) = remind()

    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = message["List-Unsubscribe"].strip().removeprefix("<").removesuffix(">")
    assert url in message.get_body(("plain",)).get_content()
    one_click = {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}
    assert as_anonymous.post(urlsplit(url).path, **one_click).status_code == 200
    visitor.refresh_from_db()
    assert visitor.reminders is False


def test_other_emails_cannot_be_turned_off(as_visitor):
    buy(as_visitor)

    (message,) = delivered("order_paid")

    assert message.message()["List-Unsubscribe"] is None


# --- When ------------------------------------------------------------------------------------------------------------


def test_a_reminder_is_sent_at_ten_the_day_before_and_only_once(as_visitor):
    buy(as_visitor)

    assert remind(AT_TEN - MINUTE) == []
    assert len(remind(AT_TEN)) == 1
    assert len(remind(AT_TEN + MINUTE)) == 1
    assert len(remind(FRIDAY_EVENING - MINUTE)) == 1
    assert not Retry.objects.exists()  # nothing failed


def test_a_reminder_that_upkeep_missed_is_sent_until_the_date_starts(as_visitor, as_other_visitor):
    date = create_date(price="0")
    buy(as_visitor, date)

    assert len(remind(FRIDAY_EVENING - MINUTE)) == 1
    buy(as_other_visitor, date)
    assert len(remind(FRIDAY_EVENING)) == 1


def test_upkeep_sends_reminders(as_visitor, settings):
    """With the real clock: the date starts in an hour, so its reminder is late at any time of the day."""
    date = OccurrenceFactory(event__price="0", starts_at=in_days(0, hours=1))
    buy(as_visitor, date)
    Order.objects.update(paid_at=F("paid_at") - timedelta(days=3))

    call_command("upkeep")

    assert [message.to for message in delivered("reminder")] == [["ana@example.com"]]


@pytest.mark.parametrize(("hours", "reminded"), [(11.9, False), (12.1, True)])
def test_no_reminder_is_sent_within_twelve_hours_of_buying(as_visitor, hours, reminded):
    buy(as_visitor)
    Order.objects.update(paid_at=AT_TEN - timedelta(hours=hours))

    assert bool(remind()) is reminded
    assert bool(remind(AT_TEN + timedelta(hours=5))) is reminded


def test_a_moved_booking_is_reminded_of_its_new_date_too(as_visitor):
    order = buy(as_visitor)
    remind()
    event = Occurrence.objects.get().event
    later = OccurrenceFactory(event=event, starts_at=FRIDAY_EVENING + timedelta(days=7))
    Booking.objects.filter(public_id__in=list_booking_ids(order)).update(occurrence=later)

    messages = remind(AT_TEN + timedelta(days=7))

    assert [f"Dec {day}, {YEAR}" in message.as_string() for message, day in zip(messages, (DAY, DAY + 7), strict=True)]
    assert len(messages) == 2


def test_each_booking_of_an_order_has_its_own_reminder(as_visitor):
    create_order(as_visitor, create_date(price="0"), create_date("Trade Table", price="0"))

    subjects = [str(message["Subject"]).strip().partition(" on ")[0] for message in remind()]

    assert sorted(subjects) == ["Reminder: Friday Draft", "Reminder: Trade Table"]


# --- Who gets none ---------------------------------------------------------------------------------------------------


def call_off(order: Order, as_admin) -> None:
    date = Occurrence.objects.get()
    asked = {"startTime": format_start(date), "refund": True, "reason": "Flooded."}
    assert as_admin.post(f"/api/products/{date.event.public_id}/snooze", asked, format="json").status_code == 200


def return_seats(order: Order, as_admin) -> None:
    assert post_refund(as_admin, {"_id": order.public_id}).status_code == 200


def request_return(order: Order, as_admin, *, seats: int = 2) -> None:
    """Request a refund whose outcome is not known yet."""
    booking = order.lines.get().booking.public_id
    request_refund(order_id=order.pk, reason="Ill.", seats={booking: seats}, by=order.user)


def turn_off(order: Order, as_admin) -> None:
    type(order.user).objects.filter(pk=order.user.pk).update(reminders=False)


def delete_account(order: Order, as_admin) -> None:
    type(order.user).objects.filter(pk=order.user.pk).update(email="deleted-1@deleted.invalid")


def move_away(order: Order, as_admin) -> None:
    Occurrence.objects.update(starts_at=F("starts_at") + timedelta(days=1), ends_at=F("ends_at") + timedelta(days=1))


CHANGES = [call_off, return_seats, request_return, turn_off, move_away]


@pytest.mark.parametrize("change", [*CHANGES, delete_account])
def test_nobody_is_reminded_of_seats_they_do_not_have_or_against_their_will(as_visitor, as_admin, change):
    order = buy(as_visitor)

    change(Order.objects.get(public_id=order["_id"]), as_admin)

    assert remind() == []
    assert not Reminder.objects.exists()


@pytest.mark.parametrize("change", CHANGES)
def test_a_reminder_that_is_no_longer_true_when_the_mail_server_is_back_is_not_sent(as_visitor, as_admin, change):
    order = buy(as_visitor)
    assert send_reminders(now=AT_TEN) == 1

    change(Order.objects.get(public_id=order["_id"]), as_admin)

    assert delivered("reminder") == []
    stored = OutgoingMail.objects.get(kind="reminder")
    assert stored.next_try_at is None
    assert stored.last_problem.startswith("Not sent: ")


def test_a_reminder_mentions_only_the_seats_that_are_left(as_visitor):
    order = buy(as_visitor, seats=3)
    request_return(Order.objects.get(public_id=order["_id"]), None, seats=1)

    (message,) = remind()

    assert "2 seats" in message.get_body(("plain",)).get_content()


def test_unpaid_orders_and_bookings_by_staff_get_no_reminder(as_visitor, admin):
    date = create_date()
    create_order(as_visitor, date)  # a hold
    BookingFactory(occurrence=date, user=admin, kind=Booking.Kind.BY_HAND)

    assert remind() == []


def test_a_reminder_is_not_sent_after_the_date_has_started(as_visitor):
    buy(as_visitor)
    send_reminders(now=AT_TEN)

    stored = OutgoingMail.objects.get(kind="reminder")

    assert stored.give_up_at - stored.created_at == FRIDAY_EVENING - AT_TEN


def test_the_database_refuses_a_second_reminder_of_the_same_start():
    booking = BookingFactory()
    Reminder.objects.create(booking=booking, starts_at=booking.occurrence.starts_at)

    with pytest.raises(IntegrityError), transaction.atomic():
        Reminder.objects.create(booking=booking, starts_at=booking.occurrence.starts_at)


def test_one_reminder_that_cannot_be_written_does_not_stop_the_others(as_visitor, as_other_visitor, visitor):
    date = create_date(price="0")
    buy(as_visitor, date)
    buy(as_other_visitor, date)
    delivered()
    type(visitor).objects.filter(pk=visitor.pk).update(email="no address")

    assert [message["To"] for message in remind()] == ["ben@example.com"]
