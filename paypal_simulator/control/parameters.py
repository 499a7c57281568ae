"""What the control interface is asked for: read, or refused as PayPal would."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

from paypal_simulator.messages import Refusal, invalid_request
from paypal_simulator.records.store import Json


def one_of(body: Json, name: str, allowed: Iterable[str]) -> str:
    value = body.get(name)
    if value not in set(allowed):
        raise refused(name, f"Must be one of: {', '.join(sorted(allowed))}.", value)
    return str(value)


def is_true(body: Json, name: str, *, default: bool = True) -> bool:
    text = str(body.get(name, default)).lower()
    if text not in ("true", "false"):
        raise refused(name, "Must be true or false.", body.get(name))
    return text == "true"


def number(body: Json, name: str, default: float, lowest: float, highest: float) -> float:
    value = body.get(name)
    try:
        found = float(default if value in (None, "") else str(value))
    except ValueError:
        found = float("nan")
    if not lowest <= found <= highest:
        raise refused(name, f"Must be a number from {lowest} to {highest}.", value)
    return found


def amount(value: Any) -> str | None:
    if value in (None, ""):
        return None
    try:
        usable = Decimal(str(value)).is_finite() and Decimal(str(value)) >= 0
    except InvalidOperation:
        usable = False
    if not usable:
        raise refused("amount", "Must be an amount such as 12.50.", value)
    return str(value)


def refused(name: str, sentence: str, value: object) -> Refusal:
    return invalid_request("INVALID_PARAMETER_VALUE", sentence, f"/{name}", value)
