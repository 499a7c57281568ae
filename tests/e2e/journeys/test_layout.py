"""Menus, the carousel, the calendar, the list of dates and themes."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, new_account

pytestmark = pytest.mark.browser


# --- Menus -----------------------------------------------------------------------------------------------------------


def test_the_user_menu_opens_on_hover_and_closes_after_100_ms(shop, visit):
    page = visit(DESK, account=new_account(shop)).page("/about")
    button, profile = page.get_by_role("button", name="Ana Diaz"), page.get_by_role("link", name="Profile")
    expect(button).to_be_visible()
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    expect(profile).to_be_hidden()

    button.hover()
    expect(profile).to_be_visible()
    profile.hover()
    page.clock.run_for(1_000)
    expect(profile).to_be_visible()

    page.mouse.move(200, 600)
    page.clock.run_for(90)
    expect(profile).to_be_visible()
    page.clock.run_for(20)
    expect(profile).to_be_hidden()


def test_the_mobile_menu_takes_and_returns_the_focus(shop, visit):
    page = visit(PHONE, account=new_account(shop)).page("/about")
    opener, menu = page.get_by_role("button", name="Menu", exact=True), page.get_by_role("dialog", name="Hi Ana")

    opener.click()
    expect(menu).to_be_visible()
    expect(menu.locator(":focus")).to_have_count(1)
    assert "0.5s" in menu.evaluate("(menu) => getComputedStyle(menu).animationDuration")
    for name in ("Events", "About Us", "Cart", "Profile"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()

    opener.click()
    menu.get_by_role("link", name="Events").click()
    expect(menu).to_be_hidden()
    expect(page.get_by_role("heading", name="Upcoming events")).to_be_focused()


# --- Home on a large screen ------------------------------------------------------------------------------------------


def calendar_of(page: Page) -> Locator:
    """Scroll to the calendar, which loads when it is near."""
    page.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()
    calendar = page.get_by_role("region", name="Scheduled Events")
    expect(calendar.get_by_role("button", name="Month", exact=True)).to_be_visible()
    return calendar


@pytest.mark.parametrize(("screen", "wide"), [(1440, 30 * 16), (2400, 600)])
def test_the_calendars_event_card_is_a_quarter_of_the_screen_wide(visit, screen, wide):
    calendar = calendar_of(visit({"width": screen, "height": 900}).page("/"))

    calendar.get_by_role("button", name=re.compile(r"[AP]M, ")).first.click()

    card = calendar.page.get_by_role("dialog", name="Event details").bounding_box()
    dates = calendar.get_by_role("group", name="Dates").bounding_box()
    assert card["width"] == pytest.approx(wide, abs=1)
    assert dates["x"] + dates["width"] <= card["x"] <= screen - card["width"]
