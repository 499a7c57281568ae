"""Buyers whose every call goes to another server than the one before, as behind a load balancer."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper, next_week

AT_ONCE = 8


def wrong_purchases(shop: RunningShop, number: int) -> list[str]:
    """So many buyers place, open and pay across all servers; a sentence for each who was not charged exactly once."""
    night = shop.add_event(name="Paid Night", price="19.99", maximumEventCapacity=2 * number, **next_week())
    with ThreadPoolExecutor(AT_ONCE) as pool:
        orders = list(pool.map(lambda buyer: buy_across(shop, buyer, night), shop.crowd(number)))
    captures = Counter(capture["custom_id"] for capture in shop.at_paypal()["captures"])
    return [
        f"order {order['_id']} is {order['status']}, and PayPal took {captures[order['_id']]} payment(s) for it"
        for order in orders
        if order["status"] != "paid" or captures[order["_id"]] != 1
    ]


def buy_across(shop: RunningShop, buyer: Client, night: dict[str, Any]) -> dict[str, Any]:
    """The order as it stands in the end. The last step is taken at every server at the same time."""
    session = buyer.http.cookies["sessionid"]
    everywhere = [Shopper(shop, Client(url, session=session)) for url in shop.urls]
    first, last = everywhere[0], everywhere[-1]
    order = first.place(night, seats=2)
    paypal_order_id = last.open_at_paypal(order)
    first.approve(paypal_order_id)
    with ThreadPoolExecutor(len(everywhere)) as pool:
        list(pool.map(lambda shopper: shopper.pay(order, paypal_order_id), everywhere))
    return last.look(order)
