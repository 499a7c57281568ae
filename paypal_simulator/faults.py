"""Faults that were armed on purpose: each waits for the next calls that match it, and does its harm to those."""

import itertools
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from paypal_simulator.messages import Refusal, invalid_request
from paypal_simulator.money import CURRENCIES, Money, in_smallest_unit
from paypal_simulator.store import Json

CALLS = (
    *("token", "create", "get", "capture", "refund", "verify"),
    *("get_capture", "get_refund", "transactions", "any"),
    "message",  # not a call of the shop's: what PayPal sends to it
)
BEFORE = {
    "timeout_before": "holds the line without effect, then closes it",
    "error_500_before": "answers 500 without effect",
    "rate_limited_429": "answers 429 with Retry-After (retry_after, seconds)",
    "connection_reset": "resets the connection without effect",
    "unprocessable": "answers 422 (issue names it) without effect",
    "previous_request_in_progress": "answers 409 without effect",
    "expire_tokens": "every token given so far runs out first",
}
AFTER = {
    "timeout_after": "takes effect, never answers, then closes the line",
    "error_500_after": "takes effect, answers 500",
    "html_body": "takes effect, answers a page of HTML with status 200",
    "cut_off_body": "takes effect, sends half of the answer",
    "connection_reset_after": "takes effect, then resets the connection",
    "slow": "takes effect, answers after delay seconds",
}
OUTCOME = {
    "decline": "capture is refused: INSTRUMENT_DECLINED",
    "declined_capture": "capture is made, and its status is DECLINED",
    "pending": "capture or refund is made, and stays PENDING",
}
SHOWN = {
    "wrong_amount": "get shows another amount; capture takes another amount (amount)",
    "wrong_currency": "get shows another currency; capture takes another currency (currency)",
    "wrong_payee": "get shows another payee",
    "wrong_custom_id": "get shows another custom_id",
}
MESSAGES = {"lost": "the message is never sent"}
KINDS = {**BEFORE, **AFTER, **OUTCOME, **SHOWN, **MESSAGES}
CAPTURE_OUTCOMES = frozenset({*OUTCOME, "wrong_amount", "wrong_currency"})
REFUND_OUTCOMES = frozenset({"pending"})
ONLY_FOR: dict[str, frozenset[str]] = {  # the other kinds fit every call
    "decline": frozenset({"capture"}),
    "declined_capture": frozenset({"capture"}),
    "pending": frozenset({"capture", "refund"}),
    "wrong_amount": frozenset({"get", "get_capture", "capture"}),
    "wrong_currency": frozenset({"get", "get_capture", "capture"}),
    "wrong_payee": frozenset({"get", "get_capture"}),
    "wrong_custom_id": frozenset({"get", "get_capture"}),
    "expire_tokens": frozenset(CALLS) - {"token", "message"},
    "lost": frozenset({"message"}),
}
EVERY_CALL = frozenset(CALLS) - {"message"}


@dataclass(slots=True)
class Fault:
    """One armed fault. `delay` and `retry_after` are in seconds; `delay` None means the configured hold."""

    id: int
    call: str
    kind: str
    times: int = 1
    order: str | None = None  # a PayPal order or capture id, or the shop's custom_id or invoice_id; None is any
    delay: float | None = None
    retry_after: int = 1
    issue: str = "TRANSACTION_REFUSED"
    amount: str | None = None
    currency: str | None = None

    def to_json(self) -> Json:
        return asdict(self)

    def falsify(self, money: Money) -> Money:
        """Return another amount or currency, when that is what this fault does."""
        if self.kind == "wrong_amount":
            less = money.value - 1 if money.value > 1 else money.value / 2
            return Money(
                Decimal(self.amount) if self.amount else in_smallest_unit(less, money.currency), money.currency
            )
        if self.kind == "wrong_currency":
            return Money(money.value, self.currency or ("USD" if money.currency == "EUR" else "EUR"))
        return money


class Faults:
    """The armed ones, oldest first. Kept in memory: a restart clears them."""

    def __init__(self) -> None:
        self._armed: list[Fault] = []
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def arm(self, body: Json) -> Fault:
        """Arm what `body` describes; raises Refusal when it describes nothing that exists."""
        fault = Fault(
            id=next(self._numbers),
            call=_one_of(body, "call", CALLS),
            kind=_one_of(body, "kind", KINDS),
            times=int(_number(body, "times", 1, 1, 1_000_000)),
            order=str(body["order"]) if body.get("order") else None,
            delay=_number(body, "delay", 0, 0, 300) if body.get("delay") not in (None, "") else None,
            retry_after=int(_number(body, "retry_after", 1, 0, 3600)),
            issue=str(body.get("issue") or "TRANSACTION_REFUSED"),
            amount=_amount(body.get("amount")),
            currency=_one_of(body, "currency", CURRENCIES) if body.get("currency") else None,
        )
        if fault.call not in ONLY_FOR.get(fault.kind, EVERY_CALL):
            raise _refused(
                "call", f"{fault.kind} is for {', '.join(sorted(ONLY_FOR.get(fault.kind, EVERY_CALL)))}.", fault.call
            )
        with self._lock:
            self._armed.append(fault)
        return fault

    def take(self, call: str, names: Iterable[str], kinds: Iterable[str]) -> Fault | None:
        """Use up one turn of the oldest fault of these kinds that matches the call and the order."""
        wanted, known = set(kinds), set(names)
        with self._lock:
            for fault in self._armed:
                fits = fault.call in (call, "any") and fault.kind in wanted
                if fits and (fault.order is None or fault.order in known):
                    fault.times -= 1
                    if not fault.times:
                        self._armed.remove(fault)
                    return fault
        return None

    def clear(self, number: int | None = None) -> None:
        with self._lock:
            self._armed = [fault for fault in self._armed if number is not None and fault.id != number]

    def to_json(self) -> list[Json]:
        with self._lock:
            return [fault.to_json() for fault in self._armed]


def _one_of(body: Json, name: str, allowed: Iterable[str]) -> str:
    value = body.get(name)
    if value not in set(allowed):
        raise _refused(name, f"Must be one of: {', '.join(sorted(allowed))}.", value)
    return str(value)


def _number(body: Json, name: str, default: float, lowest: float, highest: float) -> float:
    value = body.get(name)
    try:
        number = float(default if value in (None, "") else str(value))
    except ValueError:
        number = float("nan")
    if not lowest <= number <= highest:
        raise _refused(name, f"Must be a number from {lowest} to {highest}.", value)
    return number


def _amount(value: Any) -> str | None:
    if value in (None, ""):
        return None
    try:
        usable = Decimal(str(value)).is_finite() and Decimal(str(value)) >= 0
    except InvalidOperation:
        usable = False
    if not usable:
        raise _refused("amount", "Must be an amount such as 12.50.", value)
    return str(value)


def _refused(name: str, sentence: str, value: object) -> Refusal:
    return invalid_request("INVALID_PARAMETER_VALUE", sentence, f"/{name}", value)
