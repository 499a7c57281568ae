"""The demo's tournament: a running round, a report that waits, and one player who left."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tables.models import Player, Report, Tournament
from tests.conftest import signed_in
from tests.door.demo.test_demo_door import check_consistency, demo, paypal, simulator
from tests.orders.conftest import PayPal

__all__ = ["check_consistency", "demo", "paypal", "simulator"]

pytestmark = pytest.mark.django_db


def run(capsys: Any) -> str:
    call_command("seed_door")
    capsys.readouterr()
    call_command("seed_tables")
    return str(capsys.readouterr().out)


def test_the_demo_is_in_its_second_round(demo: PayPal, capsys: Any) -> None:
    address = run(capsys).split()[-1]

    tables = signed_in().get(f"/api{address.removeprefix('http://localhost:8000')}").json()
    first, second = tables["rounds"]
    assert [table["result"] is not None for table in first["tables"]] == [True, True, True]
    assert [table["result"] is not None for table in second["tables"]] == [True, False, False]
    assert [len(table["reports"]) for table in second["tables"]] == [0, 1, 0]
    assert [player["name"] for player in tables["players"] if player["droppedAfter"]] == ["Ben A. +1"]
    assert second["clockEndsAt"]


def test_a_second_run_changes_nothing(demo: PayPal, capsys: Any) -> None:
    first = run(capsys)

    assert run(capsys) == first
    assert (Tournament.objects.count(), Player.objects.count(), Report.objects.count()) == (1, 7, 1)


def test_without_an_open_door_or_its_paying_guests_there_is_no_round(demo: PayPal, settings: Any, capsys: Any) -> None:
    call_command("seed_tables")
    assert "not open" in capsys.readouterr().out
    settings.PAYPAL_API_URL = "http://127.0.0.1:9"

    address = run(capsys).split()[-1]

    assert signed_in().get(f"/api{address.removeprefix('http://localhost:8000')}").json()["rounds"] == []


def test_a_real_shop_gets_no_demo_tables(db: None, settings: Any) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="PAYPAL_ENVIRONMENT"):
        call_command("seed_tables")
