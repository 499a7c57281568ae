"""The checkout: what it asks for, and how much of it a phone shows."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, NARROWEST, PHONE, SMALL_PHONE, new_account, new_cart, new_event
from tests.e2e.journeys.steps import (
    approve,
    expect_no_sideways_scrolling,
    expect_thanks,
    press_paypal,
    sum_of,
)

pytestmark = pytest.mark.browser


def contact_box(page: Page) -> Locator:
    return page.get_by_role("button", name="Contact Information")


def height_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["height"]


@pytest.mark.parametrize("size", [NARROWEST, DESK], ids=["320", "1440"])
def test_the_contact_is_one_line_with_change_and_asks_for_no_address(visit, shop, size):
    account = new_account(shop)
    page = visit(size, account=account, cart=new_cart((new_event(shop), 1), address={})).page("/checkout/")
    expect(contact_box(page)).to_contain_text(f"Ana Diaz · {account.email}")

    assert height_of(contact_box(page)) < 50
    expect(contact_box(page).get_by_text("Change")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []


def test_a_gift_is_one_tap_on_one_row_of_chips(visit, shop):
    page = visit(PHONE, account=new_account(shop), cart=new_cart((new_event(shop), 1))).page("/checkout/")
    gift = page.get_by_role("group", name="Add a gift to")
    chips = [gift.get_by_role("button", name=name) for name in ("$5", "$10", "$25", "Round up +$0.20", "Other")]
    expect(gift.get_by_role("button")).to_have_count(len(chips))
    boxes = [chip.bounding_box() for chip in chips]

    assert len({box["y"] for box in boxes}) == 1
    assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    chips[1].click()
    expect(sum_of(page, "Gift to")).to_have_text("$10.00")
    expect(sum_of(page, "Total")).to_have_text("$23.80")
    assert violations_in_both_themes(page) == []
    chips[4].click()
    gift.get_by_label("Amount").fill("7.50")
    expect(sum_of(page, "Total")).to_have_text("$21.30")
    gift.get_by_role("button", name="No gift").click()
    expect(sum_of(page, "Total")).to_have_text("$13.80")
    expect(chips[4]).to_be_focused()


def pay_bar(page: Page) -> Locator:
    """Return the button at the bottom of a phone's screen."""
    return page.get_by_role("button", name=re.compile(r"^Pay \$"))


def test_one_date_is_paid_without_scrolling_on_a_phone(visit, shop):
    cart = new_cart((new_event(shop), 1), address={})
    page = visit(PHONE, account=new_account(shop), cart=cart).page("/checkout/")

    for name in ("Pay with PayPal", "Pay with Venmo"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(pay_bar(page)).to_have_count(0)


def test_the_total_and_the_way_to_pay_it_stay_at_the_bottom_of_a_phone(visit, shop):
    cart = new_cart((new_event(shop), 1), (new_event(shop, price=20), 2))
    page = visit(SMALL_PHONE, account=new_account(shop), cart=cart).page("/checkout/")
    paypal = page.get_by_role("button", name="Pay with PayPal")
    expect(pay_bar(page)).to_have_text("Pay $59.80")
    expect(pay_bar(page)).to_be_in_viewport(ratio=1)
    assert violations_in_both_themes(page) == []

    pay_bar(page).click()

    expect(paypal).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Debit or Credit Card")).to_be_in_viewport(ratio=1)
    expect(pay_bar(page)).to_have_count(0)
    expect(page.get_by_role("group", name="Payment")).to_be_focused()
    page.get_by_role("contentinfo").scroll_into_view_if_needed()
    expect(pay_bar(page)).to_be_in_viewport(ratio=1)
    pay_bar(page).click()
    approve(press_paypal(page))
    expect_thanks(page)


def test_a_free_order_is_placed_from_the_bottom_of_a_phone(visit, shop):
    free = [(new_event(shop, price=0), 1) for _ in range(2)]
    page = visit(SMALL_PHONE, account=new_account(shop), cart=new_cart(*free)).page("/checkout/")
    place = page.get_by_role("button", name="Place free order")
    expect(place).to_have_count(2)

    place.last.click()

    expect_thanks(page)
