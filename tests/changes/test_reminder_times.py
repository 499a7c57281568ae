"""When reminders are sent: at 10:00 in the shop's time zone, the day before."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from changes.reminder_times import get_reminder_day, list_reminder_days

ZONE = ZoneInfo("America/Los_Angeles")  # the clocks change on March 8 and November 1, 2026


def local(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=ZONE).astimezone(UTC)


def list_reminded(now: datetime) -> list[str]:
    return [f"{day.begins_at.astimezone(ZONE):%m-%d}" for day in list_reminder_days(now, ZONE)]


@pytest.mark.parametrize(
    ("now", "days"),
    [
        (local(12, 3, 0), ["12-03"]),
        (local(12, 3, 9, 59), ["12-03"]),
        (local(12, 3, 10), ["12-03", "12-04"]),
        (local(12, 3, 23, 59), ["12-03", "12-04"]),
    ],
)
def test_the_dates_of_the_next_day_are_reminded_of_from_ten_o_clock_on(now, days):
    assert list_reminded(now) == days


@pytest.mark.parametrize(
    ("now", "days"),
    [
        (local(3, 7, 9, 59), ["03-07"]),
        (local(3, 7, 10), ["03-07", "03-08"]),  # the clocks go forward in the night to the 8th
        (local(3, 8, 9, 59), ["03-08"]),
        (local(3, 8, 10), ["03-08", "03-09"]),
        (local(10, 31, 9, 59), ["10-31"]),
        (local(10, 31, 10), ["10-31", "11-01"]),  # the clocks go back in the night to the 1st
        (local(11, 1, 9, 59), ["11-01"]),
        (local(11, 1, 10), ["11-01", "11-02"]),
    ],
)
def test_reminders_are_sent_at_ten_also_when_the_clocks_change(now, days):
    assert list_reminded(now) == days


@pytest.mark.parametrize(("month", "day", "hours"), [(3, 8, 23), (11, 1, 25), (12, 4, 24)])
def test_a_day_has_as_many_hours_as_in_the_shops_time_zone(month, day, hours):
    found = get_reminder_day(datetime(2026, month, day).date(), ZONE)  # noqa: DTZ001

    assert (found.ends_at - found.begins_at).total_seconds() == hours * 3600


def test_seats_have_to_be_paid_twelve_hours_before_the_reminder():
    day = get_reminder_day(local(12, 4, 19).astimezone(ZONE).date(), ZONE)

    assert day.paid_until == local(12, 2, 22)
