"""The rows of `make prove`. Each runs one batch on one database and returns its counts and violations."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.resilience.proof.commands import run_pytest
from tests.resilience.proof.controls import CONTROLS, find_ineffective_controls
from tests.resilience.proof.failures.database_outage import interrupt_database
from tests.resilience.proof.failures.full_disk import LIMITS, MEDIA_LIMITS, fill_disk
from tests.resilience.proof.failures.kills import RUNS, MortalShop
from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import FaultyShop
from tests.resilience.proof.paypal.safeguards import SAFEGUARDS
from tests.resilience.proof.paypal.webhooks import DELIVERIES, deliver_all
from tests.resilience.proof.phones import (
    play_evenings,
    play_histories,
    replay_evenings,
    replay_histories,
)
from tests.resilience.proof.race import BUYERS, race
from tests.resilience.proof.result import Result
from tests.resilience.proof.tills import sell_at_two_tills
from tests.support.servers.running_shop import UNHURRIED, RunningShop

ROUNDS, ROUNDS_AT_TWO, PURCHASES = 5, 2, 40
KILLS = 5  # at each place
ORDERS, FAULT_GROUPS = 3, 4  # for each fault; a batch has every fourth fault
DELIVERY_GROUPS = 4
OUTAGE_SECONDS = 10
HISTORIES, STEPS = 100, 30
PHONE_HISTORIES, RECORDED = 2000, 50
TILL_ROUNDS, SHOPPERS = 10, 40
EVENINGS, RECORDED_EVENINGS = 1000, 40
SEASONS = 50
BOTH = ("sqlite", "postgresql")


def run_race(batch: int) -> Result:
    return race(rounds=ROUNDS, buyers=BUYERS)


def run_race_at_two_servers(batch: int) -> Result:
    return race(rounds=ROUNDS_AT_TWO, buyers=BUYERS, servers=2, purchases=PURCHASES)


def run_kills(batch: int) -> Result:
    result = Result({"places": len(RUNS)})
    with MortalShop() as mortal:
        for place in RUNS:
            kills = [mortal.kill(place, buyer) for buyer in mortal.shop.crowd(KILLS)]
            mortal.restart()
            result.violations += [f"batch {batch}, {place}: {violation}" for violation in mortal.find_violations(kills)]
            result.count("kills", len(kills))
    return result


def run_faults(batch: int) -> Result:
    chosen = FAULTS[batch % FAULT_GROUPS :: FAULT_GROUPS]
    result = Result()
    with FaultyShop(seed=batch // FAULT_GROUPS) as faulty:
        for fault in chosen:
            outcome = faulty.run_fault(fault, faulty.shop.crowd(ORDERS))
            faulty.end_faults([outcome])
            faulty.judge(outcome)
            violations = outcome.violations + faulty.find_inconsistencies()
            result.violations += [f"batch {batch}, {fault.name}: {violation}" for violation in violations]
            result.count("orders", len(outcome.orders))
            if outcome.extra_upkeeps:
                result.count("extra upkeep runs", outcome.extra_upkeeps)
    return Result({"faults": len(FAULTS)} | result.counts, result.violations)


def run_webhooks(batch: int) -> Result:
    chosen = DELIVERIES[batch % DELIVERY_GROUPS :: DELIVERY_GROUPS]
    with RunningShop(webhooks=True, flags=UNHURRIED) as shop:
        shop.control("webhooks/hold", held=True)
        result = deliver_all(shop, chosen)
    result.count("webhooks", len(chosen) * 12)  # four kinds, each delivered three times
    result.count("forged", len(chosen) * 8)
    return result


def run_database_outage(batch: int) -> Result:
    answers = interrupt_database(OUTAGE_SECONDS)
    counts = {
        "s of outage": OUTAGE_SECONDS,
        "503 answers": answers.counts["during 503"],
        "orders confirmed and found": len(answers.placed),
    }
    return Result(counts, answers.violations)


def run_full_disk(batch: int) -> Result:
    return Result({"places where space runs out": len(LIMITS) + len(MEDIA_LIMITS)}, fill_disk())


def run_backup(batch: int) -> Result:
    return Result({"backups while orders run": 1}, run_pytest("tests/commands/test_backup.py", {}))


def run_histories(batch: int) -> Result:
    sizes = {"PROOF_SEASONS": str(HISTORIES), "PROOF_STEPS": str(STEPS), "PROOF_SEED": str(batch)}
    violations = run_pytest("tests/resilience/proof/machine/test_histories.py", sizes)
    return Result({"histories": HISTORIES, "steps in each": STEPS}, violations)


def run_controls(batch: int) -> Result:
    """Remove each safeguard. Without visible harm the other rows prove nothing."""
    violations = run_pytest("tests/resilience/races/test_broken_safeguards.py", {}) + find_ineffective_controls()
    return Result({"safeguards taken away": 3 + len(CONTROLS) + len(SAFEGUARDS)}, violations)


def run_phones(batch: int) -> Result:
    return Result(
        {"histories of two phones": PHONE_HISTORIES, "of two tills": PHONE_HISTORIES},
        play_histories(PHONE_HISTORIES, batch),
    )


def run_recorded_phones(batch: int) -> Result:
    return Result({"histories": RECORDED}, replay_histories(RECORDED, batch))


def run_scorekeepers(batch: int) -> Result:
    return Result(
        {"evenings": RECORDED_EVENINGS},
        play_evenings(RECORDED_EVENINGS, batch) + replay_evenings(RECORDED_EVENINGS, batch),
    )


def run_tills(batch: int) -> Result:
    return sell_at_two_tills(rounds=TILL_ROUNDS, buyers=SHOPPERS)


def run_tournaments(batch: int) -> Result:
    sizes = {"TABLES_EVENINGS": str(EVENINGS), "TABLES_SEED": str(batch)}
    return Result({"evenings": EVENINGS}, run_pytest("tests/tables/test_evenings.py", sizes))


def run_figures(batch: int) -> Result:
    sizes = {"FIGURES_SEASONS": str(SEASONS), "FIGURES_SEED": str(batch)}
    return Result({"seasons": SEASONS}, run_pytest("tests/figures/test_generated_seasons.py", sizes))


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    does: str
    run: Callable[[int], Result]
    batches: int
    databases: tuple[str, ...] = BOTH


ROWS = [
    Row(
        "Negative controls",
        "Removes one safeguard after the other, and each time the proof has to report the harm: the lock (too many "
        "seats are sold, to a few buyers and to a thousand), the stored keys (a refund is paid twice) and their age, "
        "the memory of processed webhooks (a paid order is refunded), the answer for a lost database, the table of "
        "PayPal's unclear answers and the questions after them, the payee, the reading of reversals, the refund of a "
        "second payment; at the door the write before the verdict, and seats that are kept for one till alone; and for "
        "tournaments the one queue of guests and facts. A violation here is harm that did *not* show.",
        run_controls, 1,
    ),
    Row(
        "Race for seats",
        "A thousand buyers at once, over real HTTP, request one to four of the hundred seats of one date. As many "
        "seats are sold as fit, nobody is refused seats that are left, every confirmed order exists, and all answers "
        "are 201 or 409.",
        run_race, 1,
    ),
    Row(
        "Two servers",
        "The same race at two gunicorn on one PostgreSQL; then purchases whose calls alternate between the servers, "
        "paid at both at the same time. Each is paid once. (Not on SQLite: one trial on an overloaded machine had a "
        "correct race, but one of the purchases was answered 503 “busy”.)",
        run_race_at_two_servers, 1, ("postgresql",),
    ),
    Row(
        "Kill points",
        "`kill -9` of the worker at each of sixteen places. After a restart and one `upkeep`, every order has the "
        "expected status, and nobody was charged or refunded twice.",
        run_kills, 1,
    ),
    Row(
        "PayPal faults",
        "Random orders, some paid twice at once, meet one of PayPal's faults each. Every answer has a sentence, every "
        "order ends as the fault's row says, everybody who must be notified is notified once, no key is used after "
        "PayPal deleted it, and `upkeep` runs twice at once.",
        run_faults, FAULT_GROUPS,
    ),
    Row(
        "Webhooks",
        "The webhooks approved, completed, refunded and reversed arrive in every order, each three times and each "
        "after two forgeries of it; the buyer pays before, between or after them. Each kind comes in each of twelve "
        "spellings of the same JSON. There is one settlement, and each refund and each email once; a forgery is "
        "answered 400 and not stored.",
        run_webhooks, DELIVERY_GROUPS,
    ),
    Row(
        "Database away",
        "While buyers buy, PostgreSQL is stopped as by a power cut, and started again; SQLite's folder is moved away "
        "and back. Meanwhile every answer is a 503 in JSON with Retry-After; afterwards sales continue without a "
        "restart, and every confirmed order exists.",
        run_database_outage, 1,
    ),
    Row(
        "Disk full",
        "Placing an order, paying and uploading an image where space runs out at five places, and with a read-only "
        "folder for images. The answer is a 503 with a sentence, no row and no file is half written, and with space "
        "again it works. On PostgreSQL a trigger answers `disk_full`; otherwise the system enforces the limit.",
        run_full_disk, 1,
    ),
    Row(
        "Back-up and restore",
        "`backup` while orders run, restored elsewhere: every order that was confirmed before it began exists, and "
        "`check_books` finds nothing. (PostgreSQL has its own tools.)",
        run_backup, 1, ("sqlite",),
    ),
    Row(
        "Stateful exploration",
        "Hypothesis generates histories in which buyers, friends, volunteers at the door, staff, PayPal and the clock "
        "act in any order: orders with codes, members' prices and gifts, moves, returns, waiting lists, cash, "
        "refunds, disputes, closed months, deleted accounts. A model beside the shop knows for each seat who holds "
        "it, what was paid for it and where that money is. After every step the shop's seats and statuses say what the "
        "model says, and every few steps its doors and journals; no date is over capacity, and nobody got seats before "
        "those who wait longer; at the end the shop agrees with PayPal's record, and `check_books` finds nothing.",
        run_histories, 2,
    ),
    Row(
        "Phones at the door",
        "fast-check generates histories of two volunteers' phones that scan, undo and force while they are killed, go "
        "offline, lose answers, have wrong clocks and slow disks and are signed out, and of two tills that sell and "
        "keep seats. The phones run the app's own protocol with a shop that was written for its tests. Everything "
        "that a volunteer saw reaches the shop, once; every phone knows who is inside; and no seat that is kept for a "
        "phone is sold twice. (No database takes part.)",
        run_phones, 1, ("sqlite",),
    ),
    Row(
        "Recorded phones",
        "What phones sent in such histories is sent to the real shop, at the same times. It gives the same answers, "
        "has every entry in its log, and finds the same conflicts and guests inside: so the shop of the histories "
        "above is like the real one.",
        run_recorded_phones, 1,
    ),
    Row(
        "Tills and the shop",
        "Over real HTTP, forty buyers and two tills request the forty seats of one date at once. The tills also "
        "report what they sold without a connection, from the six seats kept for each. Every seat is sold once, and "
        "nobody's cash has to be given back.",
        run_tills, 1,
    ),
    Row(
        "Tournaments",
        "Evenings of 3 to 64 players are played by the code that pairs them on the scorekeeper's phone. Players come "
        "late, leave, come back and report; results are corrected and pairings undone. An oracle reads the rules a "
        "second time: everybody plays once a round, opponents meet again only where it cannot be avoided, nobody has a "
        "second bye before everybody had one, and the standings are the same fractions. Controls: pairing table by "
        "table repeats opponents who could be avoided. (No database takes part.)",
        run_tournaments, 2, ("sqlite",),
    ),
    Row(
        "Figures",
        "Seasons in which seats are bought, given away, returned, moved and sold at the door, before and after the "
        "start, while dates move or are canceled and volunteers scan too much, too late or the wrong ticket. The club "
        "notes who has which seats when a date starts, and who is let in. Every figure of the season, by format and "
        "weekday, by event and by month, is what its notes say.",
        run_figures, 1,
    ),
    Row(
        "Scorekeepers' phones",
        "Evenings of two scorekeepers' phones, which also let guests in. They pair, enter and correct results, are "
        "killed, go offline, lose answers, have wrong clocks and slow disks, and take over from each other, while "
        "players report. Whatever a scorekeeper saw as entered counts once, or is listed for somebody to decide, and "
        "both phones show the same standings. Then all that the phones and players sent is sent to the real shop, at "
        "the same times: it gives the same answers, and has the same tournament.",
        run_scorekeepers, 1,
    ),
]  # fmt: skip
