"""Whole purchases: order, PayPal order, approval and payment. The bold figure counts the time until the last email.

Not part of `make bench`: the goal compares two commits, measured in turns by hand (docs/performance.md).
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
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


def measure_purchases() -> Iterator[Row]:
    """Purchases with upkeep running beside them, as it always does."""
    with started_shop() as shop:
        shop.running.manage("upkeep")  # the daily jobs, which no purchase causes
        with running_process(shop, [sys.executable, "manage.py", "upkeep", "--every", "1"]):
            asyncio.run(buy_for(1, shop))  # warms up
            wait_until_sent(shop)
            began = time.perf_counter()
            number = asyncio.run(buy_for(SECONDS, shop))
            bought = time.perf_counter() - began
            wait_until_sent(shop)
            sent = time.perf_counter() - began
        shop.running.check_books()
    yield Row("Purchases", f"{number / sent:.1f} a second", "–", is_met=True, shop=f"{number / bought:.1f} a second")


async def buy_for(seconds: float, shop: Shop) -> int:
    """Let 16 buyers purchase one seat after the other, and return how many purchases they made."""
    dates = cycle({"_id": shop.data["roomy"], "startTime": start} for _, start in shop.dates)
    ends = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(keep_buying(shop, session, dates, ends) for session in shop.sessions[:BUYERS])))


async def keep_buying(shop: Shop, session: str, dates: Iterator[dict[str, Any]], ends: float) -> int:
    server, paypal, number = Connection(shop.port), Connection(shop.running.simulator.port), 0
    cookie = {"Cookie": f"sessionid={session}"}
    while time.perf_counter() < ends:
        order = (await call(server, "POST", "/api/orders", order_body(next(dates), seats=1), **cookie))["_id"]
        paypal_order = (await call(server, "POST", f"/api/orders/{order}/paypal", **cookie))["id"]
        await call(paypal, "POST", f"/_control/orders/{paypal_order}/approve", {})
        paid = await call(server, "PUT", f"/api/orders/{order}/pay", {"id": paypal_order}, **cookie)
        assert paid["status"] == "paid", paid
        number += 1
    server.close()
    paypal.close()
    return number


async def call(connection: Connection, method: str, path: str, body: object = None, **headers: str) -> dict[str, Any]:
    status, content = await connection.send(build_request(method, path, body, **headers))
    assert status < 300, (method, path, status, content)
    return dict(json.loads(content))


def wait_until_sent(shop: Shop) -> None:
    assert eventually(lambda: shop.running.rows(UNSENT) == [(0,)], 60), "Some emails are not sent."
