"""What visitors read of gifts: nothing while one or two people gave, and then all of them together."""

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import product
from operator import mul
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    Visit,
    go_to,
    new_account,
    new_event,
    pay_at_paypal,
    staff_account,
    storage_state_of,
)
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, sum_of
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

AMOUNT = re.compile(r"(\u2212?)\$([\d,]+\.\d\d)")


@pytest.fixture
def new_shop() -> Iterator[RunningShop]:
    """Run a shop in which nobody has given yet."""
    with RunningShop(workers=1) as running:
        yield running
        running.check_books()


def read_amounts(page: Page) -> dict[str, int]:
    """Return the lines of a month in cents by name."""
    expect(page.get_by_text("Balance", exact=True)).to_be_visible()
    found = {}
    for row in page.get_by_role("main").get_by_role("listitem").all():
        name, amount = row.locator("p").first.locator("span").all_inner_texts()
        found[name] = to_cents(amount)
    return found


def to_cents(text: str) -> int:
    found = AMOUNT.search(text)
    assert found, text
    return int(found[2].replace(",", "").replace(".", "")) * (-1 if found[1] else 1)


def read_raised(page: Page) -> int:
    page.get_by_role("contentinfo").scroll_into_view_if_needed()
    return to_cents(page.get_by_role("heading", name=re.compile("^Raised so far")).inner_text())


def test_visitors_read_gifts_once_three_people_gave_and_no_sum_is_the_first_one(new_shop, browser):
    event = new_event(new_shop)
    goal = {"title": "Meals", "product": event["_id"], "target": 300}
    new_shop.as_staff().call("POST", "/api/giving/goals", goal).raise_for_status()
    month = f"/ledger/{datetime.now(ZoneInfo('America/Los_Angeles')):%Y-%m}"

    for gift in (37, 5):
        pay_at_paypal(new_shop, new_account(new_shop), (event, 2), gift=gift)
    visitor = Visit(browser, new_shop, PHONE, reduced_motion="reduce")
    page = visitor.page(f"/product/{event['_id']}")
    raised = read_raised(page)
    page.get_by_text("How we count").click()
    expect(page.get_by_text("Gifts appear once three people have given")).to_be_visible()
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    go_to(page, month)
    lines = read_amounts(page)

    assert raised == 4800
    assert lines == {"Tickets": 4800, "Sales tax set aside": 720}
    amounts = [raised, *lines.values(), round(lines["Sales tax set aside"] / 0.15)]
    every = product((-1, 0, 1), repeat=len(amounts))
    assert not {sum(map(mul, amounts, signs)) for signs in every} & {3700, 500, 4200}

    pay_at_paypal(new_shop, new_account(new_shop), (event, 1), gift=10)
    go_to(page, month)
    lines = read_amounts(page)
    assert (lines["Tickets"], lines["Gifts"]) == (6000, 5200)
    balance = sum(amount for name, amount in lines.items() if name != "Sales tax set aside")
    expect_no_sideways_scrolling(page)
    go_to(page, "/ledger")
    assert to_cents(sum_of(page, "Received, after refunds and fees").inner_text()) == balance
    assert to_cents(sum_of(page, "Still to pay out").inner_text()) == balance
    found += violations_in_both_themes(page)
    assert (found, visitor.list_unexpected()) == ([], [])


def test_staff_read_in_the_month_what_is_hidden(new_shop, browser):
    event = new_event(new_shop)
    pay_at_paypal(new_shop, new_account(new_shop), (event, 1), gift=37)
    state = storage_state_of(new_shop, staff_account(new_shop), None)
    page = Visit(browser, new_shop, DESK, storage_state=state).page("/admin/ledger")
    page.get_by_role("main").get_by_role("listitem").first.get_by_role("link").click()

    # $50.80 were paid; PayPal's fee is 3.49 % and $0.49.
    expect(page.get_by_text("Not public yet: $34.74 of gifts, after PayPal's fees.")).to_be_visible()
