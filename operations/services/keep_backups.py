"""Keep nightly backups in BACKUP_FOLDER, and restore the newest on trial once a month.

Staff see a backup or a trial that failed three times, and a backup that is late (attention.selectors.stuck_rows).
"""

import os
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from django.conf import settings

from charityshop.db import postgresql_tools
from charityshop.db.backup import BackupProblem
from charityshop.db.nightly_backups import (
    get_newest,
    is_backup_due,
    is_trial_due,
    note_trial,
    write_nightly_backup,
)
from charityshop.db.retries import run_each


def keep_nightly_backup(*, now: datetime) -> int:
    """Back up the shop once a night, and delete backups that are too old. Return the number of new backups."""
    if not settings.BACKUP_FOLDER:
        return 0
    due = ["nightly"] if is_backup_due(now) else []
    return len(run_each("backup", due, lambda _: write_nightly_backup(now)))


def try_newest_backup(*, now: datetime) -> int:
    """Try the newest backup once a month. Return the number of backups that were tried."""
    if not settings.BACKUP_FOLDER:
        return 0
    newest = get_newest(now)
    due = [newest.name] if newest and is_trial_due(now) else []
    return len(run_each("backup trial", due, try_nightly_backup))


def try_nightly_backup(name: str) -> None:
    file = Path(settings.BACKUP_FOLDER) / name
    try_backup(file)
    note_trial(file)


def try_backup(file: Path) -> str:
    """Restore, migrate and check a backup beside the shop's data. Return what that printed. Raises BackupProblem.

    This needs a separate process, because this one is connected to the shop's database.
    """
    if not (settings.SQLITE or settings.SCRATCH_DATABASE_URL):
        raise BackupProblem("SCRATCH_DATABASE_URL is not set, so this backup of PostgreSQL can't be tried.")
    with tempfile.TemporaryDirectory(prefix=".trial-", dir=file.parent) as folder:
        url = f"sqlite:///{folder}/shop.sqlite3" if settings.SQLITE else settings.SCRATCH_DATABASE_URL
        options = ["--force", "--skip-checks"]  # or warnings of checks would come before what is wrong with the backup
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(file), *options]
        environment = os.environ | {"DATABASE_URL": url, "MEDIA_ROOT": f"{folder}/media"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BackupProblem(done.stderr.strip())
    if not settings.SQLITE:
        postgresql_tools.drop_all_tables(url)
    return done.stdout.strip()
