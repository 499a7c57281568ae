"""Hold, renew, sell and release seats, with simultaneous buyers on real connections."""

import time
from contextlib import nullcontext
from datetime import timedelta
from threading import Event

import pytest
from django.db import transaction
from django.utils import timezone

from bookings.models import Booking
from bookings.services import seats
from bookings.services.seats import DateUnavailable
from charityshop.db.transactions import in_one_transaction
from events.models import Occurrence
from tests.support.factories import BookingFactory, OccurrenceFactory, UserFactory
from tests.support.locked_rows import is_somebody_waiting
from tests.support.races import TIMEOUT, run_together
from tests.support.waiting import eventually


def in_15_minutes():
    return timezone.now() + timedelta(minutes=15)


def book_expired(date, **fields):
    minute_ago = timezone.now() - timedelta(minutes=1)
    return BookingFactory(occurrence=date, status=Booking.Status.PENDING, held_until=minute_ago, **fields)


@pytest.mark.django_db(transaction=True)
def test_one_of_many_simultaneous_buyers_gets_the_last_seat():
    date = OccurrenceFactory(event__maximum_event_capacity=1)
    buyers = [UserFactory() for _ in range(8)]

    def hold(buyer):
        def write():
            return seats.hold_seats(wanted={date.pk: 1}, until=in_15_minutes(), by=buyer)

        return lambda: in_one_transaction(write)()

    answers = run_together(*map(hold, buyers))

    assert sum(isinstance(answer, list) for answer in answers) == 1, answers
    assert answers.count("sold_out") == 7
    assert Booking.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_carts_with_the_same_dates_in_opposite_order_do_not_deadlock():
    dates = [OccurrenceFactory(event__maximum_event_capacity=1000) for _ in range(4)]
    ana, ben = UserFactory(), UserFactory()
    there = {date.pk: 1 for date in dates}
    back = {date.pk: 1 for date in reversed(dates)}

    def hold_often(wanted, buyer):
        def hold():
            with transaction.atomic():  # without retries, so that a deadlock fails
                seats.hold_seats(wanted=wanted, until=in_15_minutes(), by=buyer)

        return lambda: [hold() for _ in range(20)]

    answers = run_together(hold_often(there, ana), hold_often(back, ben), hold_often(there, ben), hold_often(back, ana))

    assert [len(answer) for answer in answers] == [20] * 4, answers
    assert Booking.objects.count() == 4 * 20 * 4


@pytest.mark.django_db(transaction=True)
def test_a_waiting_buyer_counts_the_seats_taken_meanwhile():
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    ana, ben = UserFactory(), UserFactory()
    ana_is_in, ben_may_go = Event(), Event()

    @in_one_transaction
    def first():
        seats.lock_dates([date.pk])
        ana_is_in.set()
        ben_may_go.wait(0.3)  # never set, because Ben waits for the lock
        return seats.hold_seats(wanted={date.pk: 2}, until=in_15_minutes(), by=ana)

    def second():
        ana_is_in.wait(TIMEOUT)
        return in_one_transaction(seats.hold_seats)(wanted={date.pk: 1}, until=in_15_minutes(), by=ben)

    held, refused = run_together(first, second)

    assert isinstance(held, list), held
    assert refused == "sold_out"


@pytest.mark.django_db(transaction=True)
def test_a_booking_moved_during_the_wait_is_sold_on_its_new_date():
    old, new = OccurrenceFactory(), OccurrenceFactory(event__maximum_event_capacity=2)
    booking = book_expired(old, seats=2)
    move_locked, sale_started = Event(), Event()

    @in_one_transaction
    def move():
        seats.lock_dates([old.pk, new.pk])
        move_locked.set()
        sale_started.wait(TIMEOUT)
        time.sleep(0.2)  # SQLite doesn't tell who waits
        assert eventually(is_somebody_waiting)
        Booking.objects.filter(pk=booking.pk).update(occurrence=new)
        Occurrence.objects.filter(pk=old.pk).update(status=Occurrence.Status.CANCELED)

    def sell():
        move_locked.wait(TIMEOUT)
        sale_started.set()
        in_one_transaction(seats.sell_seats)(booking_ids=[booking.pk])

    assert run_together(move, sell) == [None, None]

    booking.refresh_from_db()
    assert (booking.occurrence, booking.status) == (new, Booking.Status.CONFIRMED)


@pytest.mark.django_db(transaction=True)
def test_locking_dates_outside_a_transaction_raises_an_error():
    date = OccurrenceFactory()

    with pytest.raises(RuntimeError):
        seats.lock_dates([date.pk])


@pytest.mark.parametrize(("is_expired", "status"), [(False, "confirmed"), (True, "pending")])
def test_only_a_hold_that_has_not_expired_can_be_sold_on_an_archived_event(is_expired, status):
    booking = book_expired(OccurrenceFactory(event__status="archived"))
    if not is_expired:
        Booking.objects.update(held_until=in_15_minutes())

    with pytest.raises(DateUnavailable) if is_expired else nullcontext():
        seats.sell_seats(booking_ids=[booking.pk])

    assert Booking.objects.get().status == status
