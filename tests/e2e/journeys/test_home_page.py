"""What the home page begins with: a welcome, or what a signed-in user needs right now."""

import re
from datetime import timedelta
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import TOO_SMALL, violations_in_both_themes
from tests.e2e.journeys.conftest import NARROWEST, PHONE, Account, book, new_account, new_event
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.support.servers.running_shop import Client, RunningShop

IN_AN_HOUR = timedelta(hours=1)
DAY = r"\w{3}, \w{3} \d+"
DEADLINE = rf"{DAY}, \d+:00 [AP]M P[DS]T"


def next_up(page: Page) -> Locator:
    return page.get_by_role("region", name="Next up")


def offer_seats(shop: RunningShop, account: Account, seats: int) -> dict[str, Any]:
    """Offer seats of a full date to somebody who waits for them. Return the event."""
    event = new_event(shop, maximumEventCapacity=seats)
    sold = book(shop, new_account(shop), event, seats)
    wanted = {"product": event["_id"], "bookingDate": event["startTime"], "seats": seats}
    Client(shop.url, session=account.session).call("POST", "/api/waiting", wanted).raise_for_status()
    shop.as_staff().call("POST", f"/api/orders/{sold['_id']}/refund", {"reason": "Ill."}).raise_for_status()
    return event


def test_a_ticket_an_offer_and_a_choice_are_three_lines_on_top(shop, visit):
    account = new_account(shop)
    book(shop, account, new_event(shop, ahead=IN_AN_HOUR), 1)
    book(shop, account, new_event(shop, ahead=timedelta(days=1)), 1)
    offer_seats(shop, account, 2)
    for _ in range(2):
        canceled = new_event(shop)
        book(shop, account, canceled, 1)
        change = {"startTime": canceled["startTime"], "kind": "cancel", "reason": "The brewery is flooded."}
        shop.as_staff().call("POST", f"/api/products/{canceled['_id']}/date-changes", change).raise_for_status()

    for path in ("/", f"/user/{account.user['_id']}/"):
        page = visit(PHONE, account=account).page(path)
        lines = next_up(page).get_by_role("link")
        expect(lines).to_have_text(
            [
                re.compile(r"^\w+ \d+:00 [AP]M: Event \w+\. ?Show ticket$"),
                re.compile(rf"^2 seats are yours until {DEADLINE}: Event \w+\. ?Book$"),
                re.compile(rf"^{DAY} is canceled: choose by {DEADLINE}\. ?Choose$"),
            ]
        )
        expect(lines.last).to_be_in_viewport(ratio=1)
        assert lines.last.evaluate("line => line.getBoundingClientRect().bottom") < 320
        expect_no_sideways_scrolling(page)
        assert violations_in_both_themes(page) == []
        assert page.evaluate(TOO_SMALL) == []
        page.set_viewport_size(NARROWEST)
        expect(lines.last).to_be_in_viewport(ratio=1)
        expect_no_sideways_scrolling(page)
