"""Users for all tests, clients signed in as each of them, and which tests may differ on PostgreSQL."""

import gc
import re
import time
from typing import Any

import hypothesis
import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from rest_framework.test import APIClient

from accounts.models import User
from events.models import Occurrence
from tests.architecture.tree import APPS
from tests.support.answers import CheckedClient
from tests.support.factories import OccurrenceFactory, UserFactory, get_time_of_test

hypothesis.settings.register_profile("shop", deadline=None)  # tests have no time limits
hypothesis.settings.load_profile("shop")


# Tests about what the databases do differently: their SQL, plans, constraints and triggers, and how they sort, search,
# add and round.
DIFFERS = re.compile(
    r"/(db|console)/|races|lock|constraint|query_counts|metrics|search|_list\.py|memberships|revenue|raised|export"
    r"|paid_orders|figures"
)
COMMITS = {"transactional_db", "live_server"}
HOUR, LONGEST_TEST = 3600, 20  # seconds; few tests take longer


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each test of an app use the database, and mark the tests that may differ on PostgreSQL.

    Of those about seats and money, `make test` runs only the marked ones there: those that commit, because there
    transactions run side by side, those that one database skips, and those of `DIFFERS`. A build server runs all.
    """
    for item in items:
        path = item.path.as_posix().partition("/tests/")[2]
        database = item.get_closest_marker("django_db")
        if not database and path.partition("/")[0] in APPS:
            item.add_marker("django_db")
        commits = (database and database.kwargs.get("transaction")) or COMMITS & set(getattr(item, "fixturenames", ()))
        if commits or item.get_closest_marker("skipif") or DIFFERS.search(f"/{path}"):
            item.add_marker("differs")


def pytest_collection_finish() -> None:
    """Keep what was imported out of garbage collections, which take a tenth of a run's time, and collect seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"Database: {connection.vendor}")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Record all migrations, which the tests' settings leave out, for backups and the health check."""
    with django_db_blocker.unblock():
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        for app, name in MigrationLoader(None).disk_migrations:
            recorder.record_applied(app, name)


@pytest.fixture(autouse=True)
def begin_no_hour_in_a_test() -> None:
    """Wait for an hour that is about to begin, because limits are counted by the hour, and days and months begin then.

    A test that runs while the clock's minute changes can compare its dates with each other.
    """
    left = HOUR - time.time() % HOUR
    if left < LONGEST_TEST:
        time.sleep(left)
    get_time_of_test.cache_clear()


@pytest.fixture
def visitor(db: None) -> User:
    return UserFactory(email="ana@example.com")


@pytest.fixture
def other_visitor(db: None) -> User:
    return UserFactory(email="ben@example.com", first_name="Ben", last_name="Okafor")


@pytest.fixture
def admin(db: None) -> User:
    return UserFactory(email="staff@example.com", first_name="Sam", last_name="Staff", is_staff=True)


def signed_in(user: User | None = None) -> APIClient:
    client = CheckedClient(SERVER_NAME="localhost")
    if user:
        client.force_login(user)
    return client


@pytest.fixture
def as_anonymous(db: None) -> APIClient:
    return signed_in()


@pytest.fixture
def as_visitor(visitor: User) -> APIClient:
    return signed_in(visitor)


@pytest.fixture
def as_other_visitor(other_visitor: User) -> APIClient:
    return signed_in(other_visitor)


@pytest.fixture
def as_admin(admin: User) -> APIClient:
    return signed_in(admin)


@pytest.fixture
def date(db: None) -> Occurrence:
    """A date with many seats at $12.00."""
    date: Occurrence = OccurrenceFactory(
        event__name="Lantern Night", event__price="12.00", event__maximum_event_capacity=50
    )
    return date
