"""Canceling or moving one date: what happens immediately."""

import pytest
from django.utils import timezone

from bookings.models import Booking, WaitingEntry
from bookings.services.events import roll_forward
from changes.models import Entitlement
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from events.models import Event, Occurrence
from orders.models import Order
from tests.bookings.events import create_series, evening, list_upcoming, save
from tests.changes.change_calls import begin_cancel, buy, create_another_date, format_time, move
from tests.orders.api_calls import create_order, expire_hold, get_order, list_booking_statuses
from tests.orders.waiting_lists import create_full_date, free_seats, get_places, join
from tests.payments.refund_calls import count_seats_left, post_refund
from tests.support.answers import json_of
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.support.locked_rows import call_while_locked
from tests.support.messages import delivered
from tests.support.paid_orders import create_test_order

KINDS = pytest.mark.parametrize("kind", ["cancel", "move"])


def change_date(client, date, kind, **body):
    if kind == "save":
        times = {"startTime": format_time(in_days(9)), "endTime": format_time(in_days(9, hours=3))}
        return json_of(save(client, date.event, **times, moveBookings=True))
    return begin_cancel(client, date, **body) if kind == "cancel" else move(client, date, in_days(9), **body)


def read(date):
    return Occurrence.objects.get(pk=date.pk)


@pytest.mark.parametrize("kind", ["cancel", "move", "save"])
def test_holds_end_with_their_other_dates(as_admin, as_visitor, as_other_visitor, date, kind):
    other = create_another_date(date)
    held, expired = create_order(as_visitor, date, other), create_order(as_other_visitor, date)
    expire_hold(expired)

    change_date(as_admin, date, kind)

    statuses = dict(Order.objects.values_list("public_id", "status"))
    assert statuses == {held["_id"]: "cancelled", expired["_id"]: "expired"}
    assert list_booking_statuses(get_order(as_visitor, held)) == ["cancelled", "cancelled"]
    assert not Entitlement.objects.exists()
    (message,) = delivered("date_changed")
    assert "The order was canceled, and no money was taken." in message.body
    assert (" moves to " in message.subject) == (kind != "cancel")


def test_the_waiting_list_and_its_offers_end_with_a_date_that_is_canceled(as_admin, as_visitor, as_other_visitor):
    date = create_full_date(2)
    join(as_visitor, date)
    join(as_other_visitor, date, 2)
    free_seats(as_admin, date)
    create_order(as_visitor, date, seats=1)

    begin_cancel(as_admin, date)

    assert [entry.status for entry in WaitingEntry.objects.all()] == ["ended", "ended"]
    assert not Booking.objects.filter(status="pending").exists()


@pytest.mark.parametrize("capacity", [2, 0], ids=["booked before", "never booked"])
def test_who_waits_is_told_when_the_series_no_longer_has_the_date(as_admin, as_visitor, capacity):
    event = create_series(as_admin, maximumEventCapacity=capacity)
    date = event.occurrences.get(starts_at=evening(10))
    if capacity:
        BookingFactory(occurrence=date, seats=2, status="pending", held_until=in_days(1))
    join(as_visitor, date, 2, at_least=2)
    Booking.objects.update(held_until=in_days(-1))
    pattern = {"recurringInterval": "weekly", "endDate": format_time(evening(5, 23))}

    assert save(as_admin, event, recurringPattern=pattern).status_code == 200

    assert list_upcoming(event) == [evening(3)]
    assert [place["status"] for place in get_places(as_visitor)] == ["ended"]
    (message,) = delivered("date_changed")
    assert "The waiting list that you were on has ended." in message.body


def test_who_waits_without_an_offer_is_told_when_the_date_moves_so_near_that_the_list_ends(
    as_admin, as_visitor, as_other_visitor
):
    date = create_full_date(2)
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    times = {"startTime": format_time(in_days(0, hours=0.9)), "endTime": format_time(in_days(0, hours=4))}

    for _ in range(2):
        assert save(as_admin, date.event, **times, moveBookings=True).status_code == 200

    assert [get_places(client)[0]["status"] for client in (as_visitor, as_other_visitor)] == ["offered", "ended"]
    (message,) = delivered("date_changed")
    assert message.to == ["ben@example.com"]
    assert " moves to " in message.subject
    assert "The waiting list that you were on has ended." in message.body


@KINDS
def test_seats_that_are_being_returned_have_no_choice(as_admin, as_visitor, paypal, date, kind):
    paid = buy(as_visitor, paypal, date)
    paypal.fault("refund", "timeout_before", times=9)
    post_refund(as_admin, paid)
    assert Booking.objects.get().returning == 3

    change_date(as_admin, date, kind)

    assert not Entitlement.objects.filter(outcome="undecided").exists()


def test_all_bookings_move_with_their_date_without_money(as_admin, as_visitor, as_anonymous, admin, date):
    paid = create_test_order(as_visitor, date)
    by_hand = BookingFactory(occurrence=date, user=admin, seats=1)

    move(as_admin, date, in_days(9))

    moved = read(date)
    assert (moved.starts_at, moved.ends_at, moved.status) == (in_days(9), in_days(9, hours=3), "scheduled")
    (booking,) = get_order(as_visitor, paid)["orderItems"][0]["bookings"]
    assert (booking["bookingDate"], booking["movedFrom"]) == (format_time(in_days(9)), format_time(in_days(7)))
    assert booking["status"] == "confirmed"
    by_hand.refresh_from_db()
    assert by_hand.status == "confirmed"
    assert count_seats_left(as_anonymous, moved) == 5


def test_a_moved_date_of_a_series_stays_when_the_event_is_saved_and_extended(as_admin):
    event = create_series(as_admin)
    date = event.occurrences.get(starts_at=evening(10))

    move(as_admin, date, evening(11))
    assert save(as_admin, event, description="Bring two decks.").status_code == 200
    roll_forward(now=timezone.now())

    assert list_upcoming(event) == [evening(3), evening(11), evening(17), evening(24)]
    assert read(date).recurrence_id == evening(10)


@pytest.mark.django_db(transaction=True)
def test_a_date_that_moves_waits_for_the_event(date, admin):
    """Another date of the event is about to take the time."""
    wanted = DateChangeRequest(date.starts_at, in_days(9))

    answer = call_while_locked(
        Event.objects.filter(pk=date.event_id),
        lambda: begin_date_change(event_id=date.event_id, change_request=wanted, by=admin),
        meanwhile=lambda: OccurrenceFactory(event=date.event, starts_at=in_days(9)),
    )

    assert (answer, read(date).starts_at) == ("clash", in_days(7))
