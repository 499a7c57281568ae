"""Take the pictures of README.md and the documents from the demo: `python -m tests.e2e.pictures [NAME …]`.

A name says which screen it is, how wide it is, and whether it is light or dark. Look at each before you commit it.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

import tests.settings  # noqa: F401 - what the shop needs to be set, for modules that read its settings
from bookings.pass_codes import hash_code
from charityshop.settings.static import DEMO_PASSWORD
from tests.e2e.journeys.conftest import DESK, PHONE, Account, Visit, staff_account, storage_state_of
from tests.e2e.journeys.door_screens import Phone
from tests.e2e.journeys.open_door import CODES, UNKNOWN_CODE, Volunteer
from tests.e2e.journeys.steps import now
from tests.support.browser import find_browser
from tests.support.servers.running_shop import ROOT, Client, RunningShop

FOLDER = ROOT / "docs" / "pictures" / "screens"
QUALITY = 92  # below, amber buttons have shadows
WIDTHS = {"390": PHONE, "1440": DESK}
WHOLE_PAGES = ("door-sell", "staff-door")
TONIGHT, NEXT, SHOWN = "Pick-up Draft at the Long Table", "Tuesday Pauper League", "Friday Night Draft"
JUNE, MAYA, THEO = "june@example.com", "maya@example.com", "theo@example.com"
CODE_OF = """
SELECT ticket.code FROM bookings_pass AS ticket
JOIN bookings_booking AS booking ON booking.id = ticket.booking_id
JOIN accounts_user AS account ON account.id = booking.user_id
JOIN events_occurrence AS date ON date.id = booking.occurrence_id
JOIN events_event AS event ON event.id = date.event_id
WHERE event.name = '{event}' AND account.email = '{email}' AND ticket.ended_because = '' ORDER BY ticket.id
"""


class Demo:
    """The demo, and what its start prints."""

    def __init__(self, shop: RunningShop, browser: Browser) -> None:
        self.shop, self.browser, self.printed = shop, browser, shop.manage("seed_demo")

    def get_event(self, name: str) -> dict[str, Any]:
        dates = self.shop.client().call("GET", "/api/products/all").json()
        return next(each for each in dates if each["name"] == name and each["startTime"] > now())

    def get_link(self, role: str) -> dict[str, str]:
        found = re.search(rf"Phone \({role}\): (\S+) PIN (\d+)", self.printed)
        assert found, self.printed
        return {"url": found[1], "pin": found[2]}

    def get_code(self, email: str) -> str:
        return str(self.shop.rows(CODE_OF.format(event=TONIGHT, email=email))[0][0])

    def sign_in(self, email: str) -> Account:
        client = self.shop.client()
        client.ask("POST", "/api/users/auth", {"email": email, "password": DEMO_PASSWORD})
        return Account(email, client.ask("GET", "/api/users/profile"), client.http.cookies["sessionid"])

    @contextmanager
    def open(self, name: str, path: str, account: Account | None = None) -> Iterator[Page]:
        """Open a path in a new browser, as wide and as light as the picture's name says."""
        *_, width, scheme = name.split("-")
        state = storage_state_of(self.shop, account, None)
        here = Visit(self.browser, self.shop, WIDTHS[width], color_scheme=scheme, storage_state=state)
        yield here.page(path)
        here.context.close()

    @contextmanager
    def open_phone(self, name: str, link: dict[str, str], volunteer: str) -> Iterator[Phone]:
        with self.open(name, link["url"].removeprefix(self.shop.url)) as page:
            phone = Phone(page)
            phone.enter(link["pin"], volunteer)
            yield phone


# --- What each picture shows -----------------------------------------------------------------------------------------


def show_home(demo: Demo, name: str) -> Iterator[Page]:
    with demo.open(name, "/") as page:
        yield page


def show_event(demo: Demo, name: str) -> Iterator[Page]:
    with demo.open(name, f"/product/{demo.get_event(SHOWN)['_id']}") as page:
        yield page


def show_editor(demo: Demo, name: str) -> Iterator[Page]:
    path = f"/admin/product/{demo.get_event(SHOWN)['_id']}/edit"
    with demo.open(name, path, staff_account(demo.shop)) as page:
        yield page


def show_door(demo: Demo, name: str) -> Iterator[Page]:
    found = re.search(r"Door of .*: \S+?(/admin/\S+)", demo.printed)
    assert found, demo.printed
    with demo.open(name, found[1], staff_account(demo.shop)) as page:
        yield page


def show_verdict(demo: Demo, name: str, *codes: str) -> Iterator[Page]:
    with demo.open_phone(name, demo.get_link("door"), "Ana") as phone:
        phone.see("● Online")
        for code in codes:
            phone.scan(code)
        yield phone.page


def show_till(demo: Demo, name: str) -> Iterator[Page]:
    with demo.open_phone(name, demo.get_link("till"), "Cleo") as phone:
        phone.press("Drawer")
        phone.fill("Cash in the drawer, in dollars", "50")
        phone.press("Open")
        phone.see("Open, with a float of $50.00.")
        phone.press("Sell")
        yield phone.page


def show_first_pairing(demo: Demo, name: str) -> Iterator[Page]:
    """Let in the guests of another date, whose tournament has not begun."""
    staff, event = demo.shop.as_staff(), demo.get_event(NEXT)
    date = {"product": event["_id"], "bookingDate": event["startTime"]}
    door = staff.ask("POST", "/api/door/nights", date)["_id"]
    links = {role: staff.ask("POST", f"/api/door/nights/{door}/links", {"role": role}) for role in ("door", "tables")}
    volunteer = Volunteer(demo.shop, links["door"], "Ana")
    for (code,) in demo.shop.rows(CODES.format(event=event["_id"])):
        volunteer.let_in(hash_code(code), 1)
    with demo.open_phone(name, links["tables"], "Noor") as phone:
        yield phone.page


def show_round(demo: Demo, name: str) -> Iterator[Page]:
    with demo.open_phone(name, demo.get_link("tables"), "Noor") as phone:
        phone.press("Take over")
        expect(phone.page.get_by_text(re.compile("^With Noor since"))).to_have_count(0)
        yield phone.page


def show_player(demo: Demo, name: str) -> Iterator[Page]:
    """Let Maya report the match that she has with Theo's friend."""
    found = re.search(r"Tables of .*: \S+(/tables/\S+)", demo.printed)
    assert found, demo.printed
    body = {"round": 2, "table": 3, "code": demo.get_code(MAYA), "games": [2, 1, 0]}
    demo.shop.client().ask("POST", f"/api{found[1]}/reports", body)
    theo = demo.sign_in(THEO)
    orders = Client(demo.shop.url, session=theo.session).ask("GET", "/api/orders/my_orders")
    order = next(each["_id"] for each in orders if each["orderItems"][0]["name"] == TONIGHT)
    with demo.open(name, f"/order/{order}", theo) as page:
        page.get_by_role("link", name=re.compile("^Table")).click()
        expect(page.get_by_role("region", name="Your table")).to_contain_text("Right?")
        yield page


PICTURES: dict[str, Callable[[Demo, str], Iterator[Page]]] = {
    "home-1440-light": show_home,
    "event-390-dark": show_event,
    "staff-event-1440-light": show_editor,
    "staff-door-1440-light": show_door,  # before the phones of the others
    "tables-setup-390-light": show_first_pairing,
    "tables-round-390-light": show_round,
    "tables-player-390-light": show_player,
    "door-in-390-light": lambda demo, name: show_verdict(demo, name, demo.get_code(JUNE)),
    "door-double-390-light": lambda demo, name: show_verdict(demo, name, *2 * [demo.get_code(JUNE)]),
    "door-unknown-390-light": lambda demo, name: show_verdict(demo, name, UNKNOWN_CODE),
    "door-sell-390-light": show_till,
}


def take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    png = page.screenshot(full_page=name.startswith(WHOLE_PAGES), animations="disabled")
    Image.open(io.BytesIO(png)).convert("RGB").save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)


def main(names: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # for the name of the database
    with RunningShop(workers=1) as shop, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        demo = Demo(shop, browser)
        for name, show in PICTURES.items():
            if not names or name in names:
                for page in show(demo, name):
                    take(page, name)
                print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
