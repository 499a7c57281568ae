"""Negative controls at the sizes of `make prove`: a safeguard is taken away, and the proof has to see the harm.

The cheap ones stand in tests/races/test_broken_safeguards.py.
"""

from collections.abc import Callable

from tests.proof.away import take_away
from tests.proof.messages import TELLINGS, tell_all
from tests.proof.races import race
from tests.running_shop import UNHURRIED, RunningShop

A_FEW = slice(None, None, 49)


def a_race_without_the_lock() -> list[str]:
    """At two servers, so that no lock of one process can help."""
    return race(rounds=1, servers=2, purchases=0, sabotage={"SABOTAGE_NO_LOCK": "1"}).violations


def messages_that_settle_again() -> list[str]:
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage={"SABOTAGE_SETTLE_AGAIN": "1"}) as shop:
        shop.control("webhooks/hold", held=True)
        return tell_all(shop, TELLINGS[A_FEW])


def an_absence_that_nobody_is_told_of() -> list[str]:
    return take_away(2, sabotage={"SABOTAGE_QUIET_ABSENCE": "1"}).violations


CONTROLS: dict[Callable[[], list[str]], str] = {  # and a word that the harm has to show in
    a_race_without_the_lock: "seats were sold",
    messages_that_settle_again: "status, payments, refunds, mails",
    an_absence_that_nobody_is_told_of: "500",
}


def without_harm() -> list[str]:
    """A sentence for each safeguard that nobody missed."""
    missing = []
    for control, word in CONTROLS.items():
        seen = control()
        if not any(word in sentence for sentence in seen):
            missing.append(f"{control.__name__.replace('_', ' ')}: no harm was seen: {seen}")
    return missing
