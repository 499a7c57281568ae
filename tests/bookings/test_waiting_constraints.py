"""The rule of waiting lists, and rows of them that the database refuses."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from bookings.models import Booking, WaitingEntry
from bookings.waiting_rule import Wish, allot, count_promised
from tests.support.factories import OccurrenceFactory, UserFactory, in_days


@pytest.fixture
def entry() -> WaitingEntry:
    return create_entry(status="offered", offered_until=in_days(1))


def create_entry(**fields: Any) -> WaitingEntry:
    defaults = {"occurrence": OccurrenceFactory, "user": UserFactory, "seats": 2, "at_least": 1}
    return WaitingEntry.objects.create(
        **{name: make() if callable(make) else make for name, make in defaults.items()} | fields
    )


def create_offer(entry: WaitingEntry, **fields: Any) -> Booking:
    wanted = {"waiting_entry": entry, "kind": "offer", "held_until": entry.offered_until} | fields
    return Booking.objects.create(occurrence=entry.occurrence, user=entry.user, seats=2, **wanted)


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"seats": 0, "at_least": 0}, "entry_"),
        ({"seats": 11}, "entry_waits_for_some_seats"),
        ({"at_least": 0}, "entry_asks_for_no_more_than_its_seats"),
        ({"at_least": 3}, "entry_asks_for_no_more_than_its_seats"),
        ({"status": "offered"}, "an_offer_has_an_end"),
    ],
    ids=["no seats", "eleven seats", "at least none", "at least too many", "no end"],
)
def test_an_impossible_entry_is_refused(fields, name):
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        create_entry(**fields)


@pytest.mark.parametrize("status", ["waiting", "offered"])
def test_a_second_live_entry_is_refused(entry, status):
    again = {"user": entry.user, "occurrence": entry.occurrence, "offered_until": in_days(1)}

    with pytest.raises(IntegrityError), transaction.atomic():
        create_entry(status=status, **again)
    assert create_entry(status="left", **again)


@pytest.mark.parametrize("status", ["pending", "confirmed"])
def test_a_second_live_booking_of_an_offer_is_refused(entry, status):
    offer = create_offer(entry)

    with pytest.raises(IntegrityError), transaction.atomic():
        create_offer(entry, kind="order", status=status, held_until=None)
    assert create_offer(entry, status="cancelled")
    assert offer.status == "pending"


@pytest.mark.parametrize(
    "fields",
    [{"waiting_entry": None}, {"held_until": None}, {"status": "confirmed", "held_until": None}],
    ids=["no entry", "no end", "confirmed"],
)
def test_an_impossible_offer_is_refused(entry, fields):
    with pytest.raises(IntegrityError, match="an_offer_is_a_hold_for_an_entry"), transaction.atomic():
        create_offer(entry, **fields)


WISHES = st.integers(1, 10).flatmap(
    lambda seats: st.builds(Wish, st.just(seats), st.integers(1, seats))
)  # at least 1, at most all of them


@given(free=st.integers(-5, 40), line=st.lists(WISHES, max_size=8))
def test_nobody_gets_seats_that_an_earlier_entry_would_have_taken(free, line):
    given_seats = allot(free, line)

    assert sum(given_seats) == count_promised(free, line) <= max(free, 0)
    left = free
    for wish, seats in zip(line, given_seats, strict=True):
        assert seats == 0 or wish.at_least <= seats <= wish.seats
        assert seats == (min(wish.seats, left) if wish.at_least <= left else 0)
        left -= seats
