"""Serializers of messages to everybody on a date."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DayOrDatetimeInputField
from charityshop.form_fields import CodeField, LineField
from charityshop.text import printable
from notices.models import MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, Message
from notices.services.send_message import Draft

Serializer = serializers.Serializer[Any]

NO_AUDIENCE, NO_SUBJECT, NO_BODY = "Choose who gets the message.", "Enter a subject.", "Enter the message."


class DateMessageFormSerializer(Serializer):
    startTime = DayOrDatetimeInputField(help_text="The date's start.")
    to = serializers.ListField(
        child=serializers.ChoiceField(choices=Message.Audience.choices),
        allow_empty=False,
        error_messages={"required": NO_AUDIENCE, "empty": NO_AUDIENCE},
        help_text="Each address gets one email. guests: friends of buyers who gave an email address.",
    )
    subject = LineField(max_length=MAX_SUBJECT_LENGTH, error_messages={"required": NO_SUBJECT, "blank": NO_SUBJECT})
    body = serializers.CharField(
        max_length=MAX_BODY_LENGTH,
        error_messages={"required": NO_BODY, "blank": NO_BODY},
        help_text="Plain text. Blank lines separate paragraphs.",
    )
    digest = CodeField(required=False, max_length=64, help_text="That of the preview. Without it, this is the preview.")

    def validate_body(self, body: str) -> str:
        text = printable(body).strip()
        if not text:
            raise serializers.ValidationError(NO_BODY)
        return text

    def build_draft(self) -> Draft:
        data = self.validated_data
        return Draft(when=data["startTime"], audiences=data["to"], subject=data["subject"], body=data["body"])


class DateMessagePreviewSerializer(Serializer):
    recipients = serializers.IntegerField()
    html = serializers.CharField(help_text="The email as the caller would get it, with a link to the event.")
    digest = serializers.CharField(help_text="Send it back to send the message.")


class DateMessageSerializer(Serializer):
    _id = serializers.CharField(source="public_id")
    recipients = serializers.IntegerField(source="recipient_count")
