"""Goals that need no browser: what histories and races show, and the size of the script."""

import re
import subprocess
from collections.abc import Iterator

from tests.resilience.proof.phones import NOTHING_LOST, play_histories, replay_histories, show_before_storing
from tests.resilience.proof.tills import SOLD_TWICE, sell_at_two_tills, share_allotment

from tests.e2e.door_goals.measured import Measured
from tests.support.servers.running_shop import ROOT

HISTORIES, RECORDED = 2000, 50
ROUNDS, BUYERS = 5, 40


def measure_histories() -> Iterator[Measured]:
    violations = play_histories(HISTORIES, seed=0) + replay_histories(RECORDED, seed=0)
    what = f"Histories of two phones, {RECORDED} of them also sent to the real shop: entries lost or stored twice"
    yield find_none(what, violations, HISTORIES)
    yield find_some("– control, the verdict before the write: entries lost", show_before_storing(), NOTHING_LOST)


def measure_tills() -> Iterator[Measured]:
    result = sell_at_two_tills(rounds=ROUNDS, buyers=BUYERS)
    what = "Seats of five dates, sold at once by two tills and the shop: oversold"
    yield find_none(what, result.violations, result.counts["seats"])
    yield find_some("– control, both tills sell what is kept for one: oversold", share_allotment(), SOLD_TWICE)


def find_none(what: str, violations: list[str], number: int) -> Measured:
    for violation in violations:
        print(violation)
    return Measured(what, "none" if not violations else "some", "none", not violations, number=number)


def find_some(what: str, violations: list[str], expected: str) -> Measured:
    is_seen = any(expected in violation for violation in violations)
    return Measured(what, "some" if is_seen else "none", "some", is_seen)


def measure_size() -> Iterator[Measured]:
    command = ["npm", "--prefix", "frontend", "run", "--silent", "budgets"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = re.search(r"^the door beyond React, without tables +([\d.]+) of ([\d.]+) KB", done.stdout, re.MULTILINE)
    assert found, done.stdout + done.stderr
    size, budget = float(found[1]), float(found[2])
    yield Measured(
        "All scripts of the door beyond React, without tables, gzipped",
        f"{size} KB",
        f"≤ {budget:g} KB",
        size <= budget,
    )
