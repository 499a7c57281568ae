"""Pages don't shift while they load."""

import time
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys.conftest import (
    PHONE,
    Account,
    Visit,
    book,
    in_tabs,
    new_account,
    new_cart,
    new_event,
    new_series,
    staff_account,
)
from tests.e2e.journeys.open_door import OpenDoor
from tests.support.servers.running_shop import Client, RunningShop

MAX_SHIFT = 0.02  # cumulative layout shift; users notice 0.1
LATENCY = 200  # milliseconds per API call, so that each loading state is painted
TABS = 4
LAPTOP = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
WATCH = """() => {
  const nameOf = ({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML ?? "something").slice(0, 120)
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, moved: sources.map(nameOf) })
  }).observe({ type: "layout-shift", buffered: true })
}"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"


def get_layout_shifts(page: Page, path: str, most: float) -> list[str]:
    """Return the layout shifts while the page loads, unless together they are small."""
    expect(page.locator("html[data-ready]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-waiting]")).to_have_count(0)
    page.evaluate(PAINTED)
    shifts: list[dict[str, Any]] = page.evaluate("window.shifts")
    if sum(shift["value"] for shift in shifts) <= most:
        return []
    return [f"{path} by {shift['value']:.3f}: {shift['moved']}" for shift in shifts]


def slow_tab(here: Visit) -> Page:
    page = here.page()
    page.add_init_script(f"({WATCH})()")
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    line = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    tools.send("Network.emulateNetworkConditions", line)
    return page


def get_all_layout_shifts(here: Visit, paths: list[str], most: float = MAX_SHIFT) -> list[str]:
    tabs = [slow_tab(here) for _ in range(TABS)]
    return [shift for page, path in in_tabs(tabs, paths) for shift in get_layout_shifts(page, path, most)]


@SIZES
def test_pages_of_visitors_do_not_shift_while_loading(shop, visit, size):
    series, single, account = new_series(shop, 3), new_event(shop), new_account(shop)
    paid, held = book(shop, account, single, seats=2), book(shop, account, single, seats=1, pay=False)
    book(shop, account, new_event(shop, ahead=timedelta(hours=2)), seats=1)  # on top of home and profile
    shop.as_staff().ask("POST", "/api/giving/goals", {"title": "Tables", "product": series["_id"], "target": 900})
    here = visit(size, account=account, cart=new_cart((series, 2), (single, 1)))
    paths = ["/", f"/user/{account.user['_id']}/", f"/product/{series['_id']}", "/page/1", "/cart", "/checkout/"]
    paths += ["/give", "/ledger", "/about", *(f"/order/{order['_id']}" for order in (paid, held))]

    assert get_all_layout_shifts(here, paths) == []


@SIZES
def test_the_page_of_a_full_date_does_not_shift_while_loading(shop, visit, size):
    series, single = new_series(shop, 3, maximumEventCapacity=1), new_event(shop, maximumEventCapacity=1)
    start, offered = series["occurrences"][0]["startTime"], new_account(shop)
    for full in (series | {"startTime": start}, single):
        order = book(shop, new_account(shop), full, seats=1)
        offer_the_seat(shop, order, full, offered)
    paths = [f"/product/{series['_id']}?rsvpDate={start}", f"/product/{single['_id']}", f"/product/{series['_id']}"]

    waiting = new_account(shop)
    Client(shop.url, session=waiting.session).ask(
        "POST", "/api/waiting", {"product": series["_id"], "bookingDate": start, "seats": 1}
    )
    for account in (new_account(shop), None, waiting, offered):
        here = visit(size, account=account)
        here.context.route("**/api/waiting", answer_late)
        assert get_all_layout_shifts(here, paths) == []
    page = visit(size, account=offered).page(paths[0])
    expect(page.get_by_text("1 held for you").first).to_be_visible()
    for account in (new_account(shop), None):
        assert get_shifts_by_choosing(visit(size, account=account), paths[2], start) == []


def get_shifts_by_choosing(here: Visit, path: str, start: str) -> list[str]:
    """Choose the date before the chosen one, whose seats are counted long after that."""
    page = slow_tab(here)
    page.goto(path)
    dates = page.get_by_label("Reservation Date")
    assert get_layout_shifts(page, path, MAX_SHIFT) == []
    expect(dates).not_to_have_value(start)
    page.route("**/api/bookings?*", answer_late)
    page.evaluate("window.shifts = []")
    dates.press("ArrowUp")
    expect(dates).to_have_value(start)
    return get_layout_shifts(page, f"{path} by choosing {start}", MAX_SHIFT / 10)  # what moves is small


def answer_late(route: Route) -> None:
    """Answer long after the page has drawn the rest."""
    time.sleep(0.7)
    route.continue_()


def offer_the_seat(shop: RunningShop, order: dict[str, Any], full: dict[str, Any], offered: Account) -> None:
    """Return an order's seat while somebody waits for it."""
    wanted = {"product": full["_id"], "bookingDate": full["startTime"], "seats": 1}
    Client(shop.url, session=offered.session).ask("POST", "/api/waiting", wanted)
    shop.as_staff().ask("POST", f"/api/orders/{order['_id']}/refund", {"reason": "Ill"})


@SIZES
def test_pages_of_staff_do_not_shift_while_loading(shop, visit, size):
    event = OpenDoor(shop, others=8).event
    guests = f"/admin/product/{event['_id']}/guests"

    here = visit(size, account=staff_account(shop))
    order = book(shop, new_account(shop), new_event(shop), seats=1)
    paths = ["/admin", guests, f"{guests}/door", "/admin/orders", "/admin/products", f"/order/{order['_id']}"]
    assert get_all_layout_shifts(here, paths, most=MAX_SHIFT / 2) == []  # longer names would move by more
