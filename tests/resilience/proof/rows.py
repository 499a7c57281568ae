"""The rows of `make prove`: each runs one batch against one database, and answers what it counted.

`make prove` and `make prove-full` run the same batches, only not as many of them.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from tests.resilience.proof.controls import CONTROLS, without_harm
from tests.resilience.proof.failures.broken_rows import break_rows
from tests.resilience.proof.failures.database_outage import take_away
from tests.resilience.proof.failures.full_disk import ROOM, ROOM_FOR_PICTURES, fill_up
from tests.resilience.proof.failures.kills import WAYS, DeadlyShop
from tests.resilience.proof.paypal.credentials import EACH, REFUSED, STAGES, lose_credentials
from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import TroubledShop
from tests.resilience.proof.paypal.forged_webhooks import forge
from tests.resilience.proof.paypal.safeguards import SAFEGUARDS
from tests.resilience.proof.paypal.webhooks import TELLINGS, tell_all
from tests.resilience.proof.race import BUYERS, race
from tests.resilience.proof.result import Result
from tests.support.servers.running_shop import ROOT, UNHURRIED, RunningShop

ROUNDS, ROUNDS_AT_TWO, PURCHASES = 5, 2, 40
KILLS = 5  # at each place
ORDERS, FAULT_GROUPS = 20, 4  # for each fault; a batch has every fourth fault
TELLING_GROUPS = 4
ROWS_OF_A_KIND, FORGED = 4, 500
SECONDS_AWAY = 10
SEASONS, STEPS = 100, 50
SMALLER = int(os.environ.get("PROOF_SMALLER", "1"))  # divides every size, for a first look; the table says so
BOTH = ("sqlite", "postgresql")


def smaller(size: int) -> int:
    return max(1, size // SMALLER)


def race_at_one(batch: int) -> Result:
    return race(rounds=smaller(ROUNDS), buyers=smaller(BUYERS))


def race_at_two(batch: int) -> Result:
    return race(rounds=smaller(ROUNDS_AT_TWO), buyers=smaller(BUYERS), servers=2, purchases=smaller(PURCHASES))


def kills(batch: int) -> Result:
    found = Result({"places": len(WAYS)})
    with DeadlyShop() as deadly:
        for place in WAYS:
            killed = [deadly.kill(place, buyer) for buyer in deadly.shop.crowd(smaller(KILLS))]
            deadly.restart()
            found.violations += [f"batch {batch}, {place}: {wrong}" for wrong in deadly.violations(killed)]
            found.count("kills", len(killed))
    return found


def faults(batch: int) -> Result:
    chosen = FAULTS[batch % FAULT_GROUPS :: FAULT_GROUPS]
    found = Result()
    with TroubledShop(seed=batch // FAULT_GROUPS) as troubled:
        for fault in chosen:
            row = troubled.befall(fault, troubled.shop.crowd(smaller(ORDERS)))
            troubled.come_to_rest([row])
            troubled.close(row)
            wrong = row.violations + troubled.violations_in_the_books()
            found.violations += [f"batch {batch}, {fault.name}: {sentence}" for sentence in wrong]
            found.count("orders", len(row.orders))
            if row.upkeeps:
                found.count("upkeeps that had to come again", row.upkeeps)
    return Result({"faults": len(FAULTS)} | found.counts, found.violations)


def webhooks(batch: int) -> Result:
    chosen = TELLINGS[batch % TELLING_GROUPS :: TELLING_GROUPS * SMALLER]
    with RunningShop(webhooks=True, flags=UNHURRIED) as shop:
        shop.control("webhooks/hold", held=True)
        found = tell_all(shop, chosen)
    found.count("messages", len(chosen) * 12)  # four kinds, each told three times
    found.count("forged", len(chosen) * 8)
    return found


def credentials(batch: int) -> Result:
    violations = [sentence for way in REFUSED for sentence in lose_credentials(way)]
    orders = EACH * len(STAGES) * len(REFUSED)
    return Result({"ways to refuse credentials": len(REFUSED), "orders": orders}, violations)


def broken_rows(batch: int) -> Result:
    return break_rows(ROWS_OF_A_KIND)


def forged_webhooks(batch: int) -> Result:
    return forge(smaller(FORGED))


def database_away(batch: int) -> Result:
    heard = take_away(max(1, SECONDS_AWAY // SMALLER))
    counts = {
        "s away": max(1, SECONDS_AWAY // SMALLER),
        "503 meanwhile": heard.counts["while away 503"],
        "orders answered and there": len(heard.promised),
    }
    return Result(counts, heard.violations)


def full_disk(batch: int) -> Result:
    return Result({"places where room runs out": len(ROOM) + len(ROOM_FOR_PICTURES)}, fill_up())


def backup(batch: int) -> Result:
    return Result({"back-ups while orders run": 1}, by_pytest("tests/commands/test_backup.py", {}))


def seasons(batch: int) -> Result:
    sizes = {"PROOF_SEASONS": str(smaller(SEASONS)), "PROOF_STEPS": str(STEPS), "PROOF_SEED": str(batch)}
    violations = by_pytest("tests/resilience/proof/histories/test_histories.py", sizes)
    return Result({"seasons": smaller(SEASONS), "steps in each": STEPS}, violations)


def controls(batch: int) -> Result:
    """Each safeguard taken away: the harm has to show, or the other rows prove nothing."""
    violations = by_pytest("tests/resilience/races/test_broken_safeguards.py", {}) + without_harm()
    return Result({"safeguards taken away": 3 + len(CONTROLS) + len(SAFEGUARDS)}, violations)


def by_pytest(path: str, sizes: dict[str, str]) -> list[str]:
    """The end of what it said, where it failed: what was wrong, and not pages of the log."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--show-capture=no", path]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | sizes, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else ["\n".join(done.stdout.splitlines()[-60:])]


@dataclass(frozen=True, slots=True)
class Piece:
    name: str
    does: str
    run: Callable[[int], Result]
    batches: int  # in `make prove`
    batches_in_full: int
    databases: tuple[str, ...] = BOTH


PIECES = [
    Piece(
        "Negative controls",
        "A safeguard is taken away, and the proof has to see the harm: the lock (too many seats are sold, by few "
        "buyers and by a thousand), the stored keys (a refund is paid twice), the memory of webhooks (money is given "
        "back that should not be), their bytes, their verification and the limit on it, the work row by row, the "
        "answer for a lost database; and of PayPal's faults the table of unclear answers and what is done about them, "
        "the age of keys, the payee, the refund's own key and PayPal's amount, the reading of reversals, the return of "
        "a second payment. Each fault of section “Unclear answers” has its control in `safeguards.py`. A "
        "violation here is harm that did *not* show.",
        controls, 1, 1,
    ),
    Piece(
        "Race for seats",
        "A thousand buyers, let go together over real HTTP, ask for one to four of the hundred seats of one date."
        " As many seats are sold as fit, nobody is refused what is still there, every order that was answered is "
        "there, and nothing but 201 and 409 is answered.",
        race_at_one, 1, 10,
    ),
    Piece(
        "Two servers",
        "The same at two gunicorn on one PostgreSQL; then purchases whose every call goes to the other server, paid"
        " at both at the same time. Each is paid once. (Not on SQLite: tried once on an overloaded machine, the race "
        "was right, and then one of the purchases was answered 503 “busy”.)",
        race_at_two, 1, 25, ("postgresql",),
    ),
    Piece(
        "Kill points",
        "`kill -9` of the worker at each of fourteen places. After a restart and one `upkeep` every order stands "
        "as it has to, and nobody was charged or refunded twice.",
        kills, 1, 4,
    ),
    Piece(
        "PayPal faults",
        "Random orders, some paid twice at once, meet one fault of PayPal's each. Every answer has a sentence, "
        "every order ends as the fault's row says, whoever has to be told is told once, no key is used after PayPal "
        "has forgotten it, and `upkeep` runs twice at once.",
        faults, FAULT_GROUPS, 10 * FAULT_GROUPS,
    ),
    Piece(
        "Webhooks",
        "Approved, completed, refunded and reversed are told in every order, each three times and each after two "
        "forgeries of it; the buyer pays before, between or after them. Each kind comes in each of twelve spellings "
        "of the same JSON. One settlement, each refund once, each mail once; a forgery is answered 400 and not stored.",
        webhooks, TELLING_GROUPS, TELLING_GROUPS,
    ),
    Piece(
        "Forged webhooks",
        "Five hundred forged webhooks, eight at once, cause at most sixty calls to PayPal, are answered 400 or 503 and "
        "are not stored. Once the limit's ten minutes are over, the genuine ones are taken.",
        forged_webhooks, 1, 1,
    ),
    Piece(
        "Credentials",
        "PayPal refuses the shop's credentials (401, 403, and 403 for look-ups alone) while buyers open and pay, staff "
        "refund, and PayPal takes and gives back money that only its webhooks tell of. Nothing is decided meanwhile, "
        "no webhook is stored that nobody verified, none is settled that nobody processed, and staff see what is in "
        "doubt after the third try. Once they are accepted again everything ends as if nothing had been.",
        credentials, 1, 1,
    ),
    Piece(
        "Broken rows",
        "Of each kind of row that a loop of `upkeep` finishes (holds, captures, refunds, webhooks, captures and "
        "reversals that PayPal's record alone shows) the first cannot be written. The others are finished by the same "
        "run; the broken ones are tried three times and then less often, staff see them after the third, and once they "
        "can be written they are finished too.",
        broken_rows, 1, 1,
    ),
    Piece(
        "Database away",
        "While buyers buy, PostgreSQL is stopped as by a power cut, and started again; SQLite's folder is moved "
        "away and back. Meanwhile every answer is a 503 in JSON with Retry-After; afterwards people buy again "
        "without a restart, and every order that was answered is there.",
        database_away, 1, 1,
    ),
    Piece(
        "Disk full",
        "Placing, paying and uploading a picture where room runs out at five places, and where the pictures' "
        "folder is read-only. The answer is a 503 with a sentence, no row and no file is half-written, and with "
        "room again it works. On PostgreSQL a trigger answers `disk_full`; otherwise the limit is the system's.",
        full_disk, 1, 1,
    ),
    Piece(
        "Back-up and restore",
        "`backup` while orders run, restored elsewhere: every order answered before it began is there, and the "
        "books are in order. (PostgreSQL has tools of its own.)",
        backup, 1, 1, ("sqlite",),
    ),
    Piece(
        "Stateful exploration",
        "Hypothesis makes up seasons: buyers, staff, PayPal and the clock do anything, in any order. The books "
        "are checked after every step, and against PayPal's record at the end of each season.",
        seasons, 1, 20,
    ),
]  # fmt: skip
