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


CHARGED, NO_SENTENCE, OPENED = "is wrong that nothing was charged", "without a sentence", "PayPal orders were created"
TWICE, REFUNDED, ENDED, CAPTURED = "10.00 was refunded", "was refunded", "ended paid", "was captured for"
EXPIRED, NOT_SHOWN = "after PayPal had deleted it", "staff are not shown"
SAFEGUARDS = [
    Safeguard(
        "SABOTAGE_EVERY_ERROR_IS_A_NO",
        {
            "create: 409 in progress, takes effect after some look-ups": OPENED,
            "create: 422 in progress, takes effect after a second": OPENED,
            "create: 403 after it took effect": OPENED,
            "capture: 409 in progress, takes effect after some look-ups": CHARGED,
            "capture: 422 in progress, takes effect after a second": CHARGED,
            "capture: a second click during the first": CHARGED,
            "capture: 401 after it took effect": CHARGED,
            "capture: 403 after it took effect": CHARGED,
            "capture: 404 after it took effect": CHARGED,
            "capture: 409 RESOURCE_CONFLICT after it took effect": CHARGED,
            "refund: 409 in progress, takes effect after some look-ups": TWICE,
            "refund: 422 in progress, takes effect after a second": TWICE,
        },
        are_webhooks_late=True,
    ),
    Safeguard(
        "SABOTAGE_UNCLEAR_IS_A_CRASH",
        {
            "create: 409 in progress, never takes effect": NO_SENTENCE,
            "create: 401 for a while": NO_SENTENCE,
            "create: connection reset after it took effect": NO_SENTENCE,
            "create: endlessly nested JSON": NO_SENTENCE,
            "capture: 409 in progress, never takes effect": NO_SENTENCE,
            "capture: 401 for a while": NO_SENTENCE,
            "capture: 403 for a while": NO_SENTENCE,
            "capture: 404 for a while": NO_SENTENCE,
            "capture: connection reset without effect": NO_SENTENCE,
            "capture: details are strings": NO_SENTENCE,
            "capture: details are an object": NO_SENTENCE,
            "capture: amounts are null": NO_SENTENCE,
            "capture: 401, details are a number": NO_SENTENCE,
            "get: 401 for a while": NO_SENTENCE,
            "get: 404 for a while": NO_SENTENCE,
        },
    ),
    Safeguard(
        "SABOTAGE_NEVER_ASK_AGAIN",
        {
            "refund: 409 in progress, never takes effect": ENDED,
            "refund: 401 for a while": ENDED,
            "refund: 403 for a while": ENDED,
            "refund: 404 for a while": ENDED,
            "refund: 409 RESOURCE_CONFLICT without effect": ENDED,
        },
    ),
    Safeguard(
        "SABOTAGE_NO_STORED_KEYS",
        {
            "two refunds: one never arrives, the other's answer is lost": REFUNDED,
            "refund: 401 after it took effect": REFUNDED,
            "refund: 403 after it took effect": REFUNDED,
            "refund: connection reset after it took effect": REFUNDED,
            "refund: details are numbers": REFUNDED,
            "refund: no status": REFUNDED,
            "refund: an empty body": REFUNDED,
        },
    ),
    Safeguard("SABOTAGE_REFUNDS_BY_AMOUNT", {"two refunds: one never arrives, the other's answer is lost": REFUNDED}),
    Safeguard(
        "SABOTAGE_CAPTURES_LEFT_OUT",
        {"capture: refused after it took effect, and the order does not list it": CHARGED},
        are_webhooks_late=True,
    ),
    Safeguard("SABOTAGE_UNKNOWN_IS_FAILED", {"refund: an unknown status": TWICE}),
    Safeguard(
        "SABOTAGE_NO_ODD_LINES", {"one line of PayPal's record cannot be read": "hid the others"}
    ),
    Safeguard("SABOTAGE_REVERSALS_TWICE", {"reversed, and the webhook only names the capture": "the bookings of"}),
    Safeguard("SABOTAGE_ASKED_AMOUNTS", {"refund: another amount than requested": NOT_SHOWN}),
    Safeguard(
        "SABOTAGE_KEYS_FOR_EVER",
        {
            "create: its answer is lost, and its key expires": EXPIRED,
            "capture: it takes effect unnoticed, and its key expires": EXPIRED,
            "capture: it never arrives, and hours pass": ENDED,
            "refund: its answer is lost, and its key expires": TWICE,
            "refund: it never arrives, and its key would have expired": "PayPal may have deleted",
        },
    ),
    Safeguard(
        "SABOTAGE_ANY_PAYEE",
        {
            "another merchant is paid with the order's ID": ENDED,
            "create: its answer is lost, and another merchant is paid with the order's ID": CAPTURED,
        },
    ),
    Safeguard("SABOTAGE_BELIEVE_WEBHOOKS", {"another merchant is paid, and PayPal hides it from the shop": ENDED}),
    Safeguard(
        "SABOTAGE_NO_REVERSALS",
        {
            "reversed, listed with the order": "the bookings of",
            "reversed, only the capture's status shows it": ENDED,
            "reversed, not listed with the order": ENDED,
            "reversed, not listed, and the webhook is lost": ENDED,
            "charged back, not listed": ENDED,
            "charged back, and undone by the bank": NOT_SHOWN,
            "dispute: open": NOT_SHOWN,
            "dispute: open, and the webhook is lost": NOT_SHOWN,
            "dispute: the seller is right": NOT_SHOWN,
            "dispute: the buyer is right, listed": "the bookings of",
            "dispute: the buyer is right, not listed": ENDED,
        },
    ),
    Safeguard(
        "SABOTAGE_KEEP_SECOND_PAYMENTS",
        {
            "two windows: the declined PayPal order is captured too": CAPTURED,
            "two windows: the declined PayPal order is pending too, later completed": CAPTURED,
            "two windows: both payments are pending, later completed": CAPTURED,
        },
    ),
    Safeguard(
        "SABOTAGE_ONE_PENDING_PAYMENT",
        {
            "two windows: of two pending payments one is denied, then the other completes": "payment_denied",
            "two windows: of two pending payments one completes, then the other is denied": REFUNDED,
        },
    ),
]  # fmt: skip
