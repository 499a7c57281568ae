"""Who gets a message: whoever has seats on the date or waits for some, each address once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from changes.selectors.recipients import list_recipients
from events.models import Occurrence
from orders.models import Order
from payments.services.refunds.refund_order import request_refund
from tests.changes.message_calls import EVERYBODY
from tests.orders.api_calls import create_order, expire_hold
from tests.orders.waiting_lists import create_full_date, end_offers, free_seats, join, leave
from tests.payments.refund_calls import post_refund
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, SeatLinkFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def date() -> Occurrence:
    return OccurrenceFactory(event__price="0")


def list_addresses(date: Occurrence, *audiences: str) -> list[str]:
    date = Occurrence.objects.select_related("event").get(pk=date.pk)
    return [recipient.user.email for recipient in list_recipients(date, audiences or EVERYBODY, timezone.now())]


def test_buyers_are_those_with_seats_on_the_date(as_visitor, as_other_visitor, admin, date):
    create_order(as_visitor, date)
    create_order(as_other_visitor, OccurrenceFactory(event=date.event, starts_at=date.starts_at + timedelta(days=1)))
    BookingFactory(occurrence=date, user=admin)  # by hand

    assert list_addresses(date) == ["ana@example.com", "staff@example.com"]
    assert list_addresses(date, "guests", "waiting") == []


def test_who_is_about_to_pay_gets_it_but_not_whose_hold_has_expired(as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    create_order(as_visitor, date)
    expire_hold(create_order(as_other_visitor, date))

    assert list_addresses(date) == ["ana@example.com"]


def test_who_gave_the_seats_back_or_asked_for_a_refund_gets_none(as_visitor, as_other_visitor, as_admin, date):
    post_refund(as_admin, create_order(as_visitor, date))
    order = Order.objects.get(public_id=create_order(as_other_visitor, date)["_id"])
    assert list_addresses(date) == ["ben@example.com"]

    request_refund(order_id=order.pk, reason="Ill.", seats={order.lines.get().booking.public_id: 2}, by=order.user)

    assert list_addresses(date) == []


def test_deleted_accounts_get_none(as_visitor, visitor, date):
    create_order(as_visitor, date)
    type(visitor).objects.filter(pk=visitor.pk).update(email="deleted-1@deleted.invalid")

    assert list_addresses(date) == []


def test_guests_are_those_who_claimed_a_seat_and_gave_an_address(as_visitor, date):
    create_order(as_visitor, date, seats=4)
    booking = Booking.objects.get()
    GuestFactory(booking=booking, email="sam@example.com")
    GuestFactory(booking=booking)
    SeatLinkFactory(booking=booking)

    assert list_addresses(date, "guests") == ["sam@example.com"]
    assert list_addresses(date) == ["ana@example.com", "sam@example.com"]


def test_an_address_in_several_roles_gets_one_message_as_a_buyer(as_visitor, date):
    create_order(as_visitor, date, seats=2)
    booking = Booking.objects.get()
    GuestFactory(booking=booking, email="Ana@Example.com")
    date = Occurrence.objects.select_related("event").get(pk=date.pk)

    (recipient,) = list_recipients(date, EVERYBODY, timezone.now())

    assert recipient.booking == booking
    assert list_addresses(date, "guests") == ["Ana@Example.com"]


def test_the_waiting_list_is_who_waits_or_has_an_offer(as_visitor, as_other_visitor, as_admin):
    date = create_full_date(2)
    entry = join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)  # offered to Ana
    assert list_addresses(date, "waiting") == ["ana@example.com", "ben@example.com"]
    assert "ana@example.com" not in list_addresses(date, "buyers")

    leave(as_visitor, entry)  # passes the offer on to Ben

    assert list_addresses(date, "waiting") == ["ben@example.com"]
    end_offers()
    assert list_addresses(date, "waiting") == []
