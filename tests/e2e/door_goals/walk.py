"""One volunteer lets sixty guests in without a connection, and afterwards the drawer of a till is counted and closed.

Both take real time, with the pauses of volunteer.py.
"""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from playwright.sync_api import Browser, expect

from tests.e2e.door_goals.measured import Measured, at_most
from tests.e2e.door_goals.phone import VolunteersPhone, open_phone
from tests.e2e.door_goals.photos import render_photo
from tests.e2e.door_goals.scans import time_sending
from tests.e2e.journeys.conftest import Account, book, new_account
from tests.e2e.journeys.open_door import CODES
from tests.e2e.volunteer import COUNT_CASH, HAND_OVER, STEP_UP, Volunteer
from tests.support.servers.running_shop import RunningShop

SCANNED, TYPED = 44, 3  # tickets for one
FOUND_BY_NAME = (("Lena", "Fox"), ("Omar", "Haddad"), ("Priya", "Nair"), ("Tom", "Berg"), ("Yuki", "Sato"))
GUESTS = SCANNED + TYPED + len(FOUND_BY_NAME) + 8  # a party of four in two parts, Zoë, one undone, two without a ticket
ONE_IN = 8  # of so many guests, one has to search for the ticket
MAX_WALK, MAX_CLOSING = 600, 180  # seconds
SALES, FLOAT, PRICE = 8, 50, 13.8


class Walk:
    """Sixty guests in random order."""

    def __init__(self, phone: VolunteersPhone, codes: list[str], random: Random) -> None:
        self.phone, self.page, self.codes, self.random = phone, phone.page, codes, random
        self.volunteer = Volunteer(phone.page, random)
        # Rendered before the guests come, because only the phone is measured.
        self.photos = {code: render_photo(code, "plain", random) for code in [phone.door.maya, *codes[TYPED:]]}

    def list_guests(self) -> list[Callable[[], None]]:
        scanned, typed = self.codes[TYPED:], self.codes[:TYPED]
        guests: list[Callable[[], None]] = [partial(self.scan, code) for code in scanned[2:]]
        guests += [partial(self.type, code) for code in typed]
        guests += [partial(self.find, *name) for name in (*FOUND_BY_NAME, ("Zoë", "Kern"))]
        guests += [partial(self.undo, scanned[0]), self.admit_without_ticket]
        self.random.shuffle(guests)
        # Both parts of the party, and the ticket that is shown twice.
        middle = len(guests) // 2
        return [
            self.admit_half,
            partial(self.scan, scanned[1]),
            *guests[:middle],
            self.admit_rest,
            *guests[middle:],
            partial(self.refuse, scanned[1]),
        ]

    def hold_up(self, code: str, expected: str) -> None:
        seconds, text = self.phone.scan(self.photos[code])
        assert seconds is not None, f"{code} was not read"
        assert expected in text, text
        self.page.evaluate("holdUp('empty')")
        self.volunteer.read(expected)

    def scan(self, code: str) -> None:
        """Scan a ticket. The next scan replaces the answer."""
        self.hold_up(code, ", 1 in")

    def type(self, code: str) -> None:
        """Type a code from a ticket that the camera can't read."""
        self.close_answer()
        self.volunteer.type(self.page.get_by_label("Type the code"), code)
        self.volunteer.press_named("Check")
        self.volunteer.read(", 1 in")

    def find(self, first_name: str, last_name: str) -> None:
        self.close_answer()
        self.volunteer.type(self.page.get_by_label("Find a name"), first_name[:3].lower())
        self.volunteer.press(self.page.get_by_role("button", name=re.compile(f"^{first_name} {last_name[0]}.")))
        self.volunteer.read(f"{first_name} {last_name[0]}., 1 in")

    def undo(self, code: str) -> None:
        """Let somebody in who isn't there yet, undo that, and let them in when they come."""
        self.scan(code)
        self.volunteer.press_named("Undo")
        self.volunteer.wait(STEP_UP)
        self.scan(code)

    def admit_half(self) -> None:
        """Only two of a party of four are there."""
        self.hold_up(self.phone.door.maya, "Maya R., 4 in")
        self.volunteer.press_named("Only 2")
        self.volunteer.read("Maya R., 2 in")

    def admit_rest(self) -> None:
        self.hold_up(self.phone.door.maya, "Maya R., 2 in")

    def refuse(self, code: str) -> None:
        self.hold_up(code, "Already in since")

    def admit_without_ticket(self) -> None:
        self.close_answer()
        self.volunteer.press(self.page.get_by_text("Guest without a ticket"))
        self.volunteer.press_named("More")
        self.volunteer.type(self.page.get_by_label("Why", exact=True), "The host's friends")
        self.volunteer.press_named("Let in 2 guests")
        self.volunteer.read("2 guests in")

    def close_answer(self) -> None:
        """Close the answer, if there is one."""
        following = self.page.get_by_role("button", name="Next", exact=True)
        if following.is_visible():
            self.volunteer.press(following)


def measure_sixty_guests(browser: Browser, shop: RunningShop) -> Iterator[Measured]:
    with open_phone(browser, shop) as phone:
        codes = sell_tickets(phone)
        phone.page.evaluate("dispatchEvent(new Event('online'))")  # fetches the list
        expect(phone.page.get_by_text(re.compile(f"^0 of {GUESTS - 2} in"))).to_be_visible()
        phone.set_offline(True)
        walk = Walk(phone, codes, Random(60))
        started = time.monotonic()
        for number, let_in in enumerate(walk.list_guests()):
            walk.volunteer.welcome(let_in, searches=number % ONE_IN == ONE_IN - 1)
        seconds = time.monotonic() - started
        time_sending(phone)
        found = phone.get_door()
        assert (found["in"], found["conflicts"]) == (GUESTS, []), found
    yield at_most(f"{GUESTS} guests let in by one volunteer, without a connection", [seconds], MAX_WALK)


def sell_tickets(phone: VolunteersPhone) -> list[str]:
    """Sell a ticket each to buyers of different names. Return the codes to scan and to type."""
    door, shop = phone.door, phone.door.shop
    buyers = [Account("", {}, client.http.cookies["sessionid"]) for client in shop.crowd(SCANNED + 1 + TYPED)]
    for buyer in [*buyers, *(new_account(shop, *name) for name in FOUND_BY_NAME)]:
        book(shop, buyer, door.event, 1)
    codes = [code for (code,) in shop.rows(CODES.format(event=door.event["_id"]))]
    return codes[2:][: len(buyers)]  # after Maya's and Zoë's


def measure_drawer(browser: Browser, shop: RunningShop) -> Iterator[Measured]:
    with open_phone(browser, shop, role="till") as phone:
        page, volunteer = phone.page, Volunteer(phone.page, Random(3))
        sell(phone)
        started = time.monotonic()
        volunteer.press_named("Drawer")
        counted = f"{FLOAT + SALES * PRICE - 3:.2f}"
        for name in ("Ana", "Ben"):
            volunteer.wait(COUNT_CASH)
            field = page.get_by_label("Who counts")
            if field.input_value() != name:
                volunteer.type(field, name)
            volunteer.type(page.get_by_label("All cash in the drawer, in dollars"), counted)
            volunteer.press_named("Save this count")
            volunteer.wait(HAND_OVER)
        expect(page.get_by_text("$3.00 is missing.")).to_be_visible()
        volunteer.type(page.get_by_label("Why", exact=True).filter(visible=True), "Parking meter")
        volunteer.press_named("Close the drawer")
        expect(page.get_by_role("heading", name="The drawer is closed")).to_be_visible()
        seconds = time.monotonic() - started
        assert phone.get_door()["drawer"]["closedAt"]
    yield at_most("Drawer counted twice and closed, $3.00 missing", [seconds], MAX_CLOSING)


def sell(phone: VolunteersPhone) -> None:
    """Open the drawer and sell, without pauses."""
    page = phone.page
    page.get_by_role("button", name="Drawer", exact=True).click()
    page.get_by_label("Cash in the drawer, in dollars").fill(str(FLOAT))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text(f"Open, with a float of ${FLOAT}.00.")).to_be_visible()
    page.get_by_role("button", name="Sell", exact=True).click()
    for _ in range(SALES):
        page.get_by_role("button", name="$20", exact=True).click()
        page.get_by_role("button", name="Sell 1 seat").click()
        expect(page.get_by_role("alert")).to_contain_text("Change $6.20")
        page.get_by_role("button", name="Next").click()
