"""A connection to PostgreSQL: its moments come out as they went in, and it is used only while the server is there."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, ProgrammingError, connection, transaction

from charityshop.driver import rows_of
from charityshop.postgresql import base
from tests.support.waiting import eventually

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL alone"),
]
WHOLE = datetime(2031, 3, 9, 10, tzinfo=UTC)


def read(when: datetime) -> datetime:
    ((found,),) = rows_of("SELECT %s::timestamptz", [when], connection)
    return found


@pytest.mark.parametrize("microseconds", [0, 500_000, 120, 999_999])
def test_a_moment_is_read_as_it_was_written(microseconds):
    when = WHOLE + timedelta(microseconds=microseconds)

    found = read(when)

    assert found == when
    assert found.tzinfo is UTC


def test_a_moment_in_a_style_that_the_driver_does_not_know_is_an_error_and_no_other_moment():
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL datestyle = 'SQL, DMY'")

        with pytest.raises(Exception, match="DateStyle"):
            read(WHOLE)


def test_a_moment_before_there_were_clocks_is_read_too():
    assert read(datetime(44, 3, 15, tzinfo=UTC)) == datetime(44, 3, 15, tzinfo=UTC)


# --- Whether the server is still there -------------------------------------------------------------------------------


@pytest.fixture
def another(monkeypatch) -> Iterator[base.DatabaseWrapper]:
    """A connection beside the test's own, of which the server has said that it is there."""
    monkeypatch.setattr(base, "ASKED_EVERY", 1000.0)  # however slow the machine is
    opened = base.DatabaseWrapper(connection.settings_dict, "another")
    opened.connect()
    assert opened.is_usable()
    yield opened
    opened.close()


def end_at_the_server(ended: base.DatabaseWrapper) -> None:
    pid = ended.connection.info.backend_pid
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
        assert eventually(lambda: not rows_of("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [pid], connection))


def has_asked(one: base.DatabaseWrapper) -> bool:
    before = one.asked_at
    assert one.is_usable()
    return one.asked_at > before


def test_a_connection_that_the_server_ended_is_not_used_again_though_it_was_good_a_moment_ago(another):
    end_at_the_server(another)

    assert not another.is_usable()


def test_the_next_request_has_a_new_one(another):
    end_at_the_server(another)

    another.health_check_enabled, another.health_check_done = True, False  # as at the start of each request

    assert rows_of("SELECT 1", [], another) == [(1,)]


def test_the_server_is_asked_once_in_a_while_and_after_an_error(another, monkeypatch):
    assert not has_asked(another)

    another.errors_occurred = True
    assert has_asked(another)
    another.errors_occurred = False
    assert not has_asked(another)

    monkeypatch.setattr(base, "ASKED_EVERY", 0.0)
    assert has_asked(another)


# --- Taking a transaction back ---------------------------------------------------------------------------------------


def begin(one: base.DatabaseWrapper) -> None:
    one.set_autocommit(False)
    rows_of("SELECT 1", [], one)


def test_a_transaction_that_is_taken_back_has_written_nothing(another):
    with another.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE notes (word text)")
    begin(another)
    rows_of("INSERT INTO notes VALUES ('no') RETURNING word", [], another)

    another.rollback()

    assert rows_of("SELECT * FROM notes", [], another) == []


def test_a_transaction_that_failed_is_taken_back_too(another):
    begin(another)
    with pytest.raises(ProgrammingError):
        rows_of("SELECT * FROM nowhere", [], another)

    another.rollback()

    assert rows_of("SELECT 1", [], another) == [(1,)]


def test_where_nothing_was_asked_yet_there_is_nothing_to_take_back(another):
    notices: list[object] = []
    another.connection.add_notice_handler(notices.append)
    another.set_autocommit(False)

    another.rollback()

    assert notices == []


def test_where_the_server_is_gone_taking_back_is_an_error_and_no_silence(another):
    begin(another)
    end_at_the_server(another)

    with pytest.raises(OperationalError):
        another.rollback()
    with pytest.raises(OperationalError):
        another.rollback()  # it knows by now that nobody is there
