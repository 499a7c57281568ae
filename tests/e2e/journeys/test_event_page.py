"""The first screen of the event page, what is below it, and the links from the list to its dates."""

import pytest

from tests.e2e.journeys.conftest import DESK, PHONE, new_event, new_series

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_add_to_cart_button_is_visible_without_scrolling(visit, shop, size):
    event = new_event(shop, name="An evening with an ordinary name")
    page = visit(size, at=shop).page(f"/product/{event['_id']}")

    box = page.get_by_role("button", name="Add to Cart").first.bounding_box()

    assert box
    assert box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_further_dates_of_an_event_are_below_its_button(visit, shop, size):
    series = new_series(shop, 4)
    page = visit(size, at=shop).page(f"/search/{series['name']}/page/1")
    card = page.get_by_role("main").get_by_role("article")

    button = card.get_by_role("link", name="RSVP").bounding_box()
    dates = card.get_by_role("list", name="More dates").bounding_box()
    box = card.bounding_box()

    assert button
    assert dates
    assert box
    assert dates["y"] >= button["y"] + button["height"]
    assert dates["y"] + dates["height"] <= box["y"] + box["height"]
