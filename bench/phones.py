"""The phones of a tournament's players, which ask for its tables all evening, beside somebody who buys."""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

import requests

from bench.load import Connection, Load, build_request
from bench.purchases import buy_for, running_upkeep
from bench.shop import Shop, run_python, started_shop
from bench.speed import TURNS, Row

PHONES = 128
EVERY = 5  # seconds
SECONDS = 20  # of a turn
BUYERS = 2
NOT_MODIFIED = 304


def measure_tables() -> Iterator[Row]:
    """Purchases without and with the phones, and the phones alone, in turns; the phones ask for 60 seconds of each."""
    with started_shop() as shop, running_upkeep(shop):
        ask = build_poll(shop)
        dates = cycle((shop.data["roomy"], start) for _, start in shop.dates)
        asyncio.run(buy_for(2, shop, dates, BUYERS))  # warms up
        without, beside, asked, shares = list[float](), list[float](), list[Load](), list[float]()
        for _ in range(TURNS):
            without += asyncio.run(buy_for(SECONDS, shop, dates, BUYERS))
            bought, load = asyncio.run(buy_beside_phones(shop, dates, ask))
            beside += bought
            asked.append(load)
            alone, share = measure_share(shop, ask)
            asked.append(alone)
            shares.append(share)
        shop.running.check_books()
    rate, share = median(load.rate for load in asked), median(shares)
    slow, usual = get_p95(beside), get_p95(without)
    name = f"Tables, {PHONES} phones"
    yield Row(f"{name}, unchanged (304)", f"{rate:.1f} a second", "≤ 26 a second", rate <= 26)
    yield Row(f"{name}, of one core", f"{share:.1%}", "≤ 15%", share <= 0.15)
    ours, others = f"{1000 * slow:.0f} ms", f"{1000 * usual:.0f} ms"
    ratio = slow / usual
    yield Row(f"Purchases beside {PHONES} phones, p95", f"{ratio:.2f}", "≤ 1.5", ratio <= 1.5, ours, others)


def build_poll(shop: Shop) -> bytes:
    """Create a tournament, and return the request of a phone that knows it."""
    path = f"/api/tables/{run_python(shop.running, 'from bench.phones import create_tables; create_tables()').strip()}"
    etag = requests.get(f"{shop.running.url}{path}", timeout=30).headers["ETag"]
    return build_request("GET", path, If_None_Match=etag)


def create_tables() -> None:
    """Create a tournament whose first round is paired, in the shop's process, and print its ID."""
    from accounts.models import User  # noqa: PLC0415 - only the shop has set up Django with its own database
    from events.models import Occurrence  # noqa: PLC0415
    from tables.services.entries import store_facts  # noqa: PLC0415
    from tables.services.tournaments import create_tournament, take_lease  # noqa: PLC0415

    organizer = User.objects.filter(is_staff=True)[0]
    date = Occurrence.objects.select_related("event").order_by("starts_at")[0]
    settings = {"format": "swiss"}
    tournament = create_tournament(event=date.event, when=date.starts_at, settings=settings, phone=None, by=organizer)
    generation = take_lease(tournament_id=tournament.pk, uuid=uuid4(), phone=None, by=organizer)
    ids = [f"{number:024x}" for number in range(PHONES)]
    players = [{"kind": "player", "_id": player, "name": f"Ana {player[-2:]}"} for player in ids]
    pairs = [{"players": [one, other]} for one, other in zip(ids[::2], ids[1::2], strict=True)]
    facts = [*players, {"kind": "round", "number": 1, "tables": pairs, "bye": None}]
    entries = [{"seq": seq, **fact} for seq, fact in enumerate(facts, 1)]
    store_facts(
        tournament_id=tournament.pk,
        generation=generation,
        entries=entries,
        sent_at=None,
        queued=None,
        phone=None,
        is_admin=True,
    )
    print(tournament.public_id)


async def buy_beside_phones(shop: Shop, dates: Iterator[tuple[str, str]], ask: bytes) -> tuple[list[float], Load]:
    return await asyncio.gather(buy_for(SECONDS, shop, dates, BUYERS), ask_for_tables(shop.port, ask))


def measure_share(shop: Shop, ask: bytes) -> tuple[Load, float]:
    """Return which share of a core the shop's processes need for the phones alone."""
    (server,) = shop.running.running
    before = get_processor_time(server.pid)
    load = asyncio.run(ask_for_tables(shop.port, ask))
    return load, (get_processor_time(server.pid) - before) / load.seconds


async def ask_for_tables(port: int, ask: bytes) -> Load:
    """Let each phone ask every few seconds, at a time of its own, over a new connection as after five idle seconds."""
    load, began = Load(), time.perf_counter()

    async def keep_asking() -> None:
        await asyncio.sleep(random.uniform(0, EVERY))
        while (sent := time.perf_counter()) < began + SECONDS:
            connection = Connection(port)
            response = await connection.send(ask)
            connection.close()
            load.latencies.append(time.perf_counter() - sent)
            load.statuses[response.status] += 1
            await asyncio.sleep(EVERY)

    phones = [asyncio.ensure_future(keep_asking()) for _ in range(PHONES)]
    await asyncio.sleep(SECONDS)
    load.seconds = time.perf_counter() - began
    for phone in phones:
        phone.cancel()
    failed = [each for each in await asyncio.gather(*phones, return_exceptions=True) if isinstance(each, Exception)]
    if failed or set(load.statuses) != {NOT_MODIFIED}:
        raise RuntimeError(f"Expected only {NOT_MODIFIED}, got {dict(load.statuses)} and {failed[:1]}.")
    return load


def get_processor_time(pid: int) -> float:
    """Return the seconds that a process and its children have run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(get_processor_time(int(child)) for child in children)


def get_p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]
