"""A drop: a thousand buyers at one instant for a hundred seats, while others look at the public pages."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from statistics import median
from threading import Event, Thread
from typing import Any

import requests

from bench.load import ask
from bench.scenes import Server, order_requests
from bench.size import SIZE
from tests.support.servers.running_shop import RunningShop


def measure(running: RunningShop, shop: Server, floor_rate: float, sessions: Sequence[str]) -> dict[str, Any]:
    """`floor_rate` is how many bare holds a second the same machine makes: what the last answer is held against."""
    start = (datetime.now(UTC) + timedelta(days=9)).replace(second=0, microsecond=0)
    ends = start + timedelta(hours=3)
    night = running.add_event(
        name="The drop", price=12, countInStock=SIZE.seats, startTime=start.isoformat(), endTime=ends.isoformat()
    )
    idle = looks(shop.port, seconds=1.0)
    onlookers: list[float] = []
    over = Event()
    watching = Thread(target=lambda: onlookers.extend(looks(shop.port, until=over)))
    watching.start()
    wanted = order_requests(list(sessions), night["_id"], [night["startTime"]])
    requests_once = (request for _, request in zip(sessions, wanted, strict=False))
    began = time.perf_counter()
    got = ask(shop.port, requests_once, server=shop.pid, connections=64, seconds=120)
    took = time.perf_counter() - began
    over.set()
    watching.join()
    return {
        "buyers": len(sessions),
        "seats": SIZE.seats,
        "answers": dict(got.statuses),
        "last_answer": took,
        "ideal": len(sessions) / floor_rate,
        "page_idle": median(idle),
        "page_meanwhile": median(onlookers),
    }


def looks(port: int, *, seconds: float = 60.0, until: Event | None = None) -> list[float]:
    """Somebody who looks at the month again and again, ten times a second; how long each look took, in seconds."""
    address = f"http://127.0.0.1:{port}/api/products/all"
    took: list[float] = []
    end = time.perf_counter() + seconds
    with requests.Session() as line:
        while time.perf_counter() < end and not (until and until.is_set()):
            began = time.perf_counter()
            line.get(address, timeout=60).raise_for_status()
            took.append(time.perf_counter() - began)
            time.sleep(0.1)
    return took
