"""Serializers for the staff's API: attention list, history, guests and decisions."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.events import UTCDateTimeField
from bookings.models import Booking
from orders.api.serializers.orders import BuyerSerializer
from orders.models import Order
from orders.selectors.guests import Guest

Serializer = serializers.Serializer[Any]


def amount_field(**options: Any) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=10, decimal_places=2, **options)


def total_field(**options: Any) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=14, decimal_places=2, **options)


class ReasonSerializer(Serializer):
    reason = serializers.CharField(
        max_length=500, error_messages={"required": "Enter a reason.", "blank": "Enter a reason."}
    )


class DecideSerializer(ReasonSerializer):
    accept = serializers.BooleanField(
        help_text="true: accept the payment, so that the order is paid; false: refund it."
    )


class ChangeSerializer(Serializer):
    field = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class HistoryEntrySerializer(Serializer):
    """An entry of an order's history."""

    at = UTCDateTimeField()
    kind = serializers.ChoiceField(choices=["order", "audit", "payment", "refund"])
    did = serializers.CharField(help_text='What happened, such as "refund requested".')
    by = BuyerSerializer(allow_null=True, help_text="null if the shop or PayPal acted.")
    reason = serializers.CharField(allow_blank=True)
    changes = ChangeSerializer(many=True)
    amount = amount_field(allow_null=True)
    currency = serializers.CharField(allow_blank=True)
    status = serializers.CharField(allow_blank=True)
    paypalId = serializers.CharField(source="paypal_id", allow_blank=True)
    problem = serializers.CharField(allow_blank=True)


class AttentionItemSerializer(Serializer):
    """An entry of the staff's attention list."""

    kind = serializers.ChoiceField(
        choices=["unmatched", "alert", "refund_by_hand", "review", "refund_due", "refund_failed", "stuck"]
    )
    _id = serializers.CharField(
        source="public_id",
        help_text="The order's ID; PayPal's capture ID for an unmatched payment; a stuck row's ID if it has no order; "
        "empty for an alert without an order.",
    )
    number = serializers.CharField(allow_blank=True, help_text="The order's number; empty if there is no order.")
    since = UTCDateTimeField()
    amount = amount_field(allow_null=True, help_text="null if no money is involved.")
    currency = serializers.CharField(allow_blank=True)
    message = serializers.CharField(help_text="What happened, and what staff can do about it.")
    problem = serializers.CharField(
        allow_blank=True, help_text="PayPal's message if it refused something, or the last error."
    )
    isSecondPayment = serializers.BooleanField(
        source="is_second_payment",
        help_text="true if the failed refund is of a second payment, which does not count toward the order.",
    )
    alert = serializers.CharField(
        source="alert_id", help_text="The ID for marking an alert or a failed refund as done; empty otherwise."
    )
    canReleaseSeats = serializers.BooleanField(
        source="can_release_seats", help_text="true if all of the money was taken back and the seats are still booked."
    )
    buyer = BuyerSerializer(allow_null=True)


class ResolveAlertSerializer(Serializer):
    releaseSeats = serializers.BooleanField(
        source="release_seats", default=False, help_text="true: also release the seats."
    )


class PaymentAlertSerializer(Serializer):
    _id = serializers.CharField(source="public_id")
    kind = serializers.CharField()
    resolvedAt = UTCDateTimeField(source="resolved_at", allow_null=True)


class OrderRevenueSerializer(Serializer):
    """Totals in USD of the filtered orders, like those of their spreadsheet. Second payments are left out."""

    captured = total_field(source="sold")
    refunded = total_field()
    kept = total_field(source="net")
    otherCurrencies = serializers.IntegerField(
        source="other_currencies", help_text="Number of orders paid in another currency, which are left out."
    )


class RefundPreviewSerializer(Serializer):
    amount = amount_field(help_text="What the refund would return, with tax.")
    left = amount_field(help_text="The most that can still be refunded.")
    currency = serializers.CharField()
    tooOld = serializers.BooleanField(
        source="is_too_old", help_text="true if PayPal no longer refunds the payment: send `outside` and a note."
    )


class UnmatchedPaymentSerializer(Serializer):
    _id = serializers.CharField(source="capture_id")
    amount = amount_field()
    currency = serializers.CharField()
    refundAskedAt = UTCDateTimeField(source="refund_asked_at", allow_null=True)
    refundedAt = UTCDateTimeField(source="refunded_at", allow_null=True)


class GuestSerializer(Serializer):
    """A booking of a date. One made by staff is in the name of the staff user who made it.

    Friends who claimed a seat of it have rows of their own, with `name` and `guestOf`.
    """

    _id = serializers.CharField(source="public_id", help_text="The booking's ID, or that of a friend's seat link.")
    name = serializers.CharField(required=False, help_text='Such as "Sam (guest of Ana Diaz)"; only for friends.')
    guestOf = serializers.CharField(source="guest_of", required=False, help_text="The buyer's name; only for friends.")
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    email = serializers.CharField(help_text="Empty if a friend gave none.")
    reservationSeats = serializers.IntegerField(source="seats")
    status = serializers.ChoiceField(choices=Booking.Status.choices, source="booking.status")
    order = serializers.SerializerMethodField(help_text="null for a booking made by hand.")
    orderNumber = serializers.SerializerMethodField()
    orderStatus = serializers.SerializerMethodField()
    isTest = serializers.SerializerMethodField()

    def to_representation(self, guest: Guest) -> dict[str, Any]:
        data = super().to_representation(guest)
        return data if guest.link else {key: data[key] for key in data if key not in ("name", "guestOf")}

    def get_order(self, guest: Guest) -> str | None:
        return guest.order.public_id if guest.order else None

    def get_orderNumber(self, guest: Guest) -> str | None:
        return guest.order.shown_number if guest.order else None

    def get_orderStatus(self, guest: Guest) -> str | None:
        return Order.Status(guest.order.present_status).value if guest.order else None

    def get_isTest(self, guest: Guest) -> bool:
        return bool(guest.order and guest.order.is_test)


class GuestListSerializer(Serializer):
    product = serializers.CharField(source="occurrence.event.public_id")
    name = serializers.CharField(source="occurrence.event.name")
    startTime = UTCDateTimeField(source="occurrence.starts_at")
    endTime = UTCDateTimeField(source="occurrence.ends_at")
    totalReservations = serializers.IntegerField(source="seats")
    maximumEventCapacity = serializers.IntegerField(source="occurrence.event.maximum_event_capacity")
    keptForDoor = serializers.IntegerField(
        source="held_for_door", help_text="Seats that phones at the door keep to sell without a connection."
    )
    guests = GuestSerializer(many=True)
