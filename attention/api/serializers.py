"""Serializers of what needs the staff's attention."""

from typing import Any

from rest_framework import serializers

from charityshop.api.fields import UTCDateTimeField, amount_field
from purchases.api.serializers.orders import BuyerSerializer

Serializer = serializers.Serializer[Any]


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
