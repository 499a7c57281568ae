"""Buyers who wait for PayPal leave the other threads to everybody else."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
import requests

from tests.e2e.edge.conftest import THREADS
from tests.support.servers.running_shop import RunningShop
from tests.support.shopping import Shopper, next_week
from tests.support.waiting import eventually

BUYERS = THREADS - 2
TOO_SLOW = 3.0  # seconds; the shop waits for two, three times


@contextmanager
def asking_paypal(
    shop: RunningShop, buyers: list[Shopper], orders: list[dict[str, Any]]
) -> Iterator[list[Future[Any]]]:
    """All of them at once, and PayPal does not answer for long."""
    shop.control("delay", seconds=TOO_SLOW)
    with ThreadPoolExecutor(BUYERS) as pool:
        yield [
            pool.submit(buyer.client.call, "POST", f"/api/orders/{order['_id']}/paypal")
            for buyer, order in zip(buyers, orders, strict=True)
        ]
        shop.control("delay", seconds=0)


def payments(shop: RunningShop) -> int:
    return int(shop.rows("SELECT count(*) FROM orders_payment")[0][0])


@pytest.fixture
def shoppers(shop: RunningShop) -> list[Shopper]:
    return [Shopper(shop, client) for client in shop.crowd(BUYERS + 1)]


def test_buyers_who_wait_for_paypal_keep_nobody_waiting(shop: RunningShop, shoppers: list[Shopper]) -> None:
    night = shop.add_night(name="Friday Draft", price=12, countInStock=60, **next_week())
    newcomer, *buyers = shoppers
    orders = [buyer.place(night) for buyer in buyers]
    before = payments(shop)

    with asking_paypal(shop, buyers, orders) as asked:
        assert eventually(lambda: payments(shop) == before + BUYERS)
        page = requests.get(f"{shop.url}/about", timeout=10)
        held = newcomer.place(night)
        still_waiting = [not each.done() for each in asked]

    assert page.status_code == 200
    assert held["status"] == "held"
    assert all(still_waiting)
