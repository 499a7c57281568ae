"""Serializers of the comparison with PayPal, and of closing a month."""

from typing import Any

from rest_framework import serializers

from charityshop.api.fields import amount_field, leave_out_empty
from charityshop.form_fields import CodeField, LineField
from ledger.api.serializers.months import ENTERED
from ledger.selectors.settlement import STATES

Serializer = serializers.Serializer[Any]


class AmountsSerializer(Serializer):
    gross = amount_field(help_text="Negative: out of the PayPal account.")
    fee = amount_field(allow_null=True, help_text="null: PayPal has not reported it yet.")
    net = amount_field(allow_null=True)


class ProposalSerializer(Serializer):
    """The entry that a line suggests."""

    kind = serializers.ChoiceField(choices=ENTERED)
    date = serializers.DateField()
    amount = amount_field()
    text = serializers.CharField()


class SettlementLineSerializer(Serializer):
    """A line of PayPal's report, of the shop, or of both.

    `order`, `explanation`, `entry` and `proposal` may be left out.
    """

    state = serializers.ChoiceField(choices=STATES)
    paypalId = serializers.CharField(source="paypal_id", help_text="Of the capture, refund or other movement.")
    code = serializers.CharField(help_text="PayPal's kind of transaction, such as T0006. Empty: only the shop has it.")
    date = serializers.DateField()
    ours = AmountsSerializer(allow_null=True)
    theirs = AmountsSerializer(allow_null=True)
    order = serializers.CharField(required=False)
    explanation = serializers.CharField(required=False)
    entry = serializers.CharField(required=False, help_text="The ID of the entry that the explanation names.")
    proposal = ProposalSerializer(required=False)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        return leave_out_empty(shown, "order", "explanation", "entry", "proposal")


class SettlementSerializer(Serializer):
    lines = SettlementLineSerializer(many=True, help_text="Those that need an explanation first.")
    digest = serializers.CharField(help_text="What closing the month takes.")


class ExplanationFormSerializer(Serializer):
    text = LineField(max_length=200)
    entry = CodeField(max_length=24, default="", allow_blank=True, help_text="The ID of the entry that has the amount.")


class ExplanationSerializer(Serializer):
    paypalId = serializers.CharField(source="paypal_id")
    text = serializers.CharField()
    entry = serializers.CharField()


class CloseFormSerializer(Serializer):
    digest = CodeField(max_length=64, help_text="Of the settlement that was shown.")
