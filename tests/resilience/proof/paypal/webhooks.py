"""PayPal's webhooks in every order, each twice and after forgeries, before and after the buyer's own call.

Whatever their order: one settlement, one receipt, and each refund once; a forged webhook is answered 400 and not
stored.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from threading import Lock
from typing import Any

import requests

from tests.resilience.proof.consistency import find_inconsistencies
from tests.resilience.proof.paypal.incidents import capture_elsewhere, get_capture
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper, next_week

TYPES = {
    "approved": "CHECKOUT.ORDER.APPROVED",
    "completed": "PAYMENT.CAPTURE.COMPLETED",
    "refunded": "PAYMENT.CAPTURE.REFUNDED",
    "reversed": "PAYMENT.CAPTURE.REVERSED",
}
HAPPENS = tuple(TYPES)  # at PayPal, in this order, whatever the order of the webhooks
A_PART = {"currency_code": "USD", "value": "2.00"}
AT_ONCE = 4
MAX_RETRIES = 5  # where the shop answers 503; PayPal itself tries for three days
# If the shop sees a reversal in the order before PayPal calls it one, the buyer gets the email about a refund.
MAILS = [{"order_paid": 1, "order_refunded": number} for number in (1, 2)]


@dataclass(frozen=True, slots=True)
class Delivery:
    """One way for the webhooks to arrive: their order, and before which of them (4: after all) the buyer pays."""

    kinds: tuple[str, ...]
    pays_at: int
    is_prompt: bool  # as far as possible, each arrives before the next one has happened

    def __str__(self) -> str:
        steps = [*self.kinds[: self.pays_at], "PAY", *self.kinds[self.pays_at :]]
        return f"{', '.join(steps)} ({'promptly' if self.is_prompt else 'after everything'})"


DELIVERIES = [
    Delivery(kinds, pays_at, is_prompt)
    for kinds in permutations(TYPES)
    for pays_at in range(len(TYPES) + 1)
    for is_prompt in (True, False)
]
reset_lock = Lock()  # two resets at once could lock the same rows in another order


class OneOrder:
    """One buyer's order, what has happened to it at PayPal, and how the shop answered its webhooks."""

    def __init__(self, shop: RunningShop, buyer: Client, event: dict[str, Any], delivery: Delivery) -> None:
        self.shop = shop
        self.delivery = delivery
        self.buyer = Shopper(shop, buyer)
        self.order = self.buyer.place(event, seats=1)
        self.paypal_order_id = self.buyer.open_at_paypal(self.order)
        self.happened: list[str] = []
        self.violations: list[str] = []

    def run(self) -> "OneOrder":
        try:
            self.deliver_webhooks()
        except requests.HTTPError as refused:  # if the shop has refunded by mistake, for example
            self.violations.append(f"PayPal refused a step: {refused}")
        return self

    def deliver_webhooks(self) -> None:
        delivery = self.delivery
        if not delivery.is_prompt and delivery.pays_at:
            self.advance("reversed")
        for number, kind in enumerate(delivery.kinds):
            if number == delivery.pays_at:
                self.pay()
            self.advance(kind if delivery.is_prompt else "reversed")
            self.deliver(kind)
        if delivery.pays_at == len(delivery.kinds):
            self.pay()
        for kind in reversed(delivery.kinds):
            self.redeliver(self.get_event_id(kind), times=1)

    def advance(self, until: str) -> None:
        """Make everything happen at PayPal up to this kind."""
        for kind in HAPPENS[: HAPPENS.index(until) + 1]:
            if kind not in self.happened:
                self.happened.append(kind)
                self.act(kind)

    def act(self, kind: str) -> None:
        if kind == "approved":
            self.buyer.approve(self.paypal_order_id)
        elif kind == "completed":
            capture_elsewhere(self.shop, self.order)
        elif kind == "refunded":
            self.shop.control(f"captures/{self.capture_id}/refund", amount=A_PART)
        else:
            self.shop.control(f"captures/{self.capture_id}/reverse")

    @property
    def capture_id(self) -> str:
        return str(get_capture(self.shop, self.order)["id"])

    def pay(self) -> None:
        self.advance("approved")
        answer = self.buyer.client.call("PUT", f"/api/orders/{self.order['_id']}/pay", {"id": self.paypal_order_id})
        self.happened += [] if "completed" in self.happened else ["completed"]
        if not answer.ok:
            self.violations.append(f"pay was answered {answer.status_code} {answer.text[:200]}")

    def deliver(self, kind: str) -> None:
        """Deliver two forgeries of the webhook, and then the webhook twice."""
        event_id = self.get_event_id(kind)
        for tamper in ("signature", "body"):
            if not self.redeliver(event_id, tamper=tamper)["last"].startswith("400"):
                self.violations.append(f"a forged {kind} was not refused")
        reset_verification_limit(self.shop)
        if self.shop.rows(f"SELECT 1 FROM payments_webhookevent WHERE event_id = '{event_id}'"):
            self.violations.append(f"a forged {kind} was stored")
        for _ in range(2):
            answer = self.send(event_id)
            if not answer.startswith("200"):
                self.violations.append(f"{kind} was not accepted: {answer}")

    def send(self, event_id: str) -> str:
        """Send a webhook until the shop can handle it, as PayPal does. Return the last answer."""
        answer = self.redeliver(event_id)["last"]
        for _ in range(MAX_RETRIES):
            if not answer.startswith("503"):
                break
            reset_verification_limit(self.shop)
            answer = self.redeliver(event_id)["last"]
        return str(answer)

    def redeliver(self, event_id: str, **options: object) -> dict[str, Any]:
        return self.shop.control(f"webhooks/{event_id}/redeliver", **options)

    def get_event_id(self, kind: str) -> str:
        about = (self.order["_id"], self.paypal_order_id)
        return next(
            str(sent["id"])
            for sent in self.shop.at_paypal()["webhooks"]
            if sent["event"]["event_type"] == TYPES[kind] and any(name in str(sent["event"]) for name in about)
        )


def reset_verification_limit(shop: RunningShop) -> None:
    """Reset the limit on failed verifications, as after ten minutes.

    The rows are updated, not deleted: counting takes two statements on PostgreSQL, and fails if its row disappears.
    """
    with reset_lock:
        shop.rows("UPDATE charityshop_counter SET count = 0")


def deliver_all(shop: RunningShop, deliveries: Sequence[Delivery]) -> list[str]:
    """Run each delivery for a separate order. The shop's simulator must hold its webhooks."""
    event = shop.add_event(name="Friday Draft", price="12.00", maximumEventCapacity=len(deliveries), **next_week())
    with ThreadPoolExecutor(AT_ONCE) as pool:
        orders = list(
            pool.map(
                lambda one: OneOrder(shop, one[0], event, one[1]).run(),
                zip(shop.crowd(len(deliveries)), deliveries, strict=True),
            )
        )
    shop.manage("upkeep")
    violations = [f"{one.delivery}: {each}" for one in orders for each in [*one.violations, *check_end(one)]]
    return violations + find_inconsistencies(shop)


def check_end(one: OneOrder) -> list[str]:
    """Expect one payment, and each refund and each email once."""
    order = f"(SELECT id FROM orders_order WHERE public_id = '{one.order['_id']}')"
    payments = one.shop.rows(f"SELECT 1 FROM payments_payment WHERE status = 'completed' AND order_id = {order}")
    refunds = one.shop.rows(f"SELECT 1 FROM payments_refund WHERE status = 'completed' AND order_id = {order}")
    address = f"(SELECT email FROM accounts_user WHERE id = (SELECT user_id FROM orders_order WHERE id = {order}))"
    mails = one.shop.rows(f'SELECT kind FROM outbox_outgoing WHERE "to" = {address}')
    status = one.buyer.look(one.order)["status"]
    found = (status, len(payments), len(refunds), dict(Counter(kind for (kind,) in mails)))
    # A reversed payment leaves the seats booked, so the order is refunded in part only.
    if found[:3] == ("partly_refunded", 1, 2) and found[3] in MAILS:
        return []
    return [f"status, payments, refunds, mails: {found}"]
