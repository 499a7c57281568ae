"""The home page says what the season has raised, before and after its script runs."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.utils import timezone

from charityshop.models import ShopSettings
from giving.models import Goal
from tests.giving.api.raised_calls import get_raised
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

CAUSE = "What is left after costs goes to Port Alder Food Bank."


@pytest.fixture(autouse=True)
def charity() -> None:
    ShopSettings.objects.update_or_create(pk=1, defaults={"charity": "Port Alder Food Bank"})
    cache.clear()
    caches["responses"].clear()


def create_season(**fields: Any) -> Goal:
    first = timezone.localdate().replace(day=1)
    days = {"starts_on": first, "ends_on": first + timedelta(days=60)}
    return Goal.objects.create(title="This season", **{**days, **fields})


def read_script(page: str, name: str) -> Any:
    return json.loads(re.search(rf'id="{name}"[^>]*>(.*?)</script>', page)[1])


def read_home(client: Any) -> tuple[Any, Any]:
    """Return what the first data of the home page says the season has raised, and the shop's settings."""
    page = client.get("/").content.decode()
    first = read_script(page, "first-data")
    [raised] = [each["data"] for each in first if each["key"] == ["Goal", "raised", {"season": "current"}]]
    return raised, read_script(page, "shop")


def test_the_home_page_brings_the_sum_of_raised_so_far_in_a_sentence(
    as_anonymous: Any, as_visitor: Any, paypal: Any
) -> None:
    create_season(unit_name="meals", unit_cost="0.50")
    create_paid_order(paypal, as_visitor, OccurrenceFactory(event__price="10.00"))

    raised, shop = read_home(as_anonymous)

    assert raised | {"asOf": ""} == get_raised(as_anonymous, season="current") | {"asOf": ""}
    month = f"{timezone.localdate():%B}"
    dollars, meals = int(raised["raised"]), int(raised["raised"] / 0.5)
    assert raised["summary"] == f"${dollars} for Port Alder Food Bank since {month}: {meals} meals."
    assert dollars > 1
    assert shop["cause"] == CAUSE


def test_a_season_that_began_in_an_earlier_year_says_which(as_anonymous: Any, as_visitor: Any, paypal: Any) -> None:
    create_season(starts_on=timezone.localdate().replace(year=2025, month=9, day=1))
    create_paid_order(paypal, as_visitor, OccurrenceFactory(event__price="10.00"))

    raised, _ = read_home(as_anonymous)

    assert raised["summary"] == f"${int(raised['raised'])} for Port Alder Food Bank since September 2025."


def test_before_the_first_dollar_and_without_a_goal_the_page_says_only_who_gets_what_is_left(as_anonymous: Any) -> None:
    assert read_home(as_anonymous)[0] is None
    create_season()
    cache.clear()
    caches["responses"].clear()

    raised, shop = read_home(as_anonymous)

    assert raised["raised"] == 0
    assert "summary" not in raised
    assert shop["cause"] == CAUSE
