"""How much is measured: in full, or a tiny bit of everything to see that it runs (`python -m bench --quick`)."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    rounds: int = 3
    seconds: float = 1.2  # of one turn
    buyers: int = 2000
    crowd: int = 1000  # at a drop
    seats: int = 100  # at a drop
    purchases: int = 4000  # enough that the end, where upkeep may sleep for a second, is little of it
    buying: float = 40.0  # seconds, after which nobody begins another: a slow machine has less of them
    starts: int = 5
    requests: int = 100_000  # over which memory has to stay flat
    grown: tuple[tuple[int, int], ...] = ((1, 0), (10, 9), (100, 9))
    """How much data there is, and the copies of every row that make it so much."""


QUICK = Size(
    rounds=1, seconds=0.4, buyers=120, crowd=60, seats=10, purchases=8, starts=1, requests=500, grown=((1, 0), (2, 1))
)
SIZE = QUICK if os.environ.get("BENCH_QUICK") else Size()
