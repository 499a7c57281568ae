"""What an account's settings decide at PayPal, and how fast and how reliable this PayPal is. Kept in memory."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from paypal_simulator.control.parameters import is_true, number, one_of, refused
from paypal_simulator.records.store import Json
from paypal_simulator.web.spellings import SPELLINGS

HOUR, DAY = 3600.0, 86_400.0
LONGEST = 366 * DAY


@dataclass(slots=True)
class Rules:
    """Durations are in seconds. A reset goes back to these."""

    unique_invoice_ids: bool = True  # the account blocks a second payment for one invoice id
    refuse_simultaneous: bool = True  # a request under a key that is being worked on: refused at once, or it waits
    credentials_accepted: bool = True  # False: the client id and secret, and every token given before, are wrong
    webhook_spelling: str = "compact"  # how webhooks are written: one of spellings.SPELLINGS
    lag: float = 0.0  # for so long a new order, capture or refund cannot be found
    report_lag: float = 0.0  # for so long a transaction is missing from the transaction list
    create_ids_kept: float = 6 * HOUR  # how long a PayPal-Request-Id is remembered; on request up to 72 hours
    capture_ids_kept: float = 6 * HOUR
    refund_ids_kept: float = 45 * DAY

    def change(self, body: Json) -> Json:
        """Set what `body` names; raises Refusal for what is no rule, and changes nothing then."""
        known = {rule.name: getattr(self, rule.name) for rule in fields(self)}
        if unknown := sorted(body.keys() - known.keys()):
            raise refused(unknown[0], f"Must be one of: {', '.join(known)}.", unknown[0])
        for name, value in {name: read(body, name, known[name]) for name in body}.items():
            setattr(self, name, value)
        return self.to_json()

    def reset(self) -> None:
        for rule in fields(self):
            setattr(self, rule.name, rule.default)

    def to_json(self) -> Json:
        return asdict(self)

    def ids_kept(self, call: str) -> float:
        return float(getattr(self, f"{call}_ids_kept"))


def read(body: Json, name: str, now: Any) -> Any:
    if isinstance(now, bool):
        return is_true(body, name)
    return one_of(body, name, SPELLINGS) if isinstance(now, str) else number(body, name, now, 0, LONGEST)
