"""Requests are served immediately while more buyers wait for PayPal than the shop has threads."""

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

BUYERS = 3 * THREADS
TOO_SLOW = 5.0  # seconds; the shop tries three times with a timeout of four


@contextmanager
def paying_without_answer(
    shop: RunningShop, buyers: list[Shopper], orders: list[dict[str, Any]]
) -> Iterator[list[Future[Any]]]:
    """Let all shoppers pay at the same time while PayPal does not answer."""
    shop.control("delay", seconds=TOO_SLOW)
    with ThreadPoolExecutor(BUYERS) as pool:
        yield [
            pool.submit(buyer.client.call, "POST", f"/api/orders/{order['_id']}/paypal")
            for buyer, order in zip(buyers, orders, strict=True)
        ]
        shop.control("delay", seconds=0)


def payments(shop: RunningShop) -> int:
    return int(shop.rows("SELECT count(*) FROM payments_payment")[0][0])


@pytest.fixture
def shoppers(shop: RunningShop) -> list[Shopper]:
    return [Shopper(shop, client) for client in shop.crowd(BUYERS + 1)]


def test_a_slow_paypal_does_not_block_other_requests(shop: RunningShop, shoppers: list[Shopper]) -> None:
    event = shop.add_event(name="Friday Draft", price=12, countInStock=60, **next_week())
    newcomer, *buyers = shoppers
    orders = [buyer.place(event) for buyer in buyers]
    before = payments(shop)

    with paying_without_answer(shop, buyers, orders) as asked:
        assert eventually(lambda: payments(shop) == before + BUYERS)
        page = requests.get(f"{shop.url}/about", timeout=10)
        held = newcomer.place(event)
        still_waiting = [each for each in asked if not each.done()]

    assert page.status_code == 200
    assert held["status"] == "held"
    assert len(still_waiting) >= THREADS - 2
    refused = [each.result().json() for each in asked if each.result().status_code == 503]
    assert {response["code"] for response in refused} == {"payment_unavailable"}
    assert len(refused) >= BUYERS - THREADS
    for buyer, order in zip(buyers, orders, strict=True):
        assert buyer.open_at_paypal(order)
