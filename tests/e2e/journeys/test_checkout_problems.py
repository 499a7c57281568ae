"""The bar of a phone's checkout, and seats, carts and money when a checkout is interrupted."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, SMALL_PHONE, new_account, new_cart, new_event
from tests.e2e.journeys.steps import approve, captures_of, cart_link, expect_thanks, line_of, press_paypal, seats_taken

CANCELLED = "You canceled the payment. Your seats are still in the cart. They're held when you start paying again."


@pytest.mark.parametrize("closes_the_window", [False, True])
def test_cancelling_at_paypal_keeps_the_cart_and_releases_the_seats(shop, visit, closes_the_window):
    event = new_event(shop)
    page = visit(PHONE, account=new_account(shop), cart=new_cart((event, 2))).page("/checkout/")
    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    expect(page.get_by_text("Your seats are held until")).to_be_visible()
    assert seats_taken(shop, event) == 2

    paypal.close() if closes_the_window else paypal.get_by_role("button", name="Cancel and return to the shop").click()

    expect(page.get_by_text(CANCELLED)).to_be_visible()
    expect(page.get_by_role("button", name="Pay with PayPal")).to_be_enabled()
    expect(page.get_by_text("Your seats are held until")).to_be_hidden()
    assert seats_taken(shop, event) == 0
    page.get_by_role("link", name="Back to cart").click()
    expect(line_of(page, event).get_by_label("Seats")).to_have_value("2")
    expect(cart_link(page)).to_have_accessible_name("Cart, 1 booking")


@pytest.mark.everyday
def test_a_payment_whose_request_is_lost_results_in_one_paid_order(shop, visit):
    event = new_event(shop)
    page = visit(DESK, account=new_account(shop), cart=new_cart((event, 1))).page("/checkout/")
    page.route("**/api/orders/*/pay", lambda route: route.abort("connectionreset"), times=1)

    approve(press_paypal(page))

    for _ in range(2):
        expect_thanks(page)
        expect(cart_link(page)).to_have_accessible_name("Cart")
        page.reload()
    order = page.url.rsplit("/", 1)[-1]
    assert [capture["status"] for capture in captures_of(shop, order)] == ["COMPLETED"]
    assert seats_taken(shop, event) == 1


def pay_bar(page: Page) -> Locator:
    """Return the button at the bottom of a phone's screen."""
    return page.get_by_role("button", name=re.compile(r"^Pay \$"))


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
