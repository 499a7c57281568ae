"""The calendar by keyboard."""

import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK
from tests.e2e.journeys.steps import heading

pytestmark = pytest.mark.browser

FOCUSED_DAY = "(document.activeElement.closest('[role=button]')?.querySelector('[data-day]')?.dataset.day ?? '')"


def focused_day(page: Page) -> str:
    return str(page.evaluate(FOCUSED_DAY))


def focused_name(page: Page) -> str:
    """Return the accessible name of the focused event, with day and hour."""
    return str(page.evaluate("document.activeElement.innerText"))


def sunday_before(day: str) -> date:
    found = date.fromisoformat(day)
    return found - timedelta(days=found.isoweekday() % 7)


def test_page_down_goes_to_the_next_week_and_skips_empty_ones(shop, visit):
    page = visit(DESK).page("/")
    page.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()
    calendar = page.get_by_role("region", name="Scheduled Events")
    expect(calendar.get_by_test_id("calendar-event").first).to_be_visible()
    calendar.get_by_role("button", name="Week").click()
    back = calendar.get_by_role("button", name="Previous week")
    for _ in range(8):  # earlier than any event of the demo
        back.click()
    expect(calendar.get_by_text("No dates")).to_be_visible()
    days = calendar.get_by_role("columnheader")
    before = days.all_inner_texts()

    dates = calendar.get_by_role("group", name="Dates")
    dates.focus()
    page.keyboard.press("PageDown")
    expect(days.last).not_to_have_text(before[-1])
    expect(dates).to_be_focused()
    expect(calendar.get_by_text("No dates")).to_be_visible()
    expect(dates).not_to_have_attribute("aria-busy", "true")
    calendar.get_by_role("link", name="List").focus()
    page.keyboard.press("Tab")
    inside, where = page.evaluate(
        "(at => [at.closest('.shop-calendar') !== null, at.outerHTML])(document.activeElement)"
    )
    assert not inside, f"hours that do not scroll: {where[:300]}"


def test_arrow_keys_move_through_the_calendar(shop, visit):
    """From event to event, to another week, over the edge of the month, and back; Enter opens, Esc closes, and the
    skip link leads past."""
    page = visit(DESK).page("/")
    page.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()
    calendar = page.get_by_role("region", name="Scheduled Events")
    title = calendar.get_by_role("heading", level=3)
    calendar.get_by_role("button", name="Next month").click()  # filled by the demo data
    expect(calendar.get_by_test_id("calendar-event").first).to_be_visible()
    month = title.inner_text()
    dates = page.get_by_role("group", name="Dates")
    expect(dates).not_to_have_attribute("aria-busy", "true")  # until then, the dates of the page before are shown
    dates.focus()

    page.keyboard.press("ArrowRight")
    first, name = focused_day(page), focused_name(page)
    page.keyboard.press("ArrowRight")
    assert focused_name(page) != name
    assert "" < first <= focused_day(page)  # may be another event of the same day
    page.keyboard.press("ArrowLeft")
    assert (focused_day(page), focused_name(page)) == (first, name)
    page.keyboard.press("ArrowDown")
    assert sunday_before(focused_day(page)) > sunday_before(first)
    page.keyboard.press("End")
    last = focused_day(page)
    page.keyboard.press("ArrowRight")
    expect(title).not_to_have_text(month)
    page.wait_for_function(f"(last) => {FOCUSED_DAY} > last", arg=last)

    page.keyboard.press("Enter")
    card = page.get_by_role("dialog", name="Event details")
    expect(card.get_by_role("heading")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert focused_day(page) > last
    page.keyboard.press("PageUp")
    expect(title).to_have_text(month)
    page.wait_for_function(f"() => {FOCUSED_DAY} !== ''")
    expect(calendar.get_by_test_id("calendar-event").first).to_be_visible()
    page.wait_for_load_state("networkidle")  # the rendered month takes the focus again
    skip = page.get_by_role("link", name="Skip the calendar")
    skip.focus()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "after-calendar"


def test_the_calendars_list_contains_the_same_days(visit):
    page = visit(DESK).page("/")
    page.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()

    page.get_by_role("group", name="View").get_by_role("link", name="List").click()

    expect(heading(page, "Events")).to_be_focused()
    assert re.search(r"/page/1\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$", page.url)
    expect(page.get_by_label("From")).not_to_have_value("")
    page.get_by_role("link", name="View calendar").click()
    expect(page.get_by_role("heading", name="Scheduled Events")).to_be_in_viewport()
