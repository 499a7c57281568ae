"""Serializers for input about orders. They accept harmless variations and reject the rest with a message."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from charityshop.form_fields import AmountField, CodeField, LineField
from charityshop.text import clean_line
from orders.pricing import ZERO, SentSums
from orders.services.place_order import CartItem, OrderRequest

MAX_ITEMS = 50
MAX_BOOKINGS = 60
MAX_SEATS = 100_000
MAX_GIFT = Decimal("10000.00")  # USD
NUMERIC = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,6})?")
MAX_SENT_AMOUNT = Decimal(10) ** 15  # far above any price, so that comparing huge numbers is safe
ADDRESS_FIELDS = ("fName", "lName", "address", "addressSecondary", "city", "state", "postalCode", "country")

Serializer = serializers.Serializer[Any]


@extend_schema_field({"oneOf": [{"type": "number"}, {"type": "string"}]})  # allow_null adds null
class SentAmountField(serializers.Field[Decimal | None, Any, Any, Any]):
    """An amount sent by a browser: a number, a numeric string, or null."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, "allow_null": True} | options)

    def to_internal_value(self, data: Any) -> Decimal:
        text = data.strip() if isinstance(data, str) else str(data)  # of a float, str() keeps 0.1 exact
        is_number = isinstance(data, int | float | str | Decimal) and not isinstance(data, bool)
        if not is_number or not NUMERIC.fullmatch(text):
            raise serializers.ValidationError("Send the price as a number.")
        return max(-MAX_SENT_AMOUNT, min(Decimal(text), MAX_SENT_AMOUNT))


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "minimum": 1},
            {"type": "string"},
            {"type": "object", "properties": {"qty": {"type": "integer", "minimum": 1}}, "required": ["qty"]},
        ]
    }
)
class SeatsField(serializers.Field[int, Any, Any, Any]):
    """A number of seats: an integer, a string of digits, or {"qty": …}."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, Mapping):
            data = data.get("qty")
        if isinstance(data, str):
            data = parse_whole_number(data.strip())
        if not isinstance(data, int) or isinstance(data, bool) or data < 1:
            raise serializers.ValidationError("Choose at least 1 seat.")
        if data > MAX_SEATS:
            raise serializers.ValidationError(f"Choose at most {MAX_SEATS:,} seats.")
        return data


def parse_whole_number(text: str) -> int | None:
    """Parse digits as a number. Cut off very long input, which is still far too large a number of seats."""
    is_number = text.isascii() and text.isdigit()
    return int(text.lstrip("0")[:12] or 0) if is_number else None


@extend_schema_field(
    {"type": "object", "properties": {name: {"type": "string", "maxLength": 200} for name in ADDRESS_FIELDS}}
)
class AddressField(serializers.Field[dict[str, str], Any, Any, Any]):
    """An address. Every part is optional, and unknown keys are ignored."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, "allow_null": True} | options)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        if not isinstance(data, Mapping):
            raise serializers.ValidationError("Send the address as an object.")
        address = {name: data[name] for name in ADDRESS_FIELDS if data.get(name) is not None}
        if not all(isinstance(part, str) for part in address.values()):
            raise serializers.ValidationError("Send each part of the address as a text.")
        address = {name: clean_line(part) for name, part in address.items()}
        if any(len(part) > 200 for part in address.values()):
            raise serializers.ValidationError("Keep each part of the address to 200 characters.")
        return address


class CartBookingSerializer(Serializer):
    bookingDate = CodeField(max_length=64, error_messages={"required": "Choose a date."})
    reservationSeats = SeatsField(error_messages={"required": "Choose at least 1 seat."})


class CartItemSerializer(Serializer):
    _id = CodeField(max_length=64)
    name = LineField(max_length=500, required=False, allow_blank=True, allow_null=True)
    price = SentAmountField()
    # With `many` instead, each booking could be null, too.
    bookings: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=CartBookingSerializer(), required=False, allow_null=True, max_length=MAX_BOOKINGS
    )


class QuoteOrderSerializer(Serializer):
    """What decides about an order's price."""

    orderItems = CartItemSerializer(  # type: ignore[call-arg]  # an argument of the list, missing in the stubs
        many=True, max_length=MAX_ITEMS, error_messages={"required": "Send your cart."}
    )
    voucher = CodeField(
        max_length=200, required=False, allow_blank=True, allow_null=True, help_text="A discount code, in any case."
    )
    giftPrice = AmountField(
        max_digits=7,
        decimal_places=2,
        min_value=Decimal(0),
        max_value=MAX_GIFT,
        required=False,
        allow_null=True,
        help_text="Dollars. An order of a gift alone has no orderItems.",
        error_messages=dict.fromkeys(
            (
                "invalid",
                "min_value",
                "max_value",
                "max_digits",
                "max_decimal_places",
                "max_whole_digits",
                "max_string_length",
            ),
            f"Enter a gift up to ${MAX_GIFT:,.2f}.",
        ),
    )


class PlaceOrderSerializer(QuoteOrderSerializer):
    shippingAddress = AddressField()
    billingAddress = AddressField()
    paymentMethod = LineField(max_length=40, required=False, allow_blank=True, allow_null=True)
    itemsPrice = SentAmountField()
    shippingPrice = SentAmountField()
    taxPrice = SentAmountField()
    totalPrice = SentAmountField()


# Created once, because each new serializer copies all of its fields. Parsing does not change it.
PLACE_ORDER, QUOTE_ORDER = PlaceOrderSerializer(), QuoteOrderSerializer()


def parse_order(body: Any, form: QuoteOrderSerializer = PLACE_ORDER) -> OrderRequest:
    """Parse an order, or with QUOTE_ORDER a cart to be priced. Raise DRF's ValidationError for every invalid field."""
    data = form.run_validation(body)
    return OrderRequest(
        items=[build_cart_item(item) for item in data["orderItems"]],
        sent=SentSums(
            items=data.get("itemsPrice"),
            tax=data.get("taxPrice"),
            shipping=data.get("shippingPrice"),
            total=data.get("totalPrice"),
        ),
        shipping_address=data.get("shippingAddress") or {},
        billing_address=data.get("billingAddress") or {},
        payment_method=data.get("paymentMethod") or "Paypal",
        voucher=data.get("voucher") or "",
        gift=data.get("giftPrice") or ZERO,
    )


def build_cart_item(item: Mapping[str, Any]) -> CartItem:
    return CartItem(
        product=item["_id"],
        name=item.get("name") or "",
        price=item.get("price"),
        bookings=[(booking["bookingDate"], booking["reservationSeats"]) for booking in item.get("bookings") or ()],
    )
