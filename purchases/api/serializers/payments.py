"""Serializers for paying and refunding orders, and for what staff see and decide about money."""

from typing import Any

from rest_framework import serializers

from charityshop.api.fields import UTCDateTimeField, amount_field
from charityshop.form_fields import CodeField, TextField
from charityshop.money import CENT
from purchases.api.serializers.orders import BuyerSerializer
from purchases.api.serializers.staff import ReasonSerializer

Serializer = serializers.Serializer[Any]


class PayPalOrderSerializer(Serializer):
    id = serializers.CharField(help_text="The ID of the PayPal order that the buyer approves.")


class PayPalConfigSerializer(Serializer):
    clientId = serializers.CharField()
    currency = serializers.CharField()
    environment = serializers.ChoiceField(choices=["simulator", "sandbox", "live"])
    testOrders = serializers.BooleanField(help_text="Whether the Test Order button works.")
    scriptUrl = serializers.CharField(allow_null=True, help_text="The URL of the simulator's script; null with PayPal.")


class PaySerializer(Serializer):
    """Only the PayPal order's ID is read; everything else comes from PayPal's API."""

    id = serializers.RegexField(
        r"^[A-Za-z0-9-]{1,64}$", required=False, error_messages={"invalid": "Send PayPal's order id."}
    )
    test = serializers.BooleanField(required=False, default=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if not data["test"] and not data.get("id"):
            raise serializers.ValidationError({"id": "Send PayPal's order id."})
        return data


PAY = PaySerializer()  # created once, like PLACE_ORDER


class RefundSeatsSerializer(Serializer):
    """What to refund: whole bookings, single seats, or everything that is left."""

    lines = serializers.ListField(child=CodeField(max_length=24), required=False, allow_null=True)
    seats = serializers.DictField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        allow_null=True,
        help_text="Numbers of seats by booking, instead of lines.",
    )
    gift = serializers.BooleanField(
        required=False, default=False, help_text="true: the order's gift, alone or with seats."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data.get("lines") is not None and data.get("seats") is not None:
            raise serializers.ValidationError({"seats": "Send lines or seats, not both."})
        return data


class RefundOrderSerializer(ReasonSerializer, RefundSeatsSerializer):
    amount = amount_field(required=False, allow_null=True, min_value=CENT)
    shown = amount_field(
        required=False,
        min_value=0,
        help_text="The preview's `amount`. If the refund returns another one by now, the answer is a 409 (`changed`).",
    )
    outside = serializers.BooleanField(required=False, default=False, help_text="The money was returned by hand.")
    note = TextField(
        max_length=500, required=False, allow_blank=True, default="", help_text="How it was returned by hand."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["outside"] and not data["note"]:
            raise serializers.ValidationError({"note": "Enter how the money was returned."})
        if data["gift"] and data.get("amount") is not None:
            raise serializers.ValidationError({"gift": "Send an amount or the gift, not both."})
        return super().validate(data)


# --- For staff -------------------------------------------------------------------------------------------------------


class DecideSerializer(ReasonSerializer):
    accept = serializers.BooleanField(
        help_text="true: accept the payment, so that the order is paid; false: refund it."
    )


class AttentionItemSerializer(Serializer):
    """An entry of the staff's attention list."""

    kind = serializers.ChoiceField(
        choices=[
            *("unmatched", "alert", "refund_by_hand", "review", "refund_due", "refund_failed", "stuck"),
            "gifts_pay_costs",
        ]
    )
    _id = serializers.CharField(
        source="public_id",
        help_text="The order's ID; PayPal's capture ID for a payment without one; a stuck row's ID if it has no order; "
        "empty for another alert without an order.",
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


class RefundPreviewSerializer(Serializer):
    amount = amount_field(help_text="What the refund would return, with tax.")
    left = amount_field(help_text="The most that can still be refunded.")
    inside = serializers.IntegerField(help_text="People who came in with these seats, which they then lose.")
    currency = serializers.CharField()
    tooOld = serializers.BooleanField(
        source="is_too_old", help_text="true if PayPal no longer refunds the payment: send `outside` and a note."
    )


class UnmatchedPaymentSerializer(Serializer):
    _id = serializers.CharField(source="capture_id")
    amount = amount_field()
    currency = serializers.CharField()
    left = amount_field(help_text="What was neither refunded nor taken back.")
    isBeingRefunded = serializers.BooleanField(
        source="is_being_refunded", help_text="true until PayPal says what became of the refund."
    )
    refundAskedAt = UTCDateTimeField(source="refund_asked_at", allow_null=True)
    refundedAt = UTCDateTimeField(source="refunded_at", allow_null=True)
