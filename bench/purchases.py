"""Whole purchases: order, PayPal order, approval and payment. The bold figure counts the time until the last email."""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

from bench.load import Connection, build_request
from bench.shop import Shop, running_process, started_shop
from bench.speed import Row
from tests.support.shopping import order_body
from tests.support.waiting import eventually

SECONDS = 40.0
BUYERS = 16
UNSENT = "SELECT count(*) FROM outbox_outgoing WHERE next_try_at IS NOT NULL"


def measure_purchases() -> Iterator[Row]:
    with started_shop() as shop, running_upkeep(shop):
        dates = cycle((shop.data["roomy"], start) for _, start in shop.dates)
        asyncio.run(buy_for(1, shop, dates))  # warms up
        began = time.perf_counter()
        number = asyncio.run(buy_for(SECONDS, shop, dates))
        paid = time.perf_counter() - began
        assert eventually(lambda: shop.running.rows(UNSENT) == [(0,)], 60), "Some emails are not sent."
        sent = time.perf_counter() - began
        shop.running.check_books()
    yield Row("Purchases", f"{number / sent:.1f} a second", "–", is_met=True, shop=f"{number / paid:.1f} a second")


@contextmanager
def running_upkeep(shop: Shop) -> Iterator[None]:
    """Run upkeep beside the purchases, as it always does."""
    shop.running.manage("upkeep")  # the daily jobs, which no purchase causes
    with running_process(shop, [sys.executable, "manage.py", "upkeep", "--every", "1"]):
        yield


async def buy_for(seconds: float, shop: Shop, dates: Iterator[tuple[str, str]]) -> int:
    """Let 16 buyers purchase one seat after the other for so many seconds. Return how many they bought.

    Dates are an event's ID and a start.
    """
    ends = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(keep_buying(shop, each, dates, ends) for each in shop.sessions[:BUYERS])))


async def keep_buying(shop: Shop, session: str, dates: Iterator[tuple[str, str]], ends: float) -> int:
    server, paypal, bought = Connection(shop.port), Connection(shop.running.simulator.port), 0
    cookie = {"Cookie": f"sessionid={session}"}
    while time.perf_counter() < ends:
        event, start = next(dates)
        wanted = order_body({"_id": event, "startTime": start}, seats=1)
        order = (await call(server, "POST", "/api/orders", wanted, **cookie))["_id"]
        paypal_order = (await call(server, "POST", f"/api/orders/{order}/paypal", **cookie))["id"]
        await call(paypal, "POST", f"/_control/orders/{paypal_order}/approve", {})
        paid = await call(server, "PUT", f"/api/orders/{order}/pay", {"id": paypal_order}, **cookie)
        assert paid["status"] == "paid", paid
        bought += 1
    server.close()
    paypal.close()
    return bought


async def call(connection: Connection, method: str, path: str, body: object = None, **headers: str) -> dict[str, Any]:
    response = await connection.send(build_request(method, path, body, **headers))
    assert response.status < 300, (method, path, response)
    return dict(json.loads(response.body))
