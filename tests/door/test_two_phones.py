"""Two phones with wrong clocks send again and again, in any order: no entry is lost, and all see the same."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from door.models import Entry
from tests.door.phones import Door, Phone
from tests.support.factories import BookingFactory

pytestmark = pytest.mark.django_db
EXAMPLES = 15
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("in"), st.integers(0, 1), st.integers(0, 2), st.integers(1, 3)),
        st.tuples(st.just("undo"), st.integers(0, 1), st.integers(0, 5), st.just(0)),
        st.tuples(st.just("send"), st.integers(0, 1), st.integers(0, 9), st.integers(1, 9)),
    ),
    max_size=20,
)


@pytest.fixture
def tickets(door: Door) -> list[Any]:
    return [BookingFactory(occurrence=door.date, seats=seats).passes.get() for seats in (1, 2, 4)]


def take_step(phones: list[Phone], tickets: list[Any], step: tuple[str, int, int, int]) -> None:
    kind, which, first, count = step
    phone = phones[which]
    if kind == "in":
        phone.let_in(tickets[first].h, count)
    elif kind == "undo" and phone.log:
        phone.undo(phone.log[first % len(phone.log)]["seq"])
    elif batch := phone.log[first % (len(phone.log) or 1) :][:count]:
        phone.send(*batch)


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(-300, 300), st.integers(-300, 300), STEPS, st.permutations(range(8)))
def test_nothing_is_lost_and_the_order_of_arrival_makes_no_difference(door, tickets, skew, other, steps, order):
    with transaction.atomic():
        phones = [door.phone("Ana", clock=timedelta(minutes=skew)), door.phone("Ben", clock=timedelta(minutes=other))]
        for step in steps:
            take_step(phones, tickets, step)
        for place in order:  # in parts, and everything at least once more
            phone = phones[place % 2]
            if part := phone.log[place // 2 :: 4]:
                phone.send(*part)

        facts = door.get()
        for phone in phones:
            assert list(phone.device.entries.order_by("seq").values_list("seq", flat=True)) == [
                entry["seq"] for entry in phone.log
            ]
            assert phone.get_list().json()["seen"][phone.uuid] == len(phone.log)
        recent = [list_recent(phone) for phone in phones]
        assert recent[0] == recent[1]
        seen_by_staff = [{name: row[name] for name in recent[0][0]} for row in facts["conflicts"]]
        assert [row for row in recent[0] if row["conflict"]] == seen_by_staff
        assert facts["in"] == count_inside(phones, tickets)
        assert Entry.objects.count() == sum(len(phone.log) for phone in phones)
        transaction.set_rollback(True)


def list_recent(phone: Phone) -> list[dict[str, Any]]:
    """Return the last entries of all phones, with the phone's own number replaced by its ID, as others see it."""
    rows = phone.get_list().json()["recent"]
    return [row | {"device": row["device"].replace(phone.uuid, phone.device.public_id)} for row in rows]


def count_inside(phones: list[Phone], tickets: list[Any]) -> int:
    """Count from the phones' own logs: what was not undone, and no more than each ticket's seats."""
    undone = {(phone.uuid, entry["of"]) for phone in phones for entry in phone.log if entry["kind"] == "undo"}
    admitted = [
        entry
        for phone in phones
        for entry in phone.log
        if entry["kind"] == "in" and (phone.uuid, entry["seq"]) not in undone
    ]
    return sum(
        min(ticket.seats, sum(entry["seats"] for entry in admitted if entry["h"] == ticket.h)) for ticket in tickets
    )
