"""Calendar invitations: a booking's entry is added, moved and removed by the emails about it."""

from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from icalendar import Calendar

from bookings import mails as booking_mails
from bookings.models import Booking
from bookings.services.events import update_event
from events.models import Event
from tests.orders.api_calls import create_order, list_booking_ids
from tests.orders.event_dates import FRIDAY_EVENING, create_date
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory
from tests.support.messages import delivered
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db


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


def update(event: Event, admin, **changes: Any) -> None:
    update_event(event_id=event.pk, changes=changes, move_bookings=True, by=admin)


def move_by_an_hour(event: Event, admin) -> None:
    event.refresh_from_db()
    hour = timedelta(hours=1)
    update(event, admin, starts_at=event.starts_at + hour, ends_at=event.ends_at + hour)


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

    move_by_an_hour(friday.event, admin)

    event, method = read_invitation(received("dates_moved"))
    assert (method, str(event["UID"])) == ("REQUEST", uids[0])


def test_two_changes_within_a_minute_have_growing_numbers_and_the_same_uid(as_visitor, admin):
    date = create_date(price="0")
    create_order(as_visitor, date)
    first, _ = read_invitation(received("order_paid"))

    move_by_an_hour(date.event, admin)
    second, _ = read_invitation(received("dates_moved"))
    move_by_an_hour(date.event, admin)
    third, _ = read_invitation(received("dates_moved"))

    assert first["UID"] == second["UID"] == third["UID"]
    assert first["SEQUENCE"] < second["SEQUENCE"] < third["SEQUENCE"]
    assert third.start == first.start + timedelta(hours=2)


def test_a_booking_that_moves_to_another_date_keeps_its_entry(as_visitor):
    date = create_date(price="0")
    create_order(as_visitor, date)
    first, _ = read_invitation(received("order_paid"))
    other = OccurrenceFactory(event=date.event, starts_at=FRIDAY_EVENING + timedelta(days=7))
    with transaction.atomic():
        Booking.objects.update(occurrence=other)
        booking = Booking.objects.select_related("occurrence__event", "user").get()
        booking_mails.booking_moved(booking, was=date, now=timezone.now(), by=booking.user)

    moved, method = read_invitation(received("dates_moved"))

    assert method == "REQUEST"
    assert moved["UID"] == first["UID"]
    assert moved["SEQUENCE"] > first["SEQUENCE"]
    assert moved.start == other.starts_at


def test_a_refund_removes_the_entry(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, create_date())
    first, _ = read_invitation(received("order_paid"))

    post_refund(as_admin, order)

    event, method = read_invitation(received("order_refunded"))
    assert (method, str(event["STATUS"])) == ("CANCEL", "CANCELLED")
    assert event["UID"] == first["UID"]
    assert event["SEQUENCE"] > first["SEQUENCE"]
    assert event["ORGANIZER"] == first["ORGANIZER"]
