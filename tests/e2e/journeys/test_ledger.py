"""Staff close a month of forty orders and three differences at PayPal, and visitors read it."""

import re
from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, staff_account
from tests.e2e.journeys.month_close import Treasurer, paypal_in_the_past, sell_a_month
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading

pytestmark = pytest.mark.browser

SUMS = re.compile(r"−?\$[\d,.]+$")


@pytest.fixture
def day() -> Iterator[date]:
    with paypal_in_the_past() as day:
        yield day


def test_staff_close_a_month_and_visitors_read_it(shop, visit, day):
    sell_a_month(shop)
    page = visit(DESK, account=staff_account(shop), reduced_motion="reduce").page("/admin/ledger")
    treasurer = Treasurer(page, day)
    treasurer.open()
    found = violations_in_both_themes(page)
    treasurer.compare()
    treasurer.enter_costs()
    costs = treasurer.step("Costs and payouts").get_by_role("listitem")
    expect(costs.filter(has_text="Room for four evenings")).to_contain_text("−$60.00")

    balance = treasurer.read_numbers()
    assert SUMS.match(balance)
    with page.expect_download() as download:
        treasurer.step("Numbers").get_by_role("link", name="Journal (draft)").click()
    assert "draft" in download.value.suggested_filename
    found += violations_in_both_themes(page)

    treasurer.close()
    expect(page.get_by_role("form", name="New line")).to_have_count(0)
    found += violations_in_both_themes(page)

    phone = visit(PHONE, reduced_motion="reduce").page("/ledger")
    row = phone.get_by_role("listitem").filter(has_text=treasurer.name)
    expect(row).to_contain_text(balance)
    expect(row).not_to_contain_text("not closed yet")
    found += violations_in_both_themes(phone)
    expect_no_sideways_scrolling(phone)
    row.get_by_role("link").click()
    expect(heading(phone, treasurer.name)).to_be_visible()
    paid_out = phone.get_by_role("listitem").filter(has_text="Bank transfer")
    expect(paid_out).to_contain_text("Paid out to Cards for a Cause")
    expect(paid_out).to_contain_text("entered by staff")
    expect(phone.get_by_role("listitem").filter(has_text="Sales tax set aside")).to_contain_text("from the shop")
    found += violations_in_both_themes(phone)
    expect_no_sideways_scrolling(phone)
    assert found == []
