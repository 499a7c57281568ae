"""Buyers with codes, memberships and gifts."""

from decimal import Decimal
from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from events.models import Occurrence
from tests.orders.api_calls import build_order
from tests.support.factories import MembershipFactory, OccurrenceFactory, VoucherFactory

PRICES = ("listPrice", "discounts", "itemsPrice", "shippingPrice", "taxPrice", "giftPrice", "totalPrice")


def quote(client: APIClient, *dates: Occurrence, seats: int = 2, **changes: Any) -> Any:
    body = build_order(*dates, seats=seats, **changes)
    return client.post("/api/orders/quote", body, format="json")


def get_prices(answer: Any) -> dict[str, Any]:
    """Return the prices of a quote or an order."""
    return {name: answer[name] for name in PRICES if name in answer}


def create_member(user: User, **fields: Any) -> Any:
    return MembershipFactory(user=user, **fields)


def build_case(case: dict[str, Any], user: User, settings: Any) -> dict[str, Any]:
    """Create what a shared case needs, and return the request of its order."""
    rules = case["settings"]
    settings.TAX_RATE, settings.PRICE_PER = Decimal(str(rules["taxRate"])), rules["pricePer"]
    settings.SHIPPING_FLAT = Decimal(str(rules["shippingFlat"]))
    settings.SHIPPING_FREE_OVER = rules["shippingFreeOver"]
    dates = [
        (OccurrenceFactory(event__price=item["price"], event__member_price=item.get("memberPrice")), int(seats))
        for item in case["items"]
        for seats in item["bookings"]
    ]
    if any("memberPrice" in item for item in case["items"]):
        create_member(user)
    body = build_order() | {"orderItems": [build_order(date, seats=seats)["orderItems"][0] for date, seats in dates]}
    if "code" in case:
        VoucherFactory(code="SPRING", kind=case["code"]["kind"], value=case["code"]["value"])
        body["voucher"] = "spring"
    return body | ({"giftPrice": float(case["giftPrice"])} if case["giftPrice"] else {})
