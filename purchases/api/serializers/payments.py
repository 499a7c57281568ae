"""Serializers for paying and refunding orders, and for what staff see and decide about money."""

from typing import Any

from rest_framework import serializers

from charityshop.api.fields import UTCDateTimeField, amount_field
from charityshop.form_fields import CodeField, TextField
from charityshop.money import CENT
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
