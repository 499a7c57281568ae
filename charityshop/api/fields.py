"""What the serializers of several apps share: amounts of money, times, and fields that a response leaves out."""

from datetime import UTC
from typing import Any

from rest_framework import serializers

from charityshop.form_fields import AmountField


def amount_field(**options: Any) -> AmountField:
    return AmountField(max_digits=10, decimal_places=2, **options)


def total_field(**options: Any) -> serializers.DecimalField:
    """Return a field for a sum over many orders."""
    return serializers.DecimalField(max_digits=14, decimal_places=2, **options)


class UTCDateTimeField(serializers.DateTimeField):
    """A datetime in UTC, to the second."""

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M:%SZ", default_timezone=UTC, **options)


class KeywordSerializer(serializers.Serializer[Any]):
    # Drop the underscore after a name that is a Python keyword, as in `in_`. The schema would repeat a docstring.

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name.rstrip("_"): field for name, field in super().get_fields().items()}


def leave_out(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names}


class SparseSerializer(serializers.Serializer[Any]):
    # Leave out optional fields (`required=False`) that are empty. No docstring, which the schema would repeat.

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return {name: value for name, value in shown.items() if value or not self.is_optional(name)}

    def is_optional(self, name: str) -> bool:
        field = self.fields[name]
        return not (field.required or field.read_only)
