"""What is measured, and what is asked of it."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import BrowserContext

from tests.e2e.journeys.conftest import Person, a_cart, a_person, book, staff_of
from tests.support.servers.running_shop import RunningShop

SPEED = {"performance": 95}
RIGHT = {"accessibility": 100, "best-practices": 100}
FOUND = {"seo": 100}  # of pages for everybody; the others ask search engines to stay away
SLOWEST_TAP = 100  # milliseconds
LARGEST_PAINT = 1.6  # seconds, on slow 4G with a slow processor
MOST_SHIFT = 0.02


@dataclass(frozen=True)
class Measured:
    """One page; `who` is signed in there, with something in the cart."""

    name: str
    path: str
    goals: dict[str, int]
    who: str = ""


def pages_of(shop: RunningShop) -> tuple[list[Measured], dict[str, Any]]:
    """The pages, and what the browser of each who remembers."""
    night = next(row for row in dates_of(shop) if row["isRecurring"] and row["image"] and row["countInStock"] > 3)
    buyer, staff = a_person(shop), staff_of(shop)
    order = book(shop, buyer, night, seats=2)
    public, private = SPEED | RIGHT | FOUND, SPEED | RIGHT
    pages = [
        Measured("Home", "/", public),
        Measured("Event", f"/product/{night['_id']}", public),
        Measured("List of events", "/page/1", public),
        Measured("Cart", "/cart", private, "buyer"),
        Measured("Checkout", "/checkout/", {"performance": 80} | RIGHT, "buyer"),
        Measured("Order", f"/order/{order['_id']}", private, "buyer"),
        Measured("Admin: Events", "/admin/products", private, "staff"),
        Measured("Admin: Orders", "/admin/orders", private, "staff"),
        Measured("Admin: Users", "/admin/users", private, "staff"),
    ]
    return pages, {"buyer": (buyer, a_cart((night, 2))), "staff": (staff, None), "": (None, None)}


def dates_of(shop: RunningShop) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = shop.client().call("GET", "/api/products/all").json()
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [row for row in rows if row["startTime"] > now]


def become(context: BrowserContext, shop: RunningShop, person: Person | None, cart: dict[str, Any] | None) -> None:
    """From now on the browser is this person's, or nobody's."""
    context.clear_cookies()
    page = context.new_page()
    page.goto(f"{shop.url}/about")
    page.evaluate("localStorage.clear()")
    kept = {"userInfo": person and person.user, "cart": cart}
    for key, value in kept.items():
        if value is not None:
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)])
    if person:
        context.add_cookies([{"name": "sessionid", "value": person.session, "url": shop.url}])
    page.close()
