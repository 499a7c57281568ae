"""Home and profile of signed-in users begin with what they need right now: a ticket, an offer, an open choice."""

import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.journeys.accessibility import TOO_SMALL, violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, NARROWEST, PHONE, Account, book, go_to, new_account, new_event
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, is_phone
from tests.e2e.journeys.test_app_start import MAIN
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser

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


def cancel_date(shop: RunningShop, event: dict[str, Any]) -> None:
    change = {"startTime": event["startTime"], "kind": "cancel", "reason": "The brewery is flooded."}
    shop.as_staff().call("POST", f"/api/products/{event['_id']}/date-changes", change).raise_for_status()


def hold(page: Page, url: str | re.Pattern[str]) -> list[Route]:
    """Let requests wait. Return those that do."""
    held: list[Route] = []
    page.route(url, lambda route: held.append(route))
    return held


@pytest.mark.parametrize("path", ["/", "/user/{user}/"], ids=["home", "profile"])
def test_one_tap_shows_the_code_of_tonights_ticket_on_the_full_screen(shop, visit, path):
    account = new_account(shop)
    order = book(shop, account, new_event(shop, name="Pick-up Draft", ahead=IN_AN_HOUR), 3)
    page = visit(PHONE, account=account).page(path.format(user=account.user["_id"]))

    link = next_up(page).get_by_role(
        "link", name=re.compile(r"^(Today|Tonight|Tomorrow) \d+:00 [AP]M: Pick-up Draft\.")
    )
    expect(link).to_be_in_viewport(ratio=1)
    link.tap()

    dialog = page.get_by_role("dialog", name="Pick-up Draft")
    expect(dialog.get_by_role("img", name=re.compile("^QR code T1"))).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_text("Admits 3")).to_be_in_viewport(ratio=1)
    expect(page).to_have_url(f"{shop.url}/order/{order['_id']}?code=1")
    page.go_back()
    expect(next_up(page)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [PHONE, NARROWEST, DESK], ids=["phone", "narrowest", "desk"])
def test_a_ticket_an_offer_and_a_choice_are_three_lines_on_top(shop, visit, size):
    account = new_account(shop)
    book(shop, account, new_event(shop, ahead=IN_AN_HOUR), 1)
    book(shop, account, new_event(shop, ahead=timedelta(days=1)), 1)
    offer_seats(shop, account, 2)
    for _ in range(2):
        canceled = new_event(shop)
        book(shop, account, canceled, 1)
        cancel_date(shop, canceled)

    for path in ("/", f"/user/{account.user['_id']}/"):
        page = visit(size, account=account).page(path)
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
        assert not is_phone(page) or page.evaluate(TOO_SMALL) == []


def test_the_lines_lead_to_where_the_offer_is_booked_and_the_choice_is_made(shop, visit):
    account, canceled = new_account(shop), new_event(shop)
    offered = offer_seats(shop, account, 1)
    order = book(shop, account, canceled, 1)
    cancel_date(shop, canceled)
    page = visit(PHONE, account=account).page("/")

    next_up(page).get_by_role("link", name=re.compile("Book$")).tap()
    expect(heading(page, offered["name"])).to_be_visible()
    expect(page.get_by_role("button", name="Book it")).to_be_in_viewport(ratio=1)
    page.go_back()
    next_up(page).get_by_role("link", name=re.compile("Choose$")).tap()

    expect(page).to_have_url(f"{shop.url}/order/{order['_id']}")
    expect(page.get_by_text(re.compile("The brewery is flooded")).first).to_be_visible()


def test_an_answer_that_is_accepted_or_passed_on_leaves_the_home_page(shop, visit):
    account = new_account(shop)
    offer_seats(shop, account, 1)
    page = visit(PHONE, account=account).page("/")
    next_up(page).get_by_role("link", name=re.compile("Book$")).tap()

    page.get_by_role("button", name="No, thanks").tap()
    expect(page.get_by_text(re.compile("yours until"))).to_have_count(0)
    page.get_by_role("banner").get_by_role("link").first.tap()

    expect(page.get_by_role("heading", level=1, name=re.compile("^Welcome to"))).to_be_visible()
    expect(next_up(page)).to_have_count(0)


def test_without_tickets_and_offers_the_home_page_begins_with_the_welcome(shop, visit):
    account = new_account(shop)
    book(shop, account, new_event(shop), 1)  # in a week
    page = visit(PHONE, account=account).page("/")

    expect(page.get_by_role("heading", level=1, name=re.compile("^Welcome to"))).to_be_in_viewport(ratio=1)
    expect(next_up(page)).to_have_count(0)


def test_what_the_server_drew_is_hidden_from_a_signed_in_user_because_it_would_move(shop, visit):
    account = new_account(shop)
    book(shop, account, new_event(shop, ahead=IN_AN_HOUR), 1)

    for who in (account, None):
        page = visit(PHONE, account=who).page()
        held = hold(page, MAIN)
        page.goto("/", wait_until="commit")
        welcome = page.get_by_text("Welcome to", exact=True)

        expect(welcome).to_be_attached()
        expect(welcome).to_be_visible(visible=who is None)
        while not held:
            page.wait_for_timeout(50)
        held[0].continue_()
        expect(welcome).to_be_visible()


def test_the_home_page_does_not_wait_long_for_the_answer(shop, visit):
    account = new_account(shop)
    book(shop, account, new_event(shop, ahead=IN_AN_HOUR), 1)
    page = visit(PHONE, account=account).page()
    held = hold(page, "**/api/orders/next")

    go_to(page, "/")

    expect(page.get_by_role("heading", level=1, name=re.compile("^Welcome to"))).to_be_visible(timeout=8_000)
    expect(next_up(page)).to_have_count(0)
    held[0].continue_()
    expect(next_up(page).get_by_role("link", name=re.compile("Show ticket$"))).to_be_visible()
