"""What other features of the shop do to somebody who is at a table: who was paired stays paired."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from bookings.models import Booking
from bookings.services.passes import record_moves
from bookings.services.seats import release_seats
from events.models import Event, Occurrence
from privacy.services.delete_account import anonymize_account
from tables.models import Tournament
from tests.conftest import signed_in
from tests.support.factories import GuestFactory, OccurrenceFactory, PassFactory, UserFactory
from tests.tables.tables_calls import Tables, build_player, build_result, build_round


@pytest.fixture
def seated(tables: Tables) -> Tables:
    """Pair Maya, who has two seats, with herself."""
    tables.maya = tables.let_in("Maya Rossi", seats=2)  # type: ignore[attr-defined]
    a, b = tables.start()
    assert tables.write(build_round(1, [a, b])) == ["stored"]
    return tables


def cancel(tables: Tables) -> None:
    tables.door.date.status = "canceled"
    tables.door.date.save()


def move(tables: Tables) -> None:
    Booking.objects.update(occurrence=OccurrenceFactory())
    record_moves(booking_ids=[tables.maya.booking_id])  # type: ignore[attr-defined]


def refund(tables: Tables) -> None:
    with transaction.atomic():
        release_seats(booking_ids=list(Booking.objects.values_list("pk", flat=True)))
    Booking.objects.update(status=Booking.Status.REFUNDED)


def hide_event(tables: Tables) -> None:
    Event.objects.update(hidden_at=timezone.now())


def close_door(tables: Tables) -> None:
    assert tables.door.post("close", force=True).status_code == 200


@pytest.mark.parametrize("change", [cancel, move, refund, hide_event, close_door])
def test_whatever_happens_to_the_seats_or_the_date_the_tournament_goes_on(seated, change):
    change(seated)

    assert seated.report(seated.maya.code, games=[2, 0, 0]).status_code == 201
    assert seated.write(build_result(1, 1, 2, 0, 0), {"kind": "end"}) == ["stored"] * 2
    assert seated.list_names() == ["Maya R.", "Maya R. +1"]
    assert seated.get()["rounds"][0]["tables"][0]["result"] == {"games": [2, 0, 0]}


def test_an_admission_that_is_undone_leaves_the_player_for_the_scorekeeper_to_set_aside(seated):
    entered = seated.maya.entries.filter(kind="in").get()
    seated.door.post("undo", device=str(entered.phone.uuid), seq=entered.seq, reason="Wrong party.")

    _, b = [player["_id"] for player in seated.get()["players"]]

    assert seated.write({"kind": "unpair", "number": 1}, {"kind": "aside", "player": b, "on": True}) == ["stored"] * 2
    assert [player["aside"] for player in seated.get()["players"]] == [False, True]


def test_a_pass_that_admits_more_people_later_adds_no_players_by_itself(tables):
    ticket = tables.let_in("Maya Rossi", seats=3, inside=1)
    tables.start()
    phone = tables.door.phone()
    phone.send(phone.let_in(ticket.h, 2))

    assert tables.list_names() == ["Maya R."]
    mine = signed_in().post("/api/tables/mine", {"codes": [ticket.code]}, format="json").json()
    assert len(mine["seats"][0]["players"]) == 1


def test_a_lease_has_a_writer_and_a_date_one_tournament(tables):
    tables.create()

    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(generation=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.create(door=tables.tournament.door, format="swiss", minutes=50, points=True, seed=1)


@pytest.fixture
def named(tables):
    """Let in Maya with a friend, a named ticket and two typed names, and walk-ins. Return her ticket."""
    maya = tables.let_in("Maya Rossi", seats=5, inside=2)
    phone = tables.door.phone()
    friend = GuestFactory(booking=maya.booking, first_name="Sam").passes.get()
    label = PassFactory(booking=maya.booking, label="Kim")
    phone.send(phone.let_in(friend.h), phone.let_in(label.h))
    players = tables.start()
    names = zip(players[1:], ("Nico Nye", "Sammy"), strict=False)
    tables.write(*({"kind": "name", "player": player, "name": name} for player, name in names))
    tables.write(build_player("Lou Lane", **{"pass": maya.h}), build_player("Eve Ek"))
    assert tables.list_names() == ["Maya R.", "Nico N.", "Sammy", "Kim", "Lou L.", "Eve E."]
    return maya


def test_names_of_walk_ins_and_guests_are_erased_30_days_after_the_date(tables, named):
    started = timezone.now() - timedelta(days=32)
    Occurrence.objects.update(starts_at=started, ends_at=started + timedelta(days=3))
    etag = tables.read()["ETag"]
    Occurrence.objects.update(ends_at=started + timedelta(days=1))

    cache.clear()
    call_command("upkeep")

    assert tables.read(etag).status_code == 200
    assert tables.list_names() == ["Maya R.", "Maya R. +1", "Guest", "Maya R. +2", "Maya R. +3", "Guest"]


def test_deleting_the_account_erases_the_names_of_its_seats_and_no_others(tables, named):
    etag = tables.read()["ETag"]
    UserFactory(is_staff=True)

    anonymize_account(by=named.booking.user)

    assert tables.read(etag).status_code == 200
    assert tables.list_names() == ["Deleted", "Deleted +1", "Sammy", "Deleted +2", "Deleted +3", "Eve E."]


def test_the_export_has_the_seats_that_played(tables):
    tickets = [tables.let_in(name, seats=seats) for name, seats in (("Maya Rossi", 2), ("Ann Ames", 1))]
    a, b, c = tables.start()
    tables.write(build_round(1, [a, c], bye=b))
    tables.report(tickets[0].code, games=[2, 0, 0])

    exported = signed_in(tickets[0].booking.user).get("/api/users/profile/data").json()["tables"]

    shown = [(each["event"], each["name"], each["reports"]) for each in exported]
    assert shown == [("Draft Night", "Maya R.", [{"games": [2, 0, 0]}]), ("Draft Night", "Maya R. +1", [])]
