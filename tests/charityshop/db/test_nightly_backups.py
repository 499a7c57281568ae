"""Which nightly backups are kept, and when the next one is due."""

import os
from datetime import UTC, date, datetime, timedelta

from charityshop.db.nightly_backups import choose_kept, is_backup_due


def test_seven_days_four_weeks_and_twelve_months_are_kept():
    kept: set[date] = set()
    for number in range(800):
        kept = choose_kept({*kept, date(2024, 9, 1) + timedelta(days=number)})

    last = date(2026, 11, 9)  # a Monday
    assert max(kept) == last
    days = {last - timedelta(days=number) for number in range(7)}
    weeks = {last, date(2026, 11, 8), date(2026, 11, 1), date(2026, 10, 25)}  # this one, and Sundays
    months = {date(2026, month, 1) - timedelta(days=1) for month in range(1, 12)} | {last}
    assert kept == days | weeks | months


def test_a_backup_is_due_at_three_in_the_shops_night(settings, tmp_path):
    settings.BACKUP_FOLDER = str(tmp_path)
    before, after = (datetime(2026, 11, 26, hour, 30, tzinfo=UTC) for hour in (10, 11))  # 2:30 and 3:30 in Los Angeles
    file = tmp_path / "nightly-2026-11-25.tar.gz"
    file.touch()
    os.utime(file, (before.timestamp(), before.timestamp()))

    assert [is_backup_due(before), is_backup_due(after)] == [False, True]
