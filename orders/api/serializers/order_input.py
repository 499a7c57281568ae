"""Serializers for input about orders. They accept harmless variations and reject the rest with a message."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from orders.pricing import SentSums, read_sent_amount
from orders.services.orders.place_order import AskedItem, AskedOrder

MOST_ITEMS = 50
MOST_BOOKINGS = 60
MOST_SEATS = 100_000
ADDRESS_FIELDS = ("fName", "lName", "address", "addressSecondary", "city", "state", "postalCode", "country")

Shape = serializers.Serializer[Any]


@extend_schema_field({"oneOf": [{"type": "number"}, {"type": "string"}]})  # allow_null adds null
class SentAmountField(serializers.Field[Decimal | None, Any, Any, Any]):
    """A price or sum as a browser sends it: a number, a text of one, or nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, "allow_null": True} | options)

    def to_internal_value(self, data: Any) -> Decimal | None:
        try:
            return read_sent_amount(data)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from None


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
    """A number of seats: an integer, its digits as text, or {"qty": …}."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, Mapping):
            data = data.get("qty")
        if isinstance(data, str):
            data = whole_number(data.strip())
        if not isinstance(data, int) or isinstance(data, bool) or data < 1:
            raise serializers.ValidationError("Choose at least 1 seat.")
        if data > MOST_SEATS:
            raise serializers.ValidationError(f"Choose at most {MOST_SEATS:,} seats.")
        return data


def whole_number(text: str) -> int | None:
    """Parse digits as a number. Cut off very long input, which is still far too large a number of seats."""
    is_one = text.isascii() and text.isdigit()
    return int(text.lstrip("0")[:12] or 0) if is_one else None


@extend_schema_field(
    {"type": "object", "properties": {name: {"type": "string", "maxLength": 200} for name in ADDRESS_FIELDS}}
)
class AddressField(serializers.Field[dict[str, str], Any, Any, Any]):
    """Who is coming; every part may be missing, and what is no part of an address is dropped."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, "allow_null": True} | options)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        if not isinstance(data, Mapping):
            raise serializers.ValidationError("Send the address as an object.")
        address = {name: data[name] for name in ADDRESS_FIELDS if data.get(name) is not None}
        if not all(isinstance(part, str) for part in address.values()):
            raise serializers.ValidationError("Send each part of the address as a text.")
        if any(len(part) > 200 for part in address.values()):
            raise serializers.ValidationError("Keep each part of the address to 200 characters.")
        return {name: part.strip() for name, part in address.items()}


class AskedBookingSerializer(Shape):
    bookingDate = serializers.CharField(max_length=64, error_messages={"required": "Choose a date."})
    reservationSeats = SeatsField(error_messages={"required": "Choose at least 1 seat."})


class AskedItemSerializer(Shape):
    _id = serializers.CharField(max_length=64)
    name = serializers.CharField(max_length=500, required=False, allow_blank=True, allow_null=True)
    price = SentAmountField()
    bookings = AskedBookingSerializer(  # type: ignore[call-arg]  # the list's, which the stubs do not know
        many=True, required=False, allow_null=True, max_length=MOST_BOOKINGS
    )


class PlaceOrderSerializer(Shape):
    orderItems = AskedItemSerializer(  # type: ignore[call-arg]  # the list's, which the stubs do not know
        many=True, max_length=MOST_ITEMS, error_messages={"required": "Send your cart."}
    )
    shippingAddress = AddressField()
    billingAddress = AddressField()
    paymentMethod = serializers.CharField(max_length=40, required=False, allow_blank=True, allow_null=True)
    itemsPrice = SentAmountField()
    shippingPrice = SentAmountField()
    taxPrice = SentAmountField()
    totalPrice = SentAmountField()


# Created once, because each new serializer copies all of its fields. Parsing does not change it.
PLACE_ORDER = PlaceOrderSerializer()


def read_order(sent: Any) -> AskedOrder:
    """Parse an order. Raise DRF's ValidationError, which names every invalid field."""
    data = PLACE_ORDER.run_validation(sent)
    return AskedOrder(
        items=[asked_item(item) for item in data["orderItems"]],
        sent=SentSums(
            items=data.get("itemsPrice"),
            tax=data.get("taxPrice"),
            shipping=data.get("shippingPrice"),
            total=data.get("totalPrice"),
        ),
        shipping_address=data.get("shippingAddress") or {},
        billing_address=data.get("billingAddress") or {},
        payment_method=data.get("paymentMethod") or "Paypal",
    )


def asked_item(item: Mapping[str, Any]) -> AskedItem:
    return AskedItem(
        product=item["_id"],
        name=item.get("name") or "",
        price=item.get("price"),
        bookings=[(booking["bookingDate"], booking["reservationSeats"]) for booking in item.get("bookings") or ()],
    )


class PaySerializer(Shape):
    """Of the payment details only PayPal's order id is read; the rest is asked of PayPal."""

    id = serializers.RegexField(
        r"^[A-Za-z0-9-]{1,64}$", required=False, error_messages={"invalid": "Send PayPal's order id."}
    )
    test = serializers.BooleanField(required=False, default=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if not data["test"] and not data.get("id"):
            raise serializers.ValidationError({"id": "Send PayPal's order id."})
        return data


PAY = PaySerializer()  # made once, as PLACE_ORDER is


class RefundOrderSerializer(Shape):
    lines = serializers.ListField(child=serializers.CharField(max_length=24), required=False, allow_null=True)
    amount = serializers.DecimalField(
        max_digits=10, decimal_places=2, required=False, allow_null=True, min_value=Decimal("0.01")
    )
    reason = serializers.CharField(max_length=500, error_messages={"required": "Say why.", "blank": "Say why."})


class ConfirmBookingSerializer(Shape):
    """Who asks and what status is asked for make no difference, so neither is read."""

    product = serializers.CharField(max_length=64)
    reservationSeats = SeatsField()
    bookingDate = serializers.CharField(max_length=64)
    order = serializers.CharField(max_length=64, required=False, allow_null=True, allow_blank=True)


class ChangeBookingSerializer(Shape):
    status = serializers.ChoiceField(choices=["pending", "confirmed", "cancelled", "refunded"])
