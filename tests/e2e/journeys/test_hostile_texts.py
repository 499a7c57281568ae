"""With hostile texts in all fields, no page runs any of them."""

import os
from itertools import cycle, islice
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK, Account, in_tabs, new_account, new_cart, new_event, staff_account
from tests.security.attacks import payloads
from tests.support.servers.running_shop import Client, RunningShop

EVERY_PAYLOAD = bool(os.environ.get("SECURE_FULL"))
FEW = 3  # events otherwise; each field has another payload
TABS = 4
LIMITS = {"name": 190, "description": 9_000, "category": 100, "cardSet": 100, "format": 100, "brand": 100, "type": 40}
PLACE = {"eventLocation": 290}
ADDRESS_PARTS = ("fName", "lName", "address", "addressSecondary", "city", "state", "postalCode", "country")
WATCH = """
window.ran = () => { document.documentElement.dataset.ran = "yes" }
window.stopped = []
document.addEventListener("securitypolicyviolation", (event) => window.stopped.push(event.violatedDirective))
"""
PROBE = """() => {
  const script = document.createElement("script")
  script.textContent = "ran()"
  document.body.append(script)
}"""


def hostile_events(shop: RunningShop) -> list[dict[str, Any]]:
    """Create enough events for every payload to be in every field that is long enough."""
    texts = {field: payloads.chunks(limit) for field, limit in (LIMITS | PLACE).items()}
    number = max(map(len, texts.values())) if EVERY_PAYLOAD else FEW
    fields = {field: list(islice(cycle(found), number)) for field, found in texts.items()}
    return [
        new_event(shop, **{field: row[index][: (LIMITS | PLACE)[field]] for field, row in fields.items()})
        for index in range(number)
    ]


def hostile_buyer(shop: RunningShop, events: list[dict[str, Any]]) -> tuple[Account, str]:
    """Create a buyer with hostile names and address. Return the account and the ID of an order."""
    first, last, *_ = payloads.chunks(150)
    account = new_account(shop, first_name=first[:150], last_name=last[:150])
    address = dict(zip(ADDRESS_PARTS, islice(cycle(payloads.chunks(200)), len(ADDRESS_PARTS)), strict=True))
    buyer = Client(shop.url, session=account.session)
    order = {"orderItems": new_cart((events[0], 1), (events[1], 2))["cartItems"], "shippingAddress": address}
    placed = buyer.ask("POST", "/api/orders", order | {"billingAddress": address})
    buyer.ask("PUT", f"/api/orders/{placed['_id']}/pay", {"test": True})
    return account, str(placed["_id"])


def test_hostile_texts_run_nowhere_and_cause_no_csp_violations(shop: RunningShop, visit: Any) -> None:
    events = hostile_events(shop)
    account, order = hostile_buyer(shop, events)
    cart = new_cart(*((event, 1) for event in events[:3]))
    here = visit(DESK, account=staff_account(shop), cart=cart, reduced_motion="reduce")
    here.context.add_init_script(WATCH)
    page, *others = [here.page() for _ in range(TABS)]

    for tab, path in in_tabs([page, *others], [*list_public_pages(events), *list_staff_pages(events, account, order)]):
        check_page(tab, path)

    here.expect_error("Content Security Policy")
    page.goto("/about")
    page.evaluate(PROBE)
    assert page.evaluate("document.documentElement.dataset.ran") is None  # the policy applies
    assert page.evaluate("window.stopped.length") == 1  # and violations are recorded


def check_page(page: Page, path: str) -> None:
    if "/admin-console/" not in path and not path.startswith("/embed"):
        expect(page.locator("html[data-ready]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.dataset.ran") is None, path
    assert page.evaluate("window.stopped") == [], path


def list_public_pages(events: list[dict[str, Any]]) -> list[str]:
    payload = quote(payloads.IN_HTML[0], safe="")
    one_page_of_each = [f"/product/{event['_id']}" for event in events]
    lists = [f"/page/{number}" for number in range(1, 2 + len(events) // 10)]
    return ["/", *lists, f"/search/{payload}/page/1", *one_page_of_each, "/cart", "/checkout/", "/embed/events"]


def list_staff_pages(events: list[dict[str, Any]], account: Account, order: str) -> list[str]:
    event, who = events[0]["_id"], account.user["_id"]
    console = (
        "events/event", "orders/order", "orders/orderline", "bookings/booking", "accounts/user",
        "outbox/outgoing", "auditlog/logentry",
    )  # fmt: skip
    return [
        *(f"/order/{order}", f"/user/{who}", "/admin", "/admin/products", "/admin/users", "/admin/orders"),
        *(f"/admin/product/{event}/{name}" for name in ("edit", "guests", "message")),
        f"/admin/user/{who}/edit",
        *(f"/admin-console/{table}/" for table in console),
    ]
