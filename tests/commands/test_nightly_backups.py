"""`upkeep` keeps nightly backups, tries them, and tells staff what is wrong with them."""

import os
import resource
import sqlite3
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.conf import settings as shop_settings
from django.utils import timezone

from charityshop.db.backup import BackupProblem
from charityshop.db.nightly_backups import get_newest, get_night, write_nightly_backup
from charityshop.db.retries import SHOW_AFTER
from operations.services.keep_backups import keep_nightly_backup, try_newest_backup
from tests.orders.api_calls import create_order, list_attention
from tests.support.factories import OccurrenceFactory

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not shop_settings.SQLITE, reason="tests/upgrades backs up PostgreSQL"),
]


@pytest.fixture
def folder(settings, tmp_path):
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    return tmp_path / "backups"


def get_problems(client):
    return [item["message"] for item in list_attention(client)]


def test_upkeep_backs_up_once_a_night_and_restores_the_backup_on_trial(folder, as_visitor, as_admin):
    create_order(as_visitor, OccurrenceFactory())
    now = timezone.now()
    assert get_problems(as_admin) == ["The last night's backup is missing. Notify the server's operator."]

    done = [keep_nightly_backup(now=now), keep_nightly_backup(now=now)]
    tried = [try_newest_backup(now=now), try_newest_backup(now=now)]

    assert (done, tried) == ([1, 0], [1, 0])
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "last-trial").read_text().strip() == get_newest(timezone.now()).name
    assert len(list(folder.iterdir())) == 2
    assert get_problems(as_admin) == []
    assert try_newest_backup(now=now + timedelta(days=31)) == 1


def test_staff_read_that_a_backup_fails(folder, settings, as_admin):
    settings.BACKUP_FOLDER = str(folder / "of a disk that is not there")
    for _ in range(SHOW_AFTER):
        keep_nightly_backup(now=timezone.now())

    failing, late = list_attention(as_admin)

    assert failing["message"].startswith("The shop could not back itself up, after 3 attempts")
    assert "FileNotFoundError" in failing["problem"]
    assert late["message"].startswith("The last night's backup is missing.")


def test_a_backup_that_fails_on_a_full_disk_deletes_no_older_ones(folder):
    now = timezone.now()
    folder.mkdir()
    older = [folder / f"nightly-{get_night(now) - timedelta(days=days)}.tar.gz" for days in range(1, 21)]
    for file in older:
        file.touch()

    with full_disk(), pytest.raises((BackupProblem, OSError, sqlite3.Error)):
        write_nightly_backup(now)

    assert set(older) == set(folder.iterdir())
    write_nightly_backup(now)
    assert get_newest(timezone.now()) not in older
    assert 6 < len([file for file in older if file.exists()]) < 20


@contextmanager
def full_disk():
    """Let this process write no file of more than a kilobyte."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_staff_read_that_a_backup_cannot_be_restored(folder, as_admin):
    keep_nightly_backup(now=timezone.now())
    get_newest(timezone.now()).write_bytes(b"of a broken disk")
    for _ in range(SHOW_AFTER):
        assert try_newest_backup(now=timezone.now()) == 0

    (item,) = list_attention(as_admin)

    assert "could not be restored on trial" in item["message"]
    assert "cannot be read as a backup" in item["problem"]
    assert not (folder / "last-trial").exists()


def test_a_backup_and_a_trial_of_the_future_do_not_count(folder, as_admin):
    """The clock was a year ahead for nights, and is right again."""
    now = timezone.now()
    folder.mkdir()
    ahead = now + timedelta(days=365)
    future = [folder / f"nightly-{get_night(ahead) + timedelta(days=days)}.tar.gz" for days in range(8)]
    for file in (*future, folder / "last-trial"):
        file.touch()
        os.utime(file, (ahead.timestamp(), ahead.timestamp()))
    assert get_problems(as_admin) == ["The last night's backup is missing. Notify the server's operator."]

    assert (keep_nightly_backup(now=now), try_newest_backup(now=now)) == (1, 1)

    assert get_newest(now).name == f"nightly-{get_night(now)}.tar.gz"
    assert all(file.exists() for file in future)
    assert get_problems(as_admin) == []


def test_only_unfinished_backups_of_killed_processes_are_deleted_from_the_folder(folder):
    long_ago = (timezone.now() - timedelta(days=2)).timestamp()
    for name in (".backup-killed", ".trial-killed", ".ssh"):
        (folder / name).mkdir(parents=True)
        os.utime(folder / name, (long_ago, long_ago))

    keep_nightly_backup(now=timezone.now())

    assert [path.name for path in folder.iterdir() if path.is_dir()] == [".ssh"]


def test_a_backup_of_the_day_before_yesterday_is_too_old(folder, as_admin):
    keep_nightly_backup(now=timezone.now())
    long_ago = (timezone.now() - timedelta(hours=31)).timestamp()
    os.utime(get_newest(timezone.now()), (long_ago, long_ago))

    assert get_problems(as_admin) == ["The last night's backup is missing. Notify the server's operator."]
