"""The menu of a phone, and what comes first on its pages."""

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import PHONE, book, new_account, new_event

pytestmark = pytest.mark.browser


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
    tops = [heading.bounding_box()["y"] for heading in headings]
    assert tops == sorted(tops)
