"""All screens at the door and all states of the organizer's page are accessible and fit, and work by keyboard."""

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import TOO_SMALL, expect_fit, violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, SMALL_PHONE, Visit, new_event, staff_account
from tests.e2e.journeys.door_screens import EveryTicket, Phone, show_screens
from tests.e2e.journeys.keyboard import FOCUSED, Keys
from tests.e2e.journeys.open_door import Volunteer
from tests.e2e.journeys.steps import LONG, is_phone
from tests.support.servers.running_shop import RunningShop

SIZES = pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])
TOO_SMALL_AT_THE_DOOR = TOO_SMALL.replace("43.5", "47.5")  # for people in a hurry, on every screen


def test_every_screen_of_a_phone_is_accessible_and_fits_even_with_long_names(shop, visit):
    door, found = EveryTicket(shop, LONG[:60], LONG[:60], name=LONG), []
    for name, page in show_screens(visit(SMALL_PHONE, reduced_motion="reduce"), door, volunteer=LONG[:40]):
        faults = violations_in_both_themes(page) + page.evaluate(TOO_SMALL_AT_THE_DOOR)
        if page.get_by_role("alert").count() > 1:
            faults.append("Screen readers would read several alerts.")
        expect_fit(page)
        found += [f"{name}: {fault}" for fault in faults]

    assert found == []


def test_checking_in_works_by_keyboard_only(shop, visit):
    door = EveryTicket(shop)
    page = visit(DESK, reduced_motion="reduce").page(door.path)
    keys, alert, code = Keys(page), page.get_by_role("alert"), page.get_by_label("Type the code")
    keys.write(page.get_by_label("PIN"), door.link["pin"])
    keys.write(page.get_by_label("Your first name"), "Ana")
    page.keyboard.press("Enter")

    # A scanner types the code and Enter. The next code may come before anybody has closed the answer.
    expect(code).to_be_focused()
    expect(page.get_by_text("● Online")).to_be_visible()
    page.keyboard.type(door.valid.code + "\n")
    expect(alert).to_contain_text("Maya R., 4 in")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]
    page.keyboard.type(door.moved.code + "\n")
    expect(alert).to_contain_text("For ")
    page.keyboard.press("Escape")
    expect(code).to_be_focused()
    page.keyboard.press("Alt+z")
    expect(page.get_by_text("Undone: Maya R., 4")).to_be_visible()

    page.keyboard.press("F2")
    expect(page.get_by_label("Find a name")).to_be_focused()
    page.keyboard.type("sam\n")
    expect(alert).to_contain_text("Sam, 2 in")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]
    page.keyboard.press("Enter")
    expect(code).to_be_focused()
    expect(page.get_by_text("Undone: Sam, 2")).to_be_visible()

    keys.press(page.get_by_role("button", name="Sell", exact=True))
    keys.press(page.get_by_role("button", name="More"))
    expect(page.get_by_role("button", name="Sell 2 seats")).to_be_visible()
    keys.press(page.get_by_role("button", name="Check in"))
    expect(code).to_be_focused()
    keys.press(page.get_by_role("button", name="Drawer", exact=True))
    keys.write(page.get_by_label("Cash in the drawer, in dollars"), "50")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Open, with a float of $50.00.")).to_be_visible()
    keys.press(page.get_by_role("button", name="Sign out"))
    expect(page.get_by_role("heading", name="Open the link you were sent")).to_be_visible()


class Evening:
    """A date with one booking by hand, of two seats, and one seat left."""

    def __init__(self, shop: RunningShop) -> None:
        self.shop, self.staff = shop, shop.as_staff()
        self.event = new_event(shop, maximumEventCapacity=3)
        self.date = {"product": self.event["_id"], "bookingDate": self.event["startTime"]}
        self.staff.ask("POST", "/api/bookings", self.date | {"reservationSeats": 2})

    @property
    def path(self) -> str:
        return f"/admin/product/{self.event['_id']}/guests/door?{urlencode({'date': self.event['startTime']})}"

    def record_trouble(self, door_id: str) -> Volunteer:
        """Let two phones admit the same guests, one of them with entries to send, and a till sell what is not there.

        Return the till.
        """
        door, till = (
            self.staff.ask("POST", f"/api/door/nights/{door_id}/links", {"role": role}) for role in ("door", "till")
        )
        phones = [Volunteer(self.shop, door, name) for name in ("Bo", "Featherstonehaugh")]
        h = phones[0].call("GET", "list")["passes"][0]["h"]
        for phone in phones:
            phone.let_in(h, 2)
        phones[1].send({"kind": "guest", "seats": 1, "note": "A friend of the host"}, unsent=14)
        cleo = Volunteer(self.shop, till, "Cleo")
        cleo.call("POST", "drawer", {"float": 50})
        sale = {"kind": "sale", "seats": 2, "total": 27.6, "given": 30, "allotment": False}
        cleo.send(sale)
        return cleo


def show_states(here: Visit, evening: Evening) -> Iterator[tuple[str, Page]]:
    """Show each state of the organizer's page, and yield its name."""
    page = here.page(evening.path)
    phone = Phone(page)
    phone.see("Volunteers scan tickets with their own phones.")
    yield "not open", page
    phone.press("Open the door")
    expect(page.get_by_role("dialog", name="A phone that checks in")).to_be_visible()
    yield "first phone", page
    phone.press("Done")
    phone.see("0 of 2 in")
    phone.press("Add a phone")
    expect(page.get_by_role("dialog", name="Add a phone")).to_be_visible()
    yield "what it does", page
    phone.press("Checks in and sells")
    expect(page.get_by_role("dialog", name="A phone that checks in and sells")).to_be_visible()
    yield "new phone", page
    phone.press("Done")
    phone.see("Nobody has opened it yet")
    yield "phone", page
    door_id = evening.staff.ask("GET", f"/api/door/nights?{urlencode(evening.date)}")["night"]
    till = evening.record_trouble(door_id)
    page.reload()
    phone.see("whose guests were all in already")
    phone.see(re.compile(r"Give back \$27\.60"))
    phone.see("14 entries to send")
    yield "conflicts", page
    page.get_by_role("button", name=re.compile("^More for")).first.click()
    for button, title in (
        (re.compile("^End "), re.compile("^End ")),
        (re.compile("^Undo: "), "Undo this entry?"),
        ("Refund a cash sale", "Refund a cash sale"),
    ):
        page.get_by_role("button", name=button).first.click()
        dialog = page.get_by_role("dialog", name=title).or_(page.get_by_role("alertdialog", name=title))
        expect(dialog).to_be_visible()
        yield title, page
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    close_door(page)
    phone.see("Count the drawer and close it first.")
    yield "drawer open", page
    till.call("POST", "drawer/counts", {"name": "Cleo", "total": 75.6})
    page.reload()
    phone.see("Cleo has counted. It has to be counted once more.")
    phone.press("Save this count")
    phone.see("There is a problem")
    yield "second count", page
    page.get_by_label("All cash in the drawer").fill("75.60")
    page.get_by_label("Who counts").fill("Bo")
    phone.press("Save this count")
    page.get_by_label("Why it is off").fill("Wrong change")
    yield "counted drawer", page
    phone.press("Close the drawer")
    phone.see(re.compile("Reason: Wrong change"))
    close_door(page)
    phone.see("1 phone still has 14 entries to send.")
    yield "unsent entries", page
    phone.press("Close anyway")
    phone.see(re.compile("^Closed at"))
    yield "closed", page


def close_door(page: Page) -> None:
    page.get_by_role("button", name="Close the door").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)


@SIZES
def test_every_state_of_the_organizers_page_is_accessible_and_fits(shop, visit, size):
    here, found = visit(size, account=staff_account(shop), reduced_motion="reduce"), []
    for name, page in show_states(here, Evening(shop)):
        faults = violations_in_both_themes(page)
        faults += page.evaluate(TOO_SMALL) if is_phone(page) else []
        expect_fit(page)
        found += [f"{name}: {fault}" for fault in faults]

    assert found == []
