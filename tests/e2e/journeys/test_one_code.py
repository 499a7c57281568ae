"""A camera never sees two codes: the page shows one at a time, however many an order has."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.journeys.accessibility import TOO_SMALL, violations_in_both_themes
from tests.e2e.journeys.conftest import PHONE, Account, book, new_account, new_event, pay_at_paypal
from tests.e2e.journeys.test_passes import codes_of, images_of
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser

# The texts of the codes that are painted anywhere on the page, also in part.
PAINTED = """() => [...document.querySelectorAll("main svg[aria-label^='QR code']")].filter((code) => {
  const [box, frame] = [code, code.closest("ul")].map((each) => each.getBoundingClientRect())
  const width = Math.min(box.right, frame.right) - Math.max(box.left, frame.left)
  return width > 1 && code.checkVisibility({ visibilityProperty: true })
}).map((code) => code.ariaLabel)"""
IS_AT_REST = """(list) => {
  const at = list.scrollLeft / list.clientWidth
  return at > 0.5 && Math.abs(at - Math.round(at)) < 0.01
}"""


def split(shop: RunningShop, account: Account, order: dict[str, Any], *names: str) -> None:
    """Give each name a code of its own."""
    client = Client(shop.url, session=account.session)
    (first,) = client.call("GET", f"/api/orders/{order['_id']}").json()["orderItems"][0]["bookings"][0]["passes"]
    for name in names:
        client.call("POST", f"/api/passes/{first['_id']}/split", {"seats": 1, "label": name}).raise_for_status()


def swipe_left(code: Locator) -> None:
    """Drag the finger over the code, because Playwright can only tap. Return when the next code has come to rest."""
    page, box = code.page, code.bounding_box()
    assert box
    tools = page.context.new_cdp_session(page)
    y, right, steps = box["y"] + box["height"] / 2, box["x"] + box["width"] * 0.9, range(0, 221, 20)
    for step in steps:
        finger = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": right - step, "y": y}]}
        tools.send("Input.dispatchTouchEvent", finger)
        page.wait_for_timeout(16)
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(IS_AT_REST, arg=code.locator("xpath=ancestor::ul[1]").element_handle())


def test_an_order_with_several_dates_shows_the_code_of_one(shop, visit):
    account = new_account(shop)
    order = pay_at_paypal(shop, account, *((new_event(shop), 2) for _ in range(3)))
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    buttons = page.get_by_role("button", name=re.compile("^Show code"))
    expect(buttons).to_have_count(2)
    (before,) = page.evaluate(PAINTED)
    assert page.evaluate(TOO_SMALL) == []
    assert violations_in_both_themes(page) == []
    last = buttons.last
    last.scroll_into_view_if_needed()
    place = page.get_by_role("article").last.bounding_box()

    last.click()

    expect(buttons).to_have_count(2)
    (after,) = page.evaluate(PAINTED)
    assert after != before
    assert page.get_by_role("article").last.bounding_box() == place, "nothing moves"
    page.keyboard.press("Tab")
    expect(page.get_by_role("article").last.get_by_role("link", name="Full screen")).to_be_focused()


def test_a_swipe_shows_the_next_code(shop, visit):
    account = new_account(shop)
    order = book(shop, account, new_event(shop), 2)
    split(shop, account, order, "Maya")
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    expect(codes_of(page).get_by_text("Maya")).not_to_be_in_viewport()
    (before,) = page.evaluate(PAINTED)
    images_of(page).first.scroll_into_view_if_needed()

    swipe_left(images_of(page).first)

    expect(page.get_by_text("2 of 2", exact=True)).to_be_visible()
    expect(codes_of(page).get_by_text("Maya")).to_be_in_viewport(ratio=1)
    expect(images_of(page).first).not_to_be_in_viewport()
    assert page.evaluate(PAINTED) != [before]
