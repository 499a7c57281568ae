"""Visitors wait for seats on a full date, are offered seats, and book them or pass them on."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import NARROWEST, PHONE, book, new_account, new_event
from tests.e2e.journeys.steps import day_of, expect_no_sideways_scrolling, expect_thanks
from tests.support.servers.running_shop import Client

WORDS = "Bring a deck of any power. "


@pytest.mark.everyday
def test_a_visitor_is_offered_freed_seats_and_orders_them(shop, visit):
    event = new_event(shop, name="Friday Commander for Two Pods", description=WORDS * 9, maximumEventCapacity=2)
    order = book(shop, new_account(shop), event, 2)
    page = visit(PHONE, account=new_account(shop)).page(f"/product/{event['_id']}")

    expect(page.get_by_text("Sold Out!").first).to_be_visible()
    page.get_by_role("group", name="Seats").get_by_role("button", name="One seat more").click()
    page.get_by_role("button", name="Join the waiting list").click()
    expect(page.locator("#main").get_by_text("You are number 1.")).to_be_visible()
    expect_no_sideways_scrolling(page)
    shop.as_staff().ask("POST", f"/api/orders/{order['_id']}/refund", {"reason": "Ana is ill."})
    page.reload()

    until = re.compile(r"^2 seats are yours until \w{3}, \w{3} \d+, \d+:00 [AP]M P[DS]T\.$")
    expect(page.get_by_text(until)).to_be_visible()
    expect_no_sideways_scrolling(page)
    expect(page.get_by_label("Practice shop")).to_be_attached()  # it moves the page down
    button = page.get_by_role("button", name="Book them")
    assert button.evaluate("it => it.getBoundingClientRect().bottom + scrollY") <= PHONE["height"]
    button.click()
    page.wait_for_url(re.compile("/checkout/"))
    page.get_by_role("button", name="Test Order").click()
    expect(page).to_have_url(re.compile("/order/"))
    expect_thanks(page)


def test_places_on_waiting_lists_stand_with_the_orders_and_end_there(shop, visit):
    account, event = new_account(shop), new_event(shop, maximumEventCapacity=2)
    sold = book(shop, new_account(shop), event, 2)
    wanted = {"product": event["_id"], "bookingDate": event["startTime"], "seats": 2}
    Client(shop.url, session=account.session).ask("POST", "/api/waiting", wanted)
    page = visit(NARROWEST, account=account).page(f"/user/{account.user['_id']}/")

    lists = page.get_by_role("region", name="Your orders").get_by_role("region", name="Waiting lists")
    place = lists.get_by_role("listitem")
    expect(place.get_by_role("link", name=f"{event['name']}, {day_of(event)}")).to_be_visible()
    expect(place.get_by_text("You are number 1.")).to_be_visible()
    assert violations_in_both_themes(page) == []
    shop.as_staff().ask("POST", f"/api/orders/{sold['_id']}/refund", {"reason": "Ana is ill."})
    page.reload()
    expect(place.get_by_text(re.compile(r"^2 seats are yours until \w{3}, .+ P[DS]T\.$"))).to_be_visible()
    expect(place.get_by_role("link", name="Book")).to_be_visible()
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []
    place.get_by_role("button", name="No, thanks").click()

    expect(page.get_by_text("No orders yet.")).to_be_visible()
    expect(lists).to_have_count(0)
