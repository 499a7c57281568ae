"""Calling off or moving one date: what happens at once."""

import threading

import pytest
from auditlog.models import LogEntry
from django.db import connection, transaction
from django.utils import timezone

from bookings.models import Booking, Entry
from bookings.services.event_dates import Clash
from bookings.services.events import roll_forward
from bookings.services.locks import lock_rows
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from events.models import Event, Occurrence
from orders.models import Entitlement, Order
from tests.bookings.events import create_event, create_series, evening, list_upcoming, save
from tests.changes.change_calls import buy, create_another_date, create_date
from tests.changes.date_change_calls import (
    REASON,
    call_off,
    format_time,
    get_change,
    move,
    post_date_change,
)
from tests.orders.api_calls import build_order, create_order, expire_hold, list_booking_statuses
from tests.orders.waiting_lists import create_full_date, free_seats, join
from tests.payments.refund_calls import count_seats_left, post_refund
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db
KINDS = pytest.mark.parametrize("kind", ["cancel", "move"])


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=8)


def change_date(client, date, kind, **body):
    return call_off(client, date, **body) if kind == "cancel" else move(client, date, in_days(9), **body)


def read(date):
    return Occurrence.objects.get(pk=date.pk)


# --- Both kinds ------------------------------------------------------------------------------------------------------


@KINDS
def test_holds_end_with_their_other_dates(as_admin, as_visitor, as_other_visitor, date, kind):
    other = create_another_date(date)
    held, expired = create_order(as_visitor, date, other), create_order(as_other_visitor, date)
    expire_hold(expired)

    change_date(as_admin, date, kind)

    statuses = dict(Order.objects.values_list("public_id", "status"))
    assert statuses == {held["_id"]: "cancelled", expired["_id"]: "expired"}
    assert list_booking_statuses(as_visitor.get(f"/api/orders/{held['_id']}").json()) == ["cancelled", "cancelled"]
    assert not Entitlement.objects.exists()


@KINDS
def test_the_waiting_list_and_its_offers_end(as_admin, as_visitor, as_other_visitor, kind):
    date = create_full_date(2)
    join(as_visitor, date)
    join(as_other_visitor, date, 2)
    free_seats(as_admin, date)
    create_order(as_visitor, date, seats=1)

    change_date(as_admin, date, kind)

    assert [entry.status for entry in Entry.objects.all()] == ["ended", "ended"]
    assert not Booking.objects.filter(status="pending").exists()


@KINDS
def test_seats_that_are_being_returned_have_no_choice(as_admin, as_visitor, paypal, date, kind):
    paid = buy(as_visitor, paypal, date)
    paypal.fault("refund", "timeout_before", times=9)
    post_refund(as_admin, paid)
    assert Booking.objects.get().returning == 3

    change_date(as_admin, date, kind)

    assert not Entitlement.objects.filter(outcome="undecided").exists()


@KINDS
def test_the_audit_log_has_the_actor_and_the_reason(as_admin, admin, date, kind):
    change_date(as_admin, date, kind)

    entry = LogEntry.objects.get(additional_data__did="date canceled" if kind == "cancel" else "date moved")
    assert (entry.actor, entry.additional_data["reason"], entry.object_id) == (admin, REASON, date.event_id)


# --- Calling off -----------------------------------------------------------------------------------------------------


def test_a_date_that_is_off_sells_no_seats_and_keeps_its_bookings_for_now(as_admin, as_visitor, paypal, date):
    paid = buy(as_visitor, paypal, date)

    call_off(as_admin, date)

    assert read(date).status == "skipped"
    answer = as_visitor.post("/api/orders", build_order(date), format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert Booking.objects.get().status == "confirmed"
    assert as_visitor.get(f"/api/orders/{paid['_id']}").json()["status"] == "paid"


def test_seats_booked_by_hand_are_cancelled(as_admin, date, admin):
    booking = BookingFactory(occurrence=date, user=admin)

    call_off(as_admin, date)

    booking.refresh_from_db()
    assert booking.status == "cancelled"


# --- Moving ----------------------------------------------------------------------------------------------------------


def test_all_bookings_move_with_their_date_without_money(as_admin, as_visitor, as_anonymous, admin, date):
    paid = create_test_order(as_visitor, date)
    by_hand = BookingFactory(occurrence=date, user=admin, seats=1)

    move(as_admin, date, in_days(9))

    moved = read(date)
    assert (moved.starts_at, moved.ends_at, moved.status) == (in_days(9), in_days(9, hours=3), "scheduled")
    (booking,) = as_visitor.get(f"/api/orders/{paid['_id']}").json()["orderItems"][0]["bookings"]
    assert (booking["bookingDate"], booking["movedFrom"]) == (format_time(in_days(9)), format_time(in_days(7)))
    assert booking["status"] == "confirmed"
    by_hand.refresh_from_db()
    assert by_hand.status == "confirmed"
    assert count_seats_left(as_anonymous, moved) == 5


def test_a_single_event_moves_as_a_whole(as_admin):
    event = create_event(as_admin)

    move(as_admin, event.occurrences.get(), evening(5))
    assert save(as_admin, event, description="Bring two decks.").status_code == 200

    event.refresh_from_db()
    assert (event.starts_at, event.ends_at) == (evening(5), evening(5, 22))
    assert list_upcoming(event) == [evening(5)]


def test_a_moved_date_of_a_series_stays_when_the_event_is_saved_and_extended(as_admin):
    event = create_series(as_admin)
    date = event.occurrences.get(starts_at=evening(10))

    move(as_admin, date, evening(11))
    assert save(as_admin, event, description="Bring two decks.").status_code == 200
    roll_forward(now=timezone.now())

    assert list_upcoming(event) == [evening(3), evening(11), evening(17), evening(24)]
    assert read(date).moved_from == evening(10)


def test_a_moved_date_stays_when_the_series_gets_other_times(as_admin):
    event = create_series(as_admin)
    BookingFactory(occurrence=event.occurrences.get(starts_at=evening(10)))
    move(as_admin, event.occurrences.get(starts_at=evening(10)), evening(11))
    move(as_admin, event.occurrences.get(starts_at=evening(17)), evening(18))

    times = {"startTime": format_time(evening(3, 18)), "endTime": format_time(evening(3, 21))}
    assert save(as_admin, event, moveBookings=True, **times).status_code == 200

    assert list_upcoming(event) == [evening(3, 18), evening(11), evening(18), evening(24, 18)]


def test_the_former_place_of_a_moved_date_names_the_running_change(as_admin, as_visitor, paypal):
    event = create_series(as_admin, price=12)
    date = event.occurrences.get(starts_at=evening(10))
    buy(as_visitor, paypal, date)
    change_id = move(as_admin, date, evening(11))

    answer = post_date_change(as_admin, date)

    assert (answer.status_code, answer.json()["code"]) == (409, "change_running")
    assert answer.json()["dateChange"] == change_id


def test_a_moved_date_can_move_back(as_admin):
    event = create_series(as_admin)
    date = event.occurrences.get(starts_at=evening(10))
    move(as_admin, date, evening(11))

    move(as_admin, read(date), evening(10))

    assert list_upcoming(event) == [evening(3), evening(10), evening(17), evening(24)]
    assert Occurrence.objects.filter(event=event).count() == 4


def test_a_date_cannot_take_the_place_of_one_that_was_called_off_and_is_still_named(as_admin, as_visitor, paypal, date):
    """Its bookings moved away, but what the buyers chose still names it."""
    later, last = create_another_date(date), create_another_date(date, days=21)
    paid = buy(as_visitor, paypal, date)
    booking = paid["orderItems"][0]["bookings"][0]["_id"]
    call_off(as_admin, date)
    body = {"booking": booking, "to": format_time(last.starts_at), "reason": "Agreed."}
    assert as_admin.post(f"/api/orders/{paid['_id']}/move", body, format="json").status_code == 200

    answer = post_date_change(as_admin, later, "move", to=format_time(date.starts_at))

    assert (answer.status_code, answer.json()["code"]) == (409, "clash")


def test_an_event_whose_date_was_called_off_unbooked_can_be_deleted(as_admin, date):
    change_id = call_off(as_admin, date)
    assert get_change(as_admin, change_id)["status"] == "done"

    assert as_admin.delete(f"/api/products/{date.event.public_id}").status_code == 200
    assert not Event.objects.exists()


def test_a_rule_that_no_longer_gives_a_date_whose_bookings_moved_away_hides_it(as_admin, as_visitor, paypal):
    event = create_series(as_admin, price=12)
    first, second = event.occurrences.order_by("starts_at")[:2]
    paid = buy(as_visitor, paypal, first)
    body = {
        "booking": paid["orderItems"][0]["bookings"][0]["_id"], "kind": "move", "amount": 0,
        "to": format_time(second.starts_at),
    }  # fmt: skip
    assert as_visitor.post(f"/api/orders/{paid['_id']}/changes", body, format="json").status_code == 201

    changes = {
        "startTime": format_time(evening(5)), "endTime": format_time(evening(5, 22)),
        "recurringPattern": {"recurringInterval": "monthly", "endDate": None},
    }  # fmt: skip
    assert save(as_admin, event, **changes).status_code == 200

    assert read(first).status == "dropped"


@pytest.mark.django_db(transaction=True)
def test_a_date_that_moves_waits_for_the_event(date, admin):
    """Another date of the event is about to take the time."""
    moving = threading.Thread(target=try_to_move, args=(date, in_days(9), admin))
    with transaction.atomic():
        lock_rows(Event.objects.filter(pk=date.event_id))
        moving.start()
        moving.join(0.4)
        assert moving.is_alive() or not connection.features.has_select_for_update
        OccurrenceFactory(event=date.event, starts_at=in_days(9))
    moving.join(30)

    assert read(date).starts_at == in_days(7)


def try_to_move(date, to, by):
    wanted = DateChangeRequest(when=date.starts_at, kind="move", reason=REASON, to=to)
    try:
        with pytest.raises(Clash):
            begin_date_change(event_id=date.event_id, change_request=wanted, by=by)
    finally:
        connection.close()
