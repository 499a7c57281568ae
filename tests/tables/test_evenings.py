"""Generated evenings of 3 to 64 players: what the phones' code pairs and shows is what an oracle expects.

Players come late, leave, come back, and report; results are corrected and pairings undone. The browser app's tests play
and record the evenings (frontend/src/tables/evenings.test.ts): 200 of them here, and 2,000 in `make prove`.
"""

import json
import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.resilience.proof.commands import run_vitest
from tests.support.servers.running_shop import ROOT
from tests.tables.oracle import Evening, Round, Table

EVENINGS = os.environ.get("TABLES_EVENINGS", "200")
SEED = os.environ.get("TABLES_SEED", "0")
NINE = [
    "A-B 2-0-0, C-D 2-1-0, E-F 2-0-0, G-H 1-1-1, I bye",
    "A-C 2-1-0, G-B 2-0-0, D-H 2-1-0, I-E 2-0-0, F bye",
    "A-I 1-1-1, C-H 2-0-0, F-D 2-1-0, G-E 2-0-0, B bye",
]
needs_node = pytest.mark.skipif(
    not (ROOT / "frontend" / "node_modules" / "installed").exists(), reason="needs the browser app's packages"
)


def record(file: Path, **settings: str) -> Iterator[Evening]:
    """Let the browser app's tests play evenings."""
    assert run_vitest("src/tables/evenings", {"TABLES_FILE": str(file), "TABLES_SEED": SEED, **settings}) == []
    with file.open() as lines:
        yield from (Evening(json.loads(line)) for line in lines)


@needs_node
def test_everybody_plays_once_a_round_with_the_fewest_repeats_and_the_standings_are_right(tmp_path):
    evenings = record(tmp_path / "evenings", TABLES_EVENINGS=EVENINGS)
    found = [list(evening.find_violations()) for evening in evenings]

    assert len(found) == int(EVENINGS)
    assert [violations for violations in found if violations] == []


@needs_node
def test_control_pairing_table_by_table_repeats_opponents_who_could_be_avoided(tmp_path):
    evenings = record(tmp_path / "evenings", TABLES_EVENINGS="20", TABLES_GREEDY="1")

    assert "avoidable" in str([list(evening.find_violations()) for evening in evenings])


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


def test_control_without_byes_in_the_own_share_the_first_two_would_swap():
    class WithoutByes(Evening):
        def get_match_share(self, record: Any) -> Fraction:
            return super().get_match_share([match for match in record if match.opponents])

    ranks = {player: rank for player, (rank, _) in rank_nine(WithoutByes).items()}

    assert (ranks["A"], ranks["I"]) == (2, 1)
