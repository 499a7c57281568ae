"""From the home page to the ticket without a mouse."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import ADDRESS, DESK, PASSWORD, a_night, a_person
from tests.e2e.journeys.keys import FOCUSED, Keys
from tests.e2e.journeys.steps import CONTACT_FIELDS, expect_thanks, heading, line_of, seats_taken

pytestmark = pytest.mark.browser


def test_somebody_buys_by_keyboard_alone(shop, visit):
    night, person = a_night(shop, ahead=timedelta(hours=2)), a_person(shop)
    page = visit(DESK).page("/")
    keys, main = Keys(page), page.get_by_role("main")

    # Past the header, to the night, and two seats
    keys.press(page.get_by_role("link", name="Skip to main content"))
    keys.press(main.get_by_role("link", name=f"RSVP for {night['name']}").first)
    expect(heading(page, night["name"])).to_be_visible()
    seats = page.get_by_label("Seats to Reserve")
    keys.press(seats, "ArrowDown")
    expect(seats).to_have_value("2")
    keys.press(main.get_by_role("button", name="Add to Cart").first)
    expect(page.get_by_text("2 seats on").first).to_be_visible()
    keys.press(page.get_by_role("link", name="View cart").first)
    expect(line_of(page, night)).to_contain_text("$24.00")

    # Signing in on the way
    keys.press(page.get_by_role("link", name="Proceed to Checkout").filter(visible=True))
    expect_ring_on_heading(page, "Sign In")
    keys.write(page.get_by_label("Email Address"), person.email)
    keys.write(page.get_by_label("Password", exact=True), PASSWORD)
    page.keyboard.press("Enter")

    # Whom to reach
    expect(heading(page, "Checkout")).to_be_visible()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect_ring_on_heading(page, "Checkout")
    keys.press(page.get_by_role("button", name="Add contact information to pay"))
    dialog = page.get_by_role("dialog", name="Contact Information")
    for label, field in CONTACT_FIELDS.items():
        keys.write(dialog.get_by_label(label, exact=True), ADDRESS[field])  # what is there is selected by Tab
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect_focus_in_sight_at_payment(page)

    # PayPal's window, left and opened anew
    with page.expect_popup() as opened:
        keys.press(page.get_by_role("button", name="Pay with PayPal"))
    keys.press(page.get_by_role("button", name="Cancel payment"))
    expect(page.get_by_text("You cancelled the payment.")).to_be_visible()
    expect_focus_in_sight_at_payment(page)
    with page.expect_popup() as opened:
        keys.press(page.get_by_role("button", name="Pay with PayPal"))
    paypal = opened.value
    paypal.wait_for_load_state()  # with its styles: without them nothing shows where the focus is
    Keys(paypal).press_as_the_last(paypal.get_by_role("button", name="Pay now"))
    expect_thanks(page)
    assert seats_taken(shop, night) == 2


def expect_ring_on_heading(page, name):
    expect(heading(page, name)).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]


def expect_focus_in_sight_at_payment(page):
    expect(page.get_by_role("group", name="Payment")).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]


# --- Where one is ----------------------------------------------------------------------------------------------------


def test_a_move_by_keyboard_shows_that_the_focus_is_on_the_heading_and_a_press_does_not(visit):
    page = visit(DESK).page("/")
    link = page.get_by_role("banner").get_by_role("link", name="About Us")

    link.click()
    expect(heading(page, "About Us")).to_be_focused()
    assert not page.evaluate(FOCUSED)["isSeen"]
    page.goto("/")
    Keys(page).press(link)

    expect_ring_on_heading(page, "About Us")


def test_the_page_stands_still_between_a_cards_name_and_its_rsvp(shop, visit):
    for _ in range(3):
        a_night(shop)
    page = visit({"width": 1280, "height": 800}).page("/")
    cards = page.get_by_role("list").get_by_role("article")
    expect(cards.nth(2)).to_be_visible()
    keys = Keys(page)
    keys.go_to(cards.first.get_by_role("heading").get_by_role("link"))
    begun = page.evaluate("scrollY")

    keys.go_to(cards.nth(2).get_by_role("link", name="RSVP"))

    assert page.evaluate("scrollY") == begun
