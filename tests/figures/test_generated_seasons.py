"""Every figure of generated seasons equals what the club's own books say. `.ci/run` plays other seasons each time."""

import os
from typing import Any

import pytest

from giving.models import Goal
from tests.conftest import signed_in
from tests.figures.club import FIRST_DAY, LAST_DAY, Club
from tests.ledger.movement_checks import find_other_revenue

SEASONS = int(os.environ.get("FIGURES_SEASONS", "4"))
SEED = int(os.environ.get("FIGURES_SEED", "0"))


def read_figures(club: Club) -> dict[str, Any]:
    season = Goal.objects.create(title="Season", starts_on=FIRST_DAY, ends_on=LAST_DAY)
    answer = signed_in(club.staff).get("/api/figures", {"season": season.public_id})
    assert answer.status_code == 200, answer.content
    summary = answer.json()
    return {
        "formats": {(row["format"], row["weekday"]): row["figures"] for row in summary["formats"]},
        "events": {row["product"]: row["figures"] for row in summary["events"]},
        "months": {row["month"]: row["figures"] for row in summary["months"]},
        "total": {None: summary["total"]},
    }


@pytest.mark.parametrize("seed", range(SEED * SEASONS, (SEED + 1) * SEASONS))
def test_all_figures_of_a_season_are_those_of_the_clubs_own_books(monkeypatch, seed):
    club = Club(monkeypatch, seed)
    club.play()

    assert read_figures(club) == club.calculate()
    assert list(find_other_revenue()) == []
