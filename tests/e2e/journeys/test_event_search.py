"""Finding events: filters, sold-out dates, and time zones."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.e2e.journeys.conftest import DESK, book, new_account, new_cart, new_event
from tests.e2e.journeys.steps import VENUE, line_of


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
