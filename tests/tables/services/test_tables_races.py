"""Calls at the same time, each with its own connection."""

from collections.abc import Iterator
from functools import partial

import pytest

from door.models import DoorEntry
from tables.models import Player, Report, Tournament
from tables.services.entries import store_facts
from tables.services.tournaments import take_lease
from tests.door.phones import DoorClient, create_date
from tests.support.races import run_during, run_together
from tests.tables.tables_calls import Tables, build_result, build_round


@pytest.fixture
def tables(transactional_db: None, as_admin) -> Iterator[Tables]:
    yield Tables(DoorClient(as_admin, create_date()))
    Report.objects.all().delete()
    Player.objects.all().delete()


@pytest.fixture
def four(tables):
    return tables.start("Ann", "Bob", "Cam", "Dee")


def write(tables, *entries):
    """Return a call that stores entries of the phone, past its view."""
    phone = tables.phone.row
    recorded = [tables.phone.record(**entry) for entry in entries]
    sent = {"entries": recorded, "sent_at": None, "queued": None, "generation": tables.generation}
    return lambda: store_facts(tournament_id=tables.tournament.pk, phone=phone, is_admin=False, **sent)


def take_over(tables):
    ben = tables.enter("Ben").row
    return lambda: take_lease(tournament_id=tables.tournament.pk, uuid=ben.uuid, phone=ben, by=None)


def test_a_date_whose_tables_are_created_twice_at_once_has_one_tournament(tables):
    answers = run_together(*[lambda: tables.create().status_code] * 2)

    assert sorted(answers) == [201, 409]
    assert Tournament.objects.count() == 1


def test_the_same_batch_sent_twice_at_once_is_stored_once(tables, four):
    a, b, c, d = four
    batch = [tables.phone.record(**each) for each in (build_round(1, [a, b], [c, d]), build_result(1, 1, 2, 0, 0))]

    answers = run_together(*[lambda: tables.post_entries(batch)] * 3)

    found = sorted([each["answer"] for each in answer.json()["results"]] for answer in answers)
    assert found == [["repeated"] * 2, ["repeated"] * 2, ["stored"] * 2]
    assert DoorEntry.objects.filter(kind="tables").count() == 2


def test_nothing_is_written_while_another_phone_takes_over(tables, four):
    late = write(tables, build_round(1, four[:2], four[2:]))

    assert run_during(take_over(tables), late) == "taken_over"

    assert tables.get()["rounds"] == []


def test_two_phones_that_take_over_at_once_have_different_generations(tables, four):
    assert sorted(run_together(take_over(tables), take_over(tables))) == [2, 3]


def test_a_report_waits_for_the_next_pairing_and_is_too_late(tables):
    ann, *_ = [tables.let_in(name) for name in ("Ann", "Bob", "Cam", "Dee")]
    a, b, c, d = tables.start()
    tables.write(build_round(1, [a, b], [c, d]), build_result(1, 1, 2, 0, 0), build_result(1, 2, 2, 0, 0))

    answer = run_during(write(tables, build_round(2, [a, c], [b, d])), lambda: tables.report(ann.code, games=[0, 2, 0]))

    assert answer.json()["code"] == "round_over"
    assert not Report.objects.exists()


def test_reports_of_all_tables_at_once_are_all_kept(tables):
    tickets = [tables.let_in(name) for name in ("Ann", "Bob", "Cam", "Dee")]
    a, b, c, d = tables.start()
    tables.write(build_round(1, [a, b], [c, d]))
    version = tables.tournament.version

    seats = zip(tickets, [1, 1, 2, 2], strict=True)
    run_together(*(partial(tables.report, ticket.code, table=table, games=[2, 0, 0]) for ticket, table in seats))

    assert [len(table["reports"]) for table in tables.get()["rounds"][0]["tables"]] == [2, 2]
    assert tables.tournament.version == version + 4
