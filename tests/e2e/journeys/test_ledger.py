"""A treasurer closes a month in which PayPal moved money that the shop doesn't know, and visitors read it."""

import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
from playwright.sync_api import Page, expect

from paypal_simulator import clock
from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, new_account, new_event, pay_at_paypal, staff_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading

LONG_AGO = timedelta(days=33)  # the month of that day has been over for more than 24 hours


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> date:
    """Set the PayPal simulator's clock back into a month that can be closed."""
    then = datetime.combine(datetime.now(UTC).date() - LONG_AGO, time(20), tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: then)
    return then.date()


def enter(page: Page, day: str, kind: str, amount: str, text: str) -> None:
    form = page.get_by_role("form", name="New line")
    form.get_by_role("radio", name=kind).check()
    form.get_by_label("Date").fill(day)
    form.get_by_label("Amount").fill(amount)
    form.get_by_label("Text").fill(text)
    form.get_by_role("button", name="Add").click()
    entered = page.get_by_role("region", name="Costs and payouts").get_by_role("listitem")
    expect(entered.filter(has_text=text)).to_be_visible()


def test_staff_close_a_month_and_visitors_read_it(shop, visit, day):
    event, account = new_event(shop), new_account(shop)
    pay_at_paypal(shop, account, (event, 1))
    shop.control("rules", fee_lag=3600)
    pay_at_paypal(shop, account, (event, 1))
    shop.rows("UPDATE payments_payment SET fee = 0.25 WHERE fee IS NULL")  # which PayPal's report doesn't say any more
    shop.control("rules", fee_lag=0)
    shop.manage("upkeep")
    shop.control("withdrawals", amount={"currency_code": "USD", "value": "10.00"})
    name = f"{day:%B %Y}"
    page = visit(DESK, account=staff_account(shop), reduced_motion="reduce").page("/admin/ledger")

    page.get_by_role("link", name=name).click()
    compare, numbers = (page.get_by_role("region", name=step) for step in ("Compare", "Numbers"))
    expect(compare.get_by_text("2 lines to explain.")).to_be_visible()
    found = violations_in_both_themes(page)
    compare.get_by_role("button", name="Enter as a transfer").click()
    expect(compare.get_by_text("1 line to explain.")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Explain: Payment")).click()
    dialog = page.get_by_role("dialog", name="Explain this movement")
    dialog.get_by_label("What is it?").fill("PayPal changed its fee")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(compare.get_by_text("Everything matches or is explained.")).to_be_visible()
    enter(page, f"{day:%Y-%m}-05", "Cost", "6", "Room for four evenings")
    enter(page, f"{day:%Y-%m}-28", "Paid out to", "$2.50", "Bank transfer")
    left = numbers.get_by_text("Left over this month").locator("xpath=following-sibling::*[1]").inner_text()
    with page.expect_download() as download:
        numbers.get_by_role("link", name="Journal (draft)").click()
    assert "draft" in download.value.suggested_filename
    found += violations_in_both_themes(page)
    page.get_by_role("button", name=f"Close {name}", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Close the month").click()
    expect(page.get_by_text(re.compile(f"^{name} was closed on"))).to_be_visible()
    expect(page.get_by_role("form", name="New line")).to_have_count(0)
    found += violations_in_both_themes(page)

    phone = visit(PHONE, reduced_motion="reduce").page("/ledger")
    row = phone.get_by_role("listitem").filter(has_text=name)
    expect(row).to_contain_text(left)
    expect(row).not_to_contain_text("not closed yet")
    row.get_by_role("link").click()
    expect(heading(phone, name)).to_be_visible()
    paid_out = phone.get_by_role("listitem").filter(has_text="Bank transfer")
    expect(paid_out).to_contain_text("Paid out to Cards for a Cause")
    expect(paid_out).to_contain_text("entered by ")
    found += violations_in_both_themes(phone)
    expect_no_sideways_scrolling(phone)
    assert found == []
