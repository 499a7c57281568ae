"""Serializers for passes: tickets with a code."""

from functools import lru_cache
from typing import Any

from rest_framework import serializers
from rest_framework.fields import SkipField

from bookings.models import MAX_GUEST_NAME_LENGTH, PASS_STATES, Pass
from charityshop.form_fields import LineField, messages_for
from charityshop.images.qr_code import draw_qr_code

Serializer = serializers.Serializer[Any]
draw_code = lru_cache(maxsize=1024)(draw_qr_code)  # pages are loaded again and again, and drawing takes milliseconds


class QRCodeSerializer(Serializer):
    """A QR code as one filled SVG path in a square of `size` units, which includes the white border.

    Lists of orders, which show no codes, leave it out: each takes milliseconds and kilobytes.
    """

    size = serializers.IntegerField()
    d = serializers.CharField()

    def get_attribute(self, instance: Pass) -> Any:
        if isinstance(self.root, serializers.ListSerializer) and self.root.child is not self.parent:
            raise SkipField
        return super().get_attribute(instance)

    def to_representation(self, code: str) -> dict[str, Any]:
        drawn = draw_code(code)
        return {"size": drawn.size, "d": drawn.path}


class PassSerializer(Serializer):
    """A ticket for some or all seats of a booking."""

    _id = serializers.CharField(source="public_id")
    code = serializers.CharField(help_text="What the QR code contains.")
    seats = serializers.IntegerField(help_text="How many people it admits, or admitted before it ended.")
    label = serializers.CharField(  # type: ignore[assignment]  # DRF stores declared fields apart from its own `label`
        help_text="Whom it is for; empty for the buyer."
    )
    state = serializers.ChoiceField(choices=PASS_STATES)
    qr = QRCodeSerializer(source="code", required=False, help_text="Left out in lists of orders.")


class SplitPassSerializer(Serializer):
    seats = serializers.IntegerField(
        help_text="For the new pass; the old one keeps the others.",
        error_messages=messages_for("Choose how many seats to split off."),
    )
    label = LineField(  # type: ignore[assignment]  # as above
        required=False,
        allow_blank=True,
        default="",
        max_length=MAX_GUEST_NAME_LENGTH,
        error_messages=messages_for(
            "Enter a name as text.", max_length=f"Use at most {MAX_GUEST_NAME_LENGTH} characters."
        ),
    )
