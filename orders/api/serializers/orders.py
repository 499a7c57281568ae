"""Serializers for orders and bookings in responses."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from bookings.api.serializers.events import (
    ImagePathField,
    LocationField,
    PageFields,
    RefundPolicySerializer,
    UTCDateTimeField,
)
from bookings.api.serializers.passes import PassSerializer
from bookings.models import Booking
from orders.api.serializers.date_changes import DateChangeChoiceSerializer, leave_out_empty
from orders.api.serializers.order_input import ADDRESS_FIELDS
from orders.models import AppliedDiscount, Change, Order, OrderLine, Refund, RefundStep
from orders.selectors.receipts import get_gift_note

Serializer = serializers.Serializer[Any]


def amount_field(**options: Any) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=10, decimal_places=2, **options)


def leave_out(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names}


class SeatsSerializer(Serializer):
    """The seats that the booking has now, or had before it ended."""

    qty = serializers.SerializerMethodField()

    def get_qty(self, line: OrderLine) -> int:
        return line.booking.seats if line.booking.status == Booking.Status.CONFIRMED else line.seats


class OrderBookingSerializer(Serializer):
    """One date of an order. `movedFrom` is the date that was sold, if the booking has moved to another date since.

    `isOff` is left out unless the date was called off and its seats are still to be refunded or moved. `dateChange` is
    left out unless the buyer may choose because staff changed the date.
    """

    _id = serializers.CharField(source="booking.public_id")
    bookingDate = UTCDateTimeField(source="booking.occurrence.starts_at")
    endTime = UTCDateTimeField(source="booking.occurrence.ends_at")
    reservationSeats = SeatsSerializer(source="*")
    status = serializers.ChoiceField(choices=Booking.Status.choices, source="booking.status")
    movedFrom = serializers.SerializerMethodField()
    passes = PassSerializer(many=True, source="booking.list_passes", help_text="Also ended ones.")
    isOff = serializers.BooleanField(source="is_off", required=False)
    dateChange = DateChangeChoiceSerializer(source="open_entitlement", required=False)

    def to_representation(self, line: OrderLine) -> dict[str, Any]:
        return leave_out_empty(super().to_representation(line), "isOff", "dateChange")

    def get_movedFrom(self, line: OrderLine) -> str | None:
        moved = line.booking.occurrence.starts_at != line.starts_at
        return UTCDateTimeField().to_representation(line.starts_at) if moved else None


class OrderItemSerializer(Serializer):
    """An event of an order, as it was sold."""

    _id = serializers.CharField(source="first_line.product")
    name = serializers.CharField(source="first_line.name")
    image = ImagePathField(source="first_line.image")
    description = serializers.CharField(source="first_line.description")
    price = serializers.DecimalField(max_digits=8, decimal_places=2, source="first_line.price")
    eventLocation = LocationField(source="first_line.event_location")
    refundPolicy = RefundPolicySerializer(source="first_line")
    bookings = OrderBookingSerializer(many=True, source="lines")


class AddressSerializer(Serializer):
    """Who is coming. Parts that were never given are empty."""

    fName = serializers.CharField()
    lName = serializers.CharField()
    address = serializers.CharField()
    addressSecondary = serializers.CharField()
    city = serializers.CharField()
    state = serializers.CharField()
    postalCode = serializers.CharField()
    country = serializers.CharField()

    def to_representation(self, address: dict[str, str]) -> dict[str, str]:
        return {part: address.get(part, "") for part in ADDRESS_FIELDS}


class BuyerSerializer(Serializer):
    _id = serializers.CharField(source="public_id")
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    email = serializers.CharField()


class RefundPartSerializer(Serializer):
    """Seats of one booking that a refund returns."""

    booking = serializers.CharField(source="line.booking.public_id")
    seats = serializers.IntegerField()
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    fee = serializers.DecimalField(max_digits=10, decimal_places=2, help_text="Kept by the club.")
    gift = serializers.DecimalField(max_digits=10, decimal_places=2, help_text="Left to the club by the buyer.")


class RefundSerializer(Serializer):
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    giftPrice = amount_field(
        source="gift_amount", required=False, help_text="How much of it is the order's gift. Left out if nothing."
    )
    currency = serializers.CharField(help_text="The captured payment's currency.")
    status = serializers.ChoiceField(choices=Refund.Status.choices)
    createdAt = UTCDateTimeField(source="created_at")
    bookings = serializers.SerializerMethodField()
    parts = RefundPartSerializer(many=True, source="parts.all")

    def to_representation(self, refund: Refund) -> dict[str, Any]:
        fields = super().to_representation(refund)
        return fields if refund.gift_amount else leave_out(fields, "giftPrice")

    def get_bookings(self, refund: Refund) -> list[str]:
        return [part.line.booking.public_id for part in refund.parts.all()]


class RefundDueSerializer(Serializer):
    """A full refund that is due, and why: the payment arrived after the seats were sold, or staff refused it."""

    because = serializers.ChoiceField(choices=Order.RefundReason.choices, allow_blank=True)
    step = serializers.ChoiceField(choices=get_args(RefundStep))
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    currency = serializers.CharField()


class OrderChangeSerializer(Serializer):
    """What the buyer did with seats after paying."""

    _id = serializers.CharField(source="public_id")
    booking = serializers.CharField(source="booking.public_id")
    kind = serializers.ChoiceField(choices=Change.Kind.choices)
    seats = serializers.IntegerField()
    amount = serializers.DecimalField(max_digits=10, decimal_places=2)
    status = serializers.ChoiceField(choices=Change.Status.choices)
    createdAt = UTCDateTimeField(source="created_at")


class DiscountSerializer(Serializer):
    """What was taken off all seats of an order."""

    kind = serializers.ChoiceField(choices=AppliedDiscount.Kind.choices)
    label = serializers.CharField(  # type: ignore[assignment]  # DRF stores declared fields apart from `label`
        help_text='"Member price", or "Code SPRING".'
    )
    amount = amount_field(help_text="Dollars off.")


class QuoteSerializer(Serializer):
    """What an order would cost now. Nothing is held."""

    listPrice = amount_field(source="list_price", help_text="Of the seats, before discounts.")
    discounts = DiscountSerializer(many=True)
    itemsPrice = amount_field(source="totals.items")
    shippingPrice = amount_field(source="totals.shipping")
    taxPrice = amount_field(source="totals.tax")
    giftPrice = amount_field(source="totals.gift")
    totalPrice = amount_field(source="totals.total")


class OrderSerializer(Serializer):
    """An order. `listPrice`, `discounts` and `giftPrice` are left out of orders without discounts or gift."""

    _id = serializers.CharField(source="public_id")
    number = serializers.CharField(source="shown_number", help_text="For people, such as C-7K3M9. URLs use `_id`.")
    user = serializers.CharField(source="user.public_id")
    buyer = BuyerSerializer(source="user")
    status = serializers.ChoiceField(choices=Order.Status.choices, source="present_status")
    isTest = serializers.BooleanField(source="is_test")
    orderItems = OrderItemSerializer(many=True, source="items")
    shippingAddress = AddressSerializer(source="shipping_address")
    billingAddress = AddressSerializer(source="billing_address")
    paymentMethod = serializers.CharField(source="payment_method")
    listPrice = amount_field(source="list_price", required=False, help_text="Of the seats, before discounts.")
    discounts = DiscountSerializer(many=True, source="shown_discounts", required=False)
    itemsPrice = serializers.DecimalField(max_digits=10, decimal_places=2, source="items_price")
    shippingPrice = serializers.DecimalField(max_digits=10, decimal_places=2, source="shipping_price")
    taxPrice = serializers.DecimalField(max_digits=10, decimal_places=2, source="tax_price")
    giftPrice = amount_field(source="gift_price", required=False, help_text="A gift to the charity, untaxed.")
    totalPrice = serializers.DecimalField(max_digits=10, decimal_places=2, source="total_price")
    refundedPrice = serializers.DecimalField(max_digits=10, decimal_places=2, source="refunded_price")
    refundDue = RefundDueSerializer(source="refund_due", allow_null=True)
    createdAt = UTCDateTimeField(source="created_at")
    heldUntil = UTCDateTimeField(source="held_until", allow_null=True)
    paidAt = UTCDateTimeField(source="paid_at", allow_null=True)
    deliveredAt = UTCDateTimeField(source="delivered_at", allow_null=True)
    refunds = RefundSerializer(many=True, source="own_refunds")
    changes = OrderChangeSerializer(
        many=True, source="shown_changes", required=False, help_text="Left out if there are none."
    )
    giftNote = serializers.CharField(  # filled in below
        required=False, help_text="What the gift means for taxes. Left out if there is nothing to say, and in lists."
    )

    def to_representation(self, order: Order) -> dict[str, Any]:
        fields = super().to_representation(order)
        if not isinstance(self.parent, serializers.ListSerializer):
            fields["giftNote"] = get_gift_note(order)
        if not order.gift_price:
            fields = leave_out(fields, "giftPrice")
        if not fields["discounts"]:
            fields = leave_out(fields, "listPrice", "discounts")
        return leave_out_empty(fields, "changes", "giftNote")


@extend_schema_serializer(many=False)
class OrderListSerializer(PageFields):
    orders = OrderSerializer(many=True)


class PayPalOrderSerializer(Serializer):
    id = serializers.CharField(help_text="The ID of the PayPal order that the buyer approves.")


class PayPalConfigSerializer(Serializer):
    clientId = serializers.CharField()
    currency = serializers.CharField()
    environment = serializers.ChoiceField(choices=["simulator", "sandbox", "live"])
    testOrders = serializers.BooleanField(help_text="Whether the Test Order button works.")
    scriptUrl = serializers.CharField(allow_null=True, help_text="The URL of the simulator's script; null with PayPal.")


class BookingSerializer(Serializer):
    """A single booking."""

    _id = serializers.CharField(source="public_id")
    product = serializers.CharField(source="occurrence.event.public_id")
    reservationSeats = serializers.IntegerField(source="seats")
    bookingDate = UTCDateTimeField(source="occurrence.starts_at")
    status = serializers.ChoiceField(choices=Booking.Status.choices)
    order = serializers.SerializerMethodField(help_text="null for a booking made by hand.")
    user = serializers.CharField(source="user.public_id")

    def get_order(self, booking: Booking) -> str | None:
        line = OrderLine.objects.filter(booking=booking).select_related("order").first()
        return line.order.public_id if line else None
