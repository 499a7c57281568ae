"""The database refuses goals that staff can't enter."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from giving.models import Goal
from tests.support.factories import EventFactory

pytestmark = pytest.mark.django_db
SEASON: dict[str, Any] = {"starts_on": date(2026, 9, 1), "ends_on": date(2026, 12, 31)}


def refuse(name: str, **fields: Any) -> None:
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        Goal.objects.create(title="Lunches", **fields)


def test_a_goal_is_for_an_event_or_for_a_season() -> None:
    assert Goal.objects.create(title="Lunches", **SEASON)
    assert Goal.objects.create(title="Lunches", event=EventFactory())

    for fields in ({}, {"starts_on": SEASON["starts_on"]}, SEASON | {"event": EventFactory()}):
        refuse("goal_is_for_an_event_or_a_season", **fields)


def test_a_season_ends_after_it_starts() -> None:
    refuse("goal_season_ends_after_start", starts_on=SEASON["ends_on"], ends_on=SEASON["starts_on"])


@pytest.mark.parametrize("target", [0, -1])
def test_a_target_is_an_amount_to_raise(target: int) -> None:
    refuse("goal_target_is_positive", target=target, **SEASON)


@pytest.mark.parametrize("unit", [{"unit_name": "lunches"}, {"unit_cost": 2}, {"unit_name": "lunches", "unit_cost": 0}])
def test_what_the_money_buys_has_a_name_and_a_price(unit: dict[str, Any]) -> None:
    refuse("goal_unit_has_a_name_and_a_cost", **unit, **SEASON)
