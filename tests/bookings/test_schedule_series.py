"""Saving a series: which dates it has, and what becomes of them when its rule changes."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from tests.bookings.reading import SHOP, wire
from tests.bookings.saving import a_series, a_single_night, book, coming, evening, save
from tests.support.factories import EventFactory, OccurrenceFactory, in_days


def test_a_series_gets_a_row_for_each_date_up_to_its_end(as_admin: APIClient) -> None:
    event = a_series(as_admin)

    assert coming(event) == [evening(3), evening(10), evening(17), evening(24)]


def test_a_bare_end_date_includes_that_day(as_admin: APIClient) -> None:
    day = evening(17).astimezone(SHOP).date().isoformat()

    event = a_series(as_admin, recurringPattern={"recurringInterval": "weekly", "endDate": day})

    assert coming(event)[-1] == evening(17)


def test_an_open_ended_series_reaches_a_year_ahead_and_at_most_400_dates(as_admin: APIClient) -> None:
    daily = a_series(as_admin, recurringPattern={"recurringInterval": "daily", "endDate": None})
    far = wire(evening(4000))
    endless = a_series(as_admin, recurringPattern={"recurringInterval": "daily", "endDate": far})

    assert 360 <= len(coming(daily)) <= 370
    assert len(coming(endless)) == 400


@pytest.mark.parametrize(
    "leftover", [{"recurringInterval": ""}, None, {"recurringInterval": "weekly", "endDate": None}]
)
def test_a_night_that_does_not_repeat_has_no_rule_whatever_the_form_still_holds(
    as_admin: APIClient, leftover: Any
) -> None:
    event = a_series(as_admin)

    product = save(as_admin, event, isRecurring=False, recurringPattern=leftover).json()

    assert (product["isRecurring"], product["recurringPattern"]) == (False, None)
    assert coming(event) == [evening(3)]


def test_a_weekly_rule_may_carry_an_empty_custom_part(as_admin: APIClient) -> None:
    empty = {"dayOfWeek": None, "weekOfMonth": []}
    rule = {"recurringInterval": "weekly", "endDate": wire(evening(11)), "customOccurrenceConfig": empty}

    assert coming(a_single_night(as_admin, isRecurring=True, recurringPattern=rule)) == [evening(3), evening(10)]


def test_saving_again_changes_no_date(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    before = list(event.occurrences.values_list("pk", "starts_at", "status"))

    save(as_admin, event, name="Another name")

    assert list(event.occurrences.values_list("pk", "starts_at", "status")) == before


def test_past_dates_are_never_touched(as_admin: APIClient) -> None:
    event = EventFactory(starts_at=in_days(-10), is_recurring=True, repeat_interval="weekly")
    past = OccurrenceFactory(event=event, starts_at=in_days(-10))
    odd = OccurrenceFactory(event=event, starts_at=in_days(-5))

    answer = save(as_admin, event, startTime=wire(in_days(-10, hours=1)), endTime=wire(in_days(-10, hours=4)))

    assert answer.status_code == 200
    kept = event.occurrences.filter(starts_at__lt=timezone.now())
    assert {date.pk for date in kept} == {past.pk, odd.pk}
    assert {date.starts_at for date in kept} == {past.starts_at, odd.starts_at}


def test_a_new_rule_replaces_the_dates_nobody_booked(as_admin: APIClient) -> None:
    event = a_series(as_admin)

    save(as_admin, event, recurringPattern={"recurringInterval": "daily", "endDate": wire(evening(5, 23))})

    assert coming(event) == [evening(3), evening(4), evening(5)]


def test_a_booked_date_never_vanishes_from_a_rule_change(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    booking = book(event, 2)

    answer = save(as_admin, event, recurringPattern={"recurringInterval": "daily", "endDate": wire(evening(5, 23))})

    assert answer.status_code == 200
    assert coming(event) == [evening(3), evening(4), evening(5), evening(17)]
    assert Booking.objects.get(occurrence__starts_at=evening(17)) == booking


def test_a_booked_date_off_the_rule_does_not_get_a_second_night_on_the_same_evening(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    book(event, 0)
    rule = {"recurringInterval": "daily", "endDate": wire(evening(5, 23))}

    save(
        as_admin, event, startTime=wire(evening(3, 20)), endTime=wire(evening(3, 23)), isRecurring=True,
        recurringPattern=rule,
    )  # fmt: skip

    assert coming(event) == [evening(3), evening(4, 20), evening(5, 20)]


def test_a_date_only_given_back_bookings_hang_on_goes_and_comes_back_with_the_rule(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    book(event, 1, status=Booking.Status.CANCELLED)
    weekly = {"recurringInterval": "weekly", "endDate": wire(evening(25, 23))}

    save(as_admin, event, isRecurring=False)
    gone = coming(event)
    save(as_admin, event, isRecurring=True, recurringPattern=weekly)

    assert gone == [evening(3)]
    assert coming(event) == [evening(3), evening(10), evening(17), evening(24)]
