"""Buying: from the home page to the order's page."""

import re
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, go_to, new_account, new_address, new_cart, new_event, next_event
from tests.e2e.journeys.steps import (
    THANKS,
    add_to_cart,
    approve,
    cart_link,
    create_account,
    day_of,
    expect_no_sideways_scrolling,
    expect_thanks,
    give_contact,
    heading,
    line_of,
    press_card,
    press_paypal,
    proceed_to_checkout,
    seats_taken,
    sum_of,
)


@pytest.mark.everyday
def test_a_new_user_buys_seats_for_two_events_with_paypal(shop, visit):
    first = next_event(shop)
    second = new_event(shop, price=20)
    page = visit(PHONE).page("/")

    # Two seats of an event on the home page, and another event
    page.get_by_role("main").get_by_role("link", name=f"RSVP for {first['name']}").first.click()
    expect(heading(page, first["name"])).to_be_visible()
    expect(page.get_by_text("24 seats left", exact=True).first).to_be_visible()
    add_to_cart(page, first, seats=2)
    page.get_by_role("link", name="View cart").first.click()
    expect(line_of(page, first)).to_contain_text("$24.00")
    go_to(page, f"/product/{second['_id']}")
    add_to_cart(page, second, seats=1)
    expect(cart_link(page)).to_have_accessible_name("Cart, 2 bookings")

    # Change the number of seats in the cart
    cart_link(page).click()
    line_of(page, first).get_by_label("Seats").select_option("3")
    expect(line_of(page, first)).to_contain_text("$36.00")
    expect(sum_of(page, "Subtotal")).to_have_text("$56.00")
    expect(sum_of(page, "Taxes")).to_have_text("$8.40")
    expect(sum_of(page, "Shipping")).to_have_text("$0")
    expect(sum_of(page, "Total")).to_have_text("$64.40")
    expect_no_sideways_scrolling(page)

    # Create an account
    proceed_to_checkout(page)
    expect(page.get_by_text("Almost booked: 4 seats on 2 dates · $64.40")).to_be_visible()
    page.get_by_label("Email Address").fill(new_address())
    page.get_by_role("button", name="Email me a code").click()
    page.get_by_role("button", name="Use another address").click()
    page.get_by_role("link", name="Create an Account").click()
    expect(heading(page, "Create an Account")).to_be_visible()
    create_account(page, email=new_address())
    expect(heading(page, "Checkout")).to_be_visible()
    expect(sum_of(page, "Subtotal")).to_have_text("$56.00")
    expect(sum_of(page, "Total")).to_have_text("$64.40")
    expect_no_sideways_scrolling(page)

    # Pay
    give_contact(page)
    expect(page.get_by_role("button", name="Contact Information")).to_contain_text("Ana Diaz")
    paypal = press_paypal(page)
    expect(paypal.get_by_role("heading", name="Pay Charity Card Shop")).to_be_visible()
    expect(paypal.get_by_text("$64.40 USD").first).to_be_visible()
    approve(paypal)
    expect_thanks(page)
    expect(page.get_by_text("Payment successful.").first).to_be_visible()

    # The order, and after a reload
    for _ in range(2):
        expect(line_of(page, first)).to_contain_text(re.compile(r"Seats3Subtotal\$36\.00"))
        expect(line_of(page, second)).to_contain_text(re.compile(r"Seats1Subtotal\$20\.00"))
        expect(sum_of(page, "Taxes & Other Fees")).to_have_text("$8.40")
        expect(sum_of(page, "Total")).to_have_text("$64.40")
        expect(cart_link(page)).to_have_accessible_name("Cart")
        page.reload()
    expect(page.get_by_role("heading", name=THANKS)).to_be_visible()  # below the ticket, because its date is today
    expect_no_sideways_scrolling(page)
    assert seats_taken(shop, first) == 3
    assert seats_taken(shop, second) == 1

    # The order in the profile and the seats on the event's page
    order = urlsplit(page.url).path
    user = page.evaluate("JSON.parse(localStorage.userInfo)._id")
    page.goto(f"/user/{user}/")
    expect(heading(page, "Welcome, Ana.")).to_be_visible()
    named = f"{first['name']}, {day_of(first)}"
    expect(page.get_by_role("main").get_by_role("link", name=named).first).to_have_attribute("href", order)
    go_to(page, f"/product/{first['_id']}")
    page.get_by_text("Event details", exact=True).click()
    expect(page.get_by_text("3/24 seats taken")).to_be_visible()


@pytest.mark.everyday
def test_a_card_payment_is_made_in_the_page(shop, visit):
    event = new_event(shop)
    page = visit(DESK, account=new_account(shop), cart=new_cart((event, 1))).page("/checkout/")

    approve(press_card(page))

    expect_thanks(page)
    assert seats_taken(shop, event) == 1


def test_a_declined_card_can_be_changed_in_the_open_form(shop, visit):
    event = new_event(shop)
    page = visit(PHONE, account=new_account(shop), cart=new_cart((event, 1))).page("/checkout/")
    form = press_card(page)
    expect(page.locator("iframe[title=PayPal]")).to_be_in_viewport(ratio=0.99)  # it opens below the fold

    form.get_by_label("Card number").fill("4000 0000 0000 0002")
    approve(form)
    expect(page.get_by_role("alert").filter(has_text="The card was refused. Try another one.")).to_be_visible()
    form.get_by_label("Card number").fill("4111 1111 1111 1111")
    approve(form)

    expect_thanks(page)


@pytest.mark.everyday
def test_a_free_event_is_booked_without_paypal(shop, visit):
    event = new_event(shop, price=0)
    page = visit(DESK, account=new_account(shop), cart=new_cart((event, 2))).page("/checkout/")
    expect(page.get_by_text("There is nothing to pay.")).to_be_visible()
    expect(page.get_by_role("button", name="Pay with PayPal")).to_have_count(0)

    page.get_by_role("button", name="Book for free").click()

    expect_thanks(page)
    expect(sum_of(page, "Total")).to_have_text("Free")
    expect(page.get_by_text("$0")).to_have_count(0)
    assert seats_taken(shop, event) == 2


def test_a_buyer_pays_with_venmo(shop, visit):
    event, account = new_event(shop), new_account(shop)
    page = visit(PHONE, account=account, cart=new_cart((event, 1))).page("/checkout/")

    with page.expect_popup() as opened:
        page.get_by_role("button", name="Pay with Venmo").click()
    approve(opened.value)

    expect_thanks(page)
    order = page.url.rsplit("/", 1)[-1]
    assert shop.as_staff().ask("GET", f"/api/orders/{order}")["paymentMethod"] == "Venmo"


def test_card_page_button_and_order_show_the_price_that_is_paid(shop, visit):
    event = new_event(shop, price=12)
    page = visit(PHONE, account=new_account(shop)).page(f"/search/{event['name']}/page/1")

    card = page.get_by_role("article").filter(has_text=event["name"])
    card.wait_for()
    assert re.findall(r"\$[\d.]+", card.inner_text()) == ["$13.80"]
    expect(card).to_contain_text("Copper Kettle Brewing")
    expect(card).not_to_contain_text("12 Dock St")
    card.get_by_role("link", name=re.compile("^RSVP")).click()

    form = page.get_by_role("region", name="Book your seat")
    expect(page.get_by_role("main").get_by_text("$13.80", exact=True).first).to_be_visible()
    expect(form.get_by_text("1 seat · $13.80", exact=True)).to_be_visible()
    expect(form.get_by_text("incl. $1.80 sales tax")).to_be_visible()
    expect(form.get_by_role("button", name="Book 1 seat · $13.80")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Ticket Price")).to_be_hidden()
    page.get_by_text("Event details", exact=True).click()
    expect(sum_of(page, "Ticket Price")).to_contain_text("$12.00")
    expect_no_sideways_scrolling(page)

    form.get_by_role("button", name="Book 1 seat · $13.80").click()
    expect(sum_of(page, "Subtotal")).to_have_text("$12.00")
    approve(press_paypal(page))
    expect_thanks(page)
    expect(line_of(page, event)).to_contain_text(re.compile(r"Seats1Subtotal\$12\.00Paid\$13\.80"))
    expect(sum_of(page, "Total")).to_have_text("$13.80")


GIFT = "Gift to Cards for a Cause"


def test_a_buyer_enters_a_code_rounds_up_and_pays_what_the_page_shows(shop, visit):
    event, code = new_event(shop), f"TEN-{uuid4().hex[:6].upper()}"
    shop.as_staff().ask("POST", "/api/vouchers", {"code": code, "kind": "percent", "value": 10})
    page = visit(PHONE, account=new_account(shop), cart=new_cart((event, 2)), reduced_motion="reduce").page("/cart")

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
