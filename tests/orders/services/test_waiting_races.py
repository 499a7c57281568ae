"""Waiting lists with two requests at once, on real connections."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from bookings.models import Booking, Entry
from bookings.services.waiting_list import serve_waiting_lists
from orders.models import Order
from tests.conftest import signed_in
from tests.orders.api_calls import build_order, create_order, create_paypal_order, pay, post_order
from tests.orders.waiting_lists import (
    create_full_date,
    end_offers,
    free_seats,
    get_offered_seats,
    get_places,
    join,
    leave,
)
from tests.support.factories import UserFactory
from tests.support.races import ATTEMPTS

pytestmark = pytest.mark.django_db(transaction=True)
TIMEOUT = 30  # seconds


def run_together(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls at once, each in a thread with its own connection."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait(TIMEOUT)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def cancel_booking(admin: Any, booking: Booking) -> Callable[[], Any]:
    client = signed_in(admin)
    return lambda: client.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")


def count_taken(date: Any) -> int:
    taken = Booking.objects.taken(timezone.now()).filter(occurrence=date)
    return int(taken.aggregate(sum=Sum("seats"))["sum"] or 0)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_last_freed_seat_goes_to_the_waiting_list_and_not_to_the_public(as_visitor, admin, attempt):
    date = create_full_date(1)
    join(as_visitor, date)
    others = [signed_in(UserFactory()) for _ in range(3)]

    released, *answers = run_together(
        cancel_booking(admin, Booking.objects.get()),
        *(lambda client=client: post_order(client, build_order(date, seats=1)) for client in others),
    )

    assert released.status_code == 200
    assert {answer.status_code for answer in answers} == {409}
    assert get_offered_seats(as_visitor) == [1]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_release_and_upkeep_make_one_offer(as_visitor, as_other_visitor, as_admin, admin, attempt):
    date = create_full_date(2)
    join(as_visitor, date)
    join(as_other_visitor, date, 2, at_least=1)
    free_seats(as_admin, date)
    end_offers()
    booking = Booking.objects.get(status="confirmed")

    run_together(cancel_booking(admin, booking), serve_waiting_lists, serve_waiting_lists)

    assert (
        Booking.objects.filter(kind="offer", status="pending", waiting_entry__user__email="ben@example.com").count()
        == 1
    )
    assert count_taken(date) <= 2


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_offer_is_ordered_or_passed_on(visitor, as_visitor, as_other_visitor, as_admin, attempt):
    date = create_full_date()
    entry = join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    buyer = signed_in(visitor)

    ordered, left = run_together(
        lambda: post_order(buyer, build_order(date, seats=1)), lambda: leave(as_visitor, entry)
    )

    assert left.status_code == 200
    assert ordered.status_code in (201, 409)
    assert not Order.objects.filter(status="held").exists()
    assert get_offered_seats(as_other_visitor) == [1]
    assert count_taken(date) == 4


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_an_offer_that_ends_while_its_order_is_captured_keeps_its_seats(
    visitor, as_visitor, as_other_visitor, as_admin, paypal, attempt
):
    date = create_full_date()
    join(as_visitor, date)
    join(as_other_visitor, date)
    free_seats(as_admin, date)
    order = create_order(as_visitor, date, seats=1)
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    Entry.objects.filter(status="offered").update(offered_until=timezone.now())
    buyer = signed_in(visitor)

    answer, *_ = run_together(
        lambda: pay(buyer, order, paypal_order_id), serve_waiting_lists, serve_waiting_lists, serve_waiting_lists
    )

    assert answer.json()["status"] == "paid"
    assert get_offered_seats(as_other_visitor) == []
    assert get_places(as_visitor)[0]["status"] == "accepted"
    assert count_taken(date) == 4


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_added_seats_are_not_sold_past_the_waiting_list(as_visitor, as_other_visitor, admin, attempt):
    date = create_full_date(2)
    join(as_visitor, date)
    staff, path = signed_in(admin), f"/api/products/{date.event.public_id}"

    saved, ordered = run_together(
        lambda: staff.put(path, {"maximumEventCapacity": 3}, format="json"),
        lambda: post_order(as_other_visitor, build_order(date, seats=1)),
    )

    assert (saved.status_code, ordered.status_code) == (200, 409)
    assert get_offered_seats(as_visitor) == [1]
