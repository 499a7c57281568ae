"""Emails about moved and canceled dates."""

from datetime import timedelta

import pytest

from bookings.models import Booking
from bookings.services.events import update_event
from events.models import Event
from tests.orders.api_calls import create_order, list_booking_ids
from tests.orders.event_dates import FRIDAY, YEAR, create_date, read_calendar
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db


def move_event(event: Event, *, hours: int, admin, move_bookings: bool | None = True) -> None:
    changes = {"starts_at": event.starts_at + timedelta(hours=hours), "ends_at": event.ends_at + timedelta(hours=hours)}
    update_event(event_id=event.pk, changes=changes, move_bookings=move_bookings, by=admin)


def test_a_moved_date_is_emailed_only_to_its_buyers(as_visitor, admin, settings):
    date = create_date(price="0")
    order = create_order(as_visitor, date, seats=3)
    BookingFactory(occurrence=date, user=UserFactory(email="ben@example.com"), seats=1)
    BookingFactory(occurrence=date, user=UserFactory(email="gone@example.com"), status=Booking.Status.REFUNDED)
    (first_entry,), _ = read_calendar(delivered("order_paid")[0])

    move_event(date.event, hours=1, admin=admin)

    messages = {message.to[0]: message for message in delivered("dates_moved")}
    assert set(messages) == {"ana@example.com", "ben@example.com"}
    message = messages["ana@example.com"]
    assert message.subject == "New time: Friday Draft – Cards for a Cause"
    for word in (f"{FRIDAY}, {YEAR} · 8:00–11:00 PM PST", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "3 seats"):
        assert word in message.body
        assert word in html_of(message)
    (entry,), method = read_calendar(message)
    assert method == "REQUEST"
    assert entry["UID"] == first_entry["UID"] == f"{list_booking_ids(order)[0]}@{settings.SITE_HOST}"
    assert entry["SEQUENCE"] > first_entry["SEQUENCE"]
    assert entry.start == first_entry.start + timedelta(hours=1)


def test_a_moved_series_causes_one_email_per_buyer(admin, visitor):
    event = EventFactory(
        starts_at=in_days(1), ends_at=in_days(1, hours=3), is_recurring=True, repeat_interval="weekly",
        repeat_until=in_days(9),
    )  # fmt: skip
    for days in (1, 8):
        BookingFactory(occurrence=OccurrenceFactory(event=event, starts_at=in_days(days)), user=visitor)

    move_event(event, hours=1, admin=admin)

    (message,) = delivered()
    assert message.body.count("Was:") == 2
    entries, _ = read_calendar(message)
    assert len(entries) == 2


def test_no_email_is_sent_for_unmoved_bookings_and_other_changes(admin, visitor):
    date = create_date()
    BookingFactory(occurrence=date, user=visitor)

    update_event(event_id=date.event.pk, changes={"name": "Saturday Draft"}, move_bookings=None, by=admin)
    move_event(date.event, hours=1, admin=admin, move_bookings=False)

    assert delivered() == []


def test_a_cancelled_date_causes_one_email_with_the_reason_and_one_about_the_refund(as_visitor, as_admin, paypal):
    date = create_date()
    create_paid_order(paypal, as_visitor, date)
    asked = {"startTime": f"{date.starts_at:%Y-%m-%dT%H:%M:%S%z}", "refund": True, "reason": "Flooded cellar."}

    for _ in range(2):
        answer = as_admin.post(f"/api/products/{date.event.public_id}/snooze", asked, format="json")
        assert answer.status_code == 200, answer.content

    (message,) = delivered("date_cancelled")
    assert message.subject == f"Canceled: Friday Draft on {FRIDAY} – Cards for a Cause"
    for word in ("Reason: Flooded cellar.", f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "2 seats"):
        assert word in message.body
    (entry,), method = read_calendar(message)
    assert (method, str(entry["STATUS"])) == ("CANCEL", "CANCELLED")
    (refunded,) = delivered("order_refunded")
    assert "$27.60" in refunded.body


@pytest.mark.parametrize("character", ["\x07", "\u2028"])
def test_emails_are_sent_for_an_event_whose_name_has_a_control_character(as_visitor, as_admin, admin, character):
    """For example a name stored before names were limited to one line."""
    date = create_date(f"Friday{character}Draft", price="0")
    create_order(as_visitor, date)
    move_event(date.event, hours=1, admin=admin)
    delivered("dates_moved")
    date.refresh_from_db()
    asked = {"startTime": f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}", "refund": True, "reason": "Flooded."}
    as_admin.post(f"/api/products/{date.event.public_id}/snooze", asked, format="json")

    subjects = {message.subject.partition(" on ")[0] for message in delivered()}

    assert {"Your seats for Friday Draft", "Canceled: Friday Draft"} <= subjects
    assert "New time: Friday Draft – Cards for a Cause" in subjects
