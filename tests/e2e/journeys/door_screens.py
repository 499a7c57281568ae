"""Every screen of a phone at the door, one after the other, for the checks of accessibility and layout."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import Visit, book, new_account, new_series, on_date
from tests.e2e.journeys.open_door import PATIENCE, UNKNOWN_CODE, lose_calls
from tests.support.servers.running_shop import Client, RunningShop

NO_STORAGE = "void (IDBDatabase.prototype.transaction = () => { throw new DOMException('No space') })"
LIST = "**/api/door/list"
BACK_ONLINE = "window.dispatchEvent(new Event('online'))"  # so that nobody has to wait for the next list


@dataclass(frozen=True, slots=True)
class Ticket:
    """A booking's pass, and the client of its buyer."""

    buyer: Client
    order: str
    booking: str
    id: str
    code: str

    def split(self) -> str:
        """Split off two seats. Return their code."""
        body = {"seats": 2, "label": "Sam"}
        passes = self.buyer.ask("POST", f"/api/passes/{self.id}/split", body)
        return next(str(each["code"]) for each in passes if each["label"])

    def replace(self) -> None:
        self.buyer.ask("POST", f"/api/passes/{self.id}/replace")


class EveryTicket:
    """An open door, a link for a till, and tickets for every verdict."""

    def __init__(self, shop: RunningShop, first_name: str = "Maya", last_name: str = "Rossi", **fields: Any) -> None:
        self.shop, self.names = shop, (first_name, last_name)
        self.series = new_series(shop, 2, maximumEventCapacity=20, **fields)
        self.staff = shop.as_staff()
        self.date = on_date(self.series, 0)
        self.valid, self.replaced, self.shared = self.book(4), self.book(2), self.book(3)
        self.replaced.replace()
        self.split_off = self.shared.split()
        self.refunded, self.moved = self.book(1), self.book(1)
        self.refund(self.refunded)
        later = on_date(self.series, 1)["startTime"]
        move = {"booking": self.moved.booking, "to": later, "reason": "As agreed"}
        self.staff.ask("POST", f"/api/orders/{self.moved.order}/move", move)
        date = {"product": self.series["_id"], "bookingDate": self.date["startTime"]}
        self.door_id = self.staff.ask("POST", "/api/door/nights", date)["_id"]
        self.link = self.staff.ask("POST", f"/api/door/nights/{self.door_id}/links", {"role": "till"})

    def book(self, seats: int) -> Ticket:
        account = new_account(self.shop, *self.names)
        buyer = Client(self.shop.url, session=account.session)
        order = book(self.shop, account, self.date, seats)["_id"]
        (booking,) = buyer.call("GET", f"/api/orders/{order}").json()["orderItems"][0]["bookings"]
        return Ticket(buyer, order, booking["_id"], booking["passes"][0]["_id"], booking["passes"][0]["code"])

    def refund(self, ticket: Ticket) -> None:
        """Refund one seat."""
        self.staff.ask("POST", f"/api/orders/{ticket.order}/refund", {"reason": "Ill", "seats": {ticket.booking: 1}})

    @property
    def path(self) -> str:
        return str(self.link["url"]).removeprefix(self.shop.url)

    @property
    def wrong_pin(self) -> str:
        return f"{(int(self.link['pin']) + 1 + secrets.randbelow(9)) % 1_000_000:06}"


@dataclass(frozen=True, slots=True)
class Phone:
    """The page of a volunteer."""

    page: Page

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name, exact=isinstance(name, str)).filter(visible=True).click()

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).filter(visible=True).fill(text)

    def enter(self, pin: str, name: str) -> None:
        self.fill("PIN", pin)
        self.fill("Your first name", name)
        self.press("Sign in")

    def scan(self, code: str) -> None:
        """Type a code as a USB scanner does, also over the last verdict."""
        self.page.get_by_label("Type the code").fill(code)
        self.page.keyboard.press("Enter")
        self.expect_verdict()

    def expect_verdict(self, text: str | re.Pattern[str] = "") -> None:
        expect(self.page.get_by_role("button", name=re.compile("^(Next|OK)$"))).to_be_focused()
        expect(self.page.get_by_role("alert")).to_contain_text(text)

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("alert")).to_be_empty()

    def let_in_anyway(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Let in anyway")).focus()
        self.page.keyboard.down("Enter")
        self.expect_verdict("Let in anyway")
        self.page.keyboard.up("Enter")

    def count(self, name: str, total: str) -> None:
        self.fill("Who counts", name)
        self.fill("All cash in the drawer, in dollars", total)
        self.press("Save this count")

    def see(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()


def show_screens(here: Visit, door: EveryTicket, volunteer: str = "Ana") -> Iterator[tuple[str, Page]]:
    """Show each screen, and yield its name and the page."""
    here.context.add_init_script(PATIENCE)
    phone = Phone(page := here.page(door.path))
    checks, sales = [show_entrance, show_check_in, show_verdicts], [show_till, show_offline, show_counts]
    for part in [*checks, *sales]:
        for name in part(phone, door, volunteer):
            yield name, page
    other = here.page("/door/")
    Phone(other).see("The door is open in another tab")
    yield "second tab", other
    other.close()
    for name in show_end(phone, door):
        yield name, page


def show_entrance(phone: Phone, door: EveryTicket, volunteer: str) -> Iterator[str]:
    phone.see(re.compile("^The door of "))  # a slow machine is still opening the database
    yield "enter"
    phone.enter(door.wrong_pin, volunteer)
    phone.see("That link and PIN do not go together.")
    yield "enter, refused"
    phone.enter(door.link["pin"], volunteer)
    phone.see("● Online")
    phone.see("Allow the camera, or type the code.")


def show_check_in(phone: Phone, door: EveryTicket, volunteer: str) -> Iterator[str]:
    yield "check in"
    phone.fill("Find a name", door.names[0][:8])
    expect(phone.page.get_by_role("button", name=re.compile("0 of 4 in$"))).to_be_visible()
    yield "search"
    phone.fill("Find a name", "")
    phone.page.get_by_text("Guest without a ticket").click()
    yield "guest"
    phone.fill("Why", "A friend of the host")
    phone.press("Let in 1 guest")
    phone.expect_verdict("1 guest in")
    yield "guest in"
    phone.close()


def show_verdicts(phone: Phone, door: EveryTicket, volunteer: str) -> Iterator[str]:
    phone.scan(door.valid.code)
    phone.expect_verdict(", 4 in")
    yield "in"
    phone.press("Only 2")
    phone.expect_verdict("2 of 4 are inside")
    yield "in, only some"
    for name, code, text in (
        ("in, the others", door.valid.code, ", 2 in"),
        ("double", door.valid.code, "All 4 are in since"),
        ("moved", door.moved.code, "For "),
        ("refunded", door.refunded.code, "Refunded"),
        ("unknown", UNKNOWN_CODE, "Not a ticket for tonight"),
        ("not our code", "https://example.com/", "Not one of our codes."),
        ("replaced", door.replaced.code, "Replaced"),
    ):
        phone.scan(code)
        phone.expect_verdict(text)
        yield name
    phone.let_in_anyway()
    yield "in, forced"
    phone.scan(door.shared.code)
    phone.page.context.route(LIST, lambda route: route.abort())
    door.refund(door.shared)  # which the phone's list doesn't know
    phone.scan(door.split_off)
    phone.expect_verdict("More guests than seats")
    yield "over"
    phone.page.context.unroute(LIST)
    phone.close()
    phone.press(re.compile("^Undo A friend"))
    phone.see(re.compile("^Undone: "))
    yield "last entries"


def show_till(phone: Phone, door: EveryTicket, volunteer: str) -> Iterator[str]:
    phone.press("Sell")
    phone.press("$20")
    phone.see("Open the drawer first.")
    expect(phone.page.get_by_role("button", name="Sell 1 seat")).to_be_disabled()
    yield "sell, no drawer"
    phone.press("Drawer")
    yield "drawer"
    phone.fill("Cash in the drawer, in dollars", "50")
    phone.press("Open")
    phone.see("Open, with a float of $50.00.")
    yield "drawer, open"
    phone.press("Sell")
    phone.fill("Cash given, in dollars", "5")
    phone.see("That is $8.80 short.")
    expect(phone.page.get_by_role("button", name="Sell 1 seat")).to_be_disabled()
    yield "sell, too little"
    phone.press("$20")
    phone.see("Change $6.20")
    yield "sell, change"
    phone.press("Sell 1 seat")
    phone.expect_verdict("Change $6.20")
    yield "sold"
    phone.close()
    phone.fill("Keep", "3")
    phone.press("Save")
    phone.see("Seats kept on this phone: 3")
    yield "sell, seats kept"
    phone.press("Drawer")
    phone.fill("Amount, in dollars", "4")
    phone.fill("Reason", "Ice for the bar")
    phone.press("Take out")
    phone.see("Taken out: $4.00")
    yield "drawer, cash taken out"


def show_counts(phone: Phone, door: EveryTicket, volunteer: str) -> Iterator[str]:
    phone.see("All sent")
    phone.press("Drawer")
    phone.count(volunteer, "70")
    phone.see(f"{volunteer} has counted.")
    yield "drawer, counted once"
    phone.count("Bo", "71")
    phone.see("The counts differ. Count again.")
    yield "drawer, counts differ"
    phone.count(volunteer, "72.60")
    phone.see(f"{volunteer} has counted.")
    phone.count("Bo", "72.60")
    phone.see("$1.00 is missing.")
    yield "drawer, to close"
    phone.fill("Why", "A coin rolled away")
    phone.press("Close the drawer")
    phone.see("The drawer is closed")
    yield "drawer, closed"
    phone.press("Sell")
    phone.see("The drawer is closed. Don't take any more cash.")
    expect(phone.page.get_by_role("button", name="Sell 1 seat")).to_be_disabled()
    yield "sell, drawer closed"


def show_offline(phone: Phone, door: EveryTicket, volunteer: str) -> Iterator[str]:
    lose_calls(phone.page.context, True)
    phone.page.evaluate(BACK_ONLINE)
    phone.see(re.compile("^○ List from"))
    phone.press("Sell")
    phone.see("No connection. This phone can still sell the 3 seats kept on it.")
    yield "sell, offline"
    phone.press("$20")
    phone.press("Sell 1 seat")
    phone.expect_verdict("to be sent")
    yield "sold, offline"
    phone.close()
    phone.press("Check in")
    phone.see("1 to send")
    phone.press("Sign out")
    phone.see("1 entry is still to be sent.")
    yield "offline"
    lose_calls(phone.page.context, False)
    phone.page.evaluate(BACK_ONLINE)
    phone.see("All sent")


def show_end(phone: Phone, door: EveryTicket) -> Iterator[str]:
    door.staff.ask("POST", f"/api/door/nights/{door.door_id}/close", {"force": True})
    phone.page.evaluate(BACK_ONLINE)
    phone.see("This door is closed.")
    yield "closed"
    phone.page.evaluate(NO_STORAGE)
    phone.page.get_by_role("button", name=re.compile("^Undo .*, 2$")).first.click()
    phone.expect_verdict("This phone can't save. Use another one.")
    yield "can't save"
    phone.page.goto("/door/")
    phone.press("Sign out")
    phone.see("Open the link you were sent")
    yield "no link"
