"""Who gets the seats when two people want them at the same moment. Real connections, real locks."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event

import pytest
from django.db import connection, transaction
from django.utils import timezone

from bookings.models import Booking
from bookings.services import seats
from bookings.services.seats import DateUnavailable, SoldOut
from charityshop.db.transactions import in_one_transaction
from events.models import Occurrence
from tests.support.factories import BookingFactory, OccurrenceFactory, UserFactory, in_days

LONG_ENOUGH = 30  # seconds; no wait in here comes near it


def in_quarter_of_an_hour():
    return timezone.now() + timedelta(minutes=15)


def lapsed(date, **fields):
    minute_ago = timezone.now() - timedelta(minutes=1)
    return BookingFactory(occurrence=date, status=Booking.Status.PENDING, held_until=minute_ago, **fields)


def at_once(*jobs):
    """Run the jobs in threads, each with a connection of its own; what each answered or raised."""
    together = Barrier(len(jobs))

    def run(job):
        try:
            together.wait(LONG_ENOUGH)
            return job()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


# --- Two at once -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_many_who_hold_the_last_seat_at_once_one_gets_it():
    date = OccurrenceFactory(event__maximum_event_capacity=1)
    people = [UserFactory() for _ in range(8)]

    def hold(person):
        def write():
            return seats.hold_seats(wanted={date.pk: 1}, until=in_quarter_of_an_hour(), by=person)

        return lambda: in_one_transaction(write)()

    answers = at_once(*map(hold, people))

    assert sum(isinstance(answer, list) for answer in answers) == 1, answers
    assert sum(isinstance(answer, SoldOut) for answer in answers) == 7
    assert Booking.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_carts_with_the_same_dates_in_opposite_order_do_not_wait_for_each_other():
    dates = [OccurrenceFactory(event__maximum_event_capacity=1000) for _ in range(4)]
    ana, ben = UserFactory(), UserFactory()
    there = {date.pk: 1 for date in dates}
    back = {date.pk: 1 for date in reversed(dates)}

    def hold_often(wanted, person):
        def hold():
            with transaction.atomic():  # once only: a deadlock would show
                seats.hold_seats(wanted=wanted, until=in_quarter_of_an_hour(), by=person)

        return lambda: [hold() for _ in range(20)]

    answers = at_once(hold_often(there, ana), hold_often(back, ben), hold_often(there, ben), hold_often(back, ana))

    assert [len(answer) for answer in answers] == [20] * 4, answers
    assert Booking.objects.count() == 4 * 20 * 4


@pytest.mark.django_db(transaction=True)
def test_who_waits_in_line_counts_what_was_taken_meanwhile():
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    ana, ben = UserFactory(), UserFactory()
    ana_is_in, ben_may_go = Event(), Event()

    @in_one_transaction
    def first():
        seats.lock_dates([date.pk])
        ana_is_in.set()
        ben_may_go.wait(0.3)  # nobody sets it: Ben is behind us in the line
        return seats.hold_seats(wanted={date.pk: 2}, until=in_quarter_of_an_hour(), by=ana)

    def second():
        ana_is_in.wait(LONG_ENOUGH)
        return in_one_transaction(seats.hold_seats)(wanted={date.pk: 1}, until=in_quarter_of_an_hour(), by=ben)

    held, refused = at_once(first, second)

    assert isinstance(held, list), held
    assert isinstance(refused, SoldOut), refused


@pytest.mark.django_db(transaction=True)
def test_a_booking_that_moved_while_we_waited_is_followed_to_its_new_date():
    old, new = OccurrenceFactory(), OccurrenceFactory(event__maximum_event_capacity=2)
    booking = lapsed(old, seats=2)
    mover_is_in, keeper_looks = Event(), Event()

    @in_one_transaction
    def move():
        seats.lock_dates([old.pk, new.pk])
        mover_is_in.set()
        keeper_looks.wait(LONG_ENOUGH)
        wait_until_somebody_waits_for_a_lock()
        Booking.objects.filter(pk=booking.pk).update(occurrence=new)
        Occurrence.objects.filter(pk=old.pk).update(status=Occurrence.Status.SKIPPED)

    def keep():
        mover_is_in.wait(LONG_ENOUGH)
        keeper_looks.set()
        in_one_transaction(seats.sell_seats)(booking_ids=[booking.pk])

    assert at_once(move, keep) == [None, None]

    booking.refresh_from_db()
    assert (booking.occurrence, booking.status) == (new, Booking.Status.CONFIRMED)


def wait_until_somebody_waits_for_a_lock():
    """PostgreSQL knows who waits in line. SQLite does not: there they wait for the whole file, at their beginning."""
    if connection.vendor == "sqlite":
        time.sleep(0.2)
        return
    deadline = timezone.now() + timedelta(seconds=LONG_ENOUGH)
    waiting = 0
    while not waiting and timezone.now() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            (waiting,) = cursor.fetchone()
    assert waiting


# --- The rule itself -------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_bookings_come_in_the_order_they_were_asked_for():
    dates = [OccurrenceFactory() for _ in range(3)]
    wanted = {dates[2].pk: 1, dates[0].pk: 2, dates[1].pk: 3}

    held = seats.hold_seats(wanted=wanted, until=in_quarter_of_an_hour(), by=UserFactory())

    assert [(booking.occurrence_id, booking.seats) for booking in held] == list(wanted.items())


@pytest.mark.django_db(transaction=True)
def test_dates_are_locked_only_inside_a_transaction():
    date = OccurrenceFactory()

    with pytest.raises(RuntimeError):
        seats.lock_dates([date.pk])


@pytest.mark.django_db
def test_a_date_that_is_gone_altogether_refuses_all():
    date = OccurrenceFactory()
    wanted = {date.pk: 1, date.pk + 1000: 1}

    with pytest.raises(DateUnavailable):
        seats.hold_seats(wanted=wanted, until=in_quarter_of_an_hour(), by=UserFactory())

    assert not Booking.objects.exists()


@pytest.mark.django_db
def test_a_lapsed_hold_whose_seats_were_sold_cannot_be_kept():
    date = OccurrenceFactory(event__maximum_event_capacity=3)
    booking = lapsed(date, seats=2)
    BookingFactory(occurrence=date, seats=2)

    with pytest.raises(SoldOut) as refusal:
        seats.renew_holds(booking_ids=[booking.pk], until=in_quarter_of_an_hour())

    assert [row["countInStock"] for row in refusal.value.details["short"]] == [1]
    before = booking.held_until
    booking.refresh_from_db()
    assert booking.held_until == before


@pytest.mark.django_db
def test_a_lapsed_hold_whose_seats_are_free_is_good_again():
    booking = lapsed(OccurrenceFactory(event__maximum_event_capacity=2), seats=2)

    seats.renew_holds(booking_ids=[booking.pk], until=None)

    booking.refresh_from_db()
    assert (booking.status, booking.held_until) == (Booking.Status.PENDING, None)


@pytest.mark.django_db
def test_several_bookings_are_kept_together_or_not_at_all():
    free, full = OccurrenceFactory(), OccurrenceFactory(event__maximum_event_capacity=2)
    bookings = [lapsed(free), lapsed(full)]
    BookingFactory(occurrence=full)

    with pytest.raises(SoldOut):
        seats.sell_seats(booking_ids=[booking.pk for booking in bookings])

    assert set(Booking.objects.filter(occurrence=free).values_list("status", flat=True)) == {"pending"}


@pytest.mark.django_db
@pytest.mark.parametrize(("hold", "kept"), [("live", True), ("lapsed", False)])
def test_on_an_archived_night_a_live_hold_stays_good_and_a_lapsed_one_does_not(hold, kept):
    date = OccurrenceFactory(event__status="archived")
    booking = lapsed(date)
    if hold == "live":
        Booking.objects.update(held_until=in_quarter_of_an_hour())

    if kept:
        seats.sell_seats(booking_ids=[booking.pk])
    else:
        with pytest.raises(DateUnavailable):
            seats.sell_seats(booking_ids=[booking.pk])

    assert Booking.objects.get().status == ("confirmed" if kept else "pending")


@pytest.mark.django_db
@pytest.mark.parametrize("date", [{"status": "skipped"}, {"starts_at": in_days(0, hours=-1)}], ids=str)
def test_not_even_a_live_hold_is_good_for_a_date_that_is_past_or_skipped(date):
    booking = lapsed(OccurrenceFactory(**date))
    Booking.objects.update(held_until=in_quarter_of_an_hour())

    with pytest.raises(DateUnavailable):
        seats.renew_holds(booking_ids=[booking.pk], until=None)


@pytest.mark.django_db
def test_released_seats_are_for_sale_again():
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    booking = BookingFactory(occurrence=date, seats=2)

    seats.release_seats(booking_ids=[booking.pk])

    assert seats.hold_seats(wanted={date.pk: 2}, until=in_quarter_of_an_hour(), by=UserFactory())


@pytest.mark.django_db
def test_writing_down_a_lapse_keeps_when_it_was_and_touches_nothing_else():
    date = OccurrenceFactory()
    ran_out, sold = lapsed(date), BookingFactory(occurrence=date)

    seats.cancel_expired_holds(booking_ids=[ran_out.pk, sold.pk])

    before = ran_out.held_until
    ran_out.refresh_from_db()
    sold.refresh_from_db()
    assert (ran_out.status, ran_out.held_until, sold.status) == ("cancelled", before, "confirmed")
