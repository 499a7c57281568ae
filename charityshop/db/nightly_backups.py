"""The backups that `upkeep` keeps in BACKUP_FOLDER: the last ones of 7 days, 4 weeks and 12 months.

The files themselves say which backups there are, so that a folder that is gone is noticed. The file TRIAL says when a
backup was last restored on trial, and which.
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

NAME = re.compile(r"nightly-(\d{4}-\d\d-\d\d)\.tar\.gz")
TRIAL = "last-trial"
BEGINS_AT = timedelta(hours=3)  # in the shop's time zone; few people buy at that time
LATE = timedelta(hours=30)  # since the newest one; writing a backup may take hours
TRY_EVERY = timedelta(days=30)
STRAY_AFTER = timedelta(days=1)


def is_backup_due(now: datetime) -> bool:
    """Return whether the last night's backup is missing. The first one is due immediately."""
    return get_night(now) not in list_backups()


def get_night(now: datetime) -> date:
    return timezone.localtime(now - BEGINS_AT).date()


def list_backups() -> dict[date, Path]:
    """Return the nightly backups by day, the newest first; none if the folder can't be read."""
    files: list[Path] = []
    with suppress(OSError):
        files = list(get_folder().iterdir())
    found = {match[1]: file for file in files if (match := NAME.fullmatch(file.name))}
    return {date.fromisoformat(day): found[day] for day in sorted(found, reverse=True)}


def get_folder() -> Path:
    return Path(settings.BACKUP_FOLDER)


def get_newest() -> Path | None:
    return next(iter(list_backups().values()), None)


def get_time_of_newest() -> datetime | None:
    return get_time(newest) if (newest := get_newest()) else None


def get_time_of_trial() -> datetime | None:
    return get_time(get_folder() / TRIAL)


def get_time(file: Path) -> datetime | None:
    """Return when the file was written, or None if there is none."""
    with suppress(OSError):
        return datetime.fromtimestamp(file.stat().st_mtime, UTC)
    return None


def is_backup_late(now: datetime) -> bool:
    written_at = get_time_of_newest()
    return written_at is None or now - written_at > LATE


def is_trial_due(now: datetime) -> bool:
    tried_at = get_time_of_trial()
    return tried_at is None or now - tried_at > TRY_EVERY


def write_nightly_backup(now: datetime) -> None:
    get_folder().mkdir(mode=0o700, exist_ok=True)
    write_backup(get_folder() / f"nightly-{get_night(now)}.tar.gz")
    delete_old_backups()
    delete_stray_folders(now)


def delete_old_backups() -> None:
    backups = list_backups()
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
        written_at = get_time(folder)
        if written_at and now - written_at > STRAY_AFTER:
            shutil.rmtree(folder, ignore_errors=True)


def note_trial(file: Path) -> None:
    (get_folder() / TRIAL).write_text(f"{file.name}\n")
