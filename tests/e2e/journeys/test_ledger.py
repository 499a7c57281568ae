"""Staff close a month of forty orders and three differences at PayPal, and visitors read it."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from paypal_simulator import clock
from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, new_account, new_event, staff_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper

pytestmark = pytest.mark.browser

ORDERS = 40
BUYERS = 4
LONG_AGO = timedelta(days=33)  # the month of that day has been over for more than 24 hours
SUMS = re.compile(r"−?\$[\d,.]+$")


@pytest.fixture
def at_paypal_before(monkeypatch: pytest.MonkeyPatch) -> date:
    """Set PayPal's clock back into a month that can be closed. Return the day."""
    then = datetime.combine(datetime.now(UTC).date() - LONG_AGO, time(20), tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: then)
    return then.date()


def buy_seats(shop: RunningShop, count: int) -> None:
    """Let several buyers pay orders of one seat at $12."""
    event = new_event(shop, maximumEventCapacity=count)
    buyers = [Shopper(shop, Client(shop.url, session=new_account(shop).session)) for _ in range(BUYERS)]
    for number in range(count):
        buyers[number % BUYERS].buy(event)


def step(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def explain(page: Page, line: str, text: str, entry: str = "") -> None:
    page.get_by_role("button", name=re.compile(rf"^Explain: {line}")).click()
    dialog = page.get_by_role("dialog", name="Explain this movement")
    dialog.get_by_label("What is it?").fill(text)
    if entry:
        dialog.get_by_label("Line of the ledger").select_option(entry)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()


def enter(page: Page, day: str, **fields: Any) -> None:
    form = page.get_by_role("form", name="New line")
    form.get_by_label("Kind").select_option(fields["kind"])
    form.get_by_label("Date").fill(day)
    form.get_by_label("Amount").fill(fields["amount"])
    form.get_by_label("Text").fill(fields["text"])
    form.get_by_role("button", name="Add").click()
    entered = step(page, "Costs and payouts").get_by_role("listitem")
    expect(entered.filter(has_text=fields["text"])).to_be_visible()


def test_staff_close_a_month_and_visitors_read_it(shop, visit, at_paypal_before):
    month, name = f"{at_paypal_before:%Y-%m}", f"{at_paypal_before:%B %Y}"
    buy_seats(shop, ORDERS)
    shop.control("withdrawals", amount={"currency_code": "USD", "value": "300.00"})
    shop.control("donations", amount={"currency_code": "USD", "value": "40.00"})
    corrected = shop.at_paypal()["captures"][0]["id"]  # PayPal has changed its fee since
    shop.rows(f"UPDATE orders_payment SET fee = fee + 0.1 WHERE capture_id = '{corrected}'")
    page = visit(DESK, account=staff_account(shop), reduced_motion="reduce").page("/admin/ledger")
    page.get_by_role("link", name=name).click()
    expect(heading(page, name)).to_be_visible()

    # Compare
    compare = step(page, "Compare")
    expect(compare.get_by_text("3 lines to explain.")).to_be_visible()
    expect(compare.get_by_text(f"{ORDERS - 1} lines matched")).to_be_visible()
    found = violations_in_both_themes(page)
    compare.get_by_role("button", name="Enter as a transfer").click()
    expect(compare.get_by_text("2 lines to explain.")).to_be_visible()
    explain(page, "Payment", "PayPal changed its fee")
    expect(compare.get_by_text("1 line to explain.")).to_be_visible()

    # Costs and payouts, and the gift that the shop doesn't know
    enter(page, f"{month}-20", kind="other", amount="40", text="Gift of a neighbor")
    explain(page, "Gift made at PayPal", "She gave on PayPal's site", entry="Other $40.00, Gift of a neighbor")
    expect(compare.get_by_text("Everything matches or is explained.")).to_be_visible()
    enter(page, f"{month}-05", kind="cost", amount="60", text="Room for four evenings")
    enter(page, f"{month}-28", kind="paid_out", amount="$250.00", text="Bank transfer")
    entered = step(page, "Costs and payouts")
    expect(entered.get_by_role("listitem").filter(has_text="Room for four evenings")).to_contain_text("−$60.00")

    # Numbers
    numbers = step(page, "Numbers")
    expect(numbers.get_by_role("listitem").filter(has_text="Bank transfer")).to_contain_text("−$250.00")
    balance = numbers.get_by_text("Balance").locator("xpath=following-sibling::*[1]").inner_text()
    assert SUMS.match(balance)
    with page.expect_download() as download:
        numbers.get_by_role("link", name="Journal (draft)").click()
    assert "draft" in download.value.suggested_filename
    found += violations_in_both_themes(page)

    # Close
    page.get_by_role("button", name=f"Close {name}").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Close the month").click()
    expect(page.get_by_text(re.compile(f"^{name} was closed on"))).to_be_visible()
    expect(page.get_by_role("form", name="New line")).to_have_count(0)
    found += violations_in_both_themes(page)

    phone = visit(PHONE, reduced_motion="reduce").page("/ledger")
    row = phone.get_by_role("listitem").filter(has_text=name)
    expect(row).to_contain_text(balance)
    expect(row).not_to_contain_text("not closed yet")
    found += violations_in_both_themes(phone)
    expect_no_sideways_scrolling(phone)
    row.get_by_role("link").click()
    expect(heading(phone, name)).to_be_visible()
    paid_out = phone.get_by_role("listitem").filter(has_text="Bank transfer")
    expect(paid_out).to_contain_text("Paid out to Cards for a Cause")
    expect(paid_out).to_contain_text("entered by staff")
    expect(phone.get_by_role("listitem").filter(has_text="Sales tax set aside")).to_contain_text("from the shop")
    found += violations_in_both_themes(phone)
    expect_no_sideways_scrolling(phone)
    assert found == []
