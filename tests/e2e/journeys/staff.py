"""Steps of staff that several tests share."""

import re
from datetime import datetime

from playwright.sync_api import Page, expect

from tests.e2e.journeys.steps import VENUE, heading, message

# --- Events ----------------------------------------------------------------------------------------------------------


def venue(instant: str) -> datetime:
    return datetime.fromisoformat(instant).astimezone(VENUE)


def format_venue_day(instant: str) -> str:
    """Format as "Fri, Dec 4"."""
    start = venue(instant)
    return f"{start:%a, %b} {start.day}"


def press_update(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^(Update|Publish)$")).click()


def expect_saved(page: Page) -> None:
    expect(message(page, "Product updated!")).to_be_visible()
    expect(heading(page, "Events")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/admin/products$"))
