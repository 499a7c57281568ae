"""What other visitors notice of an attack: how long they wait, and how much memory it takes."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

import requests

from tests.support.servers.running_proxy import RunningProxy
from tests.support.servers.running_shop import RunningShop

PAGES = ("/about", "/api/products", "/healthz")
PAUSE = 0.1  # seconds between their requests
AT_ONCE = 16  # requests before the first attack


@dataclass(slots=True)
class Figures:
    statuses: set[int] = field(default_factory=set)  # 0 for no response
    slowest: float = 0.0  # seconds
    growth: float = 0.0  # MB, at most


@contextmanager
def other_visitors(shop: RunningShop, proxy: RunningProxy, idle_memory: float) -> Iterator[Figures]:
    """Send ordinary requests and measure the memory for as long as the block runs. Read the figures after it."""
    figures, is_over = Figures(), Event()

    def visit() -> None:
        while not is_over.wait(PAUSE):
            for page in PAGES:
                started = time.monotonic()
                figures.statuses.add(status_of(proxy, page))
                figures.slowest = max(figures.slowest, time.monotonic() - started)

    def weigh() -> None:
        while not is_over.wait(PAUSE):
            figures.growth = max(figures.growth, memory_of(shop, proxy) - idle_memory)

    threads = [Thread(target=visit), Thread(target=weigh)]
    for thread in threads:
        thread.start()
    try:
        yield figures
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


def status_of(proxy: RunningProxy, page: str) -> int:
    try:
        return proxy.get(page).status_code
    except requests.RequestException:
        return 0


def warm_up(proxy: RunningProxy) -> None:
    """Load what both of the shop's processes load with their first requests. Requests at the same time reach both."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        statuses = set(pool.map(lambda page: status_of(proxy, page), [*PAGES, "/api/schema"] * AT_ONCE))
    assert statuses == {200}


def memory_of(shop: RunningShop, proxy: RunningProxy) -> float:
    """Return the proportional set size of the shop's processes and the proxy, in MB."""
    assert proxy.process
    master = shop.running[0].pid
    workers = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return sum(proportional_set_size(pid) for pid in (proxy.process.pid, master, *workers)) / 1024


def proportional_set_size(pid: int | str) -> int:
    """Return the memory of a process in KB. Memory that processes share counts once."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
