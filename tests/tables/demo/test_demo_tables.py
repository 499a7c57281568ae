"""The demo's tournament: a running round, a report that waits, and one player who left."""

from typing import Any

import pytest

from door.demo import seed_door
from tables.demo import seed_tables
from tables.models import Player, Report, Tournament
from tests.conftest import signed_in
from tests.door.demo.test_demo_door import check_consistency, demo, paypal, simulator
from tests.orders.conftest import PayPal

__all__ = ["check_consistency", "demo", "paypal", "simulator"]

pytestmark = pytest.mark.django_db


def find_address() -> str:
    """Open the demo's door, and return where its tournament is, without the shop's origin."""
    seed_door()
    (line,) = seed_tables()
    return line.split()[-1].removeprefix("http://localhost:8000")


def test_the_demo_is_in_its_second_round(demo: PayPal) -> None:
    address = find_address()

    tables = signed_in().get(f"/api{address}").json()
    first, second = tables["rounds"]
    assert [table["result"] is not None for table in first["tables"]] == [True, True, True]
    assert [table["result"] is not None for table in second["tables"]] == [True, False, False]
    assert [len(table["reports"]) for table in second["tables"]] == [0, 1, 0]
    assert [player["name"] for player in tables["players"] if player["droppedAfter"]] == ["Ben A. +1"]
    assert second["clockEndsAt"]


def test_a_second_run_changes_nothing(demo: PayPal) -> None:
    first = find_address()

    assert find_address() == first
    assert (Tournament.objects.count(), Player.objects.count(), Report.objects.count()) == (1, 7, 1)


def test_without_an_open_door_or_its_paying_guests_there_is_no_round(demo: PayPal, settings: Any) -> None:
    assert "not open" in seed_tables()[0]
    settings.PAYPAL_API_URL = "http://127.0.0.1:9"

    address = find_address()

    assert signed_in().get(f"/api{address}").json()["rounds"] == []
