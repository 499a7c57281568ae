"""Visitors wait for seats on a full date, are offered seats, and book them or pass them on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import PHONE, Visit, book, new_account, new_event
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, expect_thanks
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


def join(page: Page, seats: int) -> None:
    for _ in range(seats - 1):
        page.get_by_role("group", name="Seats").get_by_role("button", name="One seat more").click()
    page.get_by_role("button", name="Join the waiting list").click()


@pytest.mark.everyday
def test_a_visitor_is_offered_freed_seats_and_orders_them(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    event = new_event(shop, maximumEventCapacity=2)
    order = book(shop, new_account(shop), event, 2)
    page = visit(PHONE, account=new_account(shop)).page(f"/product/{event['_id']}")

    expect(page.get_by_text("Sold Out!").first).to_be_visible()
    join(page, 2)
    expect(page.locator("#main").get_by_text("You are number 1.")).to_be_visible()
    expect_no_sideways_scrolling(page)
    shop.as_staff().call("POST", f"/api/orders/{order['_id']}/refund", {"reason": "Ana is ill."}).raise_for_status()
    page.reload()

    expect(
        page.get_by_text(re.compile(r"^2 seats are yours until \w{3}, \w{3} \d+, \d+:00 [AP]M P[DS]T\.$"))
    ).to_be_visible()
    expect_no_sideways_scrolling(page)
    page.get_by_role("button", name="Book them").click()
    page.wait_for_url(re.compile("/checkout/"))
    page.get_by_role("button", name="Test Order").click()
    expect(page).to_have_url(re.compile("/order/"))
    expect_thanks(page)


def test_a_visitor_signs_in_and_passes_an_offer_on_to_the_next(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    event = new_event(shop, maximumEventCapacity=1)
    order = book(shop, new_account(shop), event, 1)
    signed_out = visit(PHONE).page(f"/product/{event['_id']}")
    first, second = (visit(PHONE, account=new_account(shop)).page(f"/product/{event['_id']}") for _ in range(2))

    signed_out.get_by_role("link", name="Sign in to join the waiting list").click()
    expect(signed_out).to_have_url(re.compile(r"/login\?redirect="))
    for page in (first, second):
        join(page, 1)
    expect(second.locator("#main").get_by_text("You are number 2.")).to_be_visible()
    shop.as_staff().call("POST", f"/api/orders/{order['_id']}/refund", {"reason": "Ana is ill."}).raise_for_status()
    first.reload()
    first.get_by_role("button", name="No, thanks").click()
    expect(first.get_by_role("button", name="Join the waiting list")).to_be_visible()
    second.reload()

    expect(second.get_by_text(re.compile("^1 seat is yours until "))).to_be_visible()
