"""Finding events: filters, sold-out dates, and time zones."""

import re
from datetime import datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_cart, new_event
from tests.e2e.journeys.steps import VENUE, line_of


def names_on(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("article").get_by_role("heading").get_by_role("link")


# --- Filters ---------------------------------------------------------------------------------------------------------


def test_filters_on_a_phone_are_part_of_the_url(shop, visit):
    word = f"Cube{uuid4().hex[:6]}"
    small = new_event(shop, name=f"{word} free and small", price=0, maximumEventCapacity=3)
    new_event(shop, name=f"{word} free", price=0, maximumEventCapacity=8)
    new_event(shop, name=f"{word} expensive", price=25, maximumEventCapacity=8)
    book(shop, new_account(shop), small, 1)
    page = visit(PHONE).page(f"/search/{word}/page/1")
    expect(names_on(page)).to_have_count(3)

    page.get_by_role("button", name="Filters").click()
    dialog = page.get_by_role("dialog", name="Filters")
    dialog.get_by_label("Price").select_option("Free")
    dialog.get_by_label("Seats left").select_option("3 seats or more")
    dialog.get_by_role("button", name="Show events").click()

    expect(names_on(page)).to_have_text([f"{word} free"])
    expect(page.get_by_role("status").filter(has_text="1 event found")).to_have_count(1)
    expect(page.get_by_role("button", name="Filters (2)")).to_be_focused()
    page.reload()
    expect(names_on(page)).to_have_text([f"{word} free"])
    page.get_by_role("button", name="Filters (2)").click()
    dialog.get_by_role("button", name="Clear filters").click()
    expect(names_on(page)).to_have_count(3)


# --- Time zones ------------------------------------------------------------------------------------------------------


def test_a_visitor_in_another_time_zone_sees_both_times(shop, visit):
    """On cards, the event's page, in the cart, at checkout and on the order."""
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, 1)
    start = datetime.fromisoformat(event["startTime"])
    here, there = start.astimezone(VENUE), start.astimezone(ZoneInfo("Asia/Tokyo"))
    day = "" if here.day == there.day else f"{there:%a, %b} {there.day}, "
    theirs = re.compile(rf"{day}{there.hour % 12 or 12}:{there:%M} {there:%p} your time")
    page = visit(DESK, zone="Asia/Tokyo", account=account, cart=new_cart((event, 2))).page()

    page.goto(f"/search/{event['name']}/page/1")
    expect(page.get_by_role("article").get_by_text(theirs)).to_be_visible()
    page.goto(f"/product/{event['_id']}")
    expect(page.get_by_text(theirs).first).to_be_visible()
    page.goto("/cart")
    expect(line_of(page, event).get_by_text(theirs)).to_be_visible()
    page.goto("/checkout/")
    expect(line_of(page, event).get_by_text(theirs)).to_be_visible()
    page.goto(f"/order/{order['_id']}")
    expect(page.get_by_role("main").get_by_text(theirs)).to_be_visible()
    expect(page.get_by_text("PST").or_(page.get_by_text("PDT")).first).to_be_visible()
