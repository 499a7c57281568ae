"""Safeguards against PayPal's faults. When one is removed, its faults must show the harm."""

from dataclasses import dataclass, replace

from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import FaultyShop


@dataclass(frozen=True, slots=True)
class Safeguard:
    """The flag that removes a safeguard, and the harm that each fault shows without it."""

    flag: str
    harm: dict[str, str]  # by the name of a fault, a text that its violation contains
    are_webhooks_late: bool = False  # delivered at once, they may repair the harm before it is noticed

    def find_missing_harm(self) -> list[str]:
        """Return a sentence for each fault that shows no harm without the safeguard."""
        # One click: of two at once, each could meet the fault once and succeed when it tries again.
        chosen = [replace(fault, clicks=fault.clicks or 1) for fault in FAULTS if fault.name in self.harm]
        assert len(chosen) == len(self.harm), "the table of faults has other names"
        with FaultyShop(seed=0, sabotage=self.flag) as faulty:
            buyers = faulty.shop.crowd(len(chosen))
            faulty.shop.control("webhooks/hold", held=self.are_webhooks_late)
            outcomes = [faulty.run_fault(fault, [buyer]) for fault, buyer in zip(chosen, buyers, strict=True)]
            faulty.shop.control("webhooks/hold", held=False)
            faulty.end_faults(outcomes)
            for outcome in outcomes:
                faulty.judge(outcome)
        return [
            f"{self.flag}: {outcome.fault.name}: no harm was seen: {outcome.violations}"
            for outcome in outcomes
            if not any(self.harm[outcome.fault.name] in violation for violation in outcome.violations)
        ]


CHARGED, OPENED, TWICE = "is wrong that nothing was charged", "PayPal orders were created", "10.00 was refunded"
REFUNDED, ENDED, CAPTURED = "was refunded", "ended paid", "was captured for"
EXPIRED, NOT_SHOWN = "after PayPal had deleted it", "staff are not shown"
SAFEGUARDS = [
    Safeguard(
        "SABOTAGE_EVERY_ERROR_IS_A_NO",
        {
            "create: 409 in progress, takes effect after some look-ups": OPENED,
            "create: 403 after it took effect": OPENED,
            "capture: 409 in progress, takes effect after some look-ups": CHARGED,
            "capture: 401 after it took effect": CHARGED,
            "capture: 409 RESOURCE_CONFLICT after it took effect": CHARGED,
            "refund: 422 in progress, takes effect after a second": TWICE,
        },
        are_webhooks_late=True,
    ),
    Safeguard("SABOTAGE_NEVER_ASK_AGAIN", {"refund: 401 for a while": ENDED}),
    Safeguard(
        "SABOTAGE_NO_STORED_KEYS",
        {
            "two refunds: one never arrives, the other's answer is lost": REFUNDED,
            "refund: connection reset after it took effect": REFUNDED,
            "refund: an empty body": REFUNDED,
        },
    ),
    Safeguard(
        "SABOTAGE_KEYS_FOR_EVER",
        {
            "create: its answer is lost, and its key expires": EXPIRED,
            "capture: it takes effect unnoticed, and its key expires": EXPIRED,
            "refund: its answer is lost, and its key expires": TWICE,
        },
    ),
    Safeguard("SABOTAGE_ANY_PAYEE", {"another merchant is paid with the order's ID": ENDED}),
    Safeguard(
        "SABOTAGE_NO_REVERSALS",
        {
            "reversed, not listed with the order": ENDED,
            "charged back, and undone by the bank": NOT_SHOWN,
            "dispute: the buyer is right, listed": "the bookings of",
        },
    ),
    Safeguard("SABOTAGE_KEEP_SECOND_PAYMENTS", {"two windows: both payments are pending, later completed": CAPTURED}),
]
