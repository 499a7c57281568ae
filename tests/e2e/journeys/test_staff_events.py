"""Staff find events, change them and cancel dates, and visitors see the changes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import expect_fine
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, new_event, staff_account
from tests.e2e.journeys.staff import press_update
from tests.e2e.journeys.steps import is_phone
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def edit_page(event: dict[str, Any]) -> str:
    return f"/admin/product/{event['_id']}/edit"


def new_weekly_event(shop: RunningShop) -> dict[str, Any]:
    weekly = {"recurringInterval": "weekly", "endDate": None}
    event = new_event(shop, isRecurring=True, recurringPattern=weekly)
    return event | {"dates": [date["startTime"] for date in event["occurrences"]]}


# --- The list --------------------------------------------------------------------------------------------------------


# --- The form and the dates ------------------------------------------------------------------------------------------


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


@SIZES
def test_update_stays_in_view(shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]) -> None:
    page = visit(size, account=staff_account(shop)).page(edit_page(new_weekly_event(shop)))

    for share in (0, 0.5, 1):
        page.evaluate("(share) => scrollTo(0, document.documentElement.scrollHeight * share)", share)
        expect(page.get_by_role("button", name="Update")).to_be_in_viewport(ratio=1)
    page.get_by_role("heading", name="Refunds").click()
    fee = page.get_by_label("Hours before the start")
    fee.focus()
    bar = page.get_by_role("button", name="Update").evaluate("(button) => button.getBoundingClientRect().top")
    assert fee.evaluate("(field) => field.getBoundingClientRect().bottom") < bar


@SIZES
def test_what_most_events_leave_alone_is_a_line_with_its_value(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    policy = {"refund": "minus_fee", "untilHours": 48, "feePerSeat": 2}
    event = new_event(shop, memberPrice=9, memberSeats=2, refundPolicy=policy)
    page = visit(size, account=staff_account(shop)).page(edit_page(event))
    lines = {
        "Members": "$9.00 · 2 seats per member",
        "Receipts": "A seat is worth the list price",
        "Refunds": "Refund minus $2.00 a seat until 48 hours before the start",
    }

    for name, value in lines.items():
        line = page.get_by_role("region", name=name)
        expect(line).to_contain_text(value)
        assert line.evaluate("(line) => line.offsetHeight") <= (100 if is_phone(page) else 50)
    expect(page.get_by_label("Member Price")).to_be_hidden()
    page.get_by_role("heading", name="Receipts").click()
    page.get_by_label("Fair market value").fill("5")
    expect(page.get_by_role("region", name="Receipts")).to_contain_text("A seat is worth $5.00")
    expect_fine(page)
    page.get_by_role("heading", name="Members").click()
    page.get_by_label("Seats per member").fill("0")
    page.get_by_role("heading", name="Members").click()
    press_update(page)
    expect(page.get_by_label("Seats per member")).to_be_focused()  # a field with an error can't stay folded
    expect(page.get_by_role("button", name="Update")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("pattern", ["custom", ""])
def test_the_whole_form_is_at_most_2200_px_high(shop: RunningShop, visit: Callable[..., Visit], pattern: str) -> None:
    custom = {"dayOfWeek": 4, "weekOfMonth": [2, 5]} if pattern == "custom" else None
    rule = {"recurringInterval": pattern, "endDate": None, "customOccurrenceConfig": custom} if pattern else None
    image = shop.client().call("GET", "/api/products").json()["products"][0]["image"]
    event = new_event(shop, isRecurring=bool(rule), recurringPattern=rule, image=image)
    page = visit(DESK, account=staff_account(shop)).page(edit_page(event))
    expect(page.get_by_text(re.compile("^(Once, on|Repeats (every|on)) "))).to_be_visible()

    assert page.evaluate("document.documentElement.scrollHeight") <= 2_200
    tab(page, "Dates").click()
    expect(page.get_by_role("region", name="Upcoming dates")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 2_200
