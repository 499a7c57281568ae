"""The home page shows each event once, and nothing that is empty."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, go_to, new_event
from tests.e2e.journeys.steps import VENUE, expect_no_sideways_scrolling
from tests.e2e.journeys.test_layout_shift import get_layout_shifts, slow_tab
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture(scope="module")
def no_events() -> Iterator[RunningShop]:
    with RunningShop(workers=1) as running:
        yield running


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


# --- The list of all dates -------------------------------------------------------------------------------------------


def test_the_list_of_all_events_is_linked_once_and_says_how_many_there_are(visit: Any, shop: RunningShop):
    events = shop.client().call("GET", "/api/products?view=upcoming").json()["total"]
    phone, desk = visit(PHONE).page("/"), visit(DESK).page("/")
    numbered = re.compile(f"^See all {events} events$")

    expect(phone.get_by_role("link", name=numbered).filter(visible=True)).to_have_count(1)
    expect(desk.get_by_role("link", name=numbered).first).to_be_in_viewport(ratio=1)
    phone.get_by_role("link", name=numbered).last.click()

    expect(phone).to_have_url(re.compile(r"/page/1\?when=all$"))
    expect(phone.get_by_text(f"{events} events", exact=True)).to_be_visible()


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_welcome_of_a_phone_leaves_room_for_the_first_card(visit: Any, shop: RunningShop, width: int):
    page = visit(PHONE | {"width": width}).page("/")
    links = page.get_by_role("main").get_by_role("link", name=re.compile("^(See events|Our Story)$"))
    expect(links).to_have_count(2)
    boxes = [link.bounding_box() for link in links.all()]

    assert len({box["y"] for box in boxes}) == 1
    expect_no_sideways_scrolling(page)
    expect(page.get_by_role("link", name=re.compile("^RSVP for")).first).to_be_in_viewport(ratio=1)


# --- Nothing that is empty -------------------------------------------------------------------------------------------


def test_the_calendar_is_shown_to_those_who_ask_for_it(visit: Any, three_events: RunningShop) -> None:
    page = visit(DESK, at=three_events).page("/page/1")

    page.get_by_role("link", name="View calendar").click()

    expect(page.get_by_role("heading", name="Scheduled Events")).to_be_in_viewport()
    expect(page.get_by_test_id("calendar-event").first).to_be_visible()


def test_the_calendar_explains_its_keys_to_those_who_use_them(visit: Any, three_events: RunningShop) -> None:
    page = visit(DESK, at=three_events).page("/#scheduled")
    event, keys = page.get_by_test_id("calendar-event").first, page.get_by_text("With the keyboard:")
    expect(event).to_be_visible()

    def is_in_sight() -> bool:
        return keys.bounding_box()["width"] > 1  # what only screen readers read is one pixel wide

    assert not is_in_sight()
    event.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    assert not is_in_sight()
    page.get_by_role("link", name="List", exact=True).focus()
    page.keyboard.press("Tab")
    assert is_in_sight()


@SIZES
def test_without_events_the_main_button_leads_to_the_calendar(
    visit: Any, no_events: RunningShop, size: dict[str, int]
) -> None:
    page = visit(size, at=no_events).page("/")
    button = page.get_by_role("link", name="Get told about the next one")
    amber = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--amber')")

    expect(button).to_be_in_viewport()
    assert button.evaluate("(link) => getComputedStyle(link).backgroundColor") == rgb(amber)
    expect(page.get_by_role("link", name="See events")).to_have_count(0)
    button.click()

    dialog = page.get_by_role("dialog", name="Get told about the next one")
    expect(dialog.get_by_role("link", name="My calendar app")).to_have_attribute(
        "href", f"{no_events.url}/calendar.ics".replace("http:", "webcal:")
    )


def rgb(color: str) -> str:
    """Return "#F2A71B" as browsers compute it: "rgb(242, 167, 27)"."""
    return "rgb({}, {}, {})".format(*bytes.fromhex(color.strip().removeprefix("#")))


# --- Nothing moves ---------------------------------------------------------------------------------------------------


def get_shifts_of_home(visit: Any, shop: RunningShop) -> list[str]:
    """Return the layout shifts while the home page loads on a phone and on a large screen."""
    found = []
    for size in (PHONE, DESK):
        page = slow_tab(visit(size, at=shop))
        go_to(page, "/")
        found += get_layout_shifts(page, "/")
    return found


def test_a_home_page_with_few_events_does_not_shift(visit: Any, three_events: RunningShop) -> None:
    assert get_shifts_of_home(visit, three_events) == []


def test_a_home_page_without_events_does_not_shift(visit: Any, no_events: RunningShop) -> None:
    assert get_shifts_of_home(visit, no_events) == []

    today = datetime.now(VENUE).date()
    season = {"startsOn": str(today - timedelta(days=9)), "endsOn": str(today + timedelta(days=9))}
    meals = {"unitName": "meals", "unitCost": 1.8, "target": 300}
    no_events.as_staff().call("POST", "/api/giving/goals", {"title": "Season"} | season | meals).raise_for_status()

    assert get_shifts_of_home(visit, no_events) == []
    expect(visit(PHONE, at=no_events).page("/").get_by_role("heading", name="Raised so far")).to_be_visible()


# --- The first visit --------------------------------------------------------------------------------------------------


@pytest.mark.everyday
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_visitor_sees_upcoming_events_without_horizontal_scrolling(visit, size):
    page = visit(size).page()

    page.goto("/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="RSVP for").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
