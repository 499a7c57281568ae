"""A till says no before the money changes hands."""

import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Response, expect

from tests.e2e.journeys.conftest import PHONE, new_event
from tests.e2e.journeys.door_screens import BACK_ONLINE, Phone
from tests.e2e.journeys.open_door import OF_PHONES, PATIENCE, Volunteer
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

GONE_OFFLINE = "window.dispatchEvent(new Event('offline'))"
NO_SEATS = "No seats are left. Don't take any cash."
NO_CONNECTION = "No connection, and no seats are kept on this phone. Wait for the connection."


class Evening:
    """A date with five seats at $13.80, and a second till."""

    def __init__(self, shop: RunningShop) -> None:
        self.staff = shop.as_staff()
        self.event = new_event(shop, name="Friday Draft", ahead=timedelta(days=2), maximumEventCapacity=5)
        self.date = {"product": self.event["_id"], "bookingDate": self.event["startTime"]}
        self.night = self.call("POST", "/api/door/nights", self.date)["_id"]
        self.link, other = (self.create_link() for _ in range(2))
        self.path = self.link["url"].removeprefix(shop.url)
        self.other = Volunteer(shop, other, "Cleo")

    def call(self, method: str, path: str, body: object = None) -> Any:
        answer = self.staff.call(method, path, body)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def create_link(self) -> Any:
        return self.call("POST", f"/api/door/nights/{self.night}/links", {"role": "till"})

    def set_price(self, price: int) -> None:
        self.call("PUT", f"/api/products/{self.event['_id']}", {"price": price})

    def book(self, seats: int) -> str:
        """Return the booking's ID."""
        return str(self.call("POST", "/api/bookings", self.date | {"reservationSeats": seats})["_id"])

    def close_drawer(self) -> None:
        for name in ("Ana", "Cleo"):
            self.other.call("POST", "drawer/counts", {"name": name, "total": 63.8})
        self.other.call("POST", "drawer/close", {})

    def cancel(self) -> None:
        body = {"startTime": self.event["startTime"], "kind": "cancel", "reason": "The café is flooded."}
        self.call("POST", f"/api/products/{self.event['_id']}/date-changes", body)


def expect_sale(button: Locator) -> None:
    expect(button).to_be_enabled()
    expect(button).to_have_accessible_description("")


def expect_no_sale(button: Locator, reason: str) -> None:
    """The reason is seen right above the button, and nothing says to give change."""
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description(reason)
    expect(button.page.get_by_text(re.compile(r"^Change"))).to_have_count(0)
    text, off = button.page.get_by_text(reason, exact=True).bounding_box(), button.bounding_box()
    assert text
    assert off
    assert 0 <= off["y"] - (text["y"] + text["height"]) < 30


def test_a_till_says_what_keeps_it_from_selling_before_anybody_gives_cash(shop, visit):
    here, evening = visit(PHONE), Evening(shop)
    here.context.add_init_script(PATIENCE)
    page = here.page(evening.path)
    phone = Phone(page)
    sales: list[int] = []

    def note(response: Response) -> None:
        if response.url.endswith("/api/door/sales"):
            sales.append(response.status)

    page.on("response", note)
    phone.enter(evening.link["pin"], "Ana")
    phone.press("Sell")
    phone.see("5 seats left.")
    button = page.get_by_role("button", name="Sell 1 seat")
    phone.press("$20")
    expect_no_sale(button, "Open the drawer first.")
    evening.other.call("POST", "drawer", {"float": 50})
    page.evaluate(BACK_ONLINE)  # so that nobody has to wait for the next list
    expect_sale(button)

    # What was typed
    phone.fill("Cash given, in dollars", "")
    expect_no_sale(button, "Enter the cash given, such as 20 or 20.50.")
    phone.fill("Cash given, in dollars", "10")
    expect_no_sale(button, "That is $3.80 short. Ask for the rest.")
    phone.fill("Cash given, in dollars", "120")
    for _ in range(7):
        phone.press("More")
    expect_no_sale(page.get_by_role("button", name="Sell 8 seats"), "Only 5 seats are left. Choose fewer.")
    for _ in range(7):
        phone.press("Fewer")

    # What others do meanwhile
    phone.fill("Cash given, in dollars", "13.80")
    expect_sale(button)
    evening.set_price(15)
    page.evaluate(BACK_ONLINE)
    expect_no_sale(button, "That is $3.45 short. Ask for the rest.")
    evening.set_price(12)
    booking = evening.book(5)
    page.evaluate(BACK_ONLINE)
    expect_no_sale(button, NO_SEATS)
    evening.call("PUT", f"/api/bookings/{booking}", {"status": "cancelled"})
    page.evaluate(BACK_ONLINE)
    expect_sale(button)

    # Without a connection: first with no seats kept on the phone, then with one, which is used up
    here.context.route(OF_PHONES, lambda route: route.abort())
    page.evaluate(GONE_OFFLINE)
    expect_no_sale(button, NO_CONNECTION)
    here.context.unroute(OF_PHONES)
    page.evaluate(BACK_ONLINE)
    expect_sale(button)
    phone.fill("Keep", "1")
    phone.press("Save")
    phone.see("Seats kept on this phone: 1")
    here.context.route(OF_PHONES, lambda route: route.abort())
    page.evaluate(GONE_OFFLINE)
    phone.see("No connection. This phone can still sell the seat kept on it.")
    phone.press("Sell 1 seat")
    phone.expect_verdict("No change")
    phone.close()
    phone.press("$20")
    expect_no_sale(button, NO_CONNECTION)
    here.context.unroute(OF_PHONES)
    page.evaluate(BACK_ONLINE)
    phone.see("All sent")
    expect_sale(button)

    phone.fill("Keep", "2")
    phone.press("Save")
    phone.see("Seats kept on this phone: 2")
    evening.close_drawer()
    page.evaluate(BACK_ONLINE)
    expect_no_sale(button, "The drawer is closed. Don't take any more cash.")
    evening.cancel()
    page.evaluate(BACK_ONLINE)
    expect_no_sale(button, "This date is canceled. Don't sell any seats.")
    evening.call("DELETE", f"/api/door/links/{evening.link['_id']}")
    page.evaluate(BACK_ONLINE)
    expect(page.get_by_role("heading", name="Open the night's link again.")).to_be_visible()
    assert sales == [], "no sale was tried that the shop would have refused"
