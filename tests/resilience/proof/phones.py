"""Generated histories of volunteers' phones: what they showed reaches the shop, and kept seats are sold once.

Scorekeepers' phones have evenings of their own, with takeovers and reports of players.

The phones run the app's own protocol, in time that the history moves, with a shop that was written for its tests
(frontend/src/testing/door). In some of the histories, what they sent is recorded and sent to the real shop, which has
to answer the same.
"""

import tempfile
from pathlib import Path

from tests.resilience.proof.commands import run_pytest, run_vitest

PROTOCOL = "src/door/protocol"
NOTHING_LOST, NOTHING_TWICE = "No entry is lost", "No seat that is kept for a phone is sold twice"
NO_FACT_LOST = "Nothing that was entered is lost"


def play_histories(number: int, seed: int) -> list[str]:
    """Generate histories of two phones at the door, and of two tills."""
    sizes = {"DOOR_HISTORIES": str(number), "DOOR_SEED": str(seed)}
    lost = run_vitest(f"{PROTOCOL}/histories", sizes, only=NOTHING_LOST)
    return lost + run_vitest(f"{PROTOCOL}/till/histories", sizes, only=NOTHING_TWICE)


def replay_histories(number: int, seed: int) -> list[str]:
    """Record what phones send in some histories, and send it to the real shop."""
    with tempfile.TemporaryDirectory() as folder:
        file = {"DOOR_RECORDINGS": str(Path(folder, "recordings.json"))}
        sizes = {"DOOR_RECORDED": str(number), "DOOR_SEED": str(seed)}
        return run_vitest(f"{PROTOCOL}/recordings", file | sizes) or run_pytest("tests/door/test_recordings.py", file)


def show_before_storing() -> list[str]:
    """Control: phones show that guests are in before that is stored."""
    return run_vitest(f"{PROTOCOL}/histories", {"DOOR_HASTY": "1"}, only=NOTHING_LOST)


def play_evenings(number: int, seed: int) -> list[str]:
    """Generate evenings of two scorekeepers' phones."""
    sizes = {"TABLES_HISTORIES": str(number), "TABLES_SEED": str(seed)}
    return run_vitest(f"{PROTOCOL}/tables/evenings", sizes, only=NO_FACT_LOST)


def replay_evenings(number: int, seed: int) -> list[str]:
    """Record what phones and players send on such evenings, and send it to the real shop."""
    sizes = {"TABLES_RECORDED": str(number), "TABLES_SEED": str(seed)}
    return run_pytest("tests/tables/test_recordings.py", sizes)


def queue_facts_apart() -> list[str]:
    """Control: facts about a tournament have a queue of their own."""
    return run_vitest(f"{PROTOCOL}/tables/evenings", {"TABLES_TWO_QUEUES": "1"}, only=NO_FACT_LOST)
