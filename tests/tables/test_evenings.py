"""Generated evenings of 3 to 64 players: what the phones' code pairs and shows is what an oracle expects.

Players come late, leave and come back, before, during and after matches, and report; results are corrected and pairings
undone. What the shop makes of the same facts is compared with the phone, too. The browser app's tests play and record
the evenings (frontend/src/evening/tables/evenings.test.ts): 60 of them here, 200 in `.ci/run`.
"""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from door.sent_entries import Unusable
from tables.progress import PlayerState, Progress
from tests.support.vitest import run_vitest
from tests.tables.oracle import Evening, Round, Table

EVENINGS = os.environ.get("TABLES_EVENINGS", "60")
SEED = os.environ.get("TABLES_SEED", "0")
NINE = [
    "A-B 2-0-0, C-D 2-1-0, E-F 2-0-0, G-H 1-1-1, I bye",
    "A-C 2-1-0, G-B 2-0-0, D-H 2-1-0, I-E 2-0-0, F bye",
    "A-I 1-1-1, C-H 2-0-0, F-D 2-1-0, G-E 2-0-0, B bye",
]


def record(file: Path, **settings: str) -> Iterator[dict[str, Any]]:
    """Let the browser app's tests play evenings."""
    assert run_vitest("src/evening/tables/evenings", {"TABLES_FILE": str(file), "TABLES_SEED": SEED, **settings}) == []
    with file.open() as lines:
        yield from map(json.loads, lines)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return list(record(tmp_path_factory.mktemp("tables") / "evenings", TABLES_EVENINGS=EVENINGS))


def test_everybody_plays_once_a_round_with_the_fewest_repeats_and_the_standings_are_right(recorded):
    found = [list(Evening(each).find_violations()) for each in recorded]

    assert len(found) == int(EVENINGS)
    assert [violations for violations in found if violations] == []


def test_control_pairing_table_by_table_repeats_opponents_who_could_be_avoided(tmp_path):
    evenings = record(tmp_path / "evenings", TABLES_EVENINGS="20", TABLES_GREEDY="1")

    assert "avoidable" in str([list(Evening(each).find_violations()) for each in evenings])


def test_the_shop_accepts_what_a_phone_enters_and_knows_the_same_of_it(recorded):
    found = [list(compare_shop(each)) for each in recorded]

    assert [differences for differences in found if differences] == []


def compare_shop(recorded: dict[str, Any]) -> Iterator[str]:
    """Yield which entries the shop refuses, and where it knows something else than the phone."""
    settings, end = recorded["tournament"], recorded["end"]
    players = {player["_id"]: PlayerState() for player in settings["players"]}
    progress = Progress(settings["format"] != "commander", settings["points"], players)
    for number, step in enumerate(recorded["steps"]):
        if step["kind"] == "report":
            table = progress.rounds[step["round"] - 1].tables[step["table"] - 1]
            table.reports = {**table.reports, step["player"]: step["result"]}
        elif step["kind"] == "open":
            missing = [table.number for table in progress.list_open_tables()] if progress.needs_results else []
            if missing != step["tables"]:
                yield f"step {number}: the shop waits for {missing}, not {step['tables']}"
        elif step["kind"] != "standings":
            fact = to_fact(step)
            try:
                progress.check(fact)
            except Unusable as refused:
                yield f"step {number}: {step} is {refused.code}"
            progress.apply(fact, at=datetime(2026, 11, 27, 3, tzinfo=UTC))
    states = {each: [state.from_round, state.dropped_after, state.aside] for each, state in progress.players.items()}
    shown = {each["_id"]: [each["fromRound"], each["droppedAfter"], each["aside"]] for each in end["players"]}
    if states != shown:
        yield f"players are {states}, not {shown}"
    left = [[table.left for table in each.tables] for each in progress.rounds]
    if left != [[table.get("left", []) for table in each["tables"]] for each in end["rounds"]]:
        yield f"{left} left"


def to_fact(step: dict[str, Any]) -> dict[str, Any]:
    """Return an entry as the shop keeps it."""
    if step["kind"] == "round":
        return step | {"tables": [table["players"] for table in step["tables"]]}
    if step["kind"] == "result":
        return step | {"result": {name: step[name] for name in ("games", "winner", "draw") if name in step}}
    return step


def rank_nine(kind: type[Evening] = Evening) -> dict[str, tuple[int, list[Fraction]]]:
    """Rank the nine players whose standings the rules give."""
    players = [{"_id": name} for name in "ABCDEFGHI"]
    evening = kind({"tournament": {"format": "swiss", "wholeRoom": False, "players": players}, "steps": []})
    for line in NINE:
        *matches, bye = [part.split() for part in line.split(", ")]
        tables = [Table(pair.split("-"), {"games": [*map(int, games.split("-"))]}) for pair, games in matches]
        evening.rounds.append(Round(tables, bye[0]))
    return evening.rank()


def test_of_three_players_with_7_points_the_one_with_the_strongest_opponents_is_first():
    first = {player: row for player, row in rank_nine().items() if row[0] <= 3}

    assert {player: (rank, points, omw) for player, (rank, (points, omw, *_)) in first.items()} == {
        "A": (1, 7, Fraction(16, 27)),
        "I": (2, 7, Fraction(5, 9)),
        "G": (3, 7, (Fraction(33, 100) + Fraction(2, 3)) / 3),
    }
