"""Divide free seats among the entries of a waiting list. Pure: callers read the entries in joining order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """How many seats an entry of a waiting list asks for, and the fewest that it accepts."""

    seats: int
    at_least: int


def allot(free: int, line: Iterable[Wish]) -> list[int]:
    """Return how many of the free seats each entry gets, in joining order.

    An entry gets its seats, or what is left of them, if that is at least what it asks for. Otherwise it gets none and
    keeps its place, and the next entries may get the seats.
    """
    given = []
    for wish in line:
        seats = min(wish.seats, free) if wish.at_least <= free else 0
        given.append(seats)
        free -= seats
    return given


def count_promised(free: int, line: Sequence[Wish]) -> int:
    """Return how many of the free seats go to the waiting list, so that the public cannot buy them."""
    return sum(allot(free, line)) if free > 0 else 0
