"""New times for booked dates."""

from datetime import datetime

from rest_framework.test import APIClient

from tests.bookings.events import SHOP, book, create_series, evening, json_time, list_upcoming, save
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory


def test_new_times_of_booked_dates_require_a_decision(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    book(event, 1, seats=3)

    answer = save(as_admin, event, startTime=json_time(evening(3, 20)), endTime=json_time(evening(3, 23)))

    assert answer.status_code == 409
    assert answer.json()["code"] == "booked_dates"
    assert answer.json()["bookedDates"] == [
        {
            "startTime": json_time(evening(10)),
            "endTime": json_time(evening(10, 22)),
            "totalReservations": 3,
            "newStartTime": json_time(evening(10, 20)),
            "newEndTime": json_time(evening(10, 23)),
        }
    ]
    assert list_upcoming(event) == [evening(3), evening(10), evening(17), evening(24)]
    event.refresh_from_db()
    assert event.starts_at == evening(3)


def test_bookings_move_with_their_dates(as_admin: APIClient) -> None:
    event = create_series(as_admin, "daily", until=6)
    first, second = book(event, 0), book(event, 1)
    times = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}

    answer = save(as_admin, event, **times, moveBookings=True)

    assert answer.status_code == 200
    assert list_upcoming(event) == [evening(day, 20) for day in (3, 4, 5, 6)]
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.occurrence.starts_at, second.occurrence.starts_at) == (evening(3, 20), evening(4, 20))
    assert first.occurrence.ends_at == evening(3, 23)


def test_booked_dates_can_move_to_each_others_old_times(as_admin: APIClient) -> None:
    event = create_series(as_admin, "daily", until=5)
    bookings = [book(event, number) for number in range(3)]
    a_day_later_and_longer = {"startTime": json_time(evening(4)), "endTime": json_time(evening(4, 23))}

    answer = save(as_admin, event, **a_day_later_and_longer, moveBookings=True)

    assert answer.status_code == 200
    for booking, day in zip(bookings, (4, 5, 6), strict=True):
        booking.refresh_from_db()
        assert (booking.occurrence.starts_at, booking.occurrence.ends_at) == (evening(day), evening(day, 23))


def test_booked_dates_keep_their_times_if_staff_decide_so(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    book(event, 1)
    times = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}

    assert save(as_admin, event, **times, moveBookings=False).status_code == 200
    assert list_upcoming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]

    # The next save requires no decision.
    assert save(as_admin, event, **times, name="Later").status_code == 200
    assert list_upcoming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]


def test_a_move_onto_an_existing_date_is_rejected(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    booking = book(event, 0)
    a_week_later = {"startTime": json_time(evening(10)), "endTime": json_time(evening(10, 22))}

    answer = save(as_admin, event, **a_week_later, moveBookings=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "date_taken")
    booking.refresh_from_db()
    assert booking.occurrence.starts_at == evening(3)


def test_moved_dates_have_the_same_local_time_across_a_clock_change(as_admin: APIClient) -> None:
    event = EventFactory(
        starts_at=datetime(2031, 3, 7, 19, tzinfo=SHOP),
        ends_at=datetime(2031, 3, 7, 22, tzinfo=SHOP),
        is_recurring=True,
        repeat_interval="weekly",
        repeat_until=datetime(2031, 3, 15, tzinfo=SHOP),
    )
    before = OccurrenceFactory(event=event, starts_at=datetime(2031, 3, 7, 19, tzinfo=SHOP))
    after = OccurrenceFactory(event=event, starts_at=datetime(2031, 3, 14, 19, tzinfo=SHOP))
    for date in (before, after):
        BookingFactory(occurrence=date)

    times = {"startTime": "2031-03-07T18:30:00-08:00", "endTime": "2031-03-07T21:30:00-08:00"}
    assert save(as_admin, event, **times, moveBookings=True).status_code == 200

    after.refresh_from_db()
    assert after.starts_at == datetime(2031, 3, 14, 18, 30, tzinfo=SHOP)
