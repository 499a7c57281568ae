"""The door of a date with its organizer: links for volunteers, a till, and the end."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_event, staff_account
from tests.e2e.journeys.keyboard import Keys
from tests.e2e.journeys.open_door import lose_calls
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, seats_taken
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

SEATS = 8
PRICE = 12  # with 15% tax, $13.80


@dataclass
class Evening:
    """A date that Ana Diaz booked two seats for."""

    shop: RunningShop
    event: dict[str, Any]

    def page(self, visit: Any, size: dict[str, int], name: str = "guests/door", **options: Any) -> Page:
        query = urlencode({"date": self.event["startTime"]})
        account = staff_account(self.shop)
        page: Page = visit(size, account=account, **options).page(f"/admin/product/{self.event['_id']}/{name}?{query}")
        return page

    def new_link(self, role: str) -> dict[str, Any]:
        """Open the door through the API, and make a link."""
        staff = self.shop.as_staff()
        date = {"product": self.event["_id"], "bookingDate": self.event["startTime"]}
        door = staff.call("POST", "/api/door/nights", date)
        door.raise_for_status()
        link = staff.call("POST", f"/api/door/nights/{door.json()['_id']}/links", {"role": role})
        link.raise_for_status()
        return dict(link.json())


@pytest.fixture
def evening(shop: RunningShop) -> Evening:
    event = new_event(shop, maximumEventCapacity=SEATS, price=PRICE)
    book(shop, new_account(shop), event, seats=2)
    return Evening(shop, event)


def enter(visit: Any, url: str, pin: str, name: str, size: dict[str, int] = PHONE) -> Page:
    """Open a link on a volunteer's phone."""
    here = visit(size, reduced_motion="reduce")
    page: Page = here.page("/door/#" + url.partition("#")[2])
    page.get_by_label("PIN").fill(pin)
    page.get_by_label("Your first name").fill(name)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("● Online")).to_be_visible()
    return page


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def confirm(page: Page, question: str, action: str) -> None:
    dialog = page.get_by_role("alertdialog", name=question)
    dialog.get_by_role("button", name=action, exact=True).click()
    expect(dialog).to_have_count(0)


@pytest.mark.everyday
def test_an_organizer_sends_a_link_sees_who_is_in_and_closes_the_door(visit, evening):
    page = evening.page(visit, PHONE, "guests")
    page.get_by_role("link", name="Door", exact=True).click()
    expect(heading(page, f"Door: {evening.event['name']}")).to_be_visible()
    page.get_by_role("button", name="Open the door").click()
    dialog = page.get_by_role("dialog", name="A link for the door")
    url, pin = dialog.get_by_label("Link", exact=True).input_value(), dialog.get_by_label("PIN").input_value()
    expect_no_sideways_scrolling(page)
    dialog.get_by_role("button", name="Done").click()
    expect(page.get_by_text("0 of 2 in")).to_be_visible()
    expect(section(page, "Links").get_by_role("listitem")).to_contain_text("Not used yet")

    phone = enter(visit, url, pin, "Bo")
    phone.get_by_label("Find a name").fill("ana")
    phone.get_by_role("button", name=re.compile("^Ana D.")).click()
    expect(phone.get_by_role("alert")).to_contain_text("Ana D., 2 in")
    page.reload()

    expect(page.get_by_text("2 of 2 in")).to_be_visible()
    expect(section(page, "Phones").get_by_role("listitem")).to_contain_text("Bo")
    expect(section(page, "Links").get_by_role("listitem")).to_contain_text("Bo")
    expect_no_sideways_scrolling(page)
    page.get_by_role("link", name="Guest list").click()
    expect(page.get_by_text("2 seats, 2 in")).to_be_visible()
    page.get_by_role("link", name="Door", exact=True).click()

    page.get_by_role("button", name=re.compile("^Revoke the link")).click()
    confirm(page, "Revoke this link?", "Revoke")
    expect(section(page, "Links").get_by_text("Revoked")).to_be_visible()
    expect(phone.get_by_role("heading", name="Open the night's link again.")).to_be_visible()
    page.get_by_role("button", name="Close the door").click()
    confirm(page, "Close the door?", "Close")
    expect(page.get_by_text(re.compile("^Closed at"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^New link"))).to_have_count(0)


def test_a_conflict_of_two_phones_is_undone(visit, evening):
    link = evening.new_link("door")
    phones = [enter(visit, link["url"], link["pin"], name) for name in ("Bo", "Cleo")]
    for phone in phones:
        phone.context.set_offline(True)
        lose_calls(phone.context, True)
    for phone in phones:
        phone.get_by_label("Find a name").fill("ana")
        phone.get_by_role("button", name=re.compile("^Ana D.")).click()
        expect(phone.get_by_role("alert")).to_contain_text("Ana D., 2 in")
    for phone in phones:
        phone.keyboard.press("Escape")
        phone.context.set_offline(False)
        lose_calls(phone.context, False)
    # The earlier entry counts, and the other phone calls its guests back.
    expect(phones[1].get_by_role("alert")).to_contain_text("Call back: Ana D.")

    page = evening.page(visit, DESK)
    rows = section(page, "Conflicts").get_by_role("listitem")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("whose guests were all in already")
    keys = Keys(page)
    keys.press(rows.get_by_role("button"))
    dialog = page.get_by_role("dialog", name="Undo this entry?")
    keys.write(dialog.get_by_label("Reason"), "Two phones without a connection")
    keys.press(dialog.get_by_role("button", name="Undo"))

    expect(section(page, "Conflicts").get_by_text("None.")).to_be_visible()
    expect(page.get_by_text("2 of 2 in")).to_be_visible()


def test_a_till_sells_keeps_seats_and_its_drawer_is_counted(shop, visit, evening):
    link = evening.new_link("till")
    phone = enter(visit, link["url"], link["pin"], "Bo")
    alert = phone.get_by_role("alert")
    phone.get_by_role("button", name="Drawer", exact=True).click()
    phone.get_by_label("Cash in the drawer, in dollars").fill("50")
    phone.get_by_role("button", name="Open", exact=True).click()
    expect(phone.get_by_text("Open, with a float of $50.00.")).to_be_visible()

    phone.get_by_role("button", name="Sell", exact=True).click()
    phone.get_by_role("button", name="More").click()
    expect(phone.get_by_text("2 × $13.80 = $27.60")).to_be_visible()
    phone.get_by_role("button", name="$30", exact=True).click()
    phone.get_by_role("button", name="Sell 2 seats").click()
    expect(alert).to_contain_text("Change $2.40")
    phone.get_by_role("button", name="Next").click()
    expect(phone.get_by_text("2 of 4 in")).to_be_visible()
    phone.get_by_label("Keep").fill("3")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("heading", name="Seats kept on this phone: 3")).to_be_visible()
    assert seats_taken(shop, evening.event) == 7

    phone.context.set_offline(True)
    lose_calls(phone.context, True)
    expect(phone.get_by_text(re.compile("^No connection. This phone can still sell"))).to_be_visible(timeout=30_000)
    phone.get_by_role("button", name="$20", exact=True).click()
    phone.get_by_role("button", name="Sell 1 seat").click()
    expect(alert).to_contain_text("Change $6.20")
    phone.get_by_role("button", name="Next").click()
    phone.context.set_offline(False)
    lose_calls(phone.context, False)
    expect(phone.get_by_text("All sent")).to_be_visible()
    phone.get_by_label("Keep").fill("0")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("heading", name="Seats kept on this phone: 0")).to_be_visible()
    expect(phone.get_by_role("button", name="Save", exact=True)).to_be_visible()  # no longer "Saving…"
    assert seats_taken(shop, evening.event) == 5

    phone.get_by_role("button", name="Drawer", exact=True).click()
    for title, name in (("Count the drawer", "Bo"), ("Count it a second time", "Cleo")):
        expect(phone.get_by_role("heading", name=title)).to_be_visible()
        phone.get_by_label("Who counts").fill(name)
        phone.get_by_label("All cash in the drawer, in dollars").fill("88.40")
        phone.get_by_role("button", name="Save this count").click()
    expect(phone.get_by_text("$3.00 is missing.")).to_be_visible()
    phone.get_by_label("Why", exact=True).filter(visible=True).fill("Change for the parking meter")
    phone.get_by_role("button", name="Close the drawer").click()
    expect(phone.get_by_role("heading", name="The drawer is closed")).to_be_visible()

    page = evening.page(visit, DESK)
    expect(page.get_by_text("3 of 5 in")).to_be_visible()
    expect(section(page, "Cash drawer")).to_contain_text("Expected $91.40; $3.00 is missing.")
