"""A shop that is killed with -9 at one named place after the other, and what has to be true once it is up again."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import requests

from tests.resilience.proof.consistency import disagreements
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.shopping import Shopper, an_order, next_week

SEATS, PRICE = 400, 12


@dataclass(frozen=True, slots=True)
class Killed:
    """One process that died, whom it was serving, and how that buyer's order has to stand after upkeep."""

    place: str
    buyer: Client
    status: str  # "" where the order must not exist


class DeadlyShop:
    """Wraps a running shop whose places to die are armed by a file."""

    def __init__(self) -> None:
        self.shop = RunningShop(webhooks=True, flags=UNHURRIED)
        self.kill_file = self.shop.folder / "kill-at"
        self.shop.sabotage = {"SABOTAGE_KILL_FILE": str(self.kill_file), "SABOTAGE_NO_PATIENCE": "1"}
        self.night: dict[str, Any] = {}

    def __enter__(self) -> "DeadlyShop":
        self.shop.__enter__()
        # Upkeep has to manage alone: PayPal's messages come only where a place is about them.
        self.shop.control("webhooks/hold", held=True)
        self.night = self.shop.add_event(name="Last Night", price=PRICE, maximumEventCapacity=SEATS, **next_week())
        return self

    def __exit__(self, *error: Any) -> None:
        self.shop.__exit__(*error)

    def kill(self, place: str, buyer: Client) -> Killed:
        return WAYS[place](self, place, buyer)

    def dies(self, place: str, act: Callable[[], object]) -> None:
        """The act has to end without an answer; a place that nobody reaches proves nothing."""
        self.kill_file.write_text(place)
        try:
            answer = act()
        except (requests.ConnectionError, KilledCommand):
            return
        finally:
            self.kill_file.unlink()
        raise AssertionError(f"nothing died {place}: {answer!r}")

    def restart(self) -> None:
        """Start anew, with nothing armed, and run upkeep once."""
        self.shop.stop()
        self.shop.start()
        self.shop.manage("upkeep")

    def violations(self, killed: list[Killed]) -> list[str]:
        """What is wrong after the restart, in words: the books, PayPal's record, and each order that was cut off."""
        found = disagreements(self.shop)
        for one in killed:
            orders = one.buyer.call("GET", "/api/orders/my_orders").json()
            statuses = [order["status"] for order in orders]
            if statuses != ([one.status] if one.status else []):
                found.append(f"killed {one.place}: {statuses}, and it has to be {one.status or 'no order'}")
        return found + self.charged_twice()

    def charged_twice(self) -> list[str]:
        known = self.shop.at_paypal()
        captures = Counter(capture["custom_id"] for capture in known["captures"])
        refunds = Counter(refund["capture_id"] for refund in known["refunds"])
        twice = [name for name, number in (captures + refunds).items() if number > 1]
        return [f"PayPal charged or gave back twice: {twice}"] if twice else []


class KilledCommand(Exception):
    """A manage.py command died of -9."""


# --- How each place is reached -------------------------------------------------------------------------------------


def while_placing(deadly: DeadlyShop, place: str, buyer: Client) -> None:
    deadly.dies(place, lambda: buyer.call("POST", "/api/orders", an_order(deadly.night, seats=1)))


def while_opening(deadly: DeadlyShop, place: str, buyer: Client) -> None:
    order = Shopper(deadly.shop, buyer).place(deadly.night)
    deadly.dies(place, lambda: buyer.call("POST", f"/api/orders/{order['_id']}/paypal"))


def while_paying(deadly: DeadlyShop, place: str, buyer: Client) -> str:
    """PayPal's id of the order that was being paid."""
    shopper = Shopper(deadly.shop, buyer)
    order = shopper.place(deadly.night)
    paypal_order_id = shopper.open_at_paypal(order)
    shopper.approve(paypal_order_id)
    deadly.dies(place, lambda: buyer.call("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id}))
    return paypal_order_id


def while_told(deadly: DeadlyShop, place: str, buyer: Client) -> None:
    """The shop died before it wrote the capture down, and dies again when PayPal tells it."""
    paypal_order_id = while_paying(deadly, "after the capture, before it is stored", buyer)
    message = next(
        event["id"]
        for event in deadly.shop.at_paypal()["webhooks"]
        if event["event"]["event_type"] == "PAYMENT.CAPTURE.COMPLETED" and paypal_order_id in str(event["event"])
    )

    def tell() -> str:
        told = deadly.shop.control(f"webhooks/{message}/redeliver")
        if not told["last"][:1].isdigit():  # PayPal got no answer either
            raise requests.ConnectionError(told["last"])
        return str(told["last"])

    deadly.dies(place, tell)


def while_refunding(deadly: DeadlyShop, place: str, buyer: Client) -> None:
    order = Shopper(deadly.shop, buyer).buy(deadly.night)
    body = {"amount": 5, "reason": "Killed in between"}
    staff = deadly.shop.as_staff()
    deadly.dies(place, lambda: staff.call("POST", f"/api/orders/{order['_id']}/refund", body))


def while_reconciling(deadly: DeadlyShop, place: str, buyer: Client) -> None:
    while_paying(deadly, "after the capture, before it is stored", buyer)

    def reconcile() -> str:
        try:
            return deadly.shop.manage("reconcile_payments")
        except AssertionError as ended:
            raise KilledCommand from ended

    deadly.dies(place, reconcile)


def ending(reach: Callable[[DeadlyShop, str, Client], object], status: str) -> Callable[..., Killed]:
    def run(deadly: DeadlyShop, place: str, buyer: Client) -> Killed:
        reach(deadly, place, buyer)
        return Killed(place, buyer, status)

    return run


WAYS: dict[str, Callable[[DeadlyShop, str, Client], Killed]] = {
    "before the order commits": ending(while_placing, ""),
    "after the order committed": ending(while_placing, "held"),
    "before PayPal makes the order": ending(while_opening, "held"),
    "after PayPal made it, before its id is stored": ending(while_opening, "held"),
    "after its id is stored, before the answer": ending(while_opening, "held"),
    "before the capture": ending(while_paying, "paid"),
    "after the capture, before it is stored": ending(while_paying, "paid"),
    "inside settle": ending(while_paying, "paid"),
    "after settle, before the answer": ending(while_paying, "paid"),
    "in the webhook, before the commit": ending(while_told, "paid"),
    "in the webhook, after the commit, before 200": ending(while_told, "paid"),
    "before the refund": ending(while_refunding, "partly_refunded"),
    "after the refund, before it is stored": ending(while_refunding, "partly_refunded"),
    "in reconcile": ending(while_reconciling, "paid"),
}
