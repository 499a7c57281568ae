"""Whole purchases: order, PayPal order, approval, pay. PayPal is the simulator, which answers at once."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from typing import Any

from bench.size import SIZE
from tests.running_shop import Client, RunningShop
from tests.shopping import Shopper

AT_ONCE = 16
MOST_ROUNDS = 20
WAITING = "SELECT count(*) FROM charityshop_outgoingmail WHERE next_try_at IS NOT NULL"


class Buyer(Shopper):
    """Keeps the line to PayPal's window open, as a browser does."""

    def __init__(self, shop: RunningShop, client: Client) -> None:
        super().__init__(shop, client)
        self.window = Client(shop.simulator.url)

    def approve(self, paypal_order_id: str) -> None:
        self.window.call("POST", f"/_control/orders/{paypal_order_id}/approve", {}).raise_for_status()


def purchases_a_second(running: RunningShop, sessions: Sequence[str], data: dict[str, Any]) -> dict[str, Any]:
    """How many purchases are through a second, until every queue behind them is empty again.

    A few go before, and a round of upkeep: it has its daily jobs behind it then, which no purchase causes.
    """
    buyers = cycle([Buyer(running, Client(running.url, session=key)) for key in sessions[:AT_ONCE]])
    nights = [{"_id": data["roomy"], "startTime": start} for _, start in data["roomy_dates"][1:51]]

    def buy(number: int) -> None:
        jobs = [(next(buyers), nights[count % len(nights)]) for count in range(number)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(lambda job: job[0].buy(job[1]), jobs))

    buy(AT_ONCE)
    empty_queues(running)
    began = time.perf_counter()
    buy(SIZE.purchases)
    bought = time.perf_counter()
    empty_queues(running)
    emptied = time.perf_counter()
    return {
        "number": SIZE.purchases,
        "rate": SIZE.purchases / (bought - began),
        "rate_with_queues": SIZE.purchases / (emptied - began),
    }


def empty_queues(running: RunningShop) -> None:
    """Nothing is in doubt where PayPal answers at once, so what waits is mail."""
    for _ in range(MOST_ROUNDS):
        running.manage("upkeep")
        if running.rows(WAITING) == [(0,)]:
            return
    raise RuntimeError("The outbox does not empty.")
