"""Giving with and without tickets, and paying less with a code, as buyers see it."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, new_account, new_cart, new_event
from tests.e2e.journeys.steps import (
    approve,
    expect_no_sideways_scrolling,
    expect_thanks,
    heading,
    is_phone,
    press_paypal,
    proceed_to_checkout,
    sum_of,
)
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
GIFT = "Gift to Cards for a Cause"


def new_code(shop: RunningShop, **fields: Any) -> str:
    code = f"TEN-{uuid4().hex[:6].upper()}"
    made = shop.as_staff().call("POST", "/api/vouchers", {"code": code, "kind": "percent", "value": 10} | fields)
    assert made.status_code == 201, made.text
    return code


@SIZES
def test_a_buyer_enters_a_code_rounds_up_and_pays_what_the_page_shows(shop, visit, size):
    event, code = new_event(shop), new_code(shop)
    page = visit(size, account=new_account(shop), cart=new_cart((event, 2)), reduced_motion="reduce").page("/cart")

    # The code, in the cart
    page.get_by_role("button", name="Have a discount code?").click()
    page.get_by_label("Discount code").fill(code.lower())
    page.get_by_label("Discount code").press("Enter")
    expect(sum_of(page, f"Discount code {code}")).to_have_text("−$2.40")
    expect(sum_of(page, "Subtotal")).to_have_text("$24.00")
    expect(sum_of(page, "Total")).to_have_text("$24.84")
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)

    # The gift, at checkout
    proceed_to_checkout(page)
    gift = page.get_by_role("group", name="Add a gift to Cards for a Cause?")
    expect(gift.get_by_role("button", pressed=True)).to_have_count(0)
    gift.get_by_role("button", name="Round up +$0.16").click()
    expect(sum_of(page, GIFT)).to_have_text("$0.16")
    expect(sum_of(page, "Total")).to_have_text("$25.00")
    found += violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)

    # Pay
    paypal = press_paypal(page)
    expect(paypal.get_by_text("$25.00 USD").first).to_be_visible()
    expect(paypal.get_by_text(GIFT)).to_be_visible()
    approve(paypal)
    expect_thanks(page)
    expect(sum_of(page, f"Discount code {code}")).to_have_text("−$2.40")
    expect(sum_of(page, GIFT)).to_have_text("$0.16")
    expect(sum_of(page, "Total")).to_have_text("$25.00")
    found += violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    assert found == []


def test_somebody_gives_without_a_ticket(shop, visit):
    page = visit(PHONE, account=new_account(shop), reduced_motion="reduce").page("/")
    expect(page.get_by_role("contentinfo").get_by_role("link", name="Make a gift")).to_be_visible()
    if is_phone(page):
        page.get_by_role("button", name="Menu", exact=True).click()
    menu = page.get_by_role("navigation", name="Main").filter(visible=True)
    menu.get_by_role("link", name="Give", exact=True).click()
    expect(heading(page, "Make a gift")).to_be_visible()
    page.get_by_label("Other amount").check()
    page.get_by_label("Amount", exact=True).fill("25")
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)

    page.get_by_role("button", name="Give $25.00").click()
    expect(heading(page, "Checkout")).to_be_visible()
    expect(sum_of(page, "Total")).to_have_text("$25.00")
    paypal = press_paypal(page)
    expect(paypal.get_by_text("$25.00 USD").first).to_be_visible()
    approve(paypal)

    expect(heading(page, "Thank you for your gift!")).to_be_visible()
    expect(page.get_by_text("This is not a tax receipt.")).to_be_visible()
    found += violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    assert found == []
