"""The serializer field of prices."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers


class PriceField(serializers.DecimalField):
    """A price, which may be 0. A negative zero would be shown as -0.0."""

    def to_internal_value(self, data: Any) -> Decimal:
        return super().to_internal_value(data) + 0  # -0 + 0 is 0
