"""The measured pages and their goals."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import BrowserContext

from tests.e2e.journeys.conftest import Account, book, new_account, new_cart, staff_account
from tests.support.servers.running_shop import RunningShop

SPEED = {"performance": 95}
RIGHT = {"accessibility": 100, "best-practices": 100}
FOUND = {"seo": 100}  # only of public pages; the others are not indexed
MAX_TAP = 100  # milliseconds
MAX_LARGEST_PAINT = 1.9  # seconds, on slow 4G with a slow processor
MAX_SHIFT = 0.02
FIRST_VIEWS = ("Home", "Event", "List of events")  # the pages whose first view the server renders


@dataclass(frozen=True)
class Measured:
    """A page to measure. `who` is the key of the signed-in account."""

    name: str
    path: str
    goals: dict[str, int]
    who: str = ""


def pages_of(shop: RunningShop) -> tuple[list[Measured], dict[str, Any]]:
    """Return the pages, and account and cart for each `who`."""
    event = next(row for row in dates_of(shop) if row["isRecurring"] and row["image"] and row["countInStock"] > 3)
    buyer, staff = new_account(shop), staff_account(shop)
    order = book(shop, buyer, event, seats=2)
    public, private = SPEED | RIGHT | FOUND, SPEED | RIGHT
    pages = [
        Measured("Home", "/", public),
        Measured("Event", f"/product/{event['_id']}", public),
        Measured("List of events", "/page/1", public),
        Measured("Cart", "/cart", private, "buyer"),
        Measured("Checkout", "/checkout/", {"performance": 80} | RIGHT, "buyer"),
        Measured("Order", f"/order/{order['_id']}", private, "buyer"),
        Measured("Admin: Events", "/admin/products", private, "staff"),
        Measured("Admin: Orders", "/admin/orders", private, "staff"),
        Measured("Admin: Users", "/admin/users", private, "staff"),
    ]
    return pages, {"buyer": (buyer, new_cart((event, 2))), "staff": (staff, None), "": (None, None)}


def dates_of(shop: RunningShop) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = shop.client().call("GET", "/api/products/all").json()
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [row for row in rows if row["startTime"] > now]


def sign_in_as(
    context: BrowserContext, shop: RunningShop, account: Account | None, cart: dict[str, Any] | None
) -> None:
    """Sign in as this account, or sign out.

    The session comes before the account: an open page that has only the account signs out.
    """
    context.clear_cookies()
    if account:
        context.add_cookies([{"name": "sessionid", "value": account.session, "url": shop.url}])
    page = context.new_page()
    page.goto(f"{shop.url}/about")
    page.evaluate("localStorage.clear()")
    stored = {"userInfo": account and account.user, "cart": cart}
    for key, value in stored.items():
        if value is not None:
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(value)])
    page.close()
