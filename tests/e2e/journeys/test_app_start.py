"""The first visit: its size, when the app starts, failures, and preloaded requests."""

import re

import pytest
from playwright.sync_api import expect

from charityshop.spa.routes import ORDER_LOG
from tests.e2e.journeys.conftest import DESK, PHONE, book, go_to, new_account, new_event, staff_account
from tests.e2e.journeys.steps import heading

MAIN = re.compile(r"/assets/main-[^/]*\.js$")


@pytest.mark.parametrize("path", ["/", "/cart"], ids=["drawn", "frame"])
def test_the_page_shows_a_message_when_scripts_fail_to_load(visit, shop, path):
    visited = visit(PHONE, at=shop)
    if path == "/":
        visited.expect_error("Failed to fetch dynamically imported module")
    page = visited.page()
    page.route(MAIN, lambda route: route.abort())
    page.goto(path)
    alert = page.get_by_role("alert").filter(has_text="didn't finish loading")
    expect(alert).to_be_visible()

    page.unroute(MAIN)
    alert.get_by_role("link", name="try again").click()
    page.locator("html[data-ready]").wait_for(state="attached")

    expect(alert).to_be_hidden()


def test_the_first_api_call_is_made_once_and_before_the_app_starts(shop, visit):
    """The preload in the head and the app's request must be identical."""
    account, staff = new_account(shop), staff_account(shop)
    order = book(shop, account, new_event(shop), seats=1)
    for who, path, call in (
        (account, f"/order/{order['_id']}", f"/api/orders/{order['_id']}"),
        (account, "/", "/api/orders/next"),
        (staff, "/admin/products", "/api/products?pageNumber=1&sortField=nextStartTime&sortOrder=asc"),
        (staff, "/admin/users/2", "/api/users?pageNumber=2"),
        (staff, "/admin/orders", "/api/orders/attention"),
        (staff, "/admin/orders/2", f"/api/orders?{ORDER_LOG.format(number=2)}"),
    ):
        page = visit(PHONE, account=who).page()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url.removeprefix(shop.url)))

        go_to(page, path)
        page.wait_for_load_state("networkidle")

        assert asked.count(call) == 1
        assert asked.index(call) < asked.index("/api/users/profile")


@pytest.mark.parametrize("way", ["by a link", "by Back", "by Back from another site"])
def test_a_date_that_was_canceled_meanwhile_is_not_booked_on_a_page_that_a_visitor_comes_back_to(shop, visit, way):
    event = new_event(shop)
    page = visit(PHONE).page(f"/search/{event['name']}/page/1")
    rsvp = page.get_by_role("link", name=re.compile("^RSVP"))
    rsvp.click()
    expect(page.get_by_role("button", name="Add to Cart")).to_be_visible()
    if way == "by a link":
        page.go_back()
        page.wait_for_load_state("networkidle")
    else:
        page.reload()  # with first data
        page.goto("about:blank" if "another" in way else "/about")

    shop.as_staff().ask("POST", f"/api/products/{event['_id']}/snooze", {"startTime": event["startTime"]})
    if way == "by a link":
        rsvp.click()
    else:
        page.go_back()

    expect(page.get_by_text(re.compile("is canceled"))).to_be_visible()
    expect(page.get_by_role("button", name="Add to Cart")).to_be_hidden()


@pytest.mark.parametrize("elsewhere", ["/about", "about:blank"])
def test_home_shows_no_event_that_was_taken_off_before_a_visitor_comes_back_to_it(shop, visit, soon, elsewhere):
    page = visit(DESK).page("/")
    hero = page.get_by_role("region", name=re.compile("^Welcome to"))
    expect(hero.get_by_role("heading", name=soon["name"])).to_be_visible()
    page.goto(elsewhere)

    shop.as_staff().ask("POST", f"/api/products/{soon['_id']}/archive", {})
    page.go_back()
    page.locator("html[data-ready]").wait_for(state="attached")

    expect(hero.get_by_role("heading", name=soon["name"])).to_be_hidden()


LOG_HEADINGS = """() => {
  window.headings = []
  const log = () => window.headings.push(document.querySelector("h1")?.textContent)
  new MutationObserver(log).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""


def test_an_offline_page_loads_once_the_connection_is_back(shop, visit):
    event = new_event(shop)
    here = visit(PHONE)
    here.expect_error("A page failed.")
    page = here.page(f"/search/{event['name']}/page/1")
    here.context.set_offline(True)

    page.get_by_role("main").get_by_role("link", name=f"RSVP for {event['name']}").first.click()

    expect(heading(page, "This page needs a connection.")).to_be_visible()
    expect(page.get_by_text("It reloads automatically when you're back online.")).to_be_visible()
    page.evaluate(LOG_HEADINGS)
    page.route("**/healthz", lambda route: route.abort())  # devices report to be online before requests work
    with page.expect_event("requestfailed"):
        here.context.set_offline(False)
    expect(heading(page, "This page needs a connection.")).to_be_visible()
    assert page.evaluate("window.headings.filter((words) => words?.includes('broke'))") == []
    page.unroute("**/healthz")
    expect(heading(page, event["name"])).to_be_visible()
