"""Rules that can be changed at runtime: account settings, delays and key lifetimes. Stored in memory."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from paypal_simulator.control.parameters import invalid_parameter, is_true, number
from paypal_simulator.records.store import Json

HOUR, DAY = 3600.0, 86_400.0
MAX_SECONDS = 366 * DAY


@dataclass(slots=True)
class Rules:
    """The rules, with the values that a reset restores. Durations are in seconds."""

    unique_invoice_ids: bool = True  # refuse a second payment with the same invoice ID
    credentials_accepted: bool = True  # False: the client ID, the secret and all tokens are invalid
    report_lag: float = 0.0  # how long a new transaction is missing from the transaction list
    fee_lag: float = 0.0  # how long the fee of a new capture, and what a refund gives back of it, is not shown
    gives_fees_back: bool = False  # refunds give the share of the fee that depends on the amount back
    create_ids_kept: float = 6 * HOUR  # lifetime of a PayPal-Request-Id; up to 72 hours on request
    capture_ids_kept: float = 6 * HOUR
    refund_ids_kept: float = 45 * DAY

    def change(self, body: Json) -> Json:
        """Set the rules in `body`. Raise ApiError without changing anything if one is invalid."""
        known = {rule.name: getattr(self, rule.name) for rule in fields(self)}
        if unknown := sorted(body.keys() - known.keys()):
            raise invalid_parameter(unknown[0], f"Must be one of: {', '.join(known)}.", unknown[0])
        for name, value in {name: parse_rule(body, name, known[name]) for name in body}.items():
            setattr(self, name, value)
        return self.to_json()

    def reset(self) -> None:
        for rule in fields(self):
            setattr(self, rule.name, rule.default)

    def to_json(self) -> Json:
        return asdict(self)

    def get_key_lifetime(self, call: str) -> float:
        return float(getattr(self, f"{call}_ids_kept"))


def parse_rule(body: Json, name: str, now: Any) -> Any:
    return is_true(body, name) if isinstance(now, bool) else number(body, name, now, 0, MAX_SECONDS)
