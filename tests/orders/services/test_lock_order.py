"""Whatever changes seats waits for the transaction that has locked the order, the account and the dates, in ID order.

PostgreSQL locks rows, so these tests fail there without the lock that they are about. SQLite locks everything when a
transaction begins.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, WaitingEntry
from bookings.services.waiting_list import leave_waiting_lists, serve_waiting_list
from changes.services.date_changes.process_date_changes import cancel_date
from events.models import Occurrence
from notices.services.send_reminders import remind_buyer, remind_guest
from orders.models import Order
from payments.models import Refund
from payments.services.refunds.record_refund import fail_refund
from payments.services.refunds.send_refund import send_refund
from privacy.services.delete_account import anonymize_account
from tests.bookings.seat_links import claim_ticket, create_links, create_token, give_back
from tests.changes.change_calls import buy, create_another_date, create_date, move_to, post_change
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, format_start, list_booking_ids
from tests.orders.waiting_lists import create_full_date, free_seats, get_places, join, leave, post_waiting
from tests.payments.refund_calls import post_refund
from tests.support.factories import GuestFactory
from tests.support.locked_rows import Call, call_while_locked

pytestmark = pytest.mark.django_db(transaction=True)


# --- Several dates: together, by ID ----------------------------------------------------------------------------------


@pytest.fixture
def dates() -> tuple[Occurrence, Occurrence]:
    """Two dates of an event. The first has the lower ID, so it is locked first."""
    first = create_date(event__maximum_event_capacity=8, event__price="0")
    return first, create_another_date(first)


def filter_date(date: Occurrence) -> Any:
    return Occurrence.objects.filter(pk=date.pk)


def test_deleting_an_account_locks_the_dates_of_its_waiting_lists_and_its_orders_together(visitor, as_visitor):
    held, full = create_date(), create_full_date()
    join(as_visitor, full)
    create_order(as_visitor, held)

    call_while_locked(filter_date(held), lambda: anonymize_account(by=visitor), unlocked=filter_date(full))

    assert (WaitingEntry.objects.get().status, Order.objects.get().status) == ("left", "cancelled")


def test_a_buyer_who_moves_to_an_earlier_date_locks_both_together(as_visitor, dates):
    first, second = dates
    order = create_order(as_visitor, second)

    answer = call_while_locked(
        filter_date(first), lambda: move_to(as_visitor, order, first), unlocked=filter_date(second)
    )

    assert answer.status_code == 201


def test_seats_that_end_an_order_are_returned_with_all_its_dates_locked_together(as_visitor, dates):
    first, second = dates
    order = create_order(as_visitor, first, second)
    booking = Booking.objects.get(occurrence=second).public_id

    answer = call_while_locked(
        filter_date(first),
        lambda: post_change(as_visitor, order, "return", booking=booking),
        unlocked=filter_date(second),
    )

    assert answer.status_code == 201


# --- A date that moved, or an account that was deleted, before the lock ----------------------------------------------


@pytest.mark.parametrize("by", [timedelta(days=2), timedelta(days=-30)], ids=["later", "into the past"])
def test_staff_book_no_seats_of_a_date_that_moves_meanwhile(as_admin, dates, by):
    date, _ = dates
    body = {"product": date.event.public_id, "bookingDate": format_start(date), "reservationSeats": {"qty": 1}}

    answer = call_while_locked(
        filter_date(date),
        lambda: as_admin.post("/api/bookings", body, format="json"),
        meanwhile=lambda: filter_date(date).update(starts_at=date.starts_at + by, ends_at=date.ends_at + by),
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert not Booking.objects.exists()


@dataclass(frozen=True, slots=True)
class Scene:
    """A date with 3 seats that Ana bought, and one that is left."""

    ana: User
    ben: User
    as_ana: Any
    as_ben: Any
    as_admin: Any
    paypal: Any
    paid: dict[str, Any]
    date: Occurrence
    booking: Booking

    def refund_a_seat(self, *, failures: int) -> Any:
        """Refund one seat while PayPal's answers are errors without an effect."""
        self.paypal.fault("refund", "error_500_before", times=failures)
        return post_refund(self.as_admin, self.paid, seats={self.booking.public_id: 1})

    def wait(self) -> WaitingEntry:
        return WaitingEntry.objects.create(occurrence=self.date, user=self.ben, seats=2, at_least=2)


@pytest.fixture
def scene(visitor, other_visitor, as_admin, paypal) -> Scene:
    date = create_date(event__maximum_event_capacity=4)
    as_ana = signed_in(visitor)
    paid = buy(as_ana, paypal, date)
    booking = Booking.objects.get(public_id=list_booking_ids(paid)[0])
    return Scene(visitor, other_visitor, as_ana, signed_in(other_visitor), as_admin, paypal, paid, date, booking)


# --- The date --------------------------------------------------------------------------------------------------------


def prepare_giving_back(scene: Scene) -> Call:
    ticket = claim_ticket(create_token(scene.as_ana, scene.booking))
    return lambda: give_back(ticket)


def prepare_refund(scene: Scene, finish: Callable[..., Any], **details: str) -> Call:
    scene.refund_a_seat(failures=2)
    refund = Refund.objects.get(status=Refund.Status.REQUESTED)
    return lambda: finish(refund_id=refund.pk, **details)


def prepare_to_leave(scene: Scene) -> Call:
    entry = scene.wait()
    return lambda: leave(scene.as_ben, {"_id": entry.public_id})


def prepare_to_leave_all(scene: Scene) -> Call:
    scene.wait()
    return lambda: leave_waiting_lists(user=scene.ben)


def prepare_guest_reminder(scene: Scene) -> Call:
    guest = GuestFactory(booking=scene.booking, email="sam@example.com")
    return lambda: remind_guest(guest.pk, now=timezone.now())


CHANGES: dict[str, Callable[[Scene], Call]] = {
    "give back": prepare_giving_back,
    "return": lambda scene: lambda: post_change(scene.as_ana, scene.paid, "return", seats=1),
    "request a refund": lambda scene: lambda: scene.refund_a_seat(failures=5),
    "complete a refund": lambda scene: prepare_refund(scene, send_refund),
    "fail a refund": lambda scene: prepare_refund(scene, fail_refund, problem="PayPal: FAILED"),
    "join": lambda scene: lambda: post_waiting(scene.as_ben, scene.date),
    "leave": prepare_to_leave,
    "delete account": prepare_to_leave_all,
    "offer seats": lambda scene: lambda: serve_waiting_list(date_id=scene.date.pk),
    "remind": lambda scene: lambda: remind_buyer(scene.booking.pk, now=timezone.now()),
    "remind a guest": prepare_guest_reminder,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_waits_for_the_date(scene, change):
    call = CHANGES[change](scene)

    result = call_while_locked(Occurrence.objects.filter(pk=scene.date.pk), call)

    assert getattr(result, "status_code", 200) < 500


# --- The order and the account, in this order before the date --------------------------------------------------------


def test_a_change_of_an_order_waits_for_the_buyer_and_the_order_before_it_locks_the_date(scene):
    dates = Occurrence.objects.filter(pk=scene.date.pk)
    for rows, unlocked in ((User.objects.filter(pk=scene.ana.pk), Order.objects.all()), (Order.objects.all(), dates)):
        answer = call_while_locked(
            rows, lambda: post_change(scene.as_ana, scene.paid, "return", seats=1), unlocked=unlocked
        )

        assert answer.status_code == 201


def test_new_links_wait_for_the_buyer_before_they_lock_the_date(scene):
    dates = Occurrence.objects.filter(pk=scene.date.pk)

    answer = call_while_locked(
        User.objects.filter(pk=scene.ana.pk), lambda: create_links(scene.as_ana, scene.booking), unlocked=dates
    )

    assert answer.status_code == 201


def test_a_date_that_is_canceled_with_refunds_waits_for_the_staff_user_before_it_locks_orders_and_dates(scene, admin):
    for unlocked in (Order.objects.all(), Occurrence.objects.filter(pk=scene.date.pk)):
        Occurrence.objects.update(status="scheduled")

        canceled = call_while_locked(
            User.objects.filter(pk=admin.pk),
            lambda: cancel_date(event_id=scene.date.event_id, when=scene.date.starts_at, reason="Flooded.", by=admin),
            unlocked=unlocked,
        )

        assert canceled.status == "canceled"


def test_a_user_who_leaves_waits_for_the_buyer_and_the_order_before_it_locks_the_date(visitor, as_admin):
    client = signed_in(visitor)
    for lock_orders in (False, True):
        date = create_full_date()
        join(client, date)
        free_seats(as_admin, date)
        create_order(client, date, seats=1)
        entry = get_places(client)[0]
        orders, dates = Order.objects.filter(status="held"), Occurrence.objects.filter(pk=date.pk)

        answer = call_while_locked(
            orders if lock_orders else User.objects.filter(pk=visitor.pk),
            lambda entry=entry: leave(client, entry),
            unlocked=dates if lock_orders else orders,
        )

        assert (answer.json()["status"], Order.objects.filter(status="held").count()) == ("left", 0)
