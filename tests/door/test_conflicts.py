"""Who is inside, and what needs attention, from a log in whatever order it arrived."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from door.conflicts import Absence, Admission, Attendance, Seats, Ticket, derive_attendance
from door.models import DoorEntry
from tests.door.phones import DoorClient, PhoneClient
from tests.support.factories import BookingFactory

pytestmark = pytest.mark.django_db


SEVEN = datetime(2026, 11, 20, 19, tzinfo=UTC)
A, B = "a", "b"  # phones
TICKET = 1


def minutes(count: float) -> datetime:
    return SEVEN + timedelta(minutes=count)


def let_in(seats: int, at: float, device: str = A, seq: int = 1, ticket: int | None = TICKET, **more: Any) -> Admission:
    return Admission(device=device, seq=seq, at=minutes(at), seats=seats, ticket=ticket, **more)


def derive(
    *admissions: Admission,
    seats: int = 4,
    tickets: Sequence[Ticket] = (),
    closed: float | None = None,
    absences: Sequence[Absence] = (),
) -> Attendance:
    """Derive with a booking of so many seats that has one ticket, or these."""
    tickets = tickets or [Ticket(TICKET, 7, Seats(seats), absences)]
    return derive_attendance(
        admissions,
        undone=set(),
        tickets={each.pk: each for each in tickets},
        booking_seats={7: Seats(seats)},
        closed_at=None if closed is None else minutes(closed),
    )


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
    found = derive(let_in(1, 9), let_in(1, 10, seq=2), let_in(1, 11, seq=3), absences=[Absence(what, minutes(10))])

    assert found.conflicts == {(A, 1): None, (A, 2): what, (A, 3): what}
    assert found.inside == 1


def test_the_first_conflict_that_fits_applies() -> None:
    absences = [Absence(what, minutes(0)) for what in ("refunded", "moved", "replaced")]

    for count, conflict in ((3, "replaced"), (2, "moved"), (1, "refunded"), (0, "closed")):
        assert derive(let_in(9, 1), closed=0, absences=absences[:count]).conflicts == {(A, 1): conflict}
    assert derive(let_in(9, 1, ticket=None), closed=0).conflicts == {(A, 1): "unknown"}


@pytest.mark.parametrize("what", ["replaced", "moved", "refunded"])
def test_within_a_millisecond_an_entry_is_later_than_the_end_of_its_ticket(what: Any) -> None:
    ended = SEVEN + timedelta(microseconds=999)  # phones say 19:00:00.000 until then

    later = ended + timedelta(microseconds=1)
    assert derive(let_in(1, 0), absences=[Absence(what, ended)]).conflicts == {(A, 1): what}
    assert derive(let_in(1, 0), absences=[Absence(what, later)]).conflicts == {(A, 1): None}
    assert derive(let_in(1, 0), absences=[Absence(what, minutes(-1), ended)]).conflicts == {(A, 1): None}


def test_a_booking_admits_no_more_than_its_seats_with_several_tickets() -> None:
    tickets = [Ticket(1, 7, Seats(4), [Absence("replaced", minutes(5))]), Ticket(2, 7, Seats(4))]

    found = derive(let_in(4, 1), let_in(4, 6, seq=2, ticket=2), tickets=tickets)

    assert found.conflicts == {(A, 1): None, (A, 2): "double"}
    assert (found.by_ticket, found.inside) == ({1: 4, 2: 0}, 4)


def test_a_ticket_admits_no_more_than_its_own_seats_of_a_booking() -> None:
    tickets = [Ticket(1, 7, Seats(3)), Ticket(2, 7, Seats(1))]

    found = derive(let_in(3, 1), let_in(1, 2, seq=2), tickets=tickets)

    assert found.conflicts == {(A, 1): None, (A, 2): "double"}
    assert found.inside == 3


# --- Properties ------------------------------------------------------------------------------------------------------

TICKETS = {
    1: Ticket(1, 7, Seats(3)),
    2: Ticket(2, 7, Seats(1), [Absence("replaced", minutes(5))]),
    3: Ticket(3, 8, Seats(2), [Absence("moved", minutes(3))]),
}
BOOKING_SEATS = {7: Seats(4), 8: Seats(2)}


@st.composite
def logs(draw: Any) -> list[Admission]:
    keys = draw(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9)), unique=True, max_size=12))
    return [
        let_in(draw(st.integers(1, 5)), draw(st.integers(0, 9)), *key, ticket=draw(st.sampled_from([1, 2, 3, None])))
        for key in keys
    ]


def derive_all(log: list[Admission], undone: set[Any]) -> Attendance:
    return derive_attendance(log, undone=undone, tickets=TICKETS, booking_seats=BOOKING_SEATS, closed_at=minutes(8))


@given(logs(), st.randoms(use_true_random=False), st.sets(st.tuples(st.sampled_from("abc"), st.integers(1, 9))))
def test_the_order_of_arrival_makes_no_difference(log, random, undone) -> None:
    shuffled = list(log)
    random.shuffle(shuffled)

    assert derive_all(shuffled, undone) == derive_all(log, undone)


@given(logs(), st.sets(st.tuples(st.sampled_from("abc"), st.integers(1, 9))))
def test_nobody_counts_twice_and_every_admission_is_judged(log, undone) -> None:
    found = derive_all(log, undone)

    assert set(found.conflicts) == {admission.key for admission in log} - undone
    assert all(count <= TICKETS[ticket].seats.now for ticket, count in found.by_ticket.items())
    assert all(count <= BOOKING_SEATS[booking].now for booking, count in found.by_booking.items())
    admitted = sum(admission.seats for admission in log if found.conflicts.get(admission.key, "undone") is None)
    over = sum(admission.seats for admission in log if found.conflicts.get(admission.key) == "over")
    assert admitted <= found.inside <= admitted + over


# --- Two phones -------------------------------------------------------------------------------------------------------


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
            assert list(phone.row.entries.order_by("seq").values_list("seq", flat=True)) == [
                entry["seq"] for entry in phone.log
            ]
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
