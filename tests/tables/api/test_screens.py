"""What other pages need: which date has tables, where a ticket plays, settings that can be corrected, and hiding."""

from datetime import timedelta

import pytest
from auditlog.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bookings.models import Booking, Pass
from events.datetimes import format_utc
from events.models import Event, Occurrence
from tests.conftest import signed_in
from tests.door.phones import DoorClient, create_date, create_link
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.tables.tables_calls import build_player, build_round


@pytest.fixture
def ended(tables):
    tables.start("Ann Ames", "Bob Bell")
    tables.write({"kind": "end"})
    return tables


def list_tables(tables, client=None):
    answer = (client or signed_in()).get("/api/tables", {"product": tables.door.date.event.public_id})
    return [each["_id"] for each in answer.json()["tables"]] if answer.status_code == 200 else answer.status_code


def hide(tables, *, is_hidden=True):
    return tables.door.organizer.put(f"/api/tables/{tables.id}", {"isHidden": is_hidden}, format="json")


def find_mine(*codes):
    return signed_in().post("/api/tables/mine", {"codes": codes}, format="json").json()["seats"]


def test_everybody_sees_which_dates_of_an_event_have_tables(ended):
    assert list_tables(ended) == [ended.id]
    (listed,) = signed_in().get("/api/tables", {"product": ended.door.date.event.public_id}).json()["tables"]
    assert (listed["format"], listed["endedAt"], listed["isHidden"]) == ("swiss", ended.get()["endedAt"], False)


def test_tables_of_an_event_that_is_out_of_sight_are_listed_to_staff_and_its_phones(ended):
    Event.objects.update(hidden_at=timezone.now())

    assert list_tables(ended) == 404
    assert list_tables(ended, ended.door.organizer) == list_tables(ended, ended.phone.client) == [ended.id]


def test_hidden_standings_are_only_shown_to_staff(ended):
    etag = ended.read()["ETag"]

    assert hide(ended).json() == {"isHidden": True}

    assert (ended.read().status_code, ended.read(etag).status_code) == (404, 404)
    assert list_tables(ended) == []
    for_staff = ended.read(client=ended.door.organizer)
    assert (for_staff.status_code, for_staff["Cache-Control"]) == (200, "private")
    assert list_tables(ended, ended.door.organizer) == [ended.id]
    hide(ended, is_hidden=False)
    assert ended.read(etag).status_code == 200
    did = LogEntry.objects.filter(additional_data__did__startswith="standings").order_by("pk")
    assert [each.additional_data["did"] for each in did] == ["standings hidden", "standings shown"]


def test_players_find_their_tables_until_it_is_over_even_if_the_standings_are_hidden(tables):
    tables.start("Ann Ames", "Bob Bell")
    hide(tables)
    assert tables.read().status_code == 200

    Occurrence.objects.update(starts_at=in_days(-1, hours=-3), ends_at=in_days(-1))

    assert tables.read().status_code == 404


def test_tables_that_nobody_ended_are_over_once_no_phone_can_keep_them(tables, monkeypatch):
    ticket = tables.let_in("Ann Ames")
    a, b = tables.start("Bob Bell")
    tables.write(build_round(1, [a, b]))
    etag, ends_at = tables.read()["ETag"], tables.door.date.ends_at
    monkeypatch.setattr(timezone, "now", lambda: ends_at + timedelta(hours=6))

    shown = tables.read(etag)

    assert shown.status_code == 200
    assert (shown.json()["endedAt"], shown.json()["writer"]) == (format_utc(ends_at + timedelta(hours=6)), None)
    (listed,) = signed_in().get("/api/tables", {"product": tables.door.date.event.public_id}).json()["tables"]
    assert listed["endedAt"] == shown.json()["endedAt"]
    refused = tables.report(ticket.code, games=[2, 0, 0])
    assert (refused.status_code, refused.json()["code"]) == (409, "round_over")


def test_a_ticket_finds_its_seats(tables):
    maya, ann = tables.let_in("Maya Rossi", seats=2), tables.let_in("Ann Ames")
    a, b, c = tables.start()
    typed = f"{maya.code[:4]} {maya.code[4:]}".lower()

    assert find_mine(typed, ann.code, "T17K2M9QXW4R8TB3CN9", "x") == [
        {"code": typed, "tables": tables.id, "players": [a, b]},
        {"code": ann.code, "tables": tables.id, "players": [c]},
    ]


def test_a_ticket_of_the_same_date_finds_its_tables_before_it_plays(tables):
    tables.start()
    late, elsewhere = tables.let_in("Eve Ek"), BookingFactory().passes.get()
    assert find_mine(late.code, elsewhere.code) == [{"code": late.code, "tables": tables.id, "players": []}]

    tables.write(build_player("Eve", _id="e" * 24, **{"pass": late.h}))

    assert find_mine(late.code) == [{"code": late.code, "tables": tables.id, "players": ["e" * 24]}]


def test_a_ticket_that_moved_after_it_played_finds_the_tables_of_its_new_date(tables, as_admin):
    ticket = tables.let_in("Maya Rossi")
    tables.start()
    friday = tables.id
    tables.door = DoorClient(as_admin, OccurrenceFactory(event=tables.door.date.event, starts_at=in_days(0, hours=-2)))
    Booking.objects.filter(passes=ticket).update(occurrence=tables.door.date)
    assert [each["tables"] for each in find_mine(ticket.code)] == [friday]  # which still goes on

    tables.create(as_admin)
    assert [each["tables"] for each in find_mine(ticket.code)] == [tables.id, friday]

    Occurrence.objects.filter(doors__tournament__public_id=friday).update(starts_at=in_days(-8), ends_at=in_days(-7))
    assert find_mine(ticket.code) == [{"code": ticket.code, "tables": tables.id, "players": []}]


def test_a_ticket_finds_no_tables_that_are_hidden(ended):
    (ann,) = Pass.objects.filter(booking__user__first_name="Ann")
    hide(ended)

    assert find_mine(ann.code) == []


def test_settings_can_be_corrected_until_the_first_round(tables):
    a, b = tables.start("Ann", "Bob", rounds=4)

    def change(**settings):
        return tables.phone.client.put(f"/api/tables/{tables.id}/settings", settings, format="json")

    changed = change(format="draft", minutes=45, wholeRoom=True).json()
    settings = {"format": "draft", "plannedRounds": None, "minutes": 45, "wholeRoom": True, "points": True}
    assert settings.items() <= changed.items()
    assert changed == tables.get()
    tables.write(build_round(1, [a, b]))
    refused = change(format="commander")
    assert (refused.status_code, refused.json()["code"]) == (409, "round_exists")
    tables.write({"kind": "unpair", "number": 1})
    assert change(format="swiss").status_code == 200


def test_a_scorekeeper_sees_which_tickets_play_and_another_dates_does_not(tables, as_admin):
    ann = tables.let_in("Ann")
    phone = tables.door.phone()
    phone.send(phone.record(kind="guest", seats=1, note=""))
    a, guest = tables.start()
    path = f"/api/tables/{tables.id}/players"

    players = [{"player": a, "h": ann.h}, {"player": guest, "h": None}]
    assert tables.phone.client.get(path).json() == {"players": players}

    other = DoorClient(as_admin, create_date())
    phone.enter(create_link(as_admin, other.id, "tables"))
    settings = phone.client.put(f"/api/tables/{tables.id}/settings", {"format": "draft"}, format="json")
    refused = [phone.client.get(path), settings]
    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(403, "door_role")] * 2


@pytest.fixture
def running(tables):
    tables.start("Maya Rossi", "Sam Reyes")
    return tables


def count_statements(call):
    with CaptureQueriesContext(connection) as captured:
        answer = call()
    return answer.status_code, len(captured)


def test_answers_are_public_for_five_seconds_and_a_phone_that_has_one_gets_304_by_one_statement(running, as_visitor):
    first = running.read()
    etag = first["ETag"]

    assert first["Cache-Control"] == running.read(etag)["Cache-Control"] == "public, max-age=5"
    assert count_statements(lambda: running.read(etag)) == (304, 1)
    assert count_statements(lambda: running.read(etag, as_visitor)) == (304, 1)


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


def test_no_full_name_account_or_code_is_public(running):
    text = running.read().content.decode()

    for ticket in [player.ticket for player in running.tournament.players.all()]:
        user = ticket.booking.user
        secrets = (user.last_name, user.email, user.public_id, ticket.code, ticket.h, ticket.public_id)
        assert not [each for each in secrets if each in text]
    assert running.phone.uuid not in text
