"""Parse parameters of the control interface. Raise PayPal's error if they are invalid."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

from paypal_simulator.messages import ApiError, invalid_request
from paypal_simulator.records.store import Json


def one_of(body: Json, name: str, allowed: Iterable[str]) -> str:
    value = body.get(name)
    if value not in set(allowed):
        raise invalid_parameter(name, f"Must be one of: {', '.join(sorted(allowed))}.", value)
    return str(value)


def is_true(body: Json, name: str, *, default: bool = True) -> bool:
    text = str(body.get(name, default)).lower()
    if text not in ("true", "false"):
        raise invalid_parameter(name, "Must be true or false.", body.get(name))
    return text == "true"


def number(body: Json, name: str, default: float, minimum: float, maximum: float) -> float:
    value = body.get(name)
    try:
        found = float(default if value in (None, "") else str(value))
    except ValueError:
        found = float("nan")
    if not minimum <= found <= maximum:
        raise invalid_parameter(name, f"Must be a number from {minimum} to {maximum}.", value)
    return found


def amount(value: Any) -> str | None:
    if value in (None, ""):
        return None
    try:
        usable = Decimal(str(value)).is_finite() and Decimal(str(value)) >= 0
    except InvalidOperation:
        usable = False
    if not usable:
        raise invalid_parameter("amount", "Must be an amount such as 12.50.", value)
    return str(value)


def invalid_parameter(name: str, sentence: str, value: object) -> ApiError:
    return invalid_request("INVALID_PARAMETER_VALUE", sentence, f"/{name}", value)
