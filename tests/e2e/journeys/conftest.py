"""People in a real browser: the built bundle, served by gunicorn, PayPal's stand-in beside it."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.support.browser import find_browser
from tests.support.servers.running_shop import ROOT, STAFF, Client, RunningShop

PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
NARROWEST = {"width": 320, "height": 640}
DESK = {"width": 1440, "height": 900}
VENUE_ZONE = "America/Los_Angeles"  # most visitors live where the shop does
PASSWORD = "a few random words"
PATIENCE = 15_000  # milliseconds that a page has to show something; two busy cores are slow
expect.set_options(timeout=PATIENCE)

ADDRESS = {
    "fName": "Ana",
    "lName": "Diaz",
    "address": "12 Dock St",
    "city": "Portland",
    "state": "OR",
    "postalCode": "97201",
    "country": "United States",
}


@pytest.fixture(scope="session")
def shop() -> Iterator[RunningShop]:
    """One shop with the demo season for all journeys; each journey brings its own people and nights."""
    with RunningShop(seed=True, webhooks=True) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_browser()
    assert program, "Install Chromium, or name one: CHROMIUM=/path/to/chrome"
    # Nothing outside of this machine can be reached; Visit tells of every try.
    alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu", alone])
        yield started
        started.close()


@dataclass(frozen=True)
class Person:
    """Somebody with an account; `session` is the cookie of a sign-in of theirs."""

    email: str
    user: dict[str, Any]
    session: str


class Visit:
    """Somebody's browser: pages of one person, and everything the console complained about."""

    def __init__(
        self, browser: Browser, shop: RunningShop, size: dict[str, int], zone: str = VENUE_ZONE, **options: Any
    ) -> None:
        self.shop = shop
        self.complaints: list[str] = []
        self.expected: list[str] = []
        self.allowed = ["http://127.0.0.1:", "data:", "blob:", "about:"]
        self.context: BrowserContext = browser.new_context(
            base_url=shop.url,
            viewport=size,  # type: ignore[arg-type]
            locale="en-US",
            timezone_id=zone,
            has_touch=size in (PHONE, SMALL_PHONE),
            **options,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", self.watch)
        self.context.on("console", self.hear)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def watch(self, request: Request) -> None:
        if not request.url.startswith(tuple(self.allowed)):
            self.complaints.append(f"A call to somewhere else: {request.url}")

    def hear(self, message: ConsoleMessage) -> None:
        # A 4xx that the page answers in words is logged by the browser itself; that is no fault of the page.
        is_fault = message.type == "error" and not message.text.startswith("Failed to load resource")
        if is_fault or "Permissions-Policy" in message.text:  # of a name it does not know, Chromium only warns
            self.complaints.append(f"{message.text} ({message.page.url if message.page else 'no page'})")

    def expect_complaint(self, words: str) -> None:
        """The shop logs some failures that it also tells; this one has to be logged, and is no fault."""
        self.expected.append(words)

    def unexpected(self) -> list[str]:
        """Complaints nobody expected, and expected ones that never came."""
        unheard = [words for words in self.expected if not any(words in said for said in self.complaints)]
        surprises = [said for said in self.complaints if not any(words in said for words in self.expected)]
        return surprises + [f"Never logged: {words}" for words in unheard]

    def page(self, path: str | None = None) -> Page:
        """At a path of the shop's, or at somebody else's address."""
        page = self.context.new_page()
        if path is not None and path.startswith("/"):
            go_to(page, path)
        elif path is not None:
            page.goto(path)
        return page


def go_to(page: Page, path: str) -> None:
    """Until the app runs, the server's HTML is there to be read, and a press would be lost."""
    page.goto(path)
    page.locator("html[data-ready]").wait_for(state="attached")


def in_tabs(tabs: list[Page], paths: list[str]) -> Iterator[tuple[Page, str]]:
    """Each path in one of the tabs, while the other tabs wait for theirs: nearly all of a page's time is waiting."""
    for first in range(0, len(paths), len(tabs)):
        opened = list(zip(tabs, paths[first:], strict=False))
        for page, path in opened:
            page.goto(path, wait_until="commit")
        yield from opened


@pytest.fixture
def visit(browser: Browser, shop: RunningShop) -> Iterator[Callable[..., Visit]]:
    """
    `visit(PHONE)` opens somebody's browser, `visit(DESK, person=…, cart=…)` one in which that person is signed in and
    has something in the cart. At the end no console may have complained.
    """
    visits: list[Visit] = []

    def open_browser(
        size: dict[str, int] = DESK,
        *,
        at: RunningShop = shop,
        person: Person | None = None,
        cart: dict[str, Any] | None = None,
        **options: Any,
    ) -> Visit:
        visits.append(Visit(browser, at, size, storage_state=remembered(at, person, cart), **options))
        return visits[-1]

    yield open_browser
    for each in visits:
        each.context.close()
    assert [complaint for each in visits for complaint in each.unexpected()] == []


@pytest.fixture(scope="session")
def bookkeeper(shop: RunningShop) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.e2e.journeys.bookkeeper"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, env=shop.environment, text=True, **pipes) as process:
        yield process
        process.stdin.close()


@pytest.fixture(autouse=True)
def books_in_order(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every journey ends with the books checked."""
    if "shop" not in request.fixturenames:
        yield
        return
    bookkeeper = request.getfixturevalue("bookkeeper")
    yield
    bookkeeper.stdin.write("check\n")
    bookkeeper.stdin.flush()
    assert json.loads(bookkeeper.stdout.readline()) == []


# --- Nights, people, carts -------------------------------------------------------------------------------------------


def a_night(shop: RunningShop, **fields: Any) -> dict[str, Any]:
    """A published night of one's own, a week ahead; `_id`, `name` and `startTime` are what a journey needs."""
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + fields.pop("ahead", timedelta(days=7))
    defaults = {
        "name": f"Night {uuid4().hex[:6]}",
        "price": 12,
        "maximumEventCapacity": 24,
        "category": "Draft",
        "cardSet": "Tides of Emberfall",
        "eventLocation": "Copper Kettle Brewing, 12 Dock St",
        "description": "Bring a deck.",
        "startTime": start.isoformat(),
        "endTime": (start + timedelta(hours=3)).isoformat(),
    }
    return shop.add_event(**defaults | fields)


def a_series(shop: RunningShop, dates: int, **fields: Any) -> dict[str, Any]:
    """A weekly night of one's own with so many dates, the first of them in eight days."""
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(days=8)
    end = start + timedelta(days=7 * (dates - 1), hours=1)
    pattern = {"recurringInterval": "weekly", "endDate": end.isoformat()}
    return a_night(shop, ahead=timedelta(days=8), isRecurring=True, recurringPattern=pattern, **fields)


def on_date(series: dict[str, Any], number: int) -> dict[str, Any]:
    """As carts and orders know it: the series at one of its dates."""
    return series | {"startTime": series["occurrences"][number]["startTime"]}


def new_address() -> str:
    return f"{uuid4().hex[:10]}@example.com"


anas: dict[str, list[Person]] = {}  # who wait for a journey, by the address of their shop


def a_person(shop: RunningShop, first_name: str = "Ana", last_name: str = "Diaz") -> Person:
    """With an account of their own. Anas come by the dozen, since the slow hash of a password is the cost of one."""
    if (first_name, last_name) != ("Ana", "Diaz"):
        return registered(shop, first_name, last_name)
    waiting = anas.setdefault(shop.url, [])
    if not waiting:
        for client in shop.crowd(24 if shop.seed else 3, first_name, last_name):
            user = client.call("GET", "/api/users/profile").json()
            waiting.append(Person(user["email"], user, client.http.cookies["sessionid"]))
    return waiting.pop()


def registered(shop: RunningShop, first_name: str, last_name: str) -> Person:
    email, client = new_address(), shop.client()
    about = {"email": email, "password": PASSWORD, "firstName": first_name, "lastName": last_name}
    made = client.call("POST", "/api/users", about)
    made.raise_for_status()
    return Person(email, made.json(), client.http.cookies["sessionid"])


def staff_of(shop: RunningShop) -> Person:
    client = shop.as_staff()
    return Person(STAFF["email"], client.call("GET", "/api/users/profile").json(), client.http.cookies["sessionid"])


def a_cart(*wanted: tuple[dict[str, Any], int], address: dict[str, str] | None = None) -> dict[str, Any]:
    """What the browser keeps of a cart: `a_cart((night, 2))`. With ADDRESS in it unless another one is given."""
    items = [
        {key: night[key] for key in ("_id", "name", "image", "price")}
        | {"bookings": [{"bookingDate": night["startTime"], "reservationSeats": {"qty": seats}}]}
        for night, seats in wanted
    ]
    return {"cartItems": items, "billingAddress": {}, "shippingAddress": ADDRESS if address is None else address}


def remembered(shop: RunningShop, person: Person | None, cart: dict[str, Any] | None) -> dict[str, Any]:
    """A browser that was here before: its sign-in and its cart."""
    kept = {"userInfo": person and person.user, "cart": cart}
    stored = [{"name": key, "value": json.dumps(value)} for key, value in kept.items() if value is not None]
    cookie = {"name": "sessionid", "domain": "127.0.0.1", "path": "/", "httpOnly": True, "secure": False}
    cookies = [cookie | {"value": person.session, "sameSite": "Lax", "expires": -1}] if person else []
    return {"cookies": cookies, "origins": [{"origin": shop.url, "localStorage": stored}]}


def book(shop: RunningShop, person: Person, night: dict[str, Any], seats: int, *, pay: bool = True) -> dict[str, Any]:
    """Somebody orders elsewhere, without a browser here; paid as a Test Order, or left held."""
    client = Client(shop.url, session=person.session)
    order = {"orderItems": a_cart((night, seats))["cartItems"], "shippingAddress": ADDRESS}
    placed = client.call("POST", "/api/orders", order, headers={"Idempotency-Key": uuid4().hex})
    placed.raise_for_status()
    if pay:
        client.call("PUT", f"/api/orders/{placed.json()['_id']}/pay", {"test": True}).raise_for_status()
    return dict(placed.json())
