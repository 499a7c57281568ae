"""What the database refuses about the door."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from door.models import Count, Door, DoorEntry, DoorLink, Drawer, Move, Phone
from orders.models import Order
from payments.models import Payment
from tests.support.factories import OccurrenceFactory, in_days


@pytest.fixture
def empty_door() -> Door:
    return Door.objects.create(occurrence=OccurrenceFactory())


@pytest.fixture
def phone(empty_door) -> Phone:
    return Phone.objects.create(door=empty_door, uuid=uuid4())


@pytest.fixture
def drawer(till) -> Drawer:
    return Drawer.objects.get()


def create_entry(phone: Phone, seq: int = 1, **texts: str) -> DoorEntry:
    now = in_days(0)
    return DoorEntry.objects.create(phone=phone, seq=seq, at=now, received_at=now, kind="guest", seats=1, **texts)


def refuse(name: str, write: Any) -> None:
    """Check that the database refuses the write; SQLite names the columns of a unique constraint instead of it."""
    with pytest.raises(IntegrityError, match=f"{name}|UNIQUE constraint failed"), transaction.atomic():
        write()


def test_entries_are_never_changed_or_deleted(phone):
    entry = create_entry(phone, name="Ana", note="The drummer")

    for change in ({"seats": 2}, {"name": "Bea"}, {"note": "A singer"}, {"name": "", "seats": 2}, {"body": {"a": 1}}):
        refuse("", lambda change=change: DoorEntry.objects.update(**change))
    refuse("", lambda: DoorEntry.objects.filter(pk=entry.pk)._raw_delete("default"))

    DoorEntry.objects.update(name="")
    DoorEntry.objects.update(note="")
    refuse("", lambda: DoorEntry.objects.update(name="Ana"))
    assert DoorEntry.objects.get().seats == 1


def test_a_phone_uses_each_number_once_from_one_and_is_at_a_door_once(empty_door, phone):
    create_entry(phone)

    for seq in (1, 0, -1):
        refuse("", lambda seq=seq: create_entry(phone, seq))
    refuse("", lambda: Phone.objects.create(door=empty_door, uuid=phone.uuid))


def test_two_links_never_have_the_same_key(empty_door):
    fields = {"door": empty_door, "role": "door", "key_hash": "hash", "pin_hmac": "hash"}
    DoorLink.objects.create(**fields)

    refuse("key_hash", lambda: DoorLink.objects.create(**fields))


def test_a_date_has_one_door_and_a_closed_one_says_when_and_who(empty_door, admin):
    refuse("occurrence", lambda: Door.objects.create(occurrence=empty_door.occurrence))
    for fields in ({"closed_at": in_days(0)}, {"closed_by": admin}):
        refuse("", lambda fields=fields: Door.objects.update(**fields))


def test_an_order_is_paid_in_cash_once_with_enough(till):
    till.sell(given=20)

    for change in ({"amount": 0}, {"amount": -1}):
        refuse("cash_is_positive", lambda change=change: Payment.objects.in_cash().update(**change))
    refuse("cash_given_covers_it", lambda: Payment.objects.in_cash().update(given="13.79"))
    Payment.objects.in_cash().update(given="13.80")
    again = {"order": Order.objects.get(), "method": "cash", "status": "completed", "amount": 1, "given": 1, "fee": 0}
    refuse("one_capture_per_order", lambda: Payment.objects.create(**again, captured_at=timezone.now()))


def test_a_door_has_one_drawer_with_a_reason_if_it_is_off(drawer):
    closed = {"closed_at": timezone.now(), "expected": 50, "counted": 47}

    refuse("door", lambda: Drawer.objects.create(door=drawer.door, float=1))
    refuse("a_difference_has_a_reason", lambda: Drawer.objects.update(**closed))
    refuse("a_closed_drawer_is_counted", lambda: Drawer.objects.update(**closed | {"counted": None, "reason": "x"}))
    refuse("drawer_float_not_negative", lambda: Drawer.objects.update(float=-1))
    Drawer.objects.update(**closed, reason="Somebody paid twice")


def test_each_name_counts_once(drawer):
    Count.objects.create(drawer=drawer, name="Ana", total=50)

    refuse("one_count_per_name", lambda: Count.objects.create(drawer=drawer, name="ANA", total=50))
    refuse("count_not_negative", lambda: Count.objects.create(drawer=drawer, name="Ben", total=-1))
    Count.objects.create(drawer=drawer, name="Ana", total=50, alone=True)


def test_an_entry_moves_cash_once_as_its_kind_says(till, drawer):
    till.sell(given=20)
    order, entry = Order.objects.get(), DoorEntry.objects.get()

    def move(**fields):
        return lambda: Move.objects.create(door=drawer.door, **fields)

    refuse("one_move_per_entry", move(kind="other", amount=1, entry=entry))
    for kind, amount in (("sale", 5), ("over", -5), ("refund", -5)):
        refuse("a_move_is_a_sale_a_refund_or_neither", move(kind=kind, amount=amount))
    refuse("a_move_is_a_sale_a_refund_or_neither", move(kind="other", amount=5, order=order))
