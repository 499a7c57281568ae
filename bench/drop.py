"""A drop: 1,000 buyers at the same moment for 100 seats."""

import os
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from ssl import SSLContext, create_default_context
from statistics import median

from bench.load import Load, order_requests, run_load
from bench.shop import BUYERS, Shop, running_process, started_floor, started_shop
from bench.speed import TURNS, Row, bare_holds, format_ratios
from tests.support.servers.running_proxy import RunningProxy

SEATS = 100


def measure_drop() -> Iterator[Row]:
    """Drops in turns with 1,000 bare holds, over as many connections."""
    with started_shop() as shop, started_floor(shop, BENCH_NO_MIDDLEWARE="1") as floor:
        turns = []
        for _ in range(TURNS):
            ours, bare = drop(shop, shop.port), send_each(floor, bare_holds(shop, 1), {201: BUYERS})
            turns.append((ours.seconds, bare.seconds))
        shop.running.check_books()
    seconds = (f"{median(each):.1f} s" for each in zip(*turns, strict=True))
    figure, ratio = format_ratios([ours / bare for ours, bare in turns])
    yield Row(f"Drop, {BUYERS:,} buyers for {SEATS} seats", figure, "≤ 4", ratio <= 4, *seconds)


def drop(shop: Shop, port: int, ssl: SSLContext | None = None) -> Load:
    """Publish an event of 100 seats and let every buyer order one, each over a connection of their own."""
    orders = order_requests(shop.sessions, [publish_drop(shop)])
    return send_each(port, orders, {201: SEATS, 409: BUYERS - SEATS}, ssl)


def publish_drop(shop: Shop) -> tuple[str, str]:
    """Publish an event of 100 seats and return its ID and start."""
    start = (datetime.now(UTC) + timedelta(days=9)).replace(second=0, microsecond=0)
    times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
    event = shop.running.add_event(name="The drop", price=12, countInStock=SEATS, **times)
    return event["_id"], event["startTime"]


def send_each(port: int, requests: Iterator[bytes], expected: dict[int, int], ssl: SSLContext | None = None) -> Load:
    """Send one request for each buyer, all at the same time."""
    load = run_load(port, islice(requests, BUYERS), connections=BUYERS, seconds=120, ssl=ssl)
    if load.statuses != expected:
        raise RuntimeError(f"Expected {expected}, got {dict(load.statuses)}.")
    return load


def measure_drop_on_one_core() -> Iterator[Row]:
    """The drop on a small server: proxy, shop and upkeep on one core. The load runs on the others."""
    cores = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(cores)})  # inherited by every process that is started from here
        with (
            started_shop(TRUSTED_PROXIES="127.0.0.1") as shop,
            running_process(shop, [sys.executable, "manage.py", "upkeep", "--every", "60"]) as upkeep,
            RunningProxy() as proxy,
            ThreadPoolExecutor() as pool,
        ):
            proxy.start(shop.running)
            os.sched_setaffinity(0, cores - {min(cores)} or cores)
            processes = [process for process in (proxy.process, shop.running.running[0], upkeep) if process]
            ending = pool.submit(drop, shop, proxy.port, create_default_context(cafile=proxy.certificate))
            samples = []
            while not ending.done():
                samples.append([memory_of(process.pid) for process in processes])
                time.sleep(0.1)
            load = ending.result()
            shop.running.check_books()
    finally:
        os.sched_setaffinity(0, cores)
    parts = max(samples, key=sum)
    name = "Drop on one core, memory (proxy {:.0f}, shop {:.0f}, upkeep {:.0f} MB)".format(*parts)
    yield Row(name, f"{sum(parts):.0f} MB", "< 400 MB", sum(parts) < 400, f"{load.seconds:.1f} s")


def memory_of(pid: int) -> float:
    """Megabytes of a process and its children. Memory that several processes share counts once (PSS)."""
    (kilobytes,) = re.findall(r"^Pss: +(\d+) kB$", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(kilobytes) / 1024 + sum(memory_of(int(child)) for child in children)
