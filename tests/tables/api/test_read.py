"""Everybody reads a tournament, again and again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.models import Event, Occurrence
from tests.support.factories import in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(tables):
    tables.start("Maya Rossi", "Sam Reyes")
    return tables


def count_statements(call):
    with CaptureQueriesContext(connection) as captured:
        answer = call()
    return answer.status_code, len(captured)


def test_a_phone_that_has_it_gets_304_by_one_statement(running, as_visitor):
    etag = running.read()["ETag"]

    assert count_statements(lambda: running.read(etag)) == (304, 1)
    assert count_statements(lambda: running.read(etag, as_visitor)) == (304, 1)


def test_the_whole_tournament_takes_the_same_statements_however_much_happened(running):
    few = count_statements(running.read)
    running.let_in("Kim Lee")

    assert count_statements(running.read) == few == (200, 4)


def test_it_is_made_once_for_all_phones_and_again_after_a_change(running, settings):
    settings.RESPONSE_MAX_AGE = 5

    assert [count_statements(running.read) for _ in range(2)] == [(200, 4), (200, 1)]
    running.write({"kind": "drop", "player": running.get()["players"][0]["_id"]})

    assert running.get()["players"][0]["droppedAfter"] == 0
    assert count_statements(running.read) == (200, 1)


def test_answers_are_public_for_five_seconds(running):
    first = running.read()

    assert first["Cache-Control"] == running.read(first["ETag"])["Cache-Control"] == "public, max-age=5"


@pytest.mark.parametrize(
    "change",
    [
        lambda tables: tables.take(tables.enter("Ben")),
        lambda tables: Event.objects.update(name="Another Night"),
        lambda tables: Occurrence.objects.update(starts_at=in_days(1), ends_at=in_days(1, hours=3)),
    ],
)
def test_what_changes_the_answer_changes_its_etag(running, change):
    etag = running.read()["ETag"]

    change(running)

    assert running.read(etag).status_code == 200


def test_a_tournament_that_does_not_exist_is_not_found(running):
    running.id = "0" * 24

    assert running.read().status_code == 404


def test_it_says_who_writes_and_since_when(running):
    writer = running.get()["writer"]

    assert (writer["name"], writer["since"][:10]) == ("Ana", f"{timezone.now():%Y-%m-%d}")


def test_no_full_name_account_or_code_is_public(running):
    text = running.read().content.decode()

    for ticket in [player.ticket for player in running.tournament.players.all()]:
        user = ticket.booking.user
        secrets = (user.last_name, user.email, user.public_id, ticket.code, ticket.h, ticket.public_id)
        assert not [each for each in secrets if each in text]
    assert running.phone.uuid not in text
