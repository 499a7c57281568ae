"""The dates of a series, and how a new rule changes them."""

from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from tests.bookings.events import book, create_series, evening, json_time, list_upcoming, save
from tests.support.factories import EventFactory, OccurrenceFactory, in_days


def test_a_series_has_a_date_for_each_week_until_its_end(as_admin: APIClient) -> None:
    event = create_series(as_admin)

    assert list_upcoming(event) == [evening(3), evening(10), evening(17), evening(24)]


def test_a_series_reaches_a_year_ahead_with_at_most_400_dates(as_admin: APIClient) -> None:
    daily = create_series(as_admin, recurringPattern={"recurringInterval": "daily", "endDate": None})
    far = json_time(evening(4000))
    endless = create_series(as_admin, recurringPattern={"recurringInterval": "daily", "endDate": far})

    assert 360 <= len(list_upcoming(daily)) <= 370
    assert len(list_upcoming(endless)) == 400


def test_past_dates_are_not_changed(as_admin: APIClient) -> None:
    event = EventFactory(starts_at=in_days(-10), is_recurring=True, repeat_interval="weekly")
    past = OccurrenceFactory(event=event, starts_at=in_days(-10))
    odd = OccurrenceFactory(event=event, starts_at=in_days(-5))

    answer = save(as_admin, event, startTime=json_time(in_days(-10, hours=1)), endTime=json_time(in_days(-10, hours=4)))

    assert answer.status_code == 200
    past_dates = event.occurrences.filter(starts_at__lt=timezone.now())
    assert {date.pk for date in past_dates} == {past.pk, odd.pk}
    assert {date.starts_at for date in past_dates} == {past.starts_at, odd.starts_at}


def test_a_new_rule_does_not_delete_booked_dates(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    booking = book(event, 2)

    answer = save(
        as_admin, event, recurringPattern={"recurringInterval": "daily", "endDate": json_time(evening(5, 23))}
    )

    assert answer.status_code == 200
    assert list_upcoming(event) == [evening(3), evening(4), evening(5), evening(17)]
    assert Booking.objects.get(occurrence__starts_at=evening(17)) == booking


def test_a_date_with_canceled_bookings_only_is_hidden_and_restored_with_the_rule(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    book(event, 1, status=Booking.Status.CANCELLED)
    weekly = {"recurringInterval": "weekly", "endDate": json_time(evening(25, 23))}

    save(as_admin, event, isRecurring=False)
    gone = list_upcoming(event)
    save(as_admin, event, isRecurring=True, recurringPattern=weekly)

    assert gone == [evening(3)]
    assert list_upcoming(event) == [evening(3), evening(10), evening(17), evening(24)]
