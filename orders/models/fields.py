"""Model fields for amounts of money."""

from decimal import Decimal
from typing import Any

from django.db import models


def money(**options: Any) -> "models.DecimalField[Decimal | str, Decimal]":
    return models.DecimalField(max_digits=10, decimal_places=2, **options)


def optional_money(**options: Any) -> "models.DecimalField[Decimal | str | None, Decimal | None]":
    return models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True, **options)
