"""A shop whose connections stay open, whose SQLite file is replaced or taken away under it, and whose writers wait."""

import gc
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection

from charityshop.sqlite.base import DatabaseWrapper

pytestmark = pytest.mark.django_db  # nothing of the shop's own database is touched


@pytest.fixture
def shop_file(tmp_path):
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop" / "shop.sqlite3"


@pytest.fixture
def line(shop_file):
    """A connection like those of the server's threads."""
    opened = DatabaseWrapper(connection.settings_dict | {"NAME": str(shop_file), "OPTIONS": {}, "CONN_MAX_AGE": 60})
    say(opened, "before")
    yield opened
    opened.close()


def say(line, word):
    with line.cursor() as cursor:
        cursor.execute("CREATE TABLE said AS SELECT %s AS word", [word])


def read(line):
    """In a request of its own."""
    line.close_if_unusable_or_obsolete()
    with line.cursor() as cursor:
        return cursor.execute("SELECT word FROM said").fetchone()[0]


def test_a_connection_stays_open_from_request_to_request(line):
    first = line.connection

    assert read(line) == "before"
    assert line.connection is first


def test_a_file_that_was_replaced_is_opened_anew(line, shop_file, tmp_path):
    other = DatabaseWrapper(line.settings_dict | {"NAME": str(tmp_path / "restored.sqlite3")})
    say(other, "restored")
    other.close()

    (tmp_path / "restored.sqlite3").replace(shop_file)

    assert read(line) == "restored"


def test_nothing_is_written_to_a_file_that_was_taken_away(line, shop_file, tmp_path):
    shop_file.parent.rename(tmp_path / "away")

    with pytest.raises(OperationalError):
        read(line)

    (tmp_path / "away").rename(shop_file.parent)
    assert read(line) == "before"


# --- Two who write ---------------------------------------------------------------------------------------------------

PATIENCE, A_MOMENT = 0.3, 0.2  # seconds


@pytest.fixture
def others_line(shop_file, line):
    """Another process's connection, within a transaction that writes."""
    other = sqlite3.connect(shop_file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


def write_within(shop_file, patience):
    options = {"timeout": patience, "transaction_mode": "IMMEDIATE"}
    own = DatabaseWrapper(connection.settings_dict | {"NAME": str(shop_file), "OPTIONS": options})
    try:
        own.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        own.cursor().execute("UPDATE said SET word = 'after'")
        own.commit()
        return own.connection.execute("PRAGMA busy_timeout").fetchone()[0]
    finally:
        own.close()


def test_who_writes_waits_until_another_is_done(line, others_line, shop_file):
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(write_within, shop_file, 10)
        with pytest.raises(TimeoutError):
            waiting.result(A_MOMENT)

        others_line.execute("COMMIT")

        assert waiting.result(10) == 10_000  # milliseconds: all other statements wait as long as ever
    assert read(line) == "after"


def test_who_writes_gives_up_where_another_is_never_done(others_line, shop_file):
    with pytest.raises(OperationalError, match="for too long"):
        write_within(shop_file, PATIENCE)


def test_who_gives_up_leaves_no_cursor_that_another_thread_would_have_to_give_back(others_line, shop_file):
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(OperationalError):
            write_within(shop_file, 0)
        # By its type: a weak reference to something that is gone answers no isinstance.
        assert not [found for found in gc.get_objects() if issubclass(type(found), sqlite3.Cursor)]
    finally:
        gc.enable()
