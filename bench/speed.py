"""Reads, holds, growth, the staff's search and figures."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from statistics import median

import requests
from django.db import connection

from bench.load import Load, build_request, repeat_get, run_load
from bench.shop import Shop, started_floor, started_shop
from tests.support.servers.running_shop import Client

TURNS = 3
YEARS = 10  # of figures
SEARCHES = ("bench", "member 7", "member777@example.com", "nobody of this name")


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


def compare(
    what: str,
    shop: Target,
    other: Target,
    *,
    least: float,
    most: float | None = None,
    p95: float | None = None,
    seconds: float = 2,
) -> Iterator[Row]:
    """Run both in turns and yield the ratio of their rates, and the shop's p95 if it has a goal too."""
    for target in (shop, other):
        target.run(0.5)  # warms up
    turns = [(shop.run(seconds), other.run(seconds)) for _ in range(TURNS)]
    rates = (f"{median(load.rate for load in loads):.0f} a second" for loads in zip(*turns, strict=True))
    figure, ratio = format_ratios([ours.rate / theirs.rate for ours, theirs in turns])
    goal = f"{least} – {most}" if most else f"≥ {least}"
    yield Row(what, figure, goal, least <= ratio <= (most or ratio), *rates)
    if p95:
        slow = median(ours.p95 for ours, _ in turns)
        yield Row(f"{what}, p95", f"{slow:.0f} ms", f"≤ {p95:.0f} ms", slow <= p95)


def format_ratios(ratios: list[float]) -> tuple[str, float]:
    ratio = median(ratios)
    return f"{ratio:.2f} ({min(ratios):.2f} – {max(ratios):.2f})", ratio


def list_pages(shop: Shop) -> dict[str, str]:
    """The public paths that are read most, by name."""
    first, last = shop.data["month"]
    return {
        "GET /": "/",
        "GET /api/products": "/api/products?pageNumber=1",
        "GET /api/products/all, a month": f"/api/products/all?start={first}&end={last}",
        "GET /api/products/{id}": f"/api/products/{shop.data['product']}",
    }


def measure_reads() -> Iterator[Row]:
    """Anonymous reads against the one-read view, both behind the shop's middleware."""
    with started_shop() as shop, started_floor(shop) as floor:
        one_read = Target(floor, repeat_get(f"/read/{shop.data['event']}"))
        for name, path in list_pages(shop).items():
            etag = requests.get(f"{shop.running.url}{path}", timeout=30).headers["ETag"]
            unchanged = Target(shop.port, repeat_get(path, If_None_Match=etag), status=304)
            yield from compare(name, Target(shop.port, repeat_get(path)), one_read, least=0.6)
            yield from compare(f"{name}, unchanged (304)", unchanged, one_read, least=0.8)


def measure_holds() -> Iterator[Row]:
    """POST /api/orders against the bare hold view, which has no middleware."""
    least = 0.33 if connection.vendor == "sqlite" else 0.22
    with started_shop() as shop, started_floor(shop, BENCH_NO_MIDDLEWARE="1") as floor:
        for name, dates in (("one date", 1), ("50 dates", 50)):
            holds, bare = Target(shop.port, shop.holds(dates), 201), Target(floor, bare_holds(shop, dates), 201)
            yield from compare(f"Holds, {name}", holds, bare, least=least, p95=300)


def bare_holds(shop: Shop, number_of_dates: int) -> Iterator[bytes]:
    return cycle([build_request("POST", f"/hold/{pk}") for pk, _ in shop.dates[:number_of_dates]])


def measure_growth() -> Iterator[Row]:
    """The staff's search at 10 times the data; then a shop with 100 times the data against one with the usual data.

    Neither caches responses: they would be the same whatever the database holds.
    """
    with started_shop(RESPONSE_MAX_AGE="0") as shop, started_shop(RESPONSE_MAX_AGE="0") as large:
        large.grow(10)
        yield from measure_search(large)
        large.grow(10)
        for (name, path), large_path in zip(list_pages(shop).items(), list_pages(large).values(), strict=True):
            grown, usual = Target(large.port, repeat_get(large_path)), Target(shop.port, repeat_get(path))
            yield from compare(f"{name}, not cached, 100 × the data", grown, usual, least=0.85, most=1.15, seconds=4)
        grown, usual = (Target(each.port, each.holds(50), 201) for each in (large, shop))
        yield from compare("Holds, 50 dates, 100 × the data", grown, usual, least=0.85, most=1.15, seconds=4)


def measure_search(shop: Shop) -> Iterator[Row]:
    """The slowest search of orders and of users: for each, the median of five after one that isn't counted."""
    staff = shop.running.as_staff()
    for what in ("orders", "users"):
        paths = {word: f"/api/{what}?keyword={word}" for word in SEARCHES}
        times = {median([milliseconds(staff, path) for _ in range(6)][1:]): word for word, path in paths.items()}
        slowest = max(times)
        name = f"Staff search {what}, 10 × the data (slowest: “{times[slowest]}”)"
        yield Row(name, f"{slowest:.0f} ms", "≤ 300 ms", slowest <= 300)


def measure_figures() -> Iterator[Row]:
    """The figures of the last twelve months: the median of five after one that isn't counted."""
    with started_shop() as shop:
        shop.add_past(YEARS)
        staff = shop.running.as_staff()
        time = median([milliseconds(staff, "/api/figures") for _ in range(6)][1:])
        yield Row(f"Figures of 12 months, {YEARS} × the data", f"{time:.0f} ms", "≤ 300 ms", time <= 300)


def milliseconds(staff: Client, path: str) -> float:
    response = staff.call("GET", path)
    response.raise_for_status()
    return 1000 * response.elapsed.total_seconds()
