"""Two messages at once, on real connections: no limit is passed, and no message is sent twice."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from charityshop.models import OutgoingMail
from events.models import Occurrence
from orders.models import Message
from tests.changes.message_calls import post_message, preview_message, send_message
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.races import ATTEMPTS

pytestmark = pytest.mark.django_db(transaction=True)
TIMEOUT = 30  # seconds


@pytest.fixture
def date(as_visitor) -> Occurrence:
    date = OccurrenceFactory(event__price="0")
    create_order(as_visitor, date)
    return date


def run_together(*calls: Callable[[], Any]) -> list[int]:
    """Make the calls at once, each with its own connection. Return their statuses, sorted."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> int:
        try:
            barrier.wait(TIMEOUT)
            return int(call().status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(run, calls))


def prepare(date: Occurrence, **options: Any) -> Callable[[], Any]:
    """Return a call of another admin that sends a message about the date."""
    client = signed_in(UserFactory(is_staff=True))
    digest = preview_message(client, date)["digest"]
    return lambda: post_message(client, date, digest=digest, **options)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_of_messages_at_once_a_date_gets_three(date, attempt):
    statuses = run_together(*(prepare(date) for _ in range(5)))

    assert statuses == [202, 202, 202, 429, 429]
    assert OutgoingMail.objects.filter(kind="date_message").count() == 3


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_of_messages_at_once_the_shop_sends_ten(as_admin, attempt):
    for _ in range(4):
        date = OccurrenceFactory()
        send_message(as_admin, date)
        send_message(as_admin, date)

    statuses = run_together(*(prepare(OccurrenceFactory()) for _ in range(4)))

    assert statuses == [202, 202, 429, 429]
    assert Message.objects.count() == 10


def test_the_same_request_twice_at_once_sends_once(admin, date):
    clients = [signed_in(admin), signed_in(admin)]
    digest = preview_message(clients[0], date)["digest"]

    statuses = run_together(
        *(lambda client=client: post_message(client, date, digest=digest, key="k") for client in clients)
    )

    assert statuses == [202, 202]
    assert OutgoingMail.objects.filter(kind="date_message").count() == 1


def test_a_message_waits_for_another_message(as_admin, date):
    """Without the wait, it would not count the other one, which is the third of the day."""
    for _ in range(2):
        send_message(as_admin, date)
    last, results = prepare(date), list[int]()

    def run() -> None:
        try:
            results.append(last().status_code)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        send_message(as_admin, date)
        thread.start()
        thread.join(0.4)  # long enough for a call without locks to finish
        assert thread.is_alive()
    thread.join(TIMEOUT)

    assert results == [429]
    assert Message.objects.count() == 3
