"""Amounts of money: decimals as strings with a currency, never floats."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from paypal_simulator.messages import ApiError, invalid_request, unprocessable
from paypal_simulator.records.store import Json

CURRENCIES = frozenset(
    {
        *("AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS"),
        *("JPY", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "SEK", "SGD", "THB", "TWD", "USD"),
    }
)
WITHOUT_DECIMALS = frozenset({"HUF", "JPY", "TWD"})
VALUE = re.compile(r"-?(\d+|\d*\.\d+)")


@dataclass(frozen=True, slots=True)
class Money:
    value: Decimal
    currency: str

    def to_json(self) -> Json:
        return {"currency_code": self.currency, "value": str(in_smallest_unit(self.value, self.currency))}


def in_smallest_unit(value: Decimal, currency: str) -> Decimal:
    unit = Decimal(1) if currency in WITHOUT_DECIMALS else Decimal("0.01")
    return value.quantize(unit, ROUND_HALF_UP)


def from_json(body: Json) -> Money:
    """Parse an amount written by the simulator."""
    return Money(Decimal(body["value"]), body["currency_code"])


def parse_money(body: Any, path: str, *, zero_allowed: bool = True) -> Money:
    """Parse an amount in a request. Raise PayPal's error if it is invalid."""
    if not isinstance(body, dict):
        raise missing(path) if body is None else invalid_syntax(path, body)
    currency, value = body.get("currency_code"), body.get("value")
    for name, text in (("currency_code", currency), ("value", value)):
        if text is None or text == "":
            raise missing(f"{path}/{name}")
    if not isinstance(currency, str) or not re.fullmatch(r"[A-Z]{3}", currency):
        raise invalid_syntax(f"{path}/currency_code", currency)
    if not isinstance(value, str) or len(value) > 32 or not VALUE.fullmatch(value):
        raise invalid_syntax(f"{path}/value", value)
    if currency not in CURRENCIES:
        raise unprocessable(
            "CURRENCY_NOT_SUPPORTED", "Currency code is not currently supported.", f"{path}/currency_code", currency
        )
    return Money(_within_limits(value, currency, path, zero_allowed), currency)


def _within_limits(text: str, currency: str, path: str, zero_allowed: bool) -> Decimal:
    value, where = Decimal(text), f"{path}/value"
    if value < 0:
        raise unprocessable("CANNOT_BE_NEGATIVE", "Must be greater than or equal to zero.", where, text)
    if value == 0 and not zero_allowed:
        raise unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE", "Must be greater than zero.", where, text)
    decimals = len(text.partition(".")[2])
    if decimals and currency in WITHOUT_DECIMALS:
        raise unprocessable("DECIMALS_NOT_SUPPORTED", "Currency does not support decimals.", where, text)
    if decimals > 2:
        sentence = "If the currency supports decimals, only two decimal place precision is supported."
        raise unprocessable("DECIMAL_PRECISION", sentence, where, text)
    if value >= Decimal(10_000_000):
        raise unprocessable("MAX_VALUE_EXCEEDED", "Should be less than or equal to 9999999.99.", where, text)
    return value


def missing(path: str) -> ApiError:
    return invalid_request("MISSING_REQUIRED_PARAMETER", "A required field / parameter is missing.", path)


def invalid_syntax(path: str, value: object) -> ApiError:
    sentence = "The value of a field does not conform to the expected format."
    return invalid_request("INVALID_PARAMETER_SYNTAX", sentence, path, value)
