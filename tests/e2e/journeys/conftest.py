"""Users in a real browser: the built app served by Gunicorn, with the PayPal simulator."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.support.browser import find_browser
from tests.support.servers.mail_server import MailServer
from tests.support.servers.running_shop import ROOT, STAFF, Client, RunningShop
from tests.support.shopping import Shopper

PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}
NARROWEST = {"width": 320, "height": 640}
DESK = {"width": 1440, "height": 900}
VENUE_ZONE = "America/Los_Angeles"  # the default time zone of visitors
PASSWORD = "a few random words"
TIMEOUT = 15_000  # milliseconds; long, because busy machines are slow
expect.set_options(timeout=TIMEOUT)

ADDRESS = {
    "fName": "Ana", "lName": "Diaz", "address": "12 Dock St", "city": "Portland", "state": "OR", "postalCode": "97201",
    "country": "United States",
}  # fmt: skip


@pytest.fixture(scope="session")
def shop() -> Iterator[RunningShop]:
    """Run one shop with demo data for all tests. Each test creates its own accounts and events."""
    with RunningShop(seed=True, webhooks=True) as running:
        yield running


@pytest.fixture(scope="session")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailServer]:
    """The mail server of `mailing_shop`."""
    with MailServer(Path(tmp_path_factory.mktemp("mails"))) as server:
        yield server


@pytest.fixture(scope="session")
def mailing_shop(mails: MailServer) -> Iterator[RunningShop]:
    """Run a separate shop with demo data, which sends its emails."""
    with RunningShop(workers=1, seed=True, flags={"EMAIL_URL": mails.email_url}) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_browser()
    assert program, "Install Chromium, or name one: CHROMIUM=/path/to/chrome"
    # Other hosts can't be reached. Visit reports requests to them.
    alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu", alone])
        yield started
        started.close()


@dataclass(frozen=True)
class Account:
    """An account with its profile, and the session cookie of a sign-in."""

    email: str
    user: dict[str, Any]
    session: str


@cache
def without_newer_functions() -> str:
    """Return a script that takes from a browser what the oldest ones lack."""
    command = ["node", "frontend/tools/browsers/newer.mjs"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


class Visit:
    """A browser context, and the errors of its pages. `OLDEST=1` takes from all what the oldest browsers lack."""

    def __init__(
        self,
        browser: Browser,
        shop: RunningShop,
        size: Any,
        zone: str = VENUE_ZONE,
        oldest: bool = bool(os.environ.get("OLDEST")),
        **options: Any,
    ) -> None:
        self.shop = shop
        self.errors: list[str] = []
        self.expected: list[str] = []
        self.allowed = ["http://127.0.0.1:", "data:", "blob:", "about:"]
        options |= {"locale": "en-US", "timezone_id": zone, "has_touch": size in (PHONE, SMALL_PHONE)}
        self.context: BrowserContext = browser.new_context(base_url=shop.url, viewport=size, **options)
        self.context.set_default_timeout(TIMEOUT)
        if oldest:
            self.context.add_init_script(without_newer_functions())
        self.context.on("request", self.record_request)
        self.context.on("console", self.record_message)
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def record_request(self, request: Request) -> None:
        if not request.url.startswith(tuple(self.allowed)):
            self.errors.append(f"A request to another host: {request.url}")

    def record_message(self, message: ConsoleMessage) -> None:
        # Browsers log each 4xx response, even where the page handles it.
        is_fault = message.type == "error" and not message.text.startswith("Failed to load resource")
        if is_fault or "Permissions-Policy" in message.text:  # Chromium logs unknown names as warnings
            self.errors.append(f"{message.text} ({message.page.url if message.page else 'no page'})")

    def expect_error(self, text: str) -> None:
        """Expect that the app logs this error."""
        self.expected.append(text)

    def list_unexpected(self) -> list[str]:
        """Return unexpected errors, and expected ones that were not logged."""
        missing = [text for text in self.expected if not any(text in logged for logged in self.errors)]
        surprising = [logged for logged in self.errors if not any(text in logged for text in self.expected)]
        return surprising + [f"Never logged: {text}" for text in missing]

    def page(self, path: str | None = None) -> Page:
        """Open a path of the shop, or another URL."""
        page = self.context.new_page()
        if path is not None and path.startswith("/"):
            go_to(page, path)
        elif path is not None:
            page.goto(path)
        return page


def go_to(page: Page, path: str) -> None:
    """Open a path and wait until the app has started; before, clicks may be lost."""
    page.goto(path)
    page.locator("html[data-ready]").wait_for(state="attached")


def in_tabs(tabs: list[Page], paths: list[str]) -> Iterator[tuple[Page, str]]:
    """Open the paths in several tabs at the same time, because loading a page is mostly waiting."""
    for first in range(0, len(paths), len(tabs)):
        opened = list(zip(tabs, paths[first:], strict=False))
        for page, path in opened:
            page.goto(path, wait_until="commit")
        yield from opened


@pytest.fixture
def visit(browser: Browser, shop: RunningShop) -> Iterator[Callable[..., Visit]]:
    """Open a browser: `visit(PHONE)`, or `visit(DESK, account=…, cart=…)` with a signed-in user and a cart.

    Unexpected errors in its console fail the test.
    """
    visits: list[Visit] = []

    def open_browser(
        size: dict[str, int] = DESK,
        *,
        at: RunningShop = shop,
        account: Account | None = None,
        cart: dict[str, Any] | None = None,
        **options: Any,
    ) -> Visit:
        visits.append(Visit(browser, at, size, storage_state=storage_state_of(at, account, cart), **options))
        return visits[-1]

    yield open_browser
    for each in visits:
        each.context.close()
    assert [complaint for each in visits for complaint in each.list_unexpected()] == []


@pytest.fixture(scope="session")
def consistency_checker(shop: RunningShop) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.e2e.journeys.consistency_checker"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, env=shop.environment, text=True, **pipes) as process:
        yield process
        process.stdin.close()


@pytest.fixture(autouse=True)
def check_consistency(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run the consistency checks after each test."""
    if "shop" not in request.fixturenames:
        yield
        return
    consistency_checker = request.getfixturevalue("consistency_checker")
    yield
    consistency_checker.stdin.write("check\n")
    consistency_checker.stdin.flush()
    assert json.loads(consistency_checker.stdout.readline()) == []


def new_event(shop: RunningShop, **fields: Any) -> dict[str, Any]:
    """Publish an event a week ahead. Return it as the API does."""
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + fields.pop("ahead", timedelta(days=7))
    defaults = {
        "name": f"Event {uuid4().hex[:6]}",
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


def next_event(shop: RunningShop, **fields: Any) -> dict[str, Any]:
    """Publish an event that begins before those of other tests, and so is first on the pages that list what is next."""
    start = datetime.now(UTC) + timedelta(minutes=5)
    times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
    return new_event(shop, **times | fields)


@pytest.fixture
def soon(shop: RunningShop) -> Iterator[dict[str, Any]]:
    """An event that begins before those of other tests. Hidden afterward, because the page has only eight dates."""
    event = next_event(shop)
    yield event
    shop.as_staff().ask("POST", f"/api/products/{event['_id']}/archive", {})


def new_series(shop: RunningShop, dates: int, **fields: Any) -> dict[str, Any]:
    """Publish a weekly event with this number of dates, the first in eight days."""
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(days=8)
    end = start + timedelta(days=7 * (dates - 1), hours=1)
    pattern = {"recurringInterval": "weekly", "endDate": end.isoformat()}
    return new_event(shop, ahead=timedelta(days=8), isRecurring=True, recurringPattern=pattern, **fields)


def on_date(series: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the series with the start time of one of its dates, as in carts and orders."""
    return series | {"startTime": series["occurrences"][number]["startTime"]}


def new_address() -> str:
    return f"{uuid4().hex[:10]}@example.com"


unused_accounts: dict[str, list[Account]] = {}  # by the shop's URL


def new_account(shop: RunningShop, first_name: str = "Ana", last_name: str = "Diaz") -> Account:
    """Create an account. Those of Ana Diaz are created in bulk with one password hash, because hashing is slow."""
    if (first_name, last_name) != ("Ana", "Diaz"):
        return register_account(shop, first_name, last_name)
    unused = unused_accounts.setdefault(shop.url, [])
    if not unused:
        for client in shop.crowd(24 if shop.seed else 3, first_name, last_name):
            user = client.call("GET", "/api/users/profile").json()
            unused.append(Account(user["email"], user, client.http.cookies["sessionid"]))
    return unused.pop()


def register_account(shop: RunningShop, first_name: str, last_name: str) -> Account:
    email, client = new_address(), shop.client()
    about = {"email": email, "password": PASSWORD, "firstName": first_name, "lastName": last_name}
    user = client.ask("POST", "/api/users", about)
    return Account(email, user, client.http.cookies["sessionid"])


def staff_account(shop: RunningShop) -> Account:
    client = shop.as_staff()
    return Account(STAFF["email"], client.call("GET", "/api/users/profile").json(), client.http.cookies["sessionid"])


def new_cart(*wanted: tuple[dict[str, Any], int], address: dict[str, str] | None = None) -> dict[str, Any]:
    """Return a cart as the browser stores it: `new_cart((event, 2))`. The default address is ADDRESS."""
    items = [
        {key: event[key] for key in ("_id", "name", "image", "price")}
        | {"bookings": [{"bookingDate": event["startTime"], "reservationSeats": {"qty": seats}}]}
        for event, seats in wanted
    ]
    return {"cartItems": items, "billingAddress": {}, "shippingAddress": ADDRESS if address is None else address}


def storage_state_of(shop: RunningShop, account: Account | None, cart: dict[str, Any] | None) -> dict[str, Any]:
    """Return Playwright's storage state with a sign-in and a cart."""
    values = {"userInfo": account and account.user, "cart": cart}
    stored = [{"name": key, "value": json.dumps(value)} for key, value in values.items() if value is not None]
    cookie = {"name": "sessionid", "domain": "127.0.0.1", "path": "/", "httpOnly": True, "secure": False}
    cookies = [cookie | {"value": account.session, "sameSite": "Lax", "expires": -1}] if account else []
    return {"cookies": cookies, "origins": [{"origin": shop.url, "localStorage": stored}]}


def book(shop: RunningShop, account: Account, event: dict[str, Any], seats: int, *, pay: bool = True) -> dict[str, Any]:
    """Place an order through the API, and pay it as a test order unless `pay` is false."""
    client = Client(shop.url, session=account.session)
    order = {"orderItems": new_cart((event, seats))["cartItems"], "shippingAddress": ADDRESS}
    placed: dict[str, Any] = client.ask("POST", "/api/orders", order)
    if pay:
        client.ask("PUT", f"/api/orders/{placed['_id']}/pay", {"test": True})
    return placed


def pay_at_paypal(
    shop: RunningShop, account: Account, *events: tuple[dict[str, Any], int], gift: float = 0
) -> dict[str, Any]:
    """Place an order for several events, perhaps with a gift, and pay it through the simulator."""
    buyer = Shopper(shop, Client(shop.url, session=account.session))
    wanted = {"orderItems": new_cart(*events)["cartItems"], "giftPrice": gift}
    order: dict[str, Any] = buyer.client.ask("POST", "/api/orders", wanted)
    paypal_order_id = buyer.open_at_paypal(order)
    buyer.approve(paypal_order_id)
    buyer.pay(order, paypal_order_id)
    return order


def new_seat_link(shop: RunningShop, buyer: Account, order: dict[str, Any]) -> str:
    """Give a seat of an order with one date away. Return the path of the link for a friend."""
    client = Client(shop.url, session=buyer.session)
    (booking,) = client.ask("GET", f"/api/orders/{order['_id']}")["orderItems"][0]["bookings"]
    (link,) = client.ask("POST", f"/api/bookings/{booking['_id']}/links", {"count": 1})["links"]
    return urlsplit(link["url"]).path


def claim_seat(shop: RunningShop, buyer: Account, order: dict[str, Any], first_name: str = "Sam") -> str:
    """Let a friend take a seat of an order with one date. Return the path of the friend's ticket."""
    claimed = shop.client().ask("POST", f"/api{new_seat_link(shop, buyer, order)}", {"firstName": first_name})
    return urlsplit(claimed["ticketUrl"]).path
