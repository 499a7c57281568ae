"""Negative controls at the sizes of `make prove`: a safeguard is taken away, and the proof has to see the harm.

The cheap ones stand in tests/resilience/races/test_broken_safeguards.py, those for PayPal's faults
in tests/resilience/proof/paypal/safeguards.py.
"""

from collections.abc import Callable

from tests.resilience.proof.failures.broken_rows import break_rows
from tests.resilience.proof.failures.database_outage import take_away
from tests.resilience.proof.paypal.credentials import lose_credentials
from tests.resilience.proof.paypal.forged_webhooks import forge
from tests.resilience.proof.paypal.safeguards import SAFEGUARDS
from tests.resilience.proof.paypal.webhooks import TELLINGS, tell_all
from tests.resilience.proof.race import race
from tests.support.servers.running_shop import UNHURRIED, RunningShop

A_FEW = slice(None, None, 49)


def a_race_without_the_lock() -> list[str]:
    """At two servers, so that no lock of one process can help."""
    return race(rounds=1, servers=2, purchases=0, sabotage={"SABOTAGE_NO_LOCK": "1"}).violations


def webhooks_that_settle_again() -> list[str]:
    return told_with("SABOTAGE_SETTLE_AGAIN")


def webhooks_that_are_written_anew() -> list[str]:
    return told_with("SABOTAGE_WEBHOOKS_WRITTEN_ANEW")


def told_with(flag: str) -> list[str]:
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage={flag: "1"}) as shop:
        shop.control("webhooks/hold", held=True)
        return tell_all(shop, TELLINGS[A_FEW]).violations


def forged_webhooks_without_a_limit() -> list[str]:
    return forge(200, sabotage={"SABOTAGE_NO_WEBHOOK_LIMIT": "1"}).violations


def webhooks_that_nobody_could_verify() -> list[str]:
    return lose_credentials("401", sabotage="SABOTAGE_UNVERIFIED_WEBHOOKS")


def webhooks_that_are_settled_unseen() -> list[str]:
    return lose_credentials("403 for look-ups alone", sabotage="SABOTAGE_SETTLED_UNSEEN")


def credentials_after_which_nobody_asks_again() -> list[str]:
    return lose_credentials("403", sabotage="SABOTAGE_NEVER_ASK_AGAIN")


def rows_that_stop_the_others() -> list[str]:
    return break_rows(2, sabotage="SABOTAGE_STOP_AT_BROKEN_ROWS").violations


def rows_that_nobody_sees() -> list[str]:
    return break_rows(2, sabotage="SABOTAGE_QUIET_BROKEN_ROWS").violations


def an_absence_that_nobody_is_told_of() -> list[str]:
    return take_away(2, sabotage={"SABOTAGE_QUIET_ABSENCE": "1"}).violations


CONTROLS: dict[Callable[[], list[str]], str] = {  # and a word that the harm has to show in
    a_race_without_the_lock: "seats were sold",
    webhooks_that_settle_again: "status, payments, refunds, mails",
    webhooks_that_are_written_anew: "was not taken",
    forged_webhooks_without_a_limit: "calls to PayPal",
    webhooks_that_nobody_could_verify: "nobody could verify",
    webhooks_that_are_settled_unseen: "nobody could process",
    credentials_after_which_nobody_asks_again: "ended capturing",
    rows_that_stop_the_others: "beside a broken row",
    rows_that_nobody_sees: "staff are not shown",
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
