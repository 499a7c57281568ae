"""Seats, carts and money when a checkout is interrupted."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_cart, new_event
from tests.e2e.journeys.steps import (
    NOT_PAID,
    approve,
    captures_of,
    cart_link,
    expect_thanks,
    heading,
    line_of,
    press_paypal,
    seats_taken,
    sum_of,
)

pytestmark = pytest.mark.browser

CANCELLED = "You canceled the payment. Your seats are still in the cart. They're held when you start paying again."


def cancel_at_paypal(paypal: Page) -> None:
    paypal.get_by_role("button", name="Cancel and return to the shop").click()


def close_the_window(paypal: Page) -> None:
    paypal.close()


@pytest.mark.parametrize("give_up", [cancel_at_paypal, close_the_window])
def test_cancelling_at_paypal_keeps_the_cart_and_releases_the_seats(shop, visit, give_up):
    event = new_event(shop)
    page = visit(PHONE, account=new_account(shop), cart=new_cart((event, 2))).page("/checkout/")
    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    expect(page.get_by_text("Your seats are held until")).to_be_visible()
    assert seats_taken(shop, event) == 2

    give_up(paypal)

    expect(page.get_by_text(CANCELLED)).to_be_visible()
    expect(page.get_by_role("button", name="Pay with PayPal")).to_be_enabled()
    expect(page.get_by_text("Your seats are held until")).to_be_hidden()
    assert seats_taken(shop, event) == 0
    page.get_by_role("link", name="Back to cart").click()
    expect(line_of(page, event).get_by_label("Seats")).to_have_value("2")
    expect(cart_link(page)).to_have_accessible_name("Cart, 1 booking")


def test_remaining_seats_can_be_booked_when_others_were_sold(shop, visit):
    short, other = new_event(shop, maximumEventCapacity=3), new_event(shop)
    buyer = visit(DESK, account=new_account(shop), cart=new_cart((short, 2), (other, 1)))
    buyer.expect_error(NOT_PAID)
    page = buyer.page("/checkout/")
    expect(page.get_by_role("button", name="Pay with PayPal")).to_be_enabled()
    book(shop, new_account(shop, "Bo"), short, seats=2)

    press_paypal(page)

    refusal = page.get_by_role("alert").filter(has_text="Only 1 seat is left for")
    expect(refusal).to_contain_text(short["name"])
    expect(refusal.get_by_role("button", name="Remove")).to_be_visible()
    assert (seats_taken(shop, short), seats_taken(shop, other)) == (2, 0), "nothing is held of an order in short supply"
    refusal.get_by_role("button", name="Change to 1").click()
    expect(line_of(page, short).get_by_label("Seats")).to_have_value("1")
    expect(line_of(page, other).get_by_label("Seats")).to_have_value("1")
    expect(sum_of(page, "Total")).to_have_text("$27.60")
    approve(press_paypal(page))
    expect_thanks(page)
    assert (seats_taken(shop, short), seats_taken(shop, other)) == (3, 1)


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


def test_a_held_order_is_paid_later_from_its_page(shop, visit):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, seats=2, pay=False)
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")

    page.get_by_role("link", name="Finish paying").click()
    expect(heading(page, "Checkout")).to_be_visible()
    approve(press_paypal(page))

    expect_thanks(page)
    assert page.url.endswith(order["_id"])
    assert seats_taken(shop, event) == 2
