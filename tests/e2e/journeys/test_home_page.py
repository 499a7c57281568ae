"""The home page shows each event once, and nothing that is empty."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, new_event
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture(scope="module")
def three_events() -> Iterator[RunningShop]:
    with RunningShop(workers=1) as running:
        for number in range(1, 4):
            new_event(running, name=f"Event {number}", ahead=timedelta(days=2 * number))
        yield running


def names_in(place: Page | Locator) -> list[str]:
    """Return the names of the visible cards."""
    cards = place.get_by_role("article").filter(visible=True)
    cards.first.wait_for()
    return cards.get_by_role("heading").get_by_role("link").all_inner_texts()


# --- Each event once -------------------------------------------------------------------------------------------------


@SIZES
def test_an_event_is_on_one_card(visit: Any, three_events: RunningShop, size: dict[str, int]) -> None:
    page = visit(size, at=three_events).page("/")

    assert names_in(page) == ["Event 1", "Event 2", "Event 3"]
    in_list = names_in(page.get_by_role("region", name="Upcoming events"))
    assert in_list == (["Event 2", "Event 3"] if size == DESK else ["Event 1", "Event 2", "Event 3"])


def test_the_first_event_of_the_demo_is_on_one_card_of_a_large_screen(visit: Any) -> None:
    with RunningShop(workers=1, seed=True) as demo_shop:
        page = visit(DESK, at=demo_shop).page("/")
        first, *others = names_in(page)

        assert len(names_in(page.get_by_role("region", name="Upcoming events"))) == 5
        assert first not in others


# --- Nothing that is empty -------------------------------------------------------------------------------------------


def test_carousel_and_calendar_are_shown_only_with_further_events(visit: Any, three_events: RunningShop) -> None:
    page = visit(DESK, at=three_events).page("/")
    names_in(page)
    page.wait_for_load_state("networkidle")

    expect(page.get_by_role("heading", name="Scheduled Events")).to_have_count(0)
    expect(page.get_by_role("region", name="Featured events")).to_have_count(0)


def test_the_calendar_is_shown_to_those_who_ask_for_it(visit: Any, three_events: RunningShop) -> None:
    page = visit(DESK, at=three_events).page("/page/1")

    page.get_by_role("link", name="View calendar").click()

    expect(page.get_by_role("heading", name="Scheduled Events")).to_be_in_viewport()
    expect(page.get_by_test_id("calendar-event").first).to_be_visible()
