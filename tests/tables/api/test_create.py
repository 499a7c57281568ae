"""Scorekeepers create the tournament of a date from who is inside."""

from uuid import uuid4

import pytest
from auditlog.models import LogEntry
from django.utils import timezone

from door.models import Phone
from tables.models import Tournament
from tests.door.phones import DoorClient, create_date, create_link, format_time
from tests.support.factories import GuestFactory, PassFactory


def test_a_new_tournament_has_its_settings_and_no_rounds(tables):
    answer = tables.create(rounds=4, minutes=40)

    assert answer.status_code == 201
    created = answer.json()
    assert created == {
        "_id": tables.tournament.public_id, "name": "Draft Night", "startTime": created["startTime"], "format": "swiss",
        "plannedRounds": 4, "minutes": 40, "wholeRoom": False, "points": True, "seed": tables.tournament.seed,
        "generation": 0, "writer": None, "endedAt": None, "players": [], "rounds": [],
    }  # fmt: skip
    assert created == tables.get()


@pytest.mark.parametrize(
    ("chosen", "minutes", "points"),
    [
        ({"format": "draft"}, 50, True),
        ({"format": "swiss", "points": False}, 50, True),
        ({"format": "commander"}, 75, False),
        ({"format": "commander", "points": True, "minutes": 90}, 90, True),
    ],
)
def test_what_is_not_chosen_is_as_usual_for_the_format(tables, chosen, minutes, points):
    created = tables.create(**chosen).json()

    assert (created["minutes"], created["points"], created["plannedRounds"]) == (minutes, points, None)


def test_who_is_inside_plays_and_nobody_else(tables):
    tables.let_in("Maya Rossi", seats=4, inside=2)
    tables.let_in("Sam Reyes")
    tables.let_in("Kim Lee", seats=3, inside=1)

    tables.create()

    assert tables.list_names() == ["Maya R.", "Maya R. +1", "Sam R.", "Kim L."]
    maya = tables.get()["players"][0]
    assert maya == {"_id": maya["_id"], "name": "Maya R.", "fromRound": 1, "droppedAfter": None, "aside": False}


def test_a_pass_with_a_name_a_friends_seat_and_walk_ins_have_names_of_their_own(tables):
    booking = tables.let_in("Maya Rossi", seats=5, inside=1).booking
    friend = GuestFactory(booking=booking, first_name="Sam Reyes").passes.get()
    named = PassFactory(booking=booking, seats=2, label="Kim")
    phone = tables.door.phone()
    walk_ins = phone.record(kind="guest", seats=2, note="The band")
    phone.send(phone.let_in(friend.h), phone.let_in(named.h, 2), walk_ins)

    tables.create()

    assert sorted(tables.list_names()) == ["Guest", "Guest +1", "Kim", "Kim +1", "Maya R.", "Sam R."]


def test_a_date_has_one_tournament(tables):
    tables.create()

    answer = tables.create(format="draft")

    assert (answer.status_code, answer.json()["code"]) == (409, "tables_exist")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"format": "chess"}, {"rounds": 0}, {"minutes": 601}, {"bookingDate": "x"}])
def test_impossible_settings_are_refused(tables, wrong):
    assert tables.create(**wrong).status_code == 400


def test_the_audit_log_says_who_created_it(tables, admin):
    tables.create(tables.door.organizer)

    entry = LogEntry.objects.get(additional_data__did="tables created")
    assert entry.actor_id == admin.pk


def test_organizers_create_the_tables_of_a_date_without_a_door(tables):
    tables.door.date = create_date()

    assert tables.create(tables.door.organizer).status_code == 201
    assert tables.tournament.door.occurrence == tables.door.date


def test_a_till_is_refused(tables):
    answer = tables.create(tables.enter("Ben", "till").client)

    assert (answer.status_code, answer.json()["code"]) == (403, "door_role")


def test_a_phone_of_another_date_is_refused(tables, as_admin):
    other = create_date()
    DoorClient(as_admin, other)

    answer = tables.create(product=other.event.public_id, bookingDate=format_time(other.starts_at))

    assert (answer.status_code, answer.json()["code"]) == (403, "door_role")


def test_a_volunteer_who_is_signed_in_to_the_shop_is_a_scorekeeper_all_the_same(tables, visitor):
    tables.phone.client.force_login(visitor)

    assert tables.create().status_code == 201


def test_an_organizers_phone_with_a_link_for_the_door_may_do_what_the_organizer_may(tables, admin):
    phone = tables.enter("Ben", "door")
    phone.client.force_login(admin)

    assert tables.create(phone.client).status_code == 201


def test_a_canceled_date_gets_no_new_tables_from_organizers(tables):
    tables.door.date = create_date(status="canceled")

    assert tables.create(tables.door.organizer).status_code == 404


@pytest.fixture
def created(tables):
    tables.create()
    return tables


def test_taking_over_raises_the_generation_and_names_the_writer(created):
    ben = created.enter("Ben")

    assert [created.take().json() for _ in range(2)] == [{"generation": 1}] * 2  # it asked again
    assert created.take(ben).json() == {"generation": 2}

    found = created.get()
    assert (found["generation"], found["writer"]["name"]) == (2, "Ben")
    assert found["writer"]["since"][:10] == f"{timezone.now():%Y-%m-%d}"


def test_organizers_take_over_without_a_link_and_are_no_volunteers_phone(created, admin):
    created.take()
    own = str(uuid4())

    assert created.post(created.door.organizer, "lease", device=own).json() == {"generation": 2}

    assert created.get()["writer"]["name"] == admin.first_name
    assert own not in [each["device"] for each in created.door.get()["devices"]]


def test_what_an_organizer_undoes_is_no_entry_of_their_own_phone(created):
    phone = created.door.phone()
    phone.send(phone.record(kind="guest", seats=1, note=""))
    created.post(created.door.organizer, "lease", device=str(uuid4()))

    assert created.door.post("undo", device=phone.uuid, seq=1, reason="Wrong.").status_code == 200

    assert not Phone.objects.get(link=None, name="Sam").entries.exists()


def test_nobody_takes_over_as_somebody_else(created):
    ben = created.enter("Ben")

    answers = [
        created.take(ben, device=created.phone.uuid),
        created.post(created.door.organizer, "lease", device=created.phone.uuid),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "door_device")] * 2


def test_a_phone_of_another_date_cannot_take_over(created, as_admin):
    other = DoorClient(as_admin, create_date())
    phone = created.door.phone("Kim")
    phone.enter(create_link(as_admin, other.id, "tables"))

    answer = created.take(phone)

    assert (answer.status_code, answer.json()["code"]) == (403, "door_role")
