"""The day on which payments and refunds are booked."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from orders.models import BooksClosed
from orders.services.booking_day import choose_booking_day

pytestmark = pytest.mark.django_db


def get_last_month() -> datetime:
    """Return noon on the fifteenth of the month before this one, in the shop's time zone."""
    first = timezone.localtime().replace(day=1, hour=12)
    return (first - timedelta(days=1)).replace(day=15)


def close_through(when: datetime) -> None:
    BooksClosed.objects.create(pk=BooksClosed.ONLY, through=timezone.localdate(when))


def test_money_is_booked_on_the_day_in_the_shops_time_zone():
    late = datetime(2026, 3, 31, 23, 30, tzinfo=timezone.get_default_timezone())

    assert late.astimezone(UTC).date() == date(2026, 4, 1)
    assert choose_booking_day(late) == date(2026, 3, 31)


def test_money_of_a_closed_month_is_booked_today():
    moved = get_last_month()
    close_through(moved.replace(day=28))

    assert choose_booking_day(moved) == timezone.localdate()


def test_money_of_an_open_month_after_a_closed_one_is_booked_on_its_day():
    moved = get_last_month()
    close_through(moved.replace(day=1) - timedelta(days=1))

    assert choose_booking_day(moved) == timezone.localdate(moved)


def test_money_is_never_booked_in_the_future():
    assert choose_booking_day(timezone.now() + timedelta(days=2)) == timezone.localdate()
