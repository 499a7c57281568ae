"""Links for subscribing to the shop's calendar."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import PHONE

pytestmark = pytest.mark.browser


def test_the_footer_has_links_for_all_calendar_programs(shop, visit):
    page = visit(PHONE).page("/about")
    opener = page.get_by_role("contentinfo").get_by_role("link", name="Subscribe to our calendar")

    opener.press("Enter")

    dialog = page.get_by_role("dialog", name="Subscribe to our calendar")
    app = dialog.get_by_role("link", name="My calendar app")
    expect(app).to_have_attribute("href", f"webcal://{urlsplit(shop.url).netloc}/calendar.ics")
    address = dialog.get_by_label("add this address").input_value()
    assert page.request.get(address).headers["content-type"] == "text/calendar; charset=utf-8"
    assert violations_in_both_themes(page) == []

    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
