"""Serializers of the public ledger, and of what staff enter in it, compare with PayPal and close."""

from decimal import Decimal
from typing import Any

from django.core.files.storage import default_storage
from rest_framework import serializers

from bookings.api.serializers.events import ImagePathField
from charityshop.api.fields import SparseSerializer, UTCDateTimeField, amount_field
from charityshop.form_fields import CodeField, LineField
from events.images import FOLDER, parse_media_path
from ledger.selectors.months import TEXTS
from ledger.selectors.settlement import STATES
from payments.models import LedgerEntry
from payments.models.journal import MAX_LINE_ID_LENGTH, MAX_TEXT_LENGTH

Serializer = serializers.Serializer[Any]

LINE_KINDS = [*TEXTS.items(), *LedgerEntry.Kind.choices]


class LedgerLineSerializer(SparseSerializer):
    """A line of a month. `receipt` and `corrects` are left out if there is none."""

    _id = serializers.CharField(source="public_id")
    date = serializers.DateField()
    kind = serializers.ChoiceField(choices=LINE_KINDS)
    amount = amount_field(
        help_text="Fees, refunds, costs and what was paid out are positive and lower the balance. Sales tax and "
        "transfers are not part of it."
    )
    text = serializers.CharField()
    derived = serializers.BooleanField(help_text="true: from the shop; false: entered by staff.")
    receipt = ImagePathField(required=False, help_text="A picture of the receipt.")
    corrects = serializers.CharField(required=False, help_text="The ID of the line that this one corrects.")


class LedgerMonthSerializer(Serializer):
    month = serializers.CharField(help_text="Such as 2026-11.")
    closedAt = UTCDateTimeField(source="closed_at", allow_null=True, help_text="null: not closed yet.")
    lines = LedgerLineSerializer(many=True)
    # May have more digits than each of the lines.
    balance = serializers.DecimalField(max_digits=None, decimal_places=2, help_text="Of this month's lines.")


class LedgerSerializer(Serializer):
    months = LedgerMonthSerializer(many=True, help_text="Newest first.")


class EntryFormSerializer(Serializer):
    kind = serializers.ChoiceField(choices=LedgerEntry.Kind.choices)
    date = serializers.DateField(help_text="A day of the month.")
    amount = amount_field()
    text = LineField(max_length=MAX_TEXT_LENGTH, help_text="Public: no names.")
    receipt = CodeField(max_length=100, default="", allow_blank=True, help_text='"/media/…" as an upload returned it.')
    corrects = CodeField(
        max_length=MAX_LINE_ID_LENGTH,
        default="",
        allow_blank=True,
        help_text="The ID of the line that this one corrects.",
    )

    def validate_amount(self, amount: Decimal) -> Decimal:
        if not amount:
            raise serializers.ValidationError("Enter an amount other than 0.")
        return amount

    def validate_receipt(self, path: str) -> str:
        """Return the image's name in the storage."""
        name = parse_media_path(path)
        if name is None or (name and not (name.startswith(f"{FOLDER}/") and default_storage.exists(name))):
            raise serializers.ValidationError("Upload the picture first.")
        return name


class AmountsSerializer(Serializer):
    gross = amount_field(help_text="Negative: out of the PayPal account.")
    fee = amount_field(allow_null=True, help_text="null: PayPal has not reported it yet.")
    net = amount_field(allow_null=True)


class ProposalSerializer(Serializer):
    """The entry that a line suggests."""

    kind = serializers.ChoiceField(choices=LedgerEntry.Kind.choices)
    date = serializers.DateField()
    amount = amount_field()
    text = serializers.CharField()


class SettlementLineSerializer(SparseSerializer):
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
