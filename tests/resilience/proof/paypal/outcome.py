"""The outcome of the orders that met one of PayPal's faults, and its violations."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.resilience.proof.paypal.fault import Fault
from tests.support.servers.running_shop import Client, RunningShop

MAILS_OF_ORDERS = (  # each buyer has one order
    "SELECT o.public_id, m.kind FROM charityshop_outgoingmail m "
    'JOIN accounts_user u ON u.email = m."to" JOIN orders_order o ON o.user_id = u.id'
)


@dataclass(slots=True)
class Outcome:
    fault: Fault
    orders: dict[str, Client] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)  # given before the end, by order
    violations: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    extra_upkeeps: int = 0  # runs after the first

    def get_orders(self) -> dict[str, dict[str, Any]]:
        """Return each order as its buyer sees it."""
        answers = {name: client.call("GET", f"/api/orders/{name}") for name, client in self.orders.items()}
        return {public_id: dict(answer.json()) for public_id, answer in answers.items()}


def find_violations(shop: RunningShop, outcome: Outcome) -> list[str]:
    """Return a sentence for each deviation from the fault's row, except for the orders' final status."""
    wrong = [
        *find_wrong_mails(shop, outcome),
        *find_wrong_amounts(shop, outcome),
        *find_duplicate_orders(shop, outcome),
        *find_uses_of_expired_keys(shop, outcome),
        *find_orders_not_shown_to_staff(shop, outcome),
        *find_lost_seats(outcome),
    ]
    return [f"{outcome.fault.name}: {sentence}" for sentence in wrong]


def find_wrong_amounts(shop: RunningShop, outcome: Outcome) -> list[str]:
    """Check the amounts refunded and retained at PayPal, if the fault's row states them."""
    if outcome.fault.refunded is None and not outcome.fault.surplus_is_refunded:
        return []
    captured, refunded = sum_money_at_paypal(shop)
    wrong = []
    for public_id, shown in outcome.get_orders().items():
        price = Decimal(str(shown["totalPrice"]))
        if outcome.fault.refunded is not None and refunded[public_id] != outcome.fault.refunded:
            wrong.append(f"{refunded[public_id]} was refunded for {public_id}, not {outcome.fault.refunded}")
        if outcome.fault.surplus_is_refunded and captured[public_id] - refunded[public_id] != price:
            wrong.append(f"{captured[public_id]} - {refunded[public_id]} was captured for {public_id}, not {price}")
    return wrong


def sum_money_at_paypal(shop: RunningShop) -> tuple[dict[str, Decimal], dict[str, Decimal]]:
    """Return the amounts captured for the shop and refunded, by order."""
    captures, captured, refunded = list_own_captures(shop), defaultdict(Decimal), defaultdict(Decimal)
    orders = {capture["id"]: capture["custom_id"] for capture in captures}
    for capture in captures:
        if capture["status"] not in ("PENDING", "DECLINED"):
            captured[capture["custom_id"]] += Decimal(capture["amount"]["value"])
    for refund in shop.at_paypal()["refunds"]:
        if refund["capture_id"] in orders:
            refunded[orders[refund["capture_id"]]] += Decimal(refund["amount"]["value"])
    return captured, refunded


def list_own_captures(shop: RunningShop) -> list[dict[str, Any]]:
    """Return PayPal's captures, without those of other merchants."""
    merchant = shop.simulator.settings.merchant_id
    return [one for one in shop.at_paypal()["captures"] if one["payee"].get("merchant_id") == merchant]


def find_duplicate_orders(shop: RunningShop, outcome: Outcome) -> list[str]:
    if not outcome.fault.is_opened_once:
        return []
    named = Counter(made["purchase_units"][0].get("custom_id") for made in shop.at_paypal()["orders"])
    return [
        f"{named[public_id]} PayPal orders were created for {public_id}"
        for public_id in outcome.orders
        if named[public_id] != 1
    ]


def find_uses_of_expired_keys(shop: RunningShop, outcome: Outcome) -> list[str]:
    """Find calls with a key that PayPal has deleted: these can take effect a second time."""
    paypal = shop.at_paypal()
    names = {public_id: {public_id} for public_id in outcome.orders}
    for made in paypal["orders"]:
        if (public_id := made["purchase_units"][0].get("custom_id")) in names:
            names[public_id].add(made["id"])
    for capture in paypal["captures"]:
        if capture["custom_id"] in names:
            names[capture["custom_id"]].add(capture["id"])
    return [
        f"the key of a {used['call']} for {public_id} was used after PayPal had deleted it"
        for used in paypal["forgotten_ids_used"]
        for public_id, known in names.items()
        if any(name in used["path"] + used["body"] for name in known)
    ]


def find_orders_not_shown_to_staff(shop: RunningShop, outcome: Outcome) -> list[str]:
    listed = shop.as_staff().call("GET", "/api/orders/attention").text if outcome.fault.shown_to_staff else ""
    missing = [public_id for public_id in outcome.orders if outcome.fault.shown_to_staff and public_id not in listed]
    return [f"staff are not shown order {public_id}" for public_id in missing]


def find_lost_seats(outcome: Outcome) -> list[str]:
    if not outcome.fault.seats_stay:
        return []
    statuses = {
        public_id: {booking["status"] for item in shown["orderItems"] for booking in item["bookings"]}
        for public_id, shown in outcome.get_orders().items()
    }
    return [
        f"the bookings of {public_id} are {found}" for public_id, found in statuses.items() if found != {"confirmed"}
    ]


def find_wrong_mails(shop: RunningShop, outcome: Outcome) -> list[str]:
    """Find buyers with a second receipt, or without exactly one of each required email."""
    sent: dict[str, Counter[str]] = {public_id: Counter() for public_id in outcome.orders}
    for public_id, kind in shop.rows(MAILS_OF_ORDERS):
        if public_id in sent:
            sent[public_id][kind] += 1
    return [
        f"the buyer of {public_id} was sent {dict(mails)}"
        for public_id, mails in sent.items()
        if mails["order_paid"] > 1 or any(mails[kind] != 1 for kind in outcome.fault.mails)
    ]
