"""Free seats are divided in joining order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookings.waiting_rule import Wish, allot, count_promised

WISHES = st.integers(1, 10).flatmap(
    lambda seats: st.builds(Wish, st.just(seats), st.integers(1, seats))
)  # at least 1, at most all of them


@pytest.mark.parametrize(
    ("free", "line", "given_seats"),
    [
        (0, [(1, 1)], [0]),
        (3, [], []),
        (3, [(3, 2), (1, 1)], [3, 0]),  # the first gets everything it asks for
        (2, [(3, 2), (1, 1)], [2, 0]),  # fewer, but enough
        (1, [(3, 2), (1, 1)], [0, 1]),  # not enough: the next one gets the seat, and the first keeps its place
        (4, [(3, 3), (2, 2), (1, 1)], [3, 0, 1]),
        (10, [(2, 1), (2, 2)], [2, 2]),
    ],
)
def test_each_entry_gets_its_seats_or_the_rest_if_that_is_enough(free, line, given_seats):
    assert allot(free, [Wish(*wish) for wish in line]) == given_seats


@given(free=st.integers(-5, 40), line=st.lists(WISHES, max_size=8))
def test_nobody_gets_seats_that_an_earlier_entry_would_have_taken(free, line):
    given_seats = allot(free, line)

    assert sum(given_seats) == count_promised(free, line) <= max(free, 0)
    left = free
    for wish, seats in zip(line, given_seats, strict=True):
        assert seats == 0 or wish.at_least <= seats <= wish.seats
        assert seats == (min(wish.seats, left) if wish.at_least <= left else 0)
        left -= seats
