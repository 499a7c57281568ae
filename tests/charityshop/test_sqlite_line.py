"""Writers of one process who wait for each other before they ask SQLite."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Timer

import pytest
from django.db import OperationalError, connection, transaction

from charityshop.sqlite import base
from charityshop.sqlite.base import DatabaseWrapper

pytestmark = pytest.mark.django_db  # nothing of the shop's own database is touched


@pytest.fixture
def opened(tmp_path):
    """Opens connections like those of the server's threads."""
    lines = []

    def open_one(name="shop.sqlite3", **options):
        options = {"transaction_mode": "IMMEDIATE", "timeout": 0} | options
        found = connection.settings_dict | {"NAME": str(tmp_path / name), "OPTIONS": options, "ATOMIC_REQUESTS": False}
        lines.append(DatabaseWrapper(found))
        lines[-1].inc_thread_sharing()
        return lines[-1]

    yield open_one
    for line in lines:
        line.close()


def begin(line):
    line.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def end(line):
    line.commit()
    line.set_autocommit(True)


def test_a_writer_waits_for_another_thread_and_goes_on_at_its_end(opened):
    first, second = opened(), opened()  # neither waits for the file itself
    has_begun, may_end = Event(), Event()

    def write_for_long():
        begin(first)
        has_begun.set()
        may_end.wait(30)
        end(first)

    def write():
        has_begun.wait(30)
        Timer(0.2, may_end.set).start()
        begin(second)
        end(second)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(write_for_long), pool.submit(write)]:
            done.result(30)


@pytest.mark.parametrize("how", ["commit", "rollback", "close"])
def test_whichever_way_a_transaction_ends_the_next_one_may_write(opened, how):
    first, second = opened(), opened()

    begin(first)
    getattr(first, how)()

    begin(second)
    assert second.is_in_front
    assert not first.is_in_front


def test_a_writer_whom_the_file_refuses_leaves_the_line(opened):
    first, second = opened(), opened()
    first.ensure_connection()
    first.connection.execute("BEGIN IMMEDIATE")  # as another process would

    with pytest.raises(OperationalError):
        begin(second)
    first.connection.execute("ROLLBACK")

    begin(second)
    assert second.is_in_front


def test_nobody_waits_in_line_for_ever(opened, monkeypatch):
    monkeypatch.setattr(base, "PATIENCE", 0.01)
    first, second = opened(), opened()
    begin(first)

    with pytest.raises(OperationalError):
        begin(second)


def test_writers_of_two_files_do_not_wait_for_each_other(opened):
    first, other = opened(), opened("other.sqlite3")

    begin(first)
    begin(other)

    assert first.is_in_front
    assert other.is_in_front


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has a line of its own for each row")
def test_the_shops_own_transactions_stand_in_line():
    with transaction.atomic():
        assert connection.is_in_front
