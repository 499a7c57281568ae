"""Steps that several tests share."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.e2e.journeys.conftest import ADDRESS, PASSWORD
from tests.support.servers.running_shop import RunningShop

LONG = "W" * 64  # a name without a place to break the line
VENUE = ZoneInfo("America/Los_Angeles")
THANKS = "Thank you for your purchase!"
NOT_PAID = "The order was not placed or not paid."  # logged, and shown beside the buttons
ADD_ADDRESS = "Add an address for your receipt"
CONTACT_FIELDS = {"First Name": "fName", "Address": "address", "City": "city"}
CONTACT_FIELDS |= {"State/Province": "state", "Zip/Postal": "postalCode"}


# --- Elements --------------------------------------------------------------------------------------------------------


def heading(page: Page, text: str) -> Locator:
    return page.get_by_role("heading", level=1, name=text, exact=True)


def cart_link(page: Page) -> Locator:
    """Return the header's link to the cart, whose name contains the number of bookings."""
    return page.get_by_role("banner").get_by_role("link", name="Cart").filter(visible=True)


def line_of(page: Page, event: dict[str, Any]) -> Locator:
    """Return the event's row in the cart, at checkout or on the order."""
    return page.get_by_role("main").get_by_role("listitem").filter(has_text=event["name"])


def sum_of(place: Page | Locator, label: str) -> Locator:
    """Return the amount with this label."""
    return (
        place.locator("dl > div").filter(has_text=re.compile(rf"^{re.escape(label)}")).get_by_role("definition").first
    )


def at_venue(instant: str) -> datetime:
    return datetime.fromisoformat(instant).astimezone(VENUE)


def day_of(event: dict[str, Any]) -> str:
    """Format the day at the venue, as in "Fri, Dec 4"."""
    start = at_venue(event["startTime"])
    return f"{start:%a, %b} {start.day}"


def is_phone(page: Page) -> bool:
    return page.viewport_size is not None and page.viewport_size["width"] < 960


def seats_taken(shop: RunningShop, event: dict[str, Any]) -> int:
    """Return the number of seats that the API reports."""
    query = {"productId": event["_id"], "eventStartTime": event["startTime"]}
    response = shop.client().call("GET", "/api/bookings", params=query)
    return int(response.json()["totalReservations"])


def expect_no_sideways_scrolling(page: Page) -> None:
    width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert width[0] <= width[1], f"{page.url} is {width[0]} px wide on a screen of {width[1]}"


def message(page: Page, text: str | re.Pattern[str]) -> Locator:
    """Return a toast."""
    return page.get_by_role("region", name="Notifications").get_by_text(text)


# --- Actions ---------------------------------------------------------------------------------------------------------


def add_to_cart(page: Page, event: dict[str, Any], seats: int) -> None:
    """Add seats on the event's page."""
    page.get_by_label("Seats to Reserve").select_option(str(seats))
    page.get_by_role("main").get_by_role("button", name="Add to Cart").first.click()
    expect(page.get_by_role("main").get_by_text(re.compile(rf"{seats} seats? on .* in your cart\."))).to_be_visible()


def proceed_to_checkout(page: Page) -> None:
    page.get_by_role("link", name="Proceed to Checkout").filter(visible=True).click()


def create_account(page: Page, email: str) -> None:
    page.get_by_label("Email Address").fill(email)
    page.get_by_label("First Name").fill("Ana")
    page.get_by_label("Last Name").fill("Diaz")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an Account").click()


def open_password(page: Page, email: str = "") -> None:
    """Open the password on the sign-in page. On the way to checkout, it is there once a code was asked for."""
    code = page.get_by_role("button", name="Email me a code")
    expect(code).to_be_visible()
    if not page.get_by_role("button", name="Use a password").is_visible():
        page.get_by_label("Email Address").fill(email)
        code.click()
        page.get_by_role("button", name="Use another address").click()
    page.get_by_role("button", name="Use a password").click()
    expect(page.get_by_label("Password", exact=True)).to_be_visible()


def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    """Sign in with a password."""
    open_password(page, email)
    page.get_by_label("Email Address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign In").click()


def contact_field(dialog: Locator, label: str) -> Locator:
    return dialog.get_by_label(re.compile(rf"^{label}( \(optional\))?$"))


def give_contact(page: Page) -> None:
    page.get_by_role("button", name="Contact Information").click()
    dialog = page.get_by_role("dialog", name="Contact Information")
    dialog.get_by_role("button", name=ADD_ADDRESS).click()
    for label, field in CONTACT_FIELDS.items():
        contact_field(dialog, label).fill(ADDRESS[field])
    dialog.get_by_role("button", name="Submit").click()
    expect(dialog).to_be_hidden()


def press_paypal(page: Page) -> Page:
    """Return PayPal's window."""
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Pay with PayPal").click()
    return opened.value


def press_card(page: Page) -> FrameLocator:
    """Return the card form, which opens in the page."""
    page.get_by_role("button", name="Debit or Credit Card").click()
    return page.frame_locator("iframe[title=PayPal]")


def approve(paypal: Page | FrameLocator) -> None:
    paypal.get_by_role("button", name="Pay now").click()


def expect_thanks(page: Page) -> None:
    expect(heading(page, THANKS)).to_be_visible()


def open_ticket_menu(page: Page) -> None:
    """Open the menu of the order's first ticket. It stays open until the page is left."""
    page.get_by_role("button", name=re.compile("^Manage this ticket, ")).first.click()


@dataclass
class Hand:
    """Uses a page and counts. What is tapped or filled in has to be in sight: this hand doesn't scroll."""

    page: Page
    taps: int = 0
    fields: int = 0

    def tap(self, target: Locator) -> None:
        expect(target).to_be_in_viewport(ratio=1)
        target.tap()
        self.taps += 1

    def fill(self, label: str, text: str) -> None:
        field = self.page.get_by_label(label, exact=True)
        expect(field).to_be_in_viewport(ratio=1)
        field.fill(text)
        self.fields += 1

    def pay(self) -> None:
        with self.page.expect_popup() as paypal:
            self.tap(self.page.get_by_role("button", name="Pay with PayPal"))
        approve(paypal.value)
        expect_thanks(self.page)


# --- Orders ----------------------------------------------------------------------------------------------------------


def end_the_hold(shop: RunningShop, order: str) -> None:
    """Let the hold expire, with SQL because starting Django takes longer than a test."""
    past = f"held_until = '{datetime.now(UTC) - timedelta(seconds=1):%Y-%m-%d %H:%M:%S}'"
    held = f"SELECT id FROM orders_order WHERE public_id = '{order}'"
    seats = f"SELECT booking_id FROM orders_orderline WHERE order_id IN ({held})"
    shop.rows(f"UPDATE bookings_booking SET {past} WHERE id IN ({seats})")
    shop.rows(f"UPDATE orders_order SET {past} WHERE id IN ({held})")


def placed_order(page: Page) -> str:
    """Return the ID of the order that this browser's checkout holds."""
    return str(page.evaluate("JSON.parse(localStorage.checkout).order._id"))


def captures_of(shop: RunningShop, order: str) -> list[dict[str, Any]]:
    return [capture for capture in shop.at_paypal()["captures"] if capture.get("custom_id") == order]


def get_refunds(shop: RunningShop, order: dict[str, Any]) -> list[str]:
    """Return the amounts that PayPal refunded."""
    captures = {capture["id"] for capture in captures_of(shop, order["_id"])}
    return [each["amount"]["value"] for each in shop.at_paypal()["refunds"] if each["capture_id"] in captures]


def now() -> str:
    """Return the current time as the API formats datetimes."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
