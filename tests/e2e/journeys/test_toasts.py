"""Where short messages (toasts) appear, and how long they stay."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, new_cart, new_event
from tests.e2e.journeys.steps import line_of

pytestmark = pytest.mark.browser


def remove_one(page: Page, event: dict[str, str]) -> Locator:
    """Remove an event from the cart. Return the toast with Undo."""
    line_of(page, event).get_by_role("button", name="Remove").click()
    toast = page.get_by_role("status").filter(has_text=f"Removed {event['name']}")
    expect(toast).to_be_visible()
    page.wait_for_timeout(700)  # it slides in
    return toast


def test_messages_are_at_the_top_right_and_on_a_phone_above_the_sticky_bar(shop, visit):
    gone, left = new_event(shop), new_event(shop)
    for size in (DESK, PHONE):
        page = visit(size, cart=new_cart((gone, 1), (left, 1))).page("/cart")
        box = remove_one(page, gone).bounding_box()
        assert box
        if size == DESK:
            header = page.get_by_role("banner").bounding_box()
            assert header
            assert header["height"] <= box["y"] <= header["height"] + 30
            assert size["width"] - 40 <= box["x"] + box["width"] <= size["width"]
        else:
            bar = page.get_by_role("link", name="Proceed to Checkout").last.bounding_box()
            assert bar
            assert box["y"] > size["height"] / 2
            assert box["y"] + box["height"] <= bar["y"]
