"""The backups that `upkeep` keeps in BACKUP_FOLDER: the last ones of 7 days, 4 weeks and 12 months.

The files themselves say which backups there are, so that a folder that is gone is noticed. The file TRIAL says when a
backup was last restored on trial, and which. What a clock that was ahead wrote doesn't count, and stays.
"""

import re
import shutil
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from charityshop.db.backup import write_backup
from charityshop.db.retries import CLOCK_DIFFERENCE, is_of_future

NAME = re.compile(r"nightly-(\d{4}-\d\d-\d\d)\.tar\.gz")
TRIAL = "last-trial"
BEGINS_AT = timedelta(hours=3)  # in the shop's time zone; few people buy at that time
LATE = timedelta(hours=30)  # since the newest one; writing a backup may take hours
TRY_EVERY = timedelta(days=30)
STRAY_AFTER = timedelta(days=1)


def is_backup_due(now: datetime) -> bool:
    """Return whether the last night's backup is missing. The first one is due immediately."""
    return get_night(now) not in list_backups(now)


def get_night(now: datetime) -> date:
    return timezone.localtime(now - BEGINS_AT).date()


def list_backups(now: datetime) -> dict[date, Path]:
    """Return the nightly backups by day, the newest first; none if the folder can't be read, and none of the future."""
    files: list[Path] = []
    with suppress(OSError):
        files = list(get_folder().iterdir())
    found = {match[1]: file for file in files if (match := NAME.fullmatch(file.name))}
    tonight = get_night(now + CLOCK_DIFFERENCE)
    days = {date.fromisoformat(day): file for day, file in found.items() if get_time(file, now)}
    return {day: days[day] for day in sorted(days, reverse=True) if day <= tonight}


def get_folder() -> Path:
    return Path(settings.BACKUP_FOLDER)


def get_newest(now: datetime) -> Path | None:
    return next(iter(list_backups(now).values()), None)


def get_time_of_newest(now: datetime) -> datetime | None:
    return get_time(newest, now) if (newest := get_newest(now)) else None


def get_time_of_trial(now: datetime) -> datetime | None:
    return get_time(get_folder() / TRIAL, now)


def get_time(file: Path, now: datetime) -> datetime | None:
    """Return when the file was written, or None if there is none, or if it is of the future."""
    with suppress(OSError):
        written_at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        return None if is_of_future(written_at, now) else written_at
    return None


def is_backup_late(now: datetime) -> bool:
    written_at = get_time_of_newest(now)
    return written_at is None or now - written_at > LATE


def is_trial_due(now: datetime) -> bool:
    tried_at = get_time_of_trial(now)
    return tried_at is None or now - tried_at > TRY_EVERY


def write_nightly_backup(now: datetime) -> None:
    get_folder().mkdir(mode=0o700, exist_ok=True)
    write_backup(get_folder() / f"nightly-{get_night(now)}.tar.gz")
    delete_old_backups(now)
    delete_stray_folders(now)


def delete_old_backups(now: datetime) -> None:
    backups = list_backups(now)
    for day in backups.keys() - choose_kept(backups):
        backups[day].unlink()


def choose_kept(days: Collection[date]) -> set[date]:
    kept: set[date] = set()
    for number, period in ((7, "%Y-%m-%d"), (4, "%G-%V"), (12, "%Y-%m")):
        last_days = {day.strftime(period): day for day in sorted(days)}  # a later day replaces an earlier one
        kept.update(list(last_days.values())[-number:])
    return kept


def delete_stray_folders(now: datetime) -> None:
    """Delete the temporary folders of processes that were killed while they wrote or tried a backup."""
    for folder in (*get_folder().glob(".backup-*"), *get_folder().glob(".trial-*")):
        written_at = get_time(folder, now)
        if written_at and now - written_at > STRAY_AFTER:
            shutil.rmtree(folder, ignore_errors=True)


def note_trial(file: Path) -> None:
    (get_folder() / TRIAL).write_text(f"{file.name}\n")
