"""A running shop whose processes are killed with -9 at named places, and the checks after its restart."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import requests

from tests.resilience.proof.consistency import find_inconsistencies
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.shopping import Shopper, next_week, order_body

SEATS, PRICE = 1000, 12


@dataclass(frozen=True, slots=True)
class Kill:
    """A process that was killed, its buyer, and the status that the buyer's order must have after upkeep."""

    place: str
    buyer: Client
    status: str  # "" if the order must not exist


class MortalShop:
    """A running shop that is killed at the place that a file names."""

    def __init__(self) -> None:
        self.shop = RunningShop(webhooks=True, flags=UNHURRIED)
        self.kill_file = self.shop.folder / "kill-at"
        self.shop.hooks = {"HOOK_KILL_FILE": str(self.kill_file), "HOOK_NO_PATIENCE": "1"}
        self.event: dict[str, Any] = {}

    def __enter__(self) -> Self:
        self.shop.__enter__()
        # Without webhooks, except at the places that concern them, upkeep has to repair everything.
        self.shop.control("webhooks/hold", held=True)
        self.event = self.shop.add_event(name="Friday Draft", price=PRICE, maximumEventCapacity=SEATS, **next_week())
        return self

    def __exit__(self, *error: Any) -> None:
        self.shop.__exit__(*error)

    def kill(self, place: str, buyer: Client) -> Kill:
        return RUNS[place](self, place, buyer)

    def expect_kill(self, place: str, act: Callable[[], object]) -> None:
        """Run `act`, which must end without an answer. A place that is not reached proves nothing."""
        self.kill_file.write_text(place)
        try:
            answer = act()
        except (requests.ConnectionError, KilledCommand):
            return
        finally:
            self.kill_file.unlink()
        raise AssertionError(f"no process was killed {place}: {answer!r}")

    def restart(self) -> None:
        """Start again without a place to be killed at, and run upkeep once."""
        self.shop.stop()
        self.shop.start()
        self.shop.manage("upkeep")

    def find_violations(self, kills: list[Kill]) -> list[str]:
        """Return a sentence for each inconsistency, and for each interrupted order with another status."""
        found = find_inconsistencies(self.shop)
        for kill in kills:
            orders = kill.buyer.call("GET", "/api/orders/my_orders").json()
            statuses = [order["status"] for order in orders]
            if statuses != ([kill.status] if kill.status else []):
                found.append(f"killed {kill.place}: {statuses}, and it has to be {kill.status or 'no order'}")
        return found + self.find_double_charges()

    def find_double_charges(self) -> list[str]:
        known = self.shop.at_paypal()
        captures = Counter(capture["custom_id"] for capture in known["captures"])
        refunds = Counter(refund["capture_id"] for refund in known["refunds"])
        twice = [name for name, number in (captures + refunds).items() if number > 1]
        return [f"PayPal charged or refunded twice: {twice}"] if twice else []


class KilledCommand(Exception):
    """A manage.py command was killed."""


# --- How each place is reached -------------------------------------------------------------------------------------


def during_placing(mortal: MortalShop, place: str, buyer: Client) -> None:
    mortal.expect_kill(place, lambda: buyer.call("POST", "/api/orders", order_body(mortal.event, seats=1)))


def during_opening(mortal: MortalShop, place: str, buyer: Client) -> None:
    order = Shopper(mortal.shop, buyer).place(mortal.event)
    mortal.expect_kill(place, lambda: buyer.call("POST", f"/api/orders/{order['_id']}/paypal"))


def during_paying(mortal: MortalShop, place: str, buyer: Client) -> str:
    """Return the PayPal order's ID."""
    shopper = Shopper(mortal.shop, buyer)
    order = shopper.place(mortal.event)
    paypal_order_id = shopper.open_at_paypal(order)
    shopper.approve(paypal_order_id)
    mortal.expect_kill(place, lambda: buyer.call("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id}))
    return paypal_order_id


def during_webhook(mortal: MortalShop, place: str, buyer: Client) -> None:
    """The shop is killed before it stores the capture, and again when PayPal's webhook arrives."""
    paypal_order_id = during_paying(mortal, "after the capture, before it is stored", buyer)
    event_id = next(
        event["id"]
        for event in mortal.shop.at_paypal()["webhooks"]
        if event["event"]["event_type"] == "PAYMENT.CAPTURE.COMPLETED" and paypal_order_id in str(event["event"])
    )

    def deliver() -> str:
        delivery = mortal.shop.control(f"webhooks/{event_id}/redeliver")
        if not delivery["last"][:1].isdigit():  # PayPal got no answer either
            raise requests.ConnectionError(delivery["last"])
        return str(delivery["last"])

    mortal.expect_kill(place, deliver)


def during_refund(mortal: MortalShop, place: str, buyer: Client) -> None:
    order = Shopper(mortal.shop, buyer).buy(mortal.event)
    body = {"amount": 5, "reason": "Killed meanwhile"}
    staff = mortal.shop.as_staff()
    mortal.expect_kill(place, lambda: staff.call("POST", f"/api/orders/{order['_id']}/refund", body))


def during_change(mortal: MortalShop, place: str, buyer: Client) -> None:
    """The buyer asks for the money for one of two seats."""
    shopper = Shopper(mortal.shop, buyer)
    order = shopper.buy(mortal.event, seats=2)
    (booking,) = shopper.client.ask("GET", f"/api/orders/{order['_id']}/options")["bookings"]
    body = {"booking": booking["_id"], "kind": "refund", "seats": 1, "amount": booking["refund"]["amounts"][0]}
    mortal.expect_kill(place, lambda: buyer.call("POST", f"/api/orders/{order['_id']}/changes", body))


def during_reconciling(mortal: MortalShop, place: str, buyer: Client) -> None:
    during_paying(mortal, "after the capture, before it is stored", buyer)

    def reconcile() -> str:
        try:
            return mortal.shop.manage("reconcile_payments")
        except AssertionError as ended:
            raise KilledCommand from ended

    mortal.expect_kill(place, reconcile)


def ending(reach: Callable[[MortalShop, str, Client], object], status: str) -> Callable[..., Kill]:
    def run(mortal: MortalShop, place: str, buyer: Client) -> Kill:
        reach(mortal, place, buyer)
        return Kill(place, buyer, status)

    return run


RUNS: dict[str, Callable[[MortalShop, str, Client], Kill]] = {
    "before the order commits": ending(during_placing, ""),
    "after the order committed": ending(during_placing, "held"),
    "before PayPal makes the order": ending(during_opening, "held"),
    "after PayPal made it, before its id is stored": ending(during_opening, "held"),
    "after its id is stored, before the answer": ending(during_opening, "held"),
    "before the capture": ending(during_paying, "paid"),
    "after the capture, before it is stored": ending(during_paying, "paid"),
    "inside settle": ending(during_paying, "paid"),
    "after settle, before the answer": ending(during_paying, "paid"),
    "in the webhook, before the commit": ending(during_webhook, "paid"),
    "in the webhook, after the commit, before 200": ending(during_webhook, "paid"),
    "before the refund": ending(during_refund, "partly_refunded"),
    "after the refund, before it is stored": ending(during_refund, "partly_refunded"),
    "after a change committed, before its refund is sent": ending(during_change, "partly_refunded"),
    "after a change's refund, before it is stored": ending(during_change, "partly_refunded"),
    "in reconcile": ending(during_reconciling, "paid"),
}
