"""The outcome of the orders that met one of PayPal's faults, and its violations."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.resilience.proof.paypal.faults import Fault
from tests.support.servers.running_shop import Client, RunningShop

RECEIPTS = (  # each buyer has one order
    "SELECT o.public_id, count(*) FROM outbox_outgoing m "
    'JOIN accounts_user u ON u.email = m."to" JOIN orders_order o ON o.user_id = u.id '
    "WHERE m.kind = 'order_paid' GROUP BY o.public_id"
)


@dataclass(slots=True)
class Outcome:
    fault: Fault
    orders: dict[str, Client] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)  # given before the end, by order
    violations: list[str] = field(default_factory=list)

    def get_statuses(self) -> dict[str, str]:
        """Return the status of each order as its buyer sees it."""
        answers = {name: client.call("GET", f"/api/orders/{name}") for name, client in self.orders.items()}
        return {public_id: str(answer.json()["status"]) for public_id, answer in answers.items()}


def find_violations(shop: RunningShop, outcome: Outcome) -> Iterator[str]:
    """Yield a sentence for each deviation from the fault's row, except for the orders' final status."""
    fault, paypal, receipts = outcome.fault, shop.at_paypal(), dict(shop.rows(RECEIPTS))
    opened = Counter(made["purchase_units"][0].get("custom_id") for made in paypal["orders"])
    refunded = sum_refunds(paypal)
    for public_id in outcome.orders:
        if receipts.get(public_id, 0) > 1:
            yield f"{fault.name}: the buyer of {public_id} was sent {receipts[public_id]} receipts"
        if fault.is_opened_once and opened[public_id] != 1:
            yield f"{fault.name}: {opened[public_id]} PayPal orders were created for {public_id}"
        if fault.refunded is not None and refunded[public_id] != fault.refunded:
            yield f"{fault.name}: {refunded[public_id]} was refunded for {public_id}, not {fault.refunded}"


def sum_refunds(paypal: dict[str, Any]) -> dict[str, Decimal]:
    """Return the amounts refunded at PayPal, by order."""
    orders = {capture["id"]: capture["custom_id"] for capture in paypal["captures"]}
    refunded: dict[str, Decimal] = defaultdict(Decimal)
    for refund in paypal["refunds"]:
        refunded[orders[refund["capture_id"]]] += Decimal(refund["amount"]["value"])
    return refunded
