"""Serializers for memberships."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from bookings.api.serializers.event_input import DayField
from charityshop.form_fields import CodeField, EmailField
from discounts.member_list import BAD_NUMBER, MAX_BYTES, NUMBER
from discounts.models import MAX_NUMBER_LENGTH

TOO_LARGE = "Choose a file of at most 1 MB."


class MembershipSerializer(serializers.Serializer[Any]):
    number = serializers.CharField()
    validFrom = serializers.DateField(source="valid_from")
    validUntil = serializers.DateField(source="valid_until", help_text="The last day.")


class OwnMembershipSerializer(serializers.Serializer[Any]):
    membership = MembershipSerializer(allow_null=True, help_text="null: the account has none.")


class MembershipNumberSerializer(serializers.Serializer[Any]):
    number = CodeField(max_length=MAX_NUMBER_LENGTH)


class MemberAccountSerializer(serializers.Serializer[Any]):
    _id = serializers.CharField(source="public_id")
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    email = serializers.CharField()


class MemberSerializer(MembershipSerializer):
    """A member, as staff see them."""

    email = serializers.CharField(help_text="Empty: the account was deleted, or linked to another number.")
    user = MemberAccountSerializer(allow_null=True, help_text="The linked account.")


@extend_schema_serializer(many=False)
class MemberListSerializer(serializers.Serializer[Any]):
    members = MemberSerializer(many=True)
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    total = serializers.IntegerField()


class NewMemberSerializer(MembershipNumberSerializer):
    email = EmailField()
    validUntil = DayField(source="valid_until", help_text="The last day, today or later.")

    def validate_number(self, number: str) -> str:
        if not NUMBER.fullmatch(number):
            raise serializers.ValidationError(BAD_NUMBER)
        return number


class ImportMembersSerializer(serializers.Serializer[Any]):
    """Without a digest, a preview; with that of the preview, all rows are imported or none."""

    csv = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_BYTES,
        error_messages={"max_length": TOO_LARGE},
        help_text="The columns number, email and valid_until. At most 1 MB and 10,000 rows.",
    )
    endMissing = serializers.BooleanField(
        source="end_missing", default=False, help_text="Whether memberships end that are not in the file."
    )
    digest = CodeField(required=False, max_length=64)

    def validate_csv(self, csv: str) -> str:
        if len(csv.encode()) > MAX_BYTES:
            raise serializers.ValidationError(TOO_LARGE)
        return csv


class RowErrorSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField(help_text="As in a spreadsheet: the header is row 1.")
    column = serializers.CharField(help_text="Empty: the whole row.")
    message = serializers.CharField()


class CountField(serializers.IntegerField):
    def to_representation(self, rows: Any) -> int:
        return len(rows)


class MembersPlanSerializer(serializers.Serializer[Any]):
    """What importing a list does, or did."""

    added = CountField()
    changed = CountField()
    missing = CountField(help_text="Valid memberships not in the file.")
    errors = RowErrorSerializer(many=True)  # type: ignore[assignment]  # DRF stores declared fields elsewhere
    digest = serializers.CharField()
