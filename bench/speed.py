"""Reads and holds."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from statistics import median

from django.db import connection

from bench.load import Load, build_request, repeat_get, run_load
from bench.shop import Shop, started_floor, started_shop

TURNS, SECONDS = 3, 2.0


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the tables. `shop` and `other` are what a ratio is made of."""

    what: str
    figure: str
    goal: str
    is_met: bool
    shop: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Requests to one server, and the status that every response must have."""

    port: int
    requests: Iterator[bytes]
    status: int = 200

    def run(self, seconds: float) -> Load:
        load = run_load(self.port, self.requests, seconds=seconds)
        if set(load.statuses) != {self.status}:
            raise RuntimeError(f"Expected only {self.status}, got {dict(load.statuses)}.")
        return load


def compare(what: str, shop: Target, other: Target, *, least: float, p95: float = math.inf) -> Row:
    """Run both in turns. Return the ratio of their rates, and the shop's p95 if it has a goal too."""
    for target in (shop, other):
        target.run(0.5)  # warms up
    turns = [(shop.run(SECONDS), other.run(SECONDS)) for _ in range(TURNS)]
    rates = (f"{median(load.rate for load in loads):.0f} a second" for loads in zip(*turns, strict=True))
    figure, ratio = format_ratios([ours.rate / theirs.rate for ours, theirs in turns])
    goal, slow = f"≥ {least}", median(ours.p95 for ours, _ in turns)
    if math.isfinite(p95):
        figure, goal = f"{figure}, p95 {slow:.0f} ms", f"{goal}, ≤ {p95:.0f} ms"
    return Row(what, figure, goal, ratio >= least and slow <= p95, *rates)


def format_ratios(ratios: list[float]) -> tuple[str, float]:
    ratio = median(ratios)
    return f"{ratio:.2f} ({min(ratios):.2f} – {max(ratios):.2f})", ratio


def measure_reads() -> Iterator[Row]:
    """Anonymous reads against the one-read view, both behind the shop's middleware."""
    with started_shop() as shop, started_floor(shop) as floor:
        one_read = Target(floor, repeat_get(f"/read/{shop.data['event']}"))
        for path in ("/", "/api/products"):
            yield compare(f"GET {path}", Target(shop.port, repeat_get(path)), one_read, least=0.6)


def measure_holds() -> Iterator[Row]:
    """POST /api/orders against the bare hold view, which has no middleware."""
    least = 0.33 if connection.vendor == "sqlite" else 0.22
    with started_shop() as shop, started_floor(shop, BENCH_NO_MIDDLEWARE="1") as floor:
        holds, bare = Target(shop.port, shop.holds(50), 201), Target(floor, bare_holds(shop, 50), 201)
        yield compare("Holds, 50 dates", holds, bare, least=least, p95=300)


def bare_holds(shop: Shop, number_of_dates: int) -> Iterator[bytes]:
    return cycle([build_request("POST", f"/hold/{pk}") for pk, _ in shop.dates[:number_of_dates]])
