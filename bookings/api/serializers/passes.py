"""Serializers for passes: tickets with a code."""

from functools import lru_cache
from typing import Any

from rest_framework import serializers

from accounts.api.serializers.accounts import OneLineField, messages_for
from bookings.models import MAX_GUEST_NAME_LENGTH, PASS_STATES
from charityshop.images.qr_code import draw_qr_code

Serializer = serializers.Serializer[Any]
draw_code = lru_cache(maxsize=1024)(draw_qr_code)  # pages are loaded again and again, and drawing takes milliseconds


class QRCodeSerializer(Serializer):
    """A QR code as one filled SVG path in a square of `size` units, which includes the white border."""

    size = serializers.IntegerField()
    d = serializers.CharField()

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
    qr = QRCodeSerializer(source="code")


class SplitPassSerializer(Serializer):
    seats = serializers.IntegerField(
        help_text="For the new pass; the old one keeps the others.",
        error_messages=messages_for("Choose how many seats to split off."),
    )
    label = OneLineField(  # type: ignore[assignment]  # as above
        required=False,
        allow_blank=True,
        default="",
        max_length=MAX_GUEST_NAME_LENGTH,
        error_messages=messages_for(
            "Enter a name as text.", max_length=f"Use at most {MAX_GUEST_NAME_LENGTH} characters."
        ),
    )
