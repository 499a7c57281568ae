"""A visitor opens the demo shop for the first time."""

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import DESK, PHONE

pytestmark = pytest.mark.browser


@pytest.mark.everyday
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_visitor_sees_upcoming_events_without_horizontal_scrolling(visit, size):
    page = visit(size).page()

    page.goto("/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="RSVP for").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
