"""Moments on SQLite: kept in UTC and without a zone, letter for letter as Django does, because they sort as texts."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.db.backends.sqlite3.operations import DatabaseOperations

from charityshop.driver import rows_of
from charityshop.models import OutgoingMail

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite alone"),
]
WHOLE = datetime(2031, 3, 9, 10, tzinfo=UTC)
MOMENTS = [WHOLE + timedelta(microseconds=microseconds) for microseconds in (0, 500_000, 120, 999_999)]
MOMENTS += [WHOLE.astimezone(ZoneInfo("America/Los_Angeles"))]


def kept(when: datetime) -> OutgoingMail:
    return OutgoingMail.objects.create(to="ana@example.com", created_at=when, next_try_at=when, give_up_at=when)


@pytest.mark.parametrize("when", MOMENTS)
def test_a_moment_is_written_as_django_writes_it(when):
    mail = kept(when)

    ((written,),) = rows_of("SELECT CAST(give_up_at AS TEXT) FROM charityshop_outgoingmail", [], connection)

    assert written == DatabaseOperations(connection).adapt_datetimefield_value(mail.give_up_at)


@pytest.mark.parametrize("when", MOMENTS)
def test_a_moment_is_read_as_it_was_written(when):
    mail = kept(when)

    mail.refresh_from_db()

    assert mail.give_up_at == when
    assert mail.give_up_at.tzinfo is UTC


def test_no_moment_stays_none():
    mail = kept(WHOLE)

    mail.refresh_from_db()

    assert mail.sent_at is None
