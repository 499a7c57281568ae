"""What the database refuses about the door."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from door.models import Device, Entry, EntryText, Link, Night
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return Night.objects.create(occurrence=OccurrenceFactory())


@pytest.fixture
def device(night) -> Device:
    return Device.objects.create(night=night, uuid=uuid4())


def create_entry(device: Device, seq: int = 1) -> Entry:
    return Entry.objects.create(device=device, seq=seq, at=in_days(0), received_at=in_days(0), kind="guest", seats=1)


def expect_refusal(change: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def test_entries_are_never_changed_or_deleted(device):
    entry = create_entry(device)
    text = EntryText.objects.create(entry=entry, name="Ana")

    expect_refusal(lambda: Entry.objects.update(seats=2))
    expect_refusal(lambda: Entry.objects.filter(pk=entry.pk)._raw_delete("default"))

    EntryText.objects.update(name="")
    text.delete()
    assert Entry.objects.get().seats == 1


def test_a_phone_uses_each_number_once(device):
    create_entry(device)

    expect_refusal(lambda: create_entry(device))


@pytest.mark.parametrize("seq", [0, -1])
def test_numbers_begin_with_one(device, seq):
    expect_refusal(lambda: create_entry(device, seq))


def test_a_phone_is_at_a_door_once(night, device):
    expect_refusal(lambda: Device.objects.create(night=night, uuid=device.uuid))


def test_two_links_never_have_the_same_key(night):
    fields = {"night": night, "role": "door", "key_hash": "hash", "pin_hmac": "hash", "ends_at": in_days(1)}
    Link.objects.create(**fields)

    expect_refusal(lambda: Link.objects.create(**fields))


@pytest.mark.parametrize("only", ["when", "who"])
def test_a_closed_door_says_when_and_who(night, admin, only):
    fields = {"closed_at": in_days(0)} if only == "when" else {"closed_by": admin}

    expect_refusal(lambda: Night.objects.update(**fields))


def test_a_date_has_one_door(night):
    expect_refusal(lambda: Night.objects.create(occurrence=night.occurrence))
