"""People in a real browser: the built bundle, served by gunicorn, PayPal's stand-in beside it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Route, sync_playwright

from tests.browser import find_browser
from tests.running_shop import RunningShop

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
PASSWORD = "a few random words"


@pytest.fixture(scope="session")
def shop() -> Iterator[RunningShop]:
    """One shop with the demo season for all journeys; each journey brings its own people and nights."""
    with RunningShop(seed=True) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_browser()
    assert program, "Install Chromium, or name one: CHROMIUM=/path/to/chrome"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


class Visit:
    """Somebody's browser: pages of one person, and everything the console complained about."""

    def __init__(self, browser: Browser, shop: RunningShop, size: dict[str, int]) -> None:
        self.shop = shop
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=shop.url,
            viewport=size,  # type: ignore[arg-type]
            locale="en-US",
            timezone_id="America/Los_Angeles",
            has_touch=size is PHONE,
        )
        self.context.route("**/*", self.stay_on_this_machine)
        self.context.set_default_timeout(10_000)
        self.context.on("console", self.hear)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def stay_on_this_machine(self, route: Route) -> None:
        if route.request.url.startswith(("http://127.0.0.1:", "data:", "blob:", "about:")):
            route.continue_()
        else:
            self.complaints.append(f"A call to somewhere else: {route.request.url}")
            route.abort()

    def hear(self, message: ConsoleMessage) -> None:
        # A 4xx that the page answers in words is logged by the browser itself; that is no fault of the page.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.complaints.append(message.text)

    def page(self) -> Page:
        return self.context.new_page()


@pytest.fixture
def visit(browser: Browser, shop: RunningShop) -> Iterator[Callable[..., Visit]]:
    """`visit(PHONE)` opens somebody's browser. At the end no console may have complained."""
    visits: list[Visit] = []

    def open_browser(size: dict[str, int] = DESK) -> Visit:
        visits.append(Visit(browser, shop, size))
        return visits[-1]

    yield open_browser
    for each in visits:
        each.context.close()
    assert [complaint for each in visits for complaint in each.complaints] == []


@pytest.fixture(autouse=True)
def books_in_order(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every journey ends with the books checked."""
    yield
    if "shop" in request.fixturenames:
        request.getfixturevalue("shop").check_books()


def a_night(shop: RunningShop, **fields: Any) -> dict[str, Any]:
    """A published night of one's own, a week ahead; `_id`, `name` and `startTime` are what a journey needs."""
    start = (datetime.now(UTC) + timedelta(days=7)).replace(minute=0, second=0, microsecond=0)
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
    return shop.add_night(**defaults | fields)


def new_address() -> str:
    return f"{uuid4().hex[:10]}@example.com"
