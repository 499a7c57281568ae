"""Elements are aligned and visible, and large enough to tap."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    book,
    new_account,
    new_cart,
    new_event,
)
from tests.e2e.journeys.steps import line_of

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


# --- Alignment --------------------------------------------------------------------------------------------------------


TABLET = {"width": 768, "height": 1024}

BOX = """element => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y: y + scrollY, width, height }
}"""


def box_of(element: Locator) -> dict[str, float]:
    """Return the element's place on the page, wherever the page is scrolled to."""
    element.scroll_into_view_if_needed()
    return dict(element.evaluate(BOX))


def test_images_and_dates_of_cards_are_aligned(shop, visit):
    new_event(shop, name="Level Cards")
    long = new_event(
        shop, name="Level Cards with a name that needs a second line of its own", cardSet="A long set " * 3
    )
    page = visit(TABLET).page("/search/Level Cards/page/1")
    cards = page.get_by_role("main").get_by_role("article")
    expect(cards.filter(has_text=long["name"])).to_be_visible()

    for part in (".event-card-art", ".event-card-when"):
        tops = {round(box_of(card.locator(part))["y"]) for card in cards.all()}
        assert len(tops) == 1, part


def test_the_profile_on_a_phone_shows_orders_before_details_and_account(shop, visit):
    account = new_account(shop)
    event = new_event(shop)
    book(shop, account, event, seats=1)
    page = visit(PHONE, account=account).page(f"/user/{account.user['_id']}/")

    names = ("Your orders", "Your details", "Where you're signed in")
    headings = [page.get_by_role("heading", name=name) for name in names]

    expect(page.get_by_role("link", name=event["name"])).to_be_visible()
    for heading in headings:
        expect(heading).to_be_visible()
    tops = [box_of(heading)["y"] for heading in headings]
    assert tops == sorted(tops)


# --- Messages ---------------------------------------------------------------------------------------------------------


def remove_one(page: Page, event: dict[str, str]) -> Locator:
    """Remove an event from the cart. Return the toast with Undo."""
    line_of(page, event).get_by_role("button", name="Remove").click()
    toast = page.get_by_role("status").filter(has_text=f"Removed {event['name']}")
    expect(toast).to_be_visible()
    page.wait_for_timeout(700)  # it slides in
    return toast


def test_messages_are_under_the_header_at_the_right_and_as_wide_as_a_phone(shop, visit):
    gone, left = new_event(shop), new_event(shop)
    for size in (DESK, PHONE):
        page = visit(size, cart=new_cart((gone, 1), (left, 1))).page("/cart")
        box, header = remove_one(page, gone).bounding_box(), page.get_by_role("banner").bounding_box()
        assert box
        assert header
        assert header["height"] <= box["y"] <= header["height"] + 30
        assert size["width"] - 40 <= box["x"] + box["width"] <= size["width"]
        assert size == DESK or box["width"] >= size["width"] - 40
