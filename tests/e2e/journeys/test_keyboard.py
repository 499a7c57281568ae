"""Buying by keyboard only."""

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import ADDRESS, DESK, PASSWORD, go_to, new_account, next_event
from tests.e2e.journeys.keyboard import FOCUSED, Keys
from tests.e2e.journeys.steps import (
    ADD_ADDRESS,
    CONTACT_FIELDS,
    contact_field,
    expect_thanks,
    heading,
    line_of,
    seats_taken,
)

pytestmark = pytest.mark.browser


def test_buying_works_by_keyboard_only(shop, visit):
    event, account = next_event(shop), new_account(shop)
    page = visit(DESK).page("/")
    keys, main = Keys(page), page.get_by_role("main")

    # Choose an event and two seats
    keys.press(page.get_by_role("link", name="Skip to main content"))
    keys.press(main.get_by_role("link", name=f"RSVP for {event['name']}").first)
    expect(heading(page, event["name"])).to_be_visible()
    seats = page.get_by_label("Seats to Reserve")
    keys.press(seats, "ArrowDown")
    expect(seats).to_have_value("2")
    keys.press(main.get_by_role("button", name="Add to Cart").first)
    expect(page.get_by_text("2 seats on").first).to_be_visible()
    keys.press(page.get_by_role("link", name="View cart").first)
    expect(line_of(page, event)).to_contain_text("$24.00")

    # Sign in
    keys.press(page.get_by_role("link", name="Proceed to Checkout").filter(visible=True))
    expect_ring_on_heading(page, "Sign In")
    keys.write(page.get_by_label("Email Address"), account.email)
    keys.write(page.get_by_label("Password", exact=True), PASSWORD)
    page.keyboard.press("Enter")

    # Contact information
    expect(heading(page, "Checkout")).to_be_visible()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect_ring_on_heading(page, "Checkout")
    keys.press(page.get_by_role("button", name="Contact Information"))
    dialog = page.get_by_role("dialog", name="Contact Information")
    keys.press(dialog.get_by_role("button", name=ADD_ADDRESS))
    expect(contact_field(dialog, "Address")).to_be_focused()
    for label, field in CONTACT_FIELDS.items():
        keys.write(contact_field(dialog, label), ADDRESS[field])  # Tab selects the current text
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Contact Information")).to_be_focused()

    # Close PayPal's window and open it again
    with page.expect_popup() as opened:
        keys.press(page.get_by_role("button", name="Pay with PayPal"))
    keys.press(page.get_by_role("button", name="Cancel payment"))
    expect(page.get_by_text("You canceled the payment.")).to_be_visible()
    expect_visible_focus_at_payment(page)
    with page.expect_popup() as opened:
        keys.press(page.get_by_role("button", name="Pay with PayPal"))
    paypal = opened.value
    paypal.wait_for_load_state()  # with its styles, which make the focus visible
    Keys(paypal).press_to_close(paypal.get_by_role("button", name="Pay now"))
    expect_thanks(page)
    assert seats_taken(shop, event) == 2


def expect_ring_on_heading(page, name):
    expect(heading(page, name)).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]


def expect_visible_focus_at_payment(page):
    expect(page.get_by_role("group", name="Payment")).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]


# --- Focus -----------------------------------------------------------------------------------------------------------


def test_the_heading_shows_its_focus_only_after_keyboard_navigation(visit):
    page = visit(DESK).page("/")
    link = page.get_by_role("banner").get_by_role("link", name="About Us")

    link.click()
    expect(heading(page, "About Us")).to_be_focused()
    assert not page.evaluate(FOCUSED)["isSeen"]
    go_to(page, "/")  # before the app has started, the link loads the page
    Keys(page).press(link)

    expect_ring_on_heading(page, "About Us")
