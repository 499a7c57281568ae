"""Names of players are exported and erased."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from changes.services.delete_account import anonymize_account
from events.models import Occurrence
from tests.conftest import signed_in
from tests.support.factories import GuestFactory, PassFactory, UserFactory
from tests.tables.tables_calls import build_player, build_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def named(tables):
    """Let in Maya with a friend, a named ticket and two typed names, and walk-ins. Return her ticket."""
    maya = tables.let_in("Maya Rossi", seats=5, inside=2)
    phone = tables.door.phone()
    friend = GuestFactory(booking=maya.booking, first_name="Sam").passes.get()
    label = PassFactory(booking=maya.booking, label="Kim")
    phone.send(phone.let_in(friend.h), phone.let_in(label.h))
    players = tables.start()
    tables.write(
        {"kind": "name", "player": players[1], "name": "Nico Nye"},
        {"kind": "name", "player": players[2], "name": "Sammy"},
        build_player("Lou Lane", **{"pass": maya.h}),
        build_player("Eve Ek"),
    )
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

    assert [(each["event"], each["name"], each["reports"]) for each in exported] == [
        ("Draft Night", "Maya R.", [{"games": [2, 0, 0]}]),
        ("Draft Night", "Maya R. +1", []),
    ]
