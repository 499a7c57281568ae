"""Every field that takes a text holds texts that want to be more, and every page is opened with them: nothing runs."""

import os
from itertools import cycle, islice
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import (
    DESK,
    PASSWORD,
    Person,
    a_cart,
    a_night,
    a_person,
    in_tabs,
    new_address,
    staff_of,
)
from tests.security.attacks import payloads
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.waiting import eventually

pytestmark = pytest.mark.browser

EVERY_PAYLOAD = bool(os.environ.get("SECURE_FULL"))  # set by `make secure`
FEW = 3  # nights, otherwise; each field of each holds other payloads
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


def hostile_nights(shop: RunningShop) -> list[dict[str, Any]]:
    """As many as it takes for every payload to have been in every field that has room for it."""
    texts = {field: payloads.chunks(limit) for field, limit in (LIMITS | PLACE).items()}
    number = max(map(len, texts.values())) if EVERY_PAYLOAD else FEW
    fields = {field: list(islice(cycle(found), number)) for field, found in texts.items()}
    return [
        a_night(shop, **{field: row[index][: (LIMITS | PLACE)[field]] for field, row in fields.items()})
        for index in range(number)
    ]


def hostile_buyer(shop: RunningShop, nights: list[dict[str, Any]]) -> tuple[Person, str]:
    """A buyer whose names and address are hostile too, and the id of their order."""
    first, last, *_ = payloads.chunks(150)
    person = a_person(shop, first_name=first[:150], last_name=last[:150])
    address = dict(zip(ADDRESS_PARTS, islice(cycle(payloads.chunks(200)), len(ADDRESS_PARTS)), strict=True))
    buyer = Client(shop.url, session=person.session)
    order = {"orderItems": a_cart((nights[0], 1), (nights[1], 2))["cartItems"], "shippingAddress": address}
    placed = buyer.call("POST", "/api/orders", order | {"billingAddress": address})
    assert placed.status_code == 201, placed.text
    buyer.call("PUT", f"/api/orders/{placed.json()['_id']}/pay", {"test": True}).raise_for_status()
    return person, str(placed.json()["_id"])


def test_nothing_runs_on_any_page_and_no_policy_has_to_stop_it(shop: RunningShop, visit: Any) -> None:
    nights = hostile_nights(shop)
    person, order = hostile_buyer(shop, nights)
    cart = a_cart(*((night, 1) for night in nights[:3]))
    reports = lines_about_the_policy(shop)
    here = visit(DESK, person=staff_of(shop), cart=cart, reduced_motion="reduce")
    here.context.add_init_script(WATCH)
    page, *others = [here.page() for _ in range(TABS)]

    for tab, path in in_tabs([page, *others], [*pages_of_everybody(nights), *pages_of_staff(nights, person, order)]):
        look_at(tab, path)

    here.expect_complaint("Content Security Policy")
    page.goto("/about")
    page.evaluate(PROBE)
    assert page.evaluate("document.documentElement.dataset.ran") is None  # the policy is on
    assert page.evaluate("window.stopped.length") == 1  # and would have been heard
    wait_for_lines(shop, len(reports) + 1)
    (of_the_probe,) = lines_about_the_policy(shop)[len(reports) :]
    assert "script-src-elem blocked inline on ^about/?$" in of_the_probe


def look_at(page: Page, path: str) -> None:
    if "/admin-console/" not in path and not path.startswith("/embed"):
        expect(page.locator("html[data-ready]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.dataset.ran") is None, path
    assert page.evaluate("window.stopped") == [], path


def pages_of_everybody(nights: list[dict[str, Any]]) -> list[str]:
    words = quote(payloads.IN_HTML[0], safe="")
    one_page_of_each = [f"/product/{night['_id']}" for night in nights]
    lists = [f"/page/{number}" for number in range(1, 2 + len(nights) // 10)]
    return ["/", *lists, f"/search/{words}/page/1", *one_page_of_each, "/cart", "/checkout/", "/embed/events"]


def pages_of_staff(nights: list[dict[str, Any]], person: Person, order: str) -> list[str]:
    night, who = nights[0]["_id"], person.user["_id"]
    console = ["events/event", "orders/order", "orders/orderline", "bookings/booking", "accounts/user",
               "charityshop/outgoingmail", "auditlog/logentry"]  # fmt: skip
    return [
        f"/order/{order}", f"/user/{who}", "/admin/products", f"/admin/product/{night}/edit",
        f"/admin/product/{night}/guests", "/admin/users", f"/admin/user/{who}/edit", "/admin/orders",
        *(f"/admin-console/{table}/" for table in console),
    ]  # fmt: skip


def lines_about_the_policy(shop: RunningShop) -> list[str]:
    written = (shop.folder / "server.log").read_text().splitlines()
    return [line for line in written if "charityshop.csp" in line]


def wait_for_lines(shop: RunningShop, number: int) -> None:
    """Browsers report when they find the time."""
    eventually(lambda: len(lines_about_the_policy(shop)) >= number)


def test_hostile_people_sign_in_and_see_themselves(shop: RunningShop, visit: Any) -> None:
    texts = payloads.chunks(150)
    for text in texts if EVERY_PAYLOAD else texts[:1]:
        about = {"email": new_address(), "password": PASSWORD, "firstName": text[:150], "lastName": text[:150]}
        client = shop.client()
        made = client.call("POST", "/api/users", about)
        assert made.status_code == 201, made.text
        here = visit(DESK, person=Person(about["email"], made.json(), client.http.cookies["sessionid"]))
        here.context.add_init_script(WATCH)

        path = f"/user/{made.json()['_id']}"
        look_at(here.page(path), path)
