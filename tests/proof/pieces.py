"""The pieces of `make prove`: each runs one batch against one database, and answers what it counted."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from tests.proof.faults import FAULTS
from tests.proof.killed import WAYS, DeadlyShop
from tests.proof.troubled_buyers import TroubledShop
from tests.races.buying import buy_at_once, seats_sold
from tests.running_shop import ROOT, RunningShop

ROUNDS, BUYERS, SEATS, AT_ONCE = 5, 1000, 100, 50
KILLS = 10  # at each place
ORDERS = 40  # for each fault
SEASONS, STEPS = 101, 40
SMALLER = int(os.environ.get("PROOF_SMALLER", "1"))  # divides every size, for a first look; the table says so


@dataclass(slots=True)
class Result:
    """What one batch counted. Counts of several batches are added up; `violations` has a sentence for each."""

    counts: dict[str, int] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)


def smaller(size: int) -> int:
    return max(1, size // SMALLER)


def race(batch: int) -> Result:
    """Real server processes, real HTTP: everybody wants the seats of one date at once."""
    found = Result({"rounds": 0, "buyers": 0, "seats": 0, "sold": 0})
    buyers = max(smaller(BUYERS) // AT_ONCE * AT_ONCE, AT_ONCE)
    with RunningShop(flags={"MAX_HELD_ORDERS": "100000"}) as shop:
        crowd = shop.crowd(buyers)
        for number in range(smaller(ROUNDS)):
            start = (datetime.now(UTC) + timedelta(days=7 + number)).replace(second=0, microsecond=0)
            times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
            night = shop.add_night(name=f"Round {number}", price=12, maximumEventCapacity=SEATS, **times)
            answers = buy_at_once(crowd, night, at_once=AT_ONCE)
            statuses, sold = Counter(answer.status for answer in answers), seats_sold(answers)
            added = {"rounds": 1, "buyers": buyers, "seats": SEATS, "sold": sold}
            found.counts = {name: found.counts[name] + number for name, number in added.items()}
            if sold != SEATS or set(statuses) != {201, 409}:
                found.violations.append(f"batch {batch}, round {number}: {sold} of {SEATS} sold, answers {statuses}")
        found.violations += said_by(shop.check_books)
    return found


def said_by(check: Callable[[], str]) -> list[str]:
    try:
        check()
    except AssertionError as wrong:
        return [str(wrong)]
    return []


def kills(batch: int) -> Result:
    found = Result({"places": len(WAYS), "kills": 0})
    with DeadlyShop() as deadly:
        for place in WAYS:
            killed = [deadly.kill(place, buyer) for buyer in deadly.shop.crowd(smaller(KILLS))]
            deadly.restart()
            found.violations += [f"batch {batch}, {place}: {wrong}" for wrong in deadly.violations(killed)]
            found.counts["kills"] += len(killed)
    return found


def faults(batch: int) -> Result:
    found = Result({"faults": len(FAULTS), "orders": 0})
    with TroubledShop(seed=batch) as troubled:
        for fault in FAULTS:
            row = troubled.befall(fault, troubled.shop.crowd(smaller(ORDERS)))
            troubled.come_to_rest()
            troubled.close(row)
            wrong = row.violations + troubled.violations_in_the_books()
            found.violations += [f"batch {batch}, {fault.name}: {sentence}" for sentence in wrong]
            found.counts["orders"] += len(row.orders)
            if left := troubled.shop.at_paypal()["faults"]:
                found.violations.append(f"batch {batch}, {fault.name}: {len(left)} fault(s) that nobody met")
                troubled.shop.control("faults/clear")
    return found


def seasons(batch: int) -> Result:
    sizes = {"PROOF_SEASONS": str(smaller(SEASONS)), "PROOF_STEPS": str(STEPS), "PROOF_SEED": str(batch)}
    violations = by_pytest("tests/proof/test_any_season.py", sizes)
    return Result({"seasons": smaller(SEASONS), "steps in each": STEPS}, violations)


def controls(batch: int) -> Result:
    """Each safeguard taken away: the harm has to show, or the other rows prove nothing."""
    return Result({"safeguards taken away": 3}, by_pytest("tests/races/test_broken_safeguards.py", {}))


def by_pytest(path: str, sizes: dict[str, str]) -> list[str]:
    """The end of what it said, where it failed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", path]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | sizes, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else ["\n".join(done.stdout.splitlines()[-60:])]


@dataclass(frozen=True, slots=True)
class Piece:
    name: str
    run: Callable[[int], Result]
    batches: int  # in `make prove`
    batches_in_full: int


PIECES = [
    Piece("Negative controls", controls, 1, 1),
    Piece("Race for seats", race, 1, 10),
    Piece("Kill points", kills, 2, 2),
    Piece("PayPal faults", faults, 1, 5),
    Piece("Stateful exploration", seasons, 1, 20),
]
