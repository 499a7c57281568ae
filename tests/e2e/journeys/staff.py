"""What staff do on many journeys."""

import re
from datetime import datetime

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import Person
from tests.e2e.journeys.steps import VENUE, heading, is_phone, message


def row_of(page: Page, words: str) -> Locator:
    """A row of a staff list: of its table, or one of its cards."""
    rows = page.get_by_role("listitem") if is_phone(page) else page.get_by_role("row")
    return page.get_by_role("main").locator(rows).filter(has_text=words)


def user_list(page: Page, person: Person) -> Locator:
    """The person's row in the list of users, found by the search."""
    page.goto("/admin/users")
    page.get_by_label("Search by name, email or ID").fill(person.email)
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile("keyword="))
    row = row_of(page, person.email)
    expect(row).to_have_count(1)
    return row


def narrow_orders(page: Page, label: str, option: str) -> None:
    """Choose in a filter of the order log, which a phone has behind a button."""
    if is_phone(page):
        page.get_by_role("button", name=re.compile("^Filters")).click()
    page.get_by_label(label, exact=True).select_option(label=option)
    if is_phone(page):
        page.get_by_role("button", name="Show orders").click()
        expect(page.get_by_role("dialog")).to_have_count(0)


# --- Events ----------------------------------------------------------------------------------------------------------


def venue(instant: str) -> datetime:
    return datetime.fromisoformat(instant).astimezone(VENUE)


def as_said(instant: str) -> str:
    """Fri, Dec 4"""
    start = venue(instant)
    return f"{start:%a, %b} {start.day}"


def press_update(page: Page) -> None:
    page.get_by_role("button", name="Update").click()


def expect_saved(page: Page) -> None:
    expect(message(page, "Product updated!")).to_be_visible()
    expect(heading(page, "Events")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/admin/products$"))
