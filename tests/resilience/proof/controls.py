"""Negative controls at the sizes of `make prove`: remove a safeguard and expect the proof to report the harm.

The cheap controls are in tests/resilience/races/test_broken_safeguards.py, those for PayPal's faults in
tests/resilience/proof/paypal/safeguards.py.
"""

from collections.abc import Callable

from tests.resilience.proof.failures.database_outage import interrupt_database
from tests.resilience.proof.paypal.safeguards import SAFEGUARDS
from tests.resilience.proof.paypal.webhooks import DELIVERIES, deliver_all
from tests.resilience.proof.phones import NO_FACT_LOST, NOTHING_LOST, queue_facts_apart, show_before_storing
from tests.resilience.proof.race import race
from tests.resilience.proof.tills import SOLD_TWICE, share_allotment
from tests.support.servers.running_shop import UNHURRIED, RunningShop

A_FEW = slice(None, None, 49)


def race_without_lock() -> list[str]:
    """Use two servers, so that no lock within a process can help."""
    return race(rounds=1, servers=2, purchases=0, sabotage={"SABOTAGE_NO_LOCK": "1"}).violations


def webhooks_that_settle_again() -> list[str]:
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage={"SABOTAGE_SETTLE_AGAIN": "1"}) as shop:
        shop.control("webhooks/hold", held=True)
        return deliver_all(shop, DELIVERIES[A_FEW]).violations


def database_outage_answered_like_a_bug() -> list[str]:
    return interrupt_database(2, sabotage={"SABOTAGE_QUIET_ABSENCE": "1"}).violations


CONTROLS: dict[Callable[[], list[str]], str] = {  # with a text that a violation has to contain
    race_without_lock: "seats were sold",
    webhooks_that_settle_again: "status, payments, refunds, mails",
    database_outage_answered_like_a_bug: "500",
    show_before_storing: NOTHING_LOST,
    queue_facts_apart: NO_FACT_LOST,
    share_allotment: SOLD_TWICE,
}


def find_ineffective_controls() -> list[str]:
    """Return a sentence for each safeguard whose removal the proof did not notice."""
    missing = []
    for control, text in CONTROLS.items():
        violations = control()
        if not any(text in violation for violation in violations):
            missing.append(f"{control.__name__.replace('_', ' ')}: no harm was seen: {violations}")
    return missing + [sentence for safeguard in SAFEGUARDS for sentence in safeguard.find_missing_harm()]
