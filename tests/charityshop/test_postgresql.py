"""PostgreSQL's moments come out as they went in, however the server writes them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, transaction

from charityshop.driver import rows_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="how SQLite writes moments is Django's affair"),
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
