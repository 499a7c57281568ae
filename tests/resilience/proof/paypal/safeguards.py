"""What keeps PayPal's faults harmless. Each safeguard is taken away, and its faults have to show the harm."""

from dataclasses import dataclass

from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import TroubledShop


@dataclass(frozen=True, slots=True)
class Safeguard:
    """The flag that takes it away, and the harm that each of these faults shows then."""

    flag: str
    harm: dict[str, str]  # by the name of a fault: what its violation says
    are_webhooks_late: bool = False  # told at once, they may put it right before anybody reads what is wrong

    def harmless(self) -> list[str]:
        """A sentence for each fault that shows no harm although the safeguard is gone."""
        chosen = [fault for fault in FAULTS if fault.name in self.harm]
        with TroubledShop(seed=0, sabotage=self.flag) as troubled:
            buyers = troubled.shop.crowd(len(chosen))
            troubled.shop.control("webhooks/hold", held=self.are_webhooks_late)
            rows = [troubled.befall(fault, [buyer]) for fault, buyer in zip(chosen, buyers, strict=True)]
            troubled.shop.control("webhooks/hold", held=False)
            troubled.come_to_rest(rows)
            for row in rows:
                troubled.close(row)
        return [
            f"{self.flag}: {row.fault.name}: no harm was seen: {row.violations}"
            for row in rows
            if not any(self.harm[row.fault.name] in violation for violation in row.violations)
        ]


CHARGED, NO_WORD, OPENED = "says what is not so", "without a sentence", "PayPal orders were opened"
TWICE, BACK, ENDED, TAKEN = "10.00 went back", "went back", "ended paid", "was taken for"
FORGOTTEN, UNSEEN = "after PayPal had forgotten it", "staff are not shown"
SAFEGUARDS = [
    Safeguard(
        "SABOTAGE_EVERY_ERROR_IS_A_NO",
        {
            "create: 409 in progress, takes effect after some look-ups": OPENED,
            "create: 422 in progress, takes effect after a second": OPENED,
            "create: 403 after it took effect": OPENED,
            "capture: 409 in progress, takes effect after some look-ups": CHARGED,
            "capture: 422 in progress, takes effect after a second": CHARGED,
            "capture: a second click while the first is worked on": CHARGED,
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
            "create: 409 in progress, never takes effect": NO_WORD,
            "create: 401 for a while": NO_WORD,
            "create: line reset after it took effect": NO_WORD,
            "create: nested without end": NO_WORD,
            "capture: 409 in progress, never takes effect": NO_WORD,
            "capture: 401 for a while": NO_WORD,
            "capture: 403 for a while": NO_WORD,
            "capture: the order is not there for a while": NO_WORD,
            "capture: line reset without effect": NO_WORD,
            "capture: details that are texts": NO_WORD,
            "capture: details that are an object": NO_WORD,
            "capture: amounts that are null": NO_WORD,
            "capture: 401 whose details are a number": NO_WORD,
            "get: 401 for a while": NO_WORD,
            "get: the order is not there for a while": NO_WORD,
        },
    ),
    Safeguard(
        "SABOTAGE_NEVER_ASK_AGAIN",
        {
            "refund: 409 in progress, never takes effect": ENDED,
            "refund: 401 for a while": ENDED,
            "refund: 403 for a while": ENDED,
            "refund: the capture is not there for a while": ENDED,
            "refund: 409 RESOURCE_CONFLICT without effect": ENDED,
        },
    ),
    Safeguard(
        "SABOTAGE_NO_STORED_KEYS",
        {
            "two refunds: one never arrived, the other's answer was lost": BACK,
            "refund: 401 after it took effect": BACK,
            "refund: 403 after it took effect": BACK,
            "refund: line reset after it took effect": BACK,
            "refund: details that are numbers": BACK,
            "refund: no status": BACK,
            "refund: an empty body": BACK,
        },
    ),
    Safeguard("SABOTAGE_REFUNDS_BY_AMOUNT", {"two refunds: one never arrived, the other's answer was lost": BACK}),
    Safeguard(
        "SABOTAGE_CAPTURES_LEFT_OUT",
        {"capture: refused after it took effect, and the order does not list it": CHARGED},
        are_webhooks_late=True,
    ),
    Safeguard("SABOTAGE_UNKNOWN_IS_FAILED", {"refund: a status that nobody knows": TWICE}),
    Safeguard(
        "SABOTAGE_NO_ODD_LINES", {"a line of PayPal's record cannot be read, and the others matter": "hid the others"}
    ),
    Safeguard("SABOTAGE_REVERSALS_TWICE", {"reversed, and the webhook names the capture alone": "ended partly"}),
    Safeguard("SABOTAGE_ASKED_AMOUNTS", {"refund: another amount than asked goes back": UNSEEN}),
    Safeguard(
        "SABOTAGE_KEYS_FOR_EVER",
        {
            "create: its answer is lost, and PayPal forgets the key": FORGOTTEN,
            "capture: it takes effect unseen, and PayPal forgets the key": FORGOTTEN,
            "capture: it never arrives, and hours go by": ENDED,
            "refund: its answer is lost, and PayPal forgets the key": TWICE,
            "refund: it never arrives, and PayPal would have forgotten the key": "PayPal may have forgotten",
        },
    ),
    Safeguard(
        "SABOTAGE_ANY_PAYEE",
        {
            "another merchant is paid with our order's id": ENDED,
            "create: its answer is lost, and another merchant is paid with our order's id": TAKEN,
        },
    ),
    Safeguard("SABOTAGE_BELIEVE_WEBHOOKS", {"another merchant is paid, and PayPal hides it from the shop": ENDED}),
    Safeguard(
        "SABOTAGE_NO_REVERSALS",
        {
            "reversed, listed with the order": "the bookings of",
            "reversed, the capture's status alone says so": ENDED,
            "reversed, not listed with the order": ENDED,
            "reversed, not listed and never told": ENDED,
            "charged back, not listed": ENDED,
            "charged back, and given back by the bank": UNSEEN,
            "dispute: open": UNSEEN,
            "dispute: open, and never told": UNSEEN,
            "dispute: the seller is right": UNSEEN,
            "dispute: the buyer is right, listed": "the bookings of",
            "dispute: the buyer is right, not listed": ENDED,
        },
    ),
    Safeguard(
        "SABOTAGE_KEEP_SECOND_PAYMENTS",
        {
            "two windows: the declined PayPal order is captured too": TAKEN,
            "two windows: the declined PayPal order is pending too, later completed": TAKEN,
            "two windows: both payments are pending, later completed": TAKEN,
        },
    ),
    Safeguard(
        "SABOTAGE_ONE_PENDING_PAYMENT",
        {
            "two windows: of two pending payments one is denied, then the other completes": "payment_denied",
            "two windows: of two pending payments one completes, then the other is denied": BACK,
        },
    ),
]  # fmt: skip
