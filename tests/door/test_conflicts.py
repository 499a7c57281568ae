"""Who is inside, and what needs attention, from a log in whatever order it arrived."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from door.conflicts import Admission, Attendance, Move, Ticket, derive_attendance
from door.models import DoorEntry
from tests.door.phones import DoorClient, PhoneClient
from tests.support.factories import BookingFactory

SEVEN = datetime(2026, 11, 20, 19, tzinfo=UTC)
A, B = "a", "b"  # phones
TICKET = 1


def minutes(count: float) -> datetime:
    return SEVEN + timedelta(minutes=count)


def let_in(seats: int, at: float, phone: str = A, seq: int = 1, ticket: int | None = TICKET, **more: Any) -> Admission:
    return Admission(phone=phone, seq=seq, at=minutes(at), seats=seats, ticket=ticket, **more)


def move(seats: int, at: float = -60, *, ticket: int = TICKET, is_here: bool = True) -> Move:
    return Move(ticket, is_here, seats, minutes(at))


def end(what: str, at: float) -> Ticket:
    """Return a ticket of four seats that ended at that time."""
    others = {"replaced": [move(4, at, ticket=2)], "moved": [move(4, at, is_here=False)], "refunded": []}
    return Ticket(TICKET, 7, [move(4), move(-4, at), *others[what]], is_replaced=what == "replaced")


def derive(*admissions: Admission, tickets: Sequence[Ticket] = (), closed: float | None = None) -> Attendance:
    """Derive with a booking of four seats that has one ticket, or these."""
    known = {each.pk: each for each in tickets or [Ticket(TICKET, 7, [move(4)])]}
    closed_at = None if closed is None else minutes(closed)
    return derive_attendance(admissions, undone=set(), tickets=known, closed_at=closed_at)


def test_the_later_of_two_phones_has_a_double() -> None:
    found = derive(let_in(4, 2, B), let_in(4, 1, A))

    assert found.conflicts == {(A, 1): None, (B, 1): "double"}
    assert found.inside == 4


def test_too_many_guests_fill_the_ticket() -> None:
    found = derive(let_in(3, 1), let_in(2, 2, seq=2), let_in(1, 3, seq=3))

    assert found.conflicts == {(A, 1): None, (A, 2): "over", (A, 3): "double"}
    assert found.inside == 4


def test_at_the_same_time_phone_and_number_decide() -> None:
    assert derive(let_in(4, 1, B, 1), let_in(4, 1, A, 9)).conflicts == {(A, 9): None, (B, 1): "double"}
    assert derive(let_in(4, 1, A, 2), let_in(4, 1, A, 1)).conflicts == {(A, 1): None, (A, 2): "double"}


@pytest.mark.parametrize("what", ["replaced", "moved", "refunded"])
def test_a_ticket_that_ended_is_a_conflict_only_afterwards(what: Any) -> None:
    found = derive(let_in(1, 9), let_in(1, 10, seq=2), let_in(1, 11, seq=3), tickets=[end(what, 10)])

    assert found.conflicts == {(A, 1): None, (A, 2): what, (A, 3): what}
    assert found.inside == 1


def test_the_first_conflict_that_fits_applies() -> None:
    """Another ticket replaced the first, the booking moved to another date, and was refunded there."""
    moves = [move(4), move(-4, 0), move(4, 0, ticket=2)]
    moves += [move(-4, 0, ticket=2), move(4, 0, ticket=2, is_here=False), move(-4, 0, ticket=2, is_here=False)]
    replaced, moved = Ticket(1, 7, moves, is_replaced=True), Ticket(2, 7, moves)

    for ticket, conflict in ((replaced, "replaced"), (moved, "moved"), (end("refunded", 0), "refunded")):
        found = derive(let_in(9, 1, ticket=ticket.pk), closed=0, tickets=[ticket])
        assert found.conflicts == {(A, 1): conflict}
    assert derive(let_in(9, 1), closed=0).conflicts == {(A, 1): "closed"}
    assert derive(let_in(9, 1, ticket=None), closed=0).conflicts == {(A, 1): "unknown"}


def test_a_ticket_is_unknown_until_its_booking_comes_to_the_date() -> None:
    """The booking comes, leaves and comes back. Its second ticket replaced the first before that."""
    moves = [move(4, is_here=False), move(-4, -30, is_here=False), move(4, -30, ticket=2, is_here=False)]
    moves += [move(-4, 2, ticket=2, is_here=False), move(4, 2, ticket=2)]
    moves += [move(-4, 4, ticket=2), move(4, 4, ticket=2, is_here=False)]
    moves += [move(-4, 6, ticket=2, is_here=False), move(4, 6, ticket=2)]
    tickets = [Ticket(1, 7, moves, is_replaced=True), Ticket(2, 7, moves)]
    log = [let_in(1, at, phone, at, ticket=pk) for at in (1, 3, 5, 7) for phone, pk in ((A, 1), (B, 2))]

    found = derive(*log, tickets=tickets)

    assert [found.conflicts[A, at] for at in (1, 3, 5, 7)] == ["unknown", "replaced", "replaced", "replaced"]
    assert [found.conflicts[B, at] for at in (1, 3, 5, 7)] == ["unknown", None, "moved", None]


def test_while_its_seats_were_refunded_a_ticket_has_none_whatever_became_of_it_later() -> None:
    """They were sold again, and then another ticket replaced it."""
    moves = [move(4), move(-4, 2), move(4, 4), move(-4, 6), move(4, 6, ticket=2)]
    log = [let_in(1, at, seq=at) for at in (1, 3, 5, 7)]

    found = derive(*log, tickets=[Ticket(TICKET, 7, moves, is_replaced=True)])

    assert list(found.conflicts.values()) == [None, "refunded", None, "replaced"]


def test_an_entry_counts_against_the_seats_of_its_time() -> None:
    moves = [move(4), move(-3, 5)]

    found = derive(let_in(2, 4), let_in(1, 6, seq=2), tickets=[Ticket(TICKET, 7, moves)])

    assert found.conflicts == {(A, 1): None, (A, 2): "double"}


def test_a_ticket_admits_guests_before_it_existed_because_clocks_differ() -> None:
    assert derive(let_in(4, -90)).conflicts == {(A, 1): None}
    later = Ticket(2, 7, [move(4), move(-1, -30), move(1, -30, ticket=2)])
    assert derive(let_in(1, -90, ticket=2), tickets=[later]).conflicts == {(A, 1): None}


@pytest.mark.parametrize("what", ["replaced", "moved", "refunded"])
def test_within_a_millisecond_an_entry_is_later_than_the_end_of_its_ticket(what: Any) -> None:
    ended = 0.000999 / 60  # phones say 19:00:00.000 until then

    assert derive(let_in(1, 0), tickets=[end(what, ended)]).conflicts == {(A, 1): what}
    assert derive(let_in(1, 0), tickets=[end(what, ended + 0.000001 / 60)]).conflicts == {(A, 1): None}
    sold_again = Ticket(TICKET, 7, [move(4), move(-4, -1), move(4, ended)])
    assert derive(let_in(1, 0), tickets=[sold_again]).conflicts == {(A, 1): None}


def test_a_booking_admits_no_more_than_its_seats_with_several_tickets() -> None:
    moves = [move(4), move(-4, 5), move(4, 5, ticket=2)]
    tickets = [Ticket(1, 7, moves, is_replaced=True), Ticket(2, 7, moves)]

    found = derive(let_in(4, 1), let_in(4, 6, seq=2, ticket=2), tickets=tickets)

    assert found.conflicts == {(A, 1): None, (A, 2): "double"}
    assert (found.by_ticket, found.inside) == ({1: 4, 2: 0}, 4)


def test_a_ticket_admits_no_more_than_its_own_seats_of_a_booking() -> None:
    moves = [move(4), move(-1, -30), move(1, -30, ticket=2)]
    tickets = [Ticket(1, 7, moves), Ticket(2, 7, moves)]

    found = derive(let_in(3, 1), let_in(1, 2, seq=2), tickets=tickets)

    assert found.conflicts == {(A, 1): None, (A, 2): "double"}
    assert found.inside == 3


MOVES = [move(4), move(-1, -30), move(1, -30, ticket=2), move(-1, 5, ticket=2), move(1, 5)]
TICKETS = {
    1: Ticket(1, 7, MOVES),
    2: Ticket(2, 7, MOVES, is_replaced=True),
    3: Ticket(3, 8, [move(2, ticket=3), move(-2, 3, ticket=3), move(2, 3, ticket=3, is_here=False)]),
}
MOST_SEATS = {1: 4, 2: 1, 3: 2}
BOOKING_SEATS = {7: 4, 8: 2}


@st.composite
def logs(draw: Any) -> list[Admission]:
    keys = draw(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9)), unique=True, max_size=12))
    return [
        let_in(draw(st.integers(1, 5)), draw(st.integers(0, 9)), *key, ticket=draw(st.sampled_from([1, 2, 3, None])))
        for key in keys
    ]


def derive_all(log: list[Admission], undone: set[Any]) -> Attendance:
    return derive_attendance(log, undone=undone, tickets=TICKETS, closed_at=minutes(8))


@given(logs(), st.randoms(use_true_random=False), st.sets(st.tuples(st.sampled_from("abc"), st.integers(1, 9))))
def test_the_order_of_arrival_makes_no_difference(log, random, undone) -> None:
    shuffled = list(log)
    random.shuffle(shuffled)

    assert derive_all(shuffled, undone) == derive_all(log, undone)


@given(logs(), st.sets(st.tuples(st.sampled_from("abc"), st.integers(1, 9))))
def test_nobody_counts_twice_and_every_admission_is_judged(log, undone) -> None:
    found = derive_all(log, undone)

    assert set(found.conflicts) == {admission.key for admission in log} - undone
    assert all(count <= MOST_SEATS[ticket] for ticket, count in found.by_ticket.items())
    assert all(count <= BOOKING_SEATS[booking] for booking, count in found.by_booking.items())
    admitted = sum(admission.seats for admission in log if found.conflicts.get(admission.key, "undone") is None)
    over = sum(admission.seats for admission in log if found.conflicts.get(admission.key) == "over")
    assert admitted <= found.inside <= admitted + over


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
def tickets(door: DoorClient) -> list[Any]:
    return [BookingFactory(occurrence=door.date, seats=seats).passes.get() for seats in (1, 2, 4)]


def take_step(phones: list[PhoneClient], tickets: list[Any], step: tuple[str, int, int, int]) -> None:
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
            stored = phone.row.entries.order_by("seq").values_list("seq", flat=True)
            assert list(stored) == [entry["seq"] for entry in phone.log]
            assert phone.get_list().json()["seen"][phone.uuid] == len(phone.log)
        recent = [list_recent(phone) for phone in phones]
        assert recent[0] == recent[1]
        seen_by_staff = [{name: row[name] for name in recent[0][0]} for row in facts["conflicts"]]
        assert [row for row in recent[0] if row["conflict"]] == seen_by_staff
        assert facts["in"] == count_inside(phones, tickets)
        assert DoorEntry.objects.count() == sum(len(phone.log) for phone in phones)
        transaction.set_rollback(True)


def list_recent(phone: PhoneClient) -> list[dict[str, Any]]:
    """Return the last entries of all phones, with the phone's own number replaced by its ID, as others see it."""
    rows = phone.get_list().json()["recent"]
    return [row | {"device": row["device"].replace(phone.uuid, phone.row.public_id)} for row in rows]


def count_inside(phones: list[PhoneClient], tickets: list[Any]) -> int:
    """Count from the phones' own logs: what was not undone, and no more than each ticket's seats."""
    admitted: Counter[str] = Counter()
    for phone in phones:
        undone = {entry["of"] for entry in phone.log if entry["kind"] == "undo"}
        for entry in phone.log:
            if entry["kind"] == "in" and entry["seq"] not in undone:
                admitted[entry["h"]] += entry["seats"]
    return sum(min(ticket.seats, admitted[ticket.h]) for ticket in tickets)
