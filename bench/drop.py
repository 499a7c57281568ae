"""A drop: 1,000 buyers at the same moment for 100 seats."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from statistics import median

from bench.load import Load, order_requests, run_load
from bench.shop import BUYERS, Shop, started_floor, started_shop
from bench.speed import TURNS, Row, bare_holds, format_ratios

SEATS = 100


def measure_drop() -> Iterator[Row]:
    """Drops in turns with 1,000 bare holds, over as many connections."""
    with started_shop() as shop, started_floor(shop, BENCH_NO_MIDDLEWARE="1") as floor:
        turns = []
        for _ in range(TURNS):
            orders = order_requests(shop.sessions, [publish_drop(shop)])
            ours = send_each(shop.port, orders, {201: SEATS, 409: BUYERS - SEATS})
            turns.append((ours.seconds, send_each(floor, bare_holds(shop, 1), {201: BUYERS}).seconds))
        shop.running.check_books()
    seconds = (f"{median(each):.1f} s" for each in zip(*turns, strict=True))
    figure, ratio = format_ratios([ours / bare for ours, bare in turns])
    yield Row(f"Drop, {BUYERS:,} buyers for {SEATS} seats", figure, "≤ 4", ratio <= 4, *seconds)


def publish_drop(shop: Shop) -> tuple[str, str]:
    """Publish an event of 100 seats and return its ID and start."""
    start = (datetime.now(UTC) + timedelta(days=9)).replace(second=0, microsecond=0)
    times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
    event = shop.running.add_event(name="The drop", price=12, countInStock=SEATS, **times)
    return event["_id"], event["startTime"]


def send_each(port: int, requests: Iterator[bytes], expected: dict[int, int]) -> Load:
    """Send one request for each buyer, all at the same time."""
    load = run_load(port, islice(requests, BUYERS), connections=BUYERS, seconds=120)
    if load.statuses != expected:
        raise RuntimeError(f"Expected {expected}, got {dict(load.statuses)}.")
    return load
