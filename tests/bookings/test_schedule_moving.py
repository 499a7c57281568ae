"""New times for dates that people booked."""

from datetime import datetime

from rest_framework.test import APIClient

from events.models import Occurrence
from tests.bookings.reading import SHOP, wire
from tests.bookings.saving import a_series, a_single_night, book, coming, evening, save
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory


def test_new_times_for_booked_dates_wait_for_an_answer(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    book(event, 1, seats=3)

    answer = save(as_admin, event, startTime=wire(evening(3, 20)), endTime=wire(evening(3, 23)))

    assert answer.status_code == 409
    assert answer.json()["code"] == "booked_dates"
    assert answer.json()["bookedDates"] == [
        {
            "startTime": wire(evening(10)), "endTime": wire(evening(10, 22)), "totalReservations": 3,
            "newStartTime": wire(evening(10, 20)), "newEndTime": wire(evening(10, 23)),
        }
    ]  # fmt: skip
    assert coming(event) == [evening(3), evening(10), evening(17), evening(24)]
    event.refresh_from_db()
    assert event.starts_at == evening(3)


def test_bookings_move_along_all_at_once(as_admin: APIClient) -> None:
    event = a_series(as_admin, "daily", until=6)
    first, second = book(event, 0), book(event, 1)
    times = {"startTime": wire(evening(3, 20)), "endTime": wire(evening(3, 23))}

    answer = save(as_admin, event, **times, moveBookings=True)

    assert answer.status_code == 200
    assert coming(event) == [evening(day, 20) for day in (3, 4, 5, 6)]
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.occurrence.starts_at, second.occurrence.starts_at) == (evening(3, 20), evening(4, 20))
    assert first.occurrence.ends_at == evening(3, 23)


def test_booked_dates_may_move_onto_each_others_places(as_admin: APIClient) -> None:
    event = a_series(as_admin, "daily", until=5)
    bookings = [book(event, number) for number in range(3)]
    a_day_later_and_longer = {"startTime": wire(evening(4)), "endTime": wire(evening(4, 23))}

    answer = save(as_admin, event, **a_day_later_and_longer, moveBookings=True)

    assert answer.status_code == 200
    for booking, day in zip(bookings, (4, 5, 6), strict=True):
        booking.refresh_from_db()
        assert (booking.occurrence.starts_at, booking.occurrence.ends_at) == (evening(day), evening(day, 23))


def test_booked_dates_keep_their_times_when_told_to(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    book(event, 1)
    times = {"startTime": wire(evening(3, 20)), "endTime": wire(evening(3, 23))}

    assert save(as_admin, event, **times, moveBookings=False).status_code == 200
    assert coming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]

    # And nobody is asked about them again.
    assert save(as_admin, event, **times, name="Later").status_code == 200
    assert coming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]


def test_a_new_end_of_the_night_is_a_new_time(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    booking = book(event, 0)

    assert save(as_admin, event, endTime=wire(evening(3, 23))).status_code == 409
    assert save(as_admin, event, endTime=wire(evening(3, 23)), moveBookings=True).status_code == 200
    booking.refresh_from_db()
    assert booking.occurrence.ends_at == evening(3, 23)


def test_a_single_booked_night_moves_to_another_day(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    booking = book(event, 0)
    times = {"startTime": wire(evening(5)), "endTime": wire(evening(5, 22))}

    assert save(as_admin, event, **times).status_code == 409
    assert save(as_admin, event, **times, moveBookings=True).status_code == 200

    booking.refresh_from_db()
    assert coming(event) == [evening(5)]
    assert booking.occurrence.starts_at == evening(5)


def test_a_move_onto_a_date_that_stays_is_refused(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    booking = book(event, 0)
    a_week_later = {"startTime": wire(evening(10)), "endTime": wire(evening(10, 22))}

    answer = save(as_admin, event, **a_week_later, moveBookings=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "date_taken")
    booking.refresh_from_db()
    assert booking.occurrence.starts_at == evening(3)


def test_a_move_into_the_past_is_refused(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    book(event, 0)

    times = {"startTime": wire(evening(-5)), "endTime": wire(evening(-5, 22))}

    assert save(as_admin, event, **times, moveBookings=True).json()["code"] == "date_taken"


def test_the_wall_clock_is_kept_when_bookings_move_across_a_clock_change(as_admin: APIClient) -> None:
    event = EventFactory(
        starts_at=datetime(2031, 3, 7, 19, tzinfo=SHOP), ends_at=datetime(2031, 3, 7, 22, tzinfo=SHOP),
        is_recurring=True, repeat_interval="weekly", repeat_until=datetime(2031, 3, 15, tzinfo=SHOP),
    )  # fmt: skip
    before = OccurrenceFactory(event=event, starts_at=datetime(2031, 3, 7, 19, tzinfo=SHOP))
    after = OccurrenceFactory(event=event, starts_at=datetime(2031, 3, 14, 19, tzinfo=SHOP))
    for date in (before, after):
        BookingFactory(occurrence=date)

    times = {"startTime": "2031-03-07T18:30:00-08:00", "endTime": "2031-03-07T21:30:00-08:00"}
    assert save(as_admin, event, **times, moveBookings=True).status_code == 200

    after.refresh_from_db()
    assert after.starts_at == datetime(2031, 3, 14, 18, 30, tzinfo=SHOP)


def test_a_skipped_night_stays_skipped_at_its_new_hour(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    event.occurrences.filter(starts_at=evening(10)).update(status=Occurrence.Status.SKIPPED)

    save(as_admin, event, startTime=wire(evening(3, 20)), endTime=wire(evening(3, 23)))

    assert coming(event) == [evening(3, 20), evening(17, 20), evening(24, 20)]
