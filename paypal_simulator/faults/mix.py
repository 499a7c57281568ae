"""Random faults, drawn from a seed: with the same seed, the same calls get the same faults.

Each kind of call has its own sequence, so that for example the third capture gets the same fault however often the
shop looked up its order before.
"""

from collections import Counter, deque
from dataclasses import dataclass, field
from random import Random
from typing import Self

from paypal_simulator.control.parameters import invalid_parameter, number
from paypal_simulator.faults.kinds import CALLS, KINDS, ONLY_FOR
from paypal_simulator.records.store import Json

REAL_CALLS = tuple(call for call in CALLS if call not in ("any", "message"))
# Faults of an unreliable network and server. Wrong amounts and payees have to be requested explicitly.
DEFAULT_KINDS = (
    *("timeout_before", "timeout_after", "error_500_before", "error_500_after", "rate_limited_429"),
    *("connection_reset", "connection_reset_after", "expire_tokens", "html_body", "cut_off_body", "slow"),
    *("decline", "pending"),
)
MAX_LISTED = 500


@dataclass(slots=True)
class Mix:
    """A mix that affects `percent` of the calls. `delay` is in seconds; None means each kind's default."""

    seed: int
    percent: float
    kinds: tuple[str, ...] = DEFAULT_KINDS
    calls: tuple[str, ...] = REAL_CALLS
    delay: float | None = None
    drawn: Counter[str] = field(default_factory=Counter)
    spoilt: deque[Json] = field(default_factory=lambda: deque(maxlen=MAX_LISTED))  # newest first

    @classmethod
    def from_json(cls, body: Json) -> Self:
        """Parse a mix. Raise ApiError if it is invalid."""
        return cls(
            seed=int(number(body, "seed", 1, 0, 2**31)),
            percent=number(body, "percent", 20, 0, 100),
            kinds=_parse_list(body, "kinds", tuple(KINDS), DEFAULT_KINDS),
            calls=_parse_list(body, "calls", REAL_CALLS, REAL_CALLS),
            delay=number(body, "delay", 0, 0, 300) if body.get("delay") not in (None, "") else None,
        )

    def draw(self, call: str) -> str | None:
        """Return the fault of the next call of this kind, or None."""
        self.drawn[call] += 1
        fitting = [kind for kind in self.kinds if call in ONLY_FOR.get(kind, REAL_CALLS)]
        chance = Random(f"{self.seed} {call} {self.drawn[call]}")
        if chance.random() * 100 >= self.percent or call not in self.calls or not fitting:
            return None
        kind = chance.choice(fitting)
        self.spoilt.appendleft({"call": call, "number": self.drawn[call], "kind": kind})
        return kind

    def to_json(self) -> Json:
        return {
            "seed": self.seed,
            "percent": self.percent,
            "kinds": list(self.kinds),
            "calls": list(self.calls),
            "delay": self.delay,
            "drawn": dict(self.drawn),
            "spoilt": list(self.spoilt),
        }


def _parse_list(body: Json, name: str, allowed: tuple[str, ...], default: tuple[str, ...]) -> tuple[str, ...]:
    wanted = body.get(name) or list(default)
    if not isinstance(wanted, list) or not set(map(str, wanted)) <= set(allowed):
        raise invalid_parameter(name, f"Must be a list of: {', '.join(allowed)}.", wanted)
    return tuple(dict.fromkeys(map(str, wanted)))
