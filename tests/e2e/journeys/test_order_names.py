"""Buyers find an order by its event and date: those coming up first, the soonest on top."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, NARROWEST, PHONE, Account, Visit, book, go_to, new_account, new_event
from tests.e2e.journeys.steps import day_of, expect_no_sideways_scrolling
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser

FONT_SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


def group(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="Your orders").get_by_role("region", name=name)


def names_in(page: Page, name: str) -> list[str]:
    return group(page, name).get_by_role("link").all_text_contents()


def book_in_days(shop: RunningShop, account: Account, *days: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Book a seat of a new event in so many days each. Return the events with their orders."""
    events = [new_event(shop, ahead=timedelta(days=ahead)) for ahead in days]
    return [(event, book(shop, account, event, 1)) for event in events]


def open_orders(page: Page, account: Account) -> None:
    go_to(page, f"/user/{account.user['_id']}/#your-orders")
    expect(page.get_by_role("heading", name="Your orders")).to_be_focused()
    expect(group(page, "Coming up")).to_be_visible()  # the orders load after the page


def name_of(event: dict[str, Any]) -> str:
    return f"{event['name']}, {day_of(event)}"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_orders_have_their_events_names_the_soonest_date_first_and_past_ones_below(shop, visit, size):
    account = new_account(shop)
    (later, _), (over, _), (soon, order) = book_in_days(shop, account, 20, 1, 9)
    here: Visit = visit(size, account=account)
    here.context.clock.install(time=datetime.now(UTC) + timedelta(days=3))  # the first date is over by then
    page = here.page()

    open_orders(page, account)

    coming, past = names_in(page, "Coming up"), names_in(page, "Past")
    assert [name.split(" · ")[0] for name in coming] == [name_of(soon), name_of(later)]
    assert [name.split(" · ")[0] for name in past] == [name_of(over)]
    expect(group(page, "Coming up").get_by_role("heading", name="Coming up")).to_be_in_viewport()
    row = group(page, "Coming up").get_by_role("listitem").first
    name, number = row.get_by_role("link"), row.get_by_text(order["number"])
    assert number.evaluate(FONT_SIZE) < name.evaluate(FONT_SIZE)
    assert violations_in_both_themes(page) == []

    name.click()

    expect(page).to_have_url(f"{shop.url}/order/{order['_id']}")


def test_a_long_name_fits_on_the_narrowest_phone(shop, visit):
    account = new_account(shop)
    event = new_event(shop, name="Unbelievablylongcompoundednameofacommandernight " * 2)
    book(shop, account, event, 1)
    page = visit(NARROWEST, account=account).page()

    open_orders(page, account)

    expect(group(page, "Coming up").get_by_role("link")).to_be_visible()
    expect_no_sideways_scrolling(page)


def test_places_on_waiting_lists_stand_with_the_orders_and_end_there(shop, visit):
    account, event = new_account(shop), new_event(shop, maximumEventCapacity=2)
    sold = book(shop, new_account(shop), event, 2)
    wanted = {"product": event["_id"], "bookingDate": event["startTime"], "seats": 2}
    Client(shop.url, session=account.session).call("POST", "/api/waiting", wanted).raise_for_status()
    page = visit(NARROWEST, account=account).page(f"/user/{account.user['_id']}/")

    place = group(page, "Waiting lists").get_by_role("listitem")
    expect(place.get_by_role("link", name=name_of(event))).to_be_visible()
    expect(place.get_by_text("You are number 1.")).to_be_visible()
    assert violations_in_both_themes(page) == []
    shop.as_staff().call("POST", f"/api/orders/{sold['_id']}/refund", {"reason": "Ana is ill."}).raise_for_status()
    page.reload()
    expect(place.get_by_text(re.compile(r"^2 seats are yours until \w{3}, .+ P[DS]T\.$"))).to_be_visible()
    expect(place.get_by_role("link", name="Book")).to_be_visible()
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []
    place.get_by_role("button", name="No, thanks").click()

    expect(page.get_by_text("No orders yet.")).to_be_visible()
    expect(group(page, "Waiting lists")).to_have_count(0)
