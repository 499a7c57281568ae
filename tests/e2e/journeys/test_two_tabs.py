"""Two tabs of one browser share the sign-in and the cart."""

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import DESK, new_account, new_cart, new_event
from tests.e2e.journeys.steps import add_to_cart, cart_link, expect_thanks, heading, line_of, seats_taken, sign_in

pytestmark = pytest.mark.browser


def test_the_cart_is_synchronized_between_tabs(shop, visit):
    event = new_event(shop)
    here = visit(DESK)
    one, other = here.page(f"/product/{event['_id']}"), here.page("/cart")
    expect(other.get_by_text("Oh no! The cart's empty...")).to_be_visible()

    add_to_cart(one, event, seats=2)

    expect(cart_link(other)).to_have_accessible_name("Cart, 1 booking")
    expect(line_of(other, event).get_by_label("Seats")).to_have_value("2")
    line_of(other, event).get_by_role("button", name="Remove").click()
    expect(cart_link(one)).to_have_accessible_name("Cart")


def test_signing_out_in_one_tab_signs_out_the_other(shop, visit):
    account = new_account(shop)
    here = visit(DESK, account=account)
    one, other = here.page("/about"), here.page(f"/user/{account.user['_id']}/")
    expect(heading(other, "Welcome, Ana.")).to_be_visible()

    one.get_by_role("button", name="Ana Diaz").click()
    one.get_by_role("button", name="Logout").click()

    expect(heading(one, "Sign In")).to_be_visible()
    expect(heading(other, "Sign In")).to_be_visible()
    expect(other.get_by_text("Welcome, Ana.")).to_have_count(0)


def test_signing_in_in_one_tab_signs_in_the_other(shop, visit):
    account = new_account(shop)
    here = visit(DESK)
    one, other = here.page("/login"), here.page("/about")

    sign_in(one, account.email)

    expect(other.get_by_role("button", name="Ana Diaz")).to_be_visible()


@pytest.mark.everyday
def test_a_cart_paid_in_one_tab_cannot_be_paid_in_the_other(shop, visit):
    event = new_event(shop)
    here = visit(DESK, account=new_account(shop), cart=new_cart((event, 2)))
    one, other = here.page("/checkout/"), here.page("/checkout/")
    expect(other.get_by_role("button", name="Pay with PayPal")).to_be_enabled()

    one.get_by_role("button", name="Test Order").click()

    expect_thanks(one)
    expect(other.get_by_text("Oh no! The cart's empty...")).to_be_visible()
    expect(other.get_by_role("button", name="Pay with PayPal")).to_have_count(0)
    assert seats_taken(shop, event) == 2
