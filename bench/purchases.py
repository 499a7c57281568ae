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


def purchases_a_second(running: RunningShop, sessions: Sequence[str], data: dict[str, Any]) -> dict[str, Any]:
    """How many purchases are through a second, until every queue behind them is empty again."""
    shoppers = cycle([Shopper(running, Client(running.url, session=key)) for key in sessions[:AT_ONCE]])
    nights = [{"_id": data["roomy"], "startTime": start} for _, start in data["roomy_dates"][1:51]]
    jobs = [(next(shoppers), nights[number % len(nights)]) for number in range(SIZE.purchases)]
    began = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda job: job[0].buy(job[1]), jobs))
    bought = time.perf_counter()
    running.manage("upkeep")
    emptied = time.perf_counter()
    return {
        "number": SIZE.purchases,
        "rate": SIZE.purchases / (bought - began),
        "rate_with_queues": SIZE.purchases / (emptied - began),
    }
