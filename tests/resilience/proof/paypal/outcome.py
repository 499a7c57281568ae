"""What became of the orders that met one fault of PayPal's, and what is wrong with that."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.resilience.proof.paypal.fault import Fault
from tests.support.servers.running_shop import Client, RunningShop

MAILS_OF_ORDERS = (  # each buyer has one order here
    "SELECT o.public_id, m.kind FROM charityshop_outgoingmail m "
    'JOIN accounts_user u ON u.email = m."to" JOIN orders_order o ON o.user_id = u.id'
)


@dataclass(slots=True)
class Row:
    fault: Fault
    orders: dict[str, Client] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)  # what was said on the way, by order
    violations: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    upkeeps: int = 0  # that it took beyond the first

    def shown(self) -> dict[str, dict[str, Any]]:
        """Each order, as its buyer sees it."""
        looks = {public_id: client.call("GET", f"/api/orders/{public_id}") for public_id, client in self.orders.items()}
        return {public_id: dict(look.json()) for public_id, look in looks.items()}


def wrongs_of(shop: RunningShop, row: Row) -> list[str]:
    """A sentence for everything that is not as the fault's row says, its end apart."""
    wrong = [
        *wrong_mails(shop, row),
        *wrong_money(shop, row),
        *opened_too_often(shop, row),
        *used_forgotten_keys(shop, row),
        *not_shown_to_staff(shop, row),
        *lost_seats(row),
    ]
    return [f"{row.fault.name}: {sentence}" for sentence in wrong]


def wrong_money(shop: RunningShop, row: Row) -> list[str]:
    """What went back at PayPal, and what the shop's account has in the end, where the row says how much that is."""
    if row.fault.goes_back is None and not row.fault.surplus_goes_back:
        return []
    taken, back = money_at_paypal(shop)
    wrong = []
    for public_id, shown in row.shown().items():
        price = Decimal(str(shown["totalPrice"]))
        if row.fault.goes_back is not None and back[public_id] != row.fault.goes_back:
            wrong.append(f"{back[public_id]} went back for {public_id}, not {row.fault.goes_back}")
        if row.fault.surplus_goes_back and taken[public_id] - back[public_id] != price:
            wrong.append(f"{taken[public_id]} - {back[public_id]} was taken for {public_id}, not {price}")
    return wrong


def money_at_paypal(shop: RunningShop) -> tuple[dict[str, Decimal], dict[str, Decimal]]:
    """What was captured for the shop's account and what was given back, by our order."""
    captures, taken, back = own_captures(shop), defaultdict(Decimal), defaultdict(Decimal)
    orders = {capture["id"]: capture["custom_id"] for capture in captures}
    for capture in captures:
        if capture["status"] not in ("PENDING", "DECLINED"):
            taken[capture["custom_id"]] += Decimal(capture["amount"]["value"])
    for refund in shop.at_paypal()["refunds"]:
        if refund["capture_id"] in orders:
            back[orders[refund["capture_id"]]] += Decimal(refund["amount"]["value"])
    return taken, back


def own_captures(shop: RunningShop) -> list[dict[str, Any]]:
    """PayPal's captures, without those of other merchants."""
    merchant = shop.simulator.settings.merchant_id
    return [one for one in shop.at_paypal()["captures"] if one["payee"].get("merchant_id") == merchant]


def opened_too_often(shop: RunningShop, row: Row) -> list[str]:
    if not row.fault.is_opened_once:
        return []
    named = Counter(made["purchase_units"][0].get("custom_id") for made in shop.at_paypal()["orders"])
    return [
        f"{named[public_id]} PayPal orders were opened for {public_id}"
        for public_id in row.orders
        if named[public_id] != 1
    ]


def used_forgotten_keys(shop: RunningShop, row: Row) -> list[str]:
    """A call under a key that PayPal has forgotten can take effect a second time."""
    paypal = shop.at_paypal()
    names = {public_id: {public_id} for public_id in row.orders}
    for made in paypal["orders"]:
        if (public_id := made["purchase_units"][0].get("custom_id")) in names:
            names[public_id].add(made["id"])
    for capture in paypal["captures"]:
        if capture["custom_id"] in names:
            names[capture["custom_id"]].add(capture["id"])
    return [
        f"the key of a {used['call']} for {public_id} was used after PayPal had forgotten it"
        for used in paypal["forgotten_ids_used"]
        for public_id, known in names.items()
        if any(name in used["path"] + used["body"] for name in known)
    ]


def not_shown_to_staff(shop: RunningShop, row: Row) -> list[str]:
    listed = shop.as_staff().call("GET", "/api/orders/attention").text if row.fault.shown_to_staff else ""
    missing = [public_id for public_id in row.orders if row.fault.shown_to_staff and public_id not in listed]
    return [f"staff are not shown order {public_id}" for public_id in missing]


def lost_seats(row: Row) -> list[str]:
    if not row.fault.seats_stay:
        return []
    statuses = {
        public_id: {booking["status"] for item in shown["orderItems"] for booking in item["bookings"]}
        for public_id, shown in row.shown().items()
    }
    return [
        f"the bookings of {public_id} are {found}" for public_id, found in statuses.items() if found != {"confirmed"}
    ]


def wrong_mails(shop: RunningShop, row: Row) -> list[str]:
    """Nobody is thanked twice, and whoever has to be told something is told once."""
    sent: dict[str, Counter[str]] = {public_id: Counter() for public_id in row.orders}
    for public_id, kind in shop.rows(MAILS_OF_ORDERS):
        if public_id in sent:
            sent[public_id][kind] += 1
    return [
        f"the buyer of {public_id} was sent {dict(mails)}"
        for public_id, mails in sent.items()
        if mails["order_paid"] > 1
        or any(mails[kind] != 1 for kind in row.fault.mails)
        or any(mails[kind] for kind in row.fault.unwanted_mails)
    ]
