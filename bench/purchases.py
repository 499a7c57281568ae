"""Whole purchases: order, PayPal order, approval and payment. The bold figure counts the time until the last email.

Not part of `make bench`: the goal compares two commits, measured in turns by hand (docs/performance.md).
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from bench.load import Connection, build_request
from bench.shop import Shop, running_process, started_shop
from bench.speed import Row
from tests.support.shopping import order_body
from tests.support.waiting import eventually

SECONDS = 40.0
BUYERS = 16
UNSENT = "SELECT count(*) FROM charityshop_outgoingmail WHERE next_try_at IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Rates:
    """Purchases per second: until the last payment, and until the last email was sent."""

    paid: float
    sent: float


def measure_purchases() -> Iterator[Row]:
    with started_shop() as shop, running_upkeep(shop):
        dates = cycle((shop.data["roomy"], start) for _, start in shop.dates)
        measure_rates(shop, dates, seconds=1)  # warms up
        rates = measure_rates(shop, dates, seconds=SECONDS)
        shop.running.check_books()
    yield Row("Purchases", f"{rates.sent:.1f} a second", "–", is_met=True, shop=f"{rates.paid:.1f} a second")


@contextmanager
def running_upkeep(shop: Shop) -> Iterator[None]:
    """Run upkeep beside the purchases, as it always does."""
    shop.running.manage("upkeep")  # the daily jobs, which no purchase causes
    with running_process(shop, [sys.executable, "manage.py", "upkeep", "--every", "1"]):
        yield


def measure_rates(shop: Shop, dates: Iterator[tuple[str, str]], *, seconds: float) -> Rates:
    """Let 16 buyers purchase one seat after the other for so many seconds. Dates are an event's ID and a start."""
    began = time.perf_counter()
    number = len(asyncio.run(buy_for(seconds, shop, dates)))
    paid = time.perf_counter() - began
    wait_until_sent(shop)
    return Rates(number / paid, number / (time.perf_counter() - began))


async def buy_for(seconds: float, shop: Shop, dates: Iterator[tuple[str, str]], buyers: int = BUYERS) -> list[float]:
    """Return how long each of the buyers' purchases took."""
    ends = time.perf_counter() + seconds
    buying = (keep_buying(shop, session, dates, ends) for session in shop.sessions[:buyers])
    return [took for each in await asyncio.gather(*buying) for took in each]


async def keep_buying(shop: Shop, session: str, dates: Iterator[tuple[str, str]], ends: float) -> list[float]:
    server, paypal, times = Connection(shop.port), Connection(shop.running.simulator.port), list[float]()
    cookie = {"Cookie": f"sessionid={session}"}
    while (began := time.perf_counter()) < ends:
        event, start = next(dates)
        wanted = order_body({"_id": event, "startTime": start}, seats=1)
        order = (await call(server, "POST", "/api/orders", wanted, **cookie))["_id"]
        paypal_order = (await call(server, "POST", f"/api/orders/{order}/paypal", **cookie))["id"]
        await call(paypal, "POST", f"/_control/orders/{paypal_order}/approve", {})
        paid = await call(server, "PUT", f"/api/orders/{order}/pay", {"id": paypal_order}, **cookie)
        assert paid["status"] == "paid", paid
        times.append(time.perf_counter() - began)
    server.close()
    paypal.close()
    return times


async def call(connection: Connection, method: str, path: str, body: object = None, **headers: str) -> dict[str, Any]:
    response = await connection.send(build_request(method, path, body, **headers))
    assert response.status < 300, (method, path, response)
    return dict(json.loads(response.body))


def wait_until_sent(shop: Shop) -> None:
    assert eventually(lambda: shop.running.rows(UNSENT) == [(0,)], 60), "Some emails are not sent."
