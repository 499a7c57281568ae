"""Buyers whose calls alternate between servers, as behind a load balancer."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper, next_week

AT_ONCE = 8


def find_wrong_purchases(shop: RunningShop, number: int) -> list[str]:
    """Let buyers place, open and pay orders across all servers. Report each who was not charged exactly once."""
    event = shop.add_event(name="Friday Draft", price="19.99", maximumEventCapacity=2 * number, **next_week())
    with ThreadPoolExecutor(AT_ONCE) as pool:
        orders = list(pool.map(lambda buyer: buy_across(shop, buyer, event), shop.crowd(number)))
    captures = Counter(capture["custom_id"] for capture in shop.at_paypal()["captures"])
    return [
        f"order {order['_id']} is {order['status']}, and PayPal captured {captures[order['_id']]} payment(s) for it"
        for order in orders
        if order["status"] != "paid" or captures[order["_id"]] != 1
    ]


def buy_across(shop: RunningShop, buyer: Client, event: dict[str, Any]) -> dict[str, Any]:
    """Return the order after its buyer has paid at every server at the same time."""
    session = buyer.http.cookies["sessionid"]
    shoppers = [Shopper(shop, Client(url, session=session)) for url in shop.urls]
    first, last = shoppers[0], shoppers[-1]
    order = first.place(event, seats=2)
    paypal_order_id = last.open_at_paypal(order)
    first.approve(paypal_order_id)
    with ThreadPoolExecutor(len(shoppers)) as pool:
        list(pool.map(lambda shopper: shopper.pay(order, paypal_order_id), shoppers))
    return last.look(order)
