"""Serializers for vouchers and memberships."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from accounts.api.serializers import NamedUserFields
from bookings.api.serializers.event_input import DayField, FormFields, make_optional
from charityshop.api.pagination import PageFields
from charityshop.api.seen import SeenForm
from charityshop.form_fields import AmountField, CodeField, EmailField, LineField
from discounts.codes import parse_code
from discounts.member_list import BAD_NUMBER, MAX_BYTES, NUMBER
from discounts.models import MAX_CODE_LENGTH, MAX_NUMBER_LENGTH, Voucher
from events.models import Event

Fields = dict[str, Any]
MAX_COUNT = 500
MAX_USES = 1_000_000
MAX_CHOICES = 100  # of events and of formats
MAX_FORMAT_LENGTH = 100


class VoucherCodeField(CodeField):
    """A code in any case, which is stored in upper case."""

    default_error_messages = {"code": "Enter 4 to 32 letters, digits or hyphens, such as SPRING."}

    def to_internal_value(self, data: Any) -> str:
        code = parse_code(super().to_internal_value(data))
        if code is None:
            self.fail("code")
        return code


class EventIdsField(serializers.ListField):
    """The IDs of events."""

    child = CodeField(max_length=24)

    def to_internal_value(self, data: Any) -> list[Event]:
        asked = set(super().to_internal_value(data))
        found = list(Event.objects.filter(public_id__in=asked))
        if len(found) < len(asked):
            raise serializers.ValidationError("Choose events of the shop.")
        return found

    def to_representation(self, events: Any) -> list[str]:
        return sorted(event.public_id for event in events.all())


class ValueField(AmountField):
    is_money = False  # of each kind of code


class VoucherFields(serializers.Serializer[Any]):
    """What staff set."""

    code = VoucherCodeField(max_length=MAX_CODE_LENGTH, help_text="4 to 32 characters from A–Z 0–9 -, in any case.")
    kind = serializers.ChoiceField(choices=Voucher.Kind.choices)
    value = ValueField(
        max_digits=8,
        decimal_places=2,
        min_value=0,
        help_text="Percent, USD off the order, USD a seat, or a number of free seats.",
    )
    maxUses = serializers.IntegerField(
        source="max_uses", min_value=1, max_value=MAX_USES, allow_null=True, help_text="Orders. null: any number."
    )
    perPerson = serializers.IntegerField(
        source="per_person",
        min_value=1,
        max_value=MAX_USES,
        allow_null=True,
        help_text="Orders of one account. null: any number.",
    )
    validFrom = DayField(source="valid_from", allow_null=True, help_text="The first day on which it can be used.")
    validUntil = DayField(source="valid_until", allow_null=True, help_text="The last day.")
    events = EventIdsField(max_length=MAX_CHOICES, help_text="It is for these events. Empty: for all.")
    formats = serializers.ListField(
        child=LineField(max_length=MAX_FORMAT_LENGTH),
        max_length=MAX_CHOICES,
        help_text="It is for events of these formats, in any case. Empty: of all formats.",
    )
    datesFrom = DayField(source="dates_from", allow_null=True, help_text="The first day whose dates it is for.")
    datesTo = DayField(source="dates_to", allow_null=True, help_text="The last day.")
    off = serializers.BooleanField(help_text="Turned off: buyers read that it is unknown.")


class VoucherSerializer(VoucherFields):
    """A discount code. The context has `uses` by its ID and `taken_off` by its code; a new one has none."""

    _id = serializers.CharField(source="public_id")
    uses = serializers.SerializerMethodField(help_text="Orders that use it now, without returned and expired ones.")
    takenOff = serializers.SerializerMethodField(help_text="USD off seats that were paid and kept, before tax.")

    def get_uses(self, voucher: Voucher) -> int:
        return int(self.context.get("uses", {}).get(voucher.pk, 0))

    def get_takenOff(self, voucher: Voucher) -> Decimal:
        return Decimal(self.context.get("taken_off", {}).get(voucher.code, 0))


class NewVouchersSerializer(serializers.Serializer[Any]):
    vouchers = VoucherSerializer(many=True)


@extend_schema_serializer(many=False)
class VoucherListSerializer(NewVouchersSerializer, PageFields):
    """A page of discount codes."""


class VoucherForm(VoucherFields):
    # Every field is optional. The schema would repeat a docstring.

    def get_fields(self) -> FormFields:
        return make_optional(super().get_fields())

    def validate_formats(self, formats: list[str]) -> list[str]:
        return list(dict.fromkeys(formats))


class VoucherChangesSerializer(VoucherForm, SeenForm):
    """The fields to change. Missing ones keep their values."""


class NewVoucherSerializer(VoucherForm):
    """A discount code, or `count` random ones."""

    count = serializers.IntegerField(min_value=1, max_value=MAX_COUNT)

    def get_fields(self) -> FormFields:
        fields = super().get_fields()
        fields["kind"].required = fields["value"].required = True
        return fields

    def validate(self, attrs: Fields) -> Fields:
        if ("code" in attrs) == ("count" in attrs):
            raise serializers.ValidationError({"code": "Enter a code, or how many codes to create."})
        return attrs


# --- Memberships -----------------------------------------------------------------------------------------------------

TOO_LARGE = "Choose a file of at most 1 MB."


class MembershipSerializer(serializers.Serializer[Any]):
    number = serializers.CharField()
    validFrom = serializers.DateField(source="valid_from")
    validUntil = serializers.DateField(source="valid_until", help_text="The last day.")


class OwnMembershipSerializer(serializers.Serializer[Any]):
    membership = MembershipSerializer(allow_null=True, help_text="null: the account has none.")


class MembershipNumberSerializer(serializers.Serializer[Any]):
    number = CodeField(max_length=MAX_NUMBER_LENGTH)


class MemberAccountSerializer(NamedUserFields):
    pass


class MemberSerializer(MembershipSerializer):
    """A member, as staff see them."""

    email = serializers.CharField(help_text="Empty: the account was deleted, or linked to another number.")
    user = MemberAccountSerializer(allow_null=True, help_text="The linked account.")


@extend_schema_serializer(many=False)
class MemberListSerializer(PageFields):
    members = MemberSerializer(many=True)


class MemberActionSerializer(MembershipNumberSerializer, SeenForm):
    pass


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
        help_text="The columns number, email and valid_until, separated by commas, semicolons or tabs. Dates such as "
        "2027-12-31 or 12/31/2027. At most 1 MB and 10,000 rows.",
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


class UnlinkedSerializer(serializers.Serializer[Any]):
    number = serializers.CharField()
    user = MemberAccountSerializer()


class MembersPlanSerializer(serializers.Serializer[Any]):
    """What importing a list does, or did."""

    added = CountField()
    changed = CountField()
    unlinked = UnlinkedSerializer(
        many=True, help_text="Those of the changed ones whose account loses them: the number is somebody else's now."
    )
    missing = CountField(help_text="Valid memberships not in the file.")
    errors = RowErrorSerializer(many=True)  # type: ignore[assignment]  # DRF stores declared fields elsewhere
    digest = serializers.CharField()
