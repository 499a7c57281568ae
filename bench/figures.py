"""The figures of organizers, in a shop with years of data."""

from collections.abc import Iterator
from statistics import median

from bench.shop import started_shop
from bench.speed import Row, milliseconds

YEARS = 10
MOST = 300  # milliseconds


def measure_figures() -> Iterator[Row]:
    """The figures of the last twelve months: the median of five after one that is not counted."""
    with started_shop() as shop:
        shop.add_past(YEARS)
        staff = shop.running.as_staff()
        times = [milliseconds(staff, "/api/figures") for _ in range(6)][1:]
        name = f"Figures of 12 months, {YEARS} × the data"
        yield Row(name, f"{median(times):.0f} ms", f"≤ {MOST} ms", median(times) <= MOST)
