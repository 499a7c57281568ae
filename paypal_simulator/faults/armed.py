"""Armed faults. Each affects the next calls that match it."""

import itertools
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from decimal import Decimal

from paypal_simulator.control.parameters import amount, invalid_parameter, number, one_of
from paypal_simulator.faults.kinds import CALLS, EVERY_CALL, KINDS, ONLY_FOR
from paypal_simulator.faults.mix import Mix
from paypal_simulator.faults.odd_bodies import BODIES, NEED_A_RESPONSE
from paypal_simulator.money import CURRENCIES, Money, in_smallest_unit
from paypal_simulator.records.store import Json


@dataclass(slots=True)
class Fault:
    """An armed fault. `delay` and `retry_after` are in seconds; a `delay` of None means the configured default."""

    id: int
    call: str
    kind: str
    times: int = 1
    order: str | None = None  # a PayPal order or capture ID, or the shop's custom_id or invoice_id; None matches any
    delay: float | None = None
    retry_after: int = 1
    issue: str = "TRANSACTION_REFUSED"
    amount: str | None = None
    currency: str | None = None
    status: int | None = None  # of an error or an odd body; None means the kind's default
    name: str = "INTERNAL_SERVICE_ERROR"  # of refused_before and refused_after
    body: str = "empty"  # of odd_body_before and odd_body_after
    looks: int | None = None  # how many look-ups until a postponed request takes effect

    def to_json(self) -> Json:
        return asdict(self)

    def falsify(self, money: Money) -> Money:
        """Return a wrong amount or currency if that is what this fault does."""
        if self.kind == "wrong_amount":
            less = money.value - 1 if money.value > 1 else money.value / 2
            return Money(
                Decimal(self.amount) if self.amount else in_smallest_unit(less, money.currency), money.currency
            )
        if self.kind == "wrong_currency":
            return Money(money.value, self.currency or ("USD" if money.currency == "EUR" else "EUR"))
        return money


class Faults:
    """The armed faults, oldest first. They are stored in memory, so a restart clears them."""

    def __init__(self) -> None:
        self._armed: list[Fault] = []
        self._mix: Mix | None = None
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def arm(self, body: Json) -> Fault:
        """Arm the fault that `body` describes. Raise ApiError if it is invalid."""
        fault = Fault(
            id=next(self._numbers),
            call=one_of(body, "call", CALLS),
            kind=one_of(body, "kind", KINDS),
            times=int(number(body, "times", 1, 1, 1_000_000)),
            order=str(body["order"]) if body.get("order") else None,
            delay=number(body, "delay", 0, 0, 300) if body.get("delay") not in (None, "") else None,
            retry_after=int(number(body, "retry_after", 1, 0, 3600)),
            issue=str(body.get("issue") or "TRANSACTION_REFUSED"),
            amount=amount(body.get("amount")),
            currency=one_of(body, "currency", CURRENCIES) if body.get("currency") else None,
            status=int(number(body, "status", 500, 200, 599)) if body.get("status") not in (None, "") else None,
            name=str(body.get("name") or "INTERNAL_SERVICE_ERROR"),
            body=one_of(body, "body", BODIES) if body.get("body") else "empty",
            looks=int(number(body, "looks", 1, 1, 1000)) if body.get("looks") not in (None, "") else None,
        )
        _refuse_unfitting(fault)
        with self._lock:
            self._armed.append(fault)
        return fault

    def take(self, call: str, names: Iterable[str], kinds: Iterable[str]) -> Fault | None:
        """Return the oldest matching fault of these kinds, and count one of its `times`."""
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

    def clear(self, fault_id: int | None = None) -> None:
        """Clear one fault, or all of them including the random mix."""
        with self._lock:
            self._armed = [fault for fault in self._armed if fault_id is not None and fault.id != fault_id]
            if fault_id is None:
                self._mix = None

    def to_json(self) -> list[Json]:
        with self._lock:
            return [fault.to_json() for fault in self._armed]

    # --- Random faults------------------------------------------------------------------------------------------

    def start_mix(self, body: Json) -> Json:
        """Start drawing random faults from a seed. Raise ApiError if `body` is invalid."""
        mix = Mix.from_json(body)
        with self._lock:
            self._mix = mix
        return mix.to_json()

    def stop_mix(self) -> None:
        """Stop drawing random faults. Faults that were drawn already stay armed."""
        with self._lock:
            self._mix = None

    def draw(self, call: str, names: Iterable[str]) -> None:
        """Arm the fault that the mix draws for this call, if any, for this call's order only."""
        with self._lock:
            if self._mix and (kind := self._mix.draw(call)):
                order = min(names, default=None)
                drawn = Fault(id=next(self._numbers), call=call, kind=kind, order=order, delay=self._mix.delay)
                self._armed.append(drawn)

    def mix_to_json(self) -> Json | None:
        with self._lock:
            return self._mix.to_json() if self._mix else None


def _refuse_unfitting(fault: Fault) -> None:
    fitting = ONLY_FOR.get(fault.kind, EVERY_CALL)
    if fault.call not in fitting:
        raise invalid_parameter("call", f"{fault.kind} is for {', '.join(sorted(fitting))}.", fault.call)
    if fault.kind.startswith("previous_request") and fault.status not in (None, 409, 422):
        raise invalid_parameter("status", "Must be 409 or 422.", fault.status)
    if fault.kind == "odd_body_before" and fault.body in NEED_A_RESPONSE:
        raise invalid_parameter(
            "body", f"{fault.body} is for odd_body_after: there is no response to change.", fault.body
        )
