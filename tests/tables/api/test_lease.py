"""One phone at a time writes. Another one can take over."""

from uuid import uuid4

import pytest

from door.models import Device
from tests.conftest import signed_in
from tests.door.phones import Door, create_date, create_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def created(tables):
    tables.create()
    return tables


def test_taking_over_raises_the_generation_and_names_the_writer(created):
    ben = created.enter("Ben")

    assert created.take().json() == {"generation": 1}
    assert created.take(ben).json() == {"generation": 2}

    assert (created.get()["generation"], created.get()["writer"]["name"]) == (2, "Ben")


def test_a_phone_that_asks_again_keeps_its_generation(created):
    assert [created.take().json()["generation"] for _ in range(2)] == [1, 1]


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

    assert not Device.objects.get(link=None, name="Sam").entries.exists()


def test_nobody_takes_over_as_somebody_else(created):
    ben = created.enter("Ben")

    answers = [
        created.take(ben, device=created.phone.uuid),
        created.post(created.door.organizer, "lease", device=created.phone.uuid),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "door_device")] * 2


def test_a_phone_of_another_date_cannot_take_over(created, as_admin):
    other = Door(as_admin, create_date())
    phone = created.door.phone("Kim")
    phone.enter(create_link(as_admin, other.id, "tables"))

    answer = created.take(phone)

    assert (answer.status_code, answer.json()["code"]) == (403, "door_role")


def test_who_may_not_keep_tables_may_not_take_over(created, as_visitor):
    clients = [created.door.phone().client, as_visitor, signed_in()]

    answers = [created.post(client, "lease", device=str(uuid4())) for client in clients]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (403, "door_role"),
        (403, "door_role"),
        (401, "door_signed_out"),
    ]
