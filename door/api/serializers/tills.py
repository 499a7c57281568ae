"""Serializers of calls of phones that sell, and of refunds in cash."""

from typing import Any

from rest_framework import serializers

from charityshop.api.fields import UTCDateTimeField, amount_field
from charityshop.form_fields import CodeField, LineField
from door.models import MAX_NAME_LENGTH, MAX_REASON_LENGTH
from door.sent_entries import MAX_AMOUNT, MAX_SEATS, MAX_SEQ

Serializer = serializers.Serializer[Any]


def paid_field(**options: Any) -> serializers.DecimalField:
    """Return a field for cash that somebody enters, which is never negative."""
    return amount_field(min_value=0, max_value=MAX_AMOUNT, **options)


class NumberField(serializers.IntegerField):
    """A JSON number. Unlike its base class, accept no text: phones number their entries with numbers."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class SaleFormSerializer(Serializer):
    seq = NumberField(
        min_value=1, max_value=MAX_SEQ, help_text="The phone's next number: repeating it returns the first sale."
    )
    seats = NumberField(min_value=1, max_value=MAX_SEATS)
    name = LineField(max_length=MAX_NAME_LENGTH, default="", allow_blank=True)
    given = paid_field(help_text="The cash that the buyer gave.")
    total = paid_field(
        required=False, help_text="What the till showed. If the seats cost something else, none is sold."
    )


class SaleSerializer(Serializer):
    order = serializers.CharField()
    total = amount_field()
    change = amount_field(help_text="What the buyer gets back.")
    h = serializers.CharField(help_text="The hash of the code of the new ticket, whose guests are inside.")


class AllotmentFormSerializer(Serializer):
    seats = NumberField(min_value=0, max_value=MAX_SEATS, help_text="0 gives all of them back.")


class AllotmentSerializer(Serializer):
    seats = serializers.IntegerField(help_text="What the phone can sell without a connection.")


class DrawerFormSerializer(Serializer):
    float = paid_field(help_text="The change that is in it.")


class CountFormSerializer(Serializer):
    name = LineField(max_length=MAX_NAME_LENGTH, help_text="Who counted.")
    total = paid_field()
    alone = serializers.BooleanField(
        default=False, help_text="true: the second count by the same person, because nobody else is there."
    )


class CloseDrawerSerializer(Serializer):
    reason = LineField(max_length=MAX_REASON_LENGTH, default="", allow_blank=True)


class DrawerSerializer(Serializer):
    """A door's drawer. `expected` and `difference` are null until two counts agree."""

    float = amount_field(allow_null=True, help_text="null before it is opened.")
    expected = amount_field(allow_null=True)
    counts = serializers.ListField(child=serializers.CharField(), help_text="Who counted.")
    difference = amount_field(allow_null=True, help_text="Negative if cash is missing.")
    closedAt = UTCDateTimeField(source="closed_at", allow_null=True)


class CashRefundFormSerializer(Serializer):
    order = CodeField(max_length=24)
    seats = NumberField(min_value=1, max_value=MAX_SEATS)
    reason = LineField(max_length=MAX_REASON_LENGTH)


class CashRefundSerializer(Serializer):
    order = serializers.CharField(source="order.public_id")
    status = serializers.CharField(source="order.status", help_text="The order's.")
    amount = amount_field(help_text="To give back.")
