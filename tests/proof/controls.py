"""Negative controls at the sizes of `make prove`: a safeguard is taken away, and the proof has to see the harm.

The cheap ones stand in tests/races/test_broken_safeguards.py.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.proof.away import take_away
from tests.proof.faults import FAULTS
from tests.proof.messages import TELLINGS, tell_all
from tests.proof.races import race
from tests.proof.troubled_buyers import TroubledShop
from tests.running_shop import UNHURRIED, RunningShop

A_FEW = slice(None, None, 49)


def a_race_without_the_lock() -> list[str]:
    """At two servers, so that no lock of one process can help."""
    return race(rounds=1, servers=2, purchases=0, sabotage={"SABOTAGE_NO_LOCK": "1"}).violations


def messages_that_settle_again() -> list[str]:
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage={"SABOTAGE_SETTLE_AGAIN": "1"}) as shop:
        shop.control("webhooks/hold", held=True)
        return tell_all(shop, TELLINGS[A_FEW])


def webhooks_that_are_written_anew() -> list[str]:
    broken = {"SABOTAGE_WEBHOOKS_WRITTEN_ANEW": "1"}
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage=broken) as shop:
        shop.control("webhooks/hold", held=True)
        return tell_all(shop, TELLINGS[A_FEW])


def an_absence_that_nobody_is_told_of() -> list[str]:
    return take_away(2, sabotage={"SABOTAGE_QUIET_ABSENCE": "1"}).violations


@dataclass(frozen=True, slots=True)
class Safeguard:
    """What keeps PayPal's faults harmless: the flag that takes it away, and the harm that each of these rows shows."""

    flag: str
    harm: dict[str, str]  # by the name of a fault: what its violation says

    def harmless(self) -> list[str]:
        """A sentence for each row that shows no harm although the safeguard is gone."""
        chosen = [fault for fault in FAULTS if fault.name in self.harm]
        assert len(chosen) == len(self.harm), "a row has another name now"
        with TroubledShop(seed=0, sabotage=self.flag) as troubled:
            buyers = troubled.shop.crowd(len(chosen))
            rows = [troubled.befall(fault, [buyer]) for fault, buyer in zip(chosen, buyers, strict=True)]
            troubled.come_to_rest(rows)
            for row in rows:
                troubled.close(row)
        return [
            f"{self.flag}: {row.fault.name}: no harm was seen: {row.violations}"
            for row in rows
            if not any(self.harm[row.fault.name] in violation for violation in row.violations)
        ]


CHARGED, TWICE, OPENED, ENDED = "says what is not so", "10.00 went back", "PayPal orders were opened", "ended paid"
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
    ),
    Safeguard("SABOTAGE_ANY_PAYEE", {"another merchant is paid with our order's id": ENDED}),
    Safeguard(
        "SABOTAGE_NO_STORED_KEYS",
        {"two refunds: one never arrived, the other's answer was lost": "went back"},
    ),
    Safeguard("SABOTAGE_KEYS_FOR_EVER", {"refund: its answer is lost, and PayPal forgets the key": TWICE}),
    Safeguard(
        "SABOTAGE_NO_REVERSALS",
        {
            "reversed, listed with the order": "the bookings of",
            "reversed, the capture's status alone says so": ENDED,
            "reversed, not listed with the order": ENDED,
            "reversed, not listed and never told": ENDED,
            "charged back, not listed": ENDED,
            "dispute: open": "staff are not shown",
            "dispute: the buyer is right, not listed": ENDED,
        },
    ),
    Safeguard(
        "SABOTAGE_KEEP_SECOND_PAYMENTS",
        {"two windows: the declined PayPal order is captured too": "was taken for"},
    ),
]  # fmt: skip
CONTROLS: dict[Callable[[], list[str]], str] = {  # and a word that the harm has to show in
    a_race_without_the_lock: "seats were sold",
    messages_that_settle_again: "status, payments, refunds, mails",
    webhooks_that_are_written_anew: "was not taken",
    an_absence_that_nobody_is_told_of: "500",
}


def without_harm() -> list[str]:
    """A sentence for each safeguard that nobody missed."""
    missing = []
    for control, word in CONTROLS.items():
        seen = control()
        if not any(word in sentence for sentence in seen):
            missing.append(f"{control.__name__.replace('_', ' ')}: no harm was seen: {seen}")
    return missing + [sentence for safeguard in SAFEGUARDS for sentence in safeguard.harmless()]
