"""What is on the screen stays where it is while the rest of the page arrives."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import PHONE, Visit, a_cart, a_night, a_person, a_series, book, in_tabs, staff_of

pytestmark = pytest.mark.browser

MOST_SHIFT = 0.02  # of the screen, times how far of it; a tenth is what people begin to mind
LATENCY = 200  # milliseconds for every call, so that each state of a page is painted before the next
TABS = 4
LAPTOP = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
WATCH = """() => {
  const nameOf = ({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML ?? "something").slice(0, 120)
  window.jumps = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.jumps.push({ value, moved: sources.map(nameOf) })
  }).observe({ type: "layout-shift", buffered: true })
}"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"


def jumps_of(page: Page, path: str) -> list[str]:
    """What moved by itself until the page was all there, where it was more than a little."""
    expect(page.locator("html[data-ready]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-waiting]")).to_have_count(0)
    page.evaluate(PAINTED)
    jumps: list[dict[str, Any]] = page.evaluate("window.jumps")
    if sum(jump["value"] for jump in jumps) <= MOST_SHIFT:
        return []
    return [f"{path} by {jump['value']:.3f}: {jump['moved']}" for jump in jumps]


def slow_tab(here: Visit) -> Page:
    page = here.page()
    page.add_init_script(f"({WATCH})()")
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    line = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    tools.send("Network.emulateNetworkConditions", line)
    return page


def all_jumps(here: Visit, paths: list[str]) -> list[str]:
    tabs = [slow_tab(here) for _ in range(TABS)]
    return [jump for page, path in in_tabs(tabs, paths) for jump in jumps_of(page, path)]


@SIZES
def test_nothing_jumps_while_a_visitors_pages_arrive(shop, visit, size):
    series, single, person = a_series(shop, 3), a_night(shop), a_person(shop)
    paid, held = book(shop, person, single, seats=2), book(shop, person, single, seats=1, pay=False)
    here = visit(size, person=person, cart=a_cart((series, 2), (single, 1)))
    orders = [f"/order/{order['_id']}" for order in (paid, held)]

    found = all_jumps(here, ["/", f"/product/{series['_id']}", "/page/1", "/cart", *orders])

    assert found == []


@SIZES
def test_nothing_jumps_while_staffs_pages_arrive(shop, visit, size):
    series, person = a_series(shop, 3), a_person(shop)
    order = book(shop, person, series, seats=2)
    here = visit(size, person=staff_of(shop))
    event = f"/admin/product/{series['_id']}"
    forms = [f"{event}/edit", f"{event}/guests", f"/admin/user/{person.user['_id']}/edit", f"/order/{order['_id']}"]
    lists = ["/admin/products", "/admin/users", "/admin/orders", f"/admin/orders?product={series['_id']}"]

    found = all_jumps(here, [*lists, *forms])

    assert found == []
