"""Navigation while the device is offline."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys.conftest import PHONE, new_event
from tests.e2e.journeys.steps import heading

pytestmark = pytest.mark.browser

LOG_HEADINGS = """() => {
  window.headings = []
  const log = () => window.headings.push(document.querySelector("h1")?.textContent)
  new MutationObserver(log).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""


def open_an_event(page: Page, event: dict[str, str]) -> None:
    page.get_by_role("main").get_by_role("link", name=f"RSVP for {event['name']}").first.click()


def test_an_offline_page_loads_once_the_connection_is_back(shop, visit):
    event = new_event(shop)
    here = visit(PHONE)
    here.expect_error("A page failed.")
    page = here.page(f"/search/{event['name']}/page/1")
    here.context.set_offline(True)

    open_an_event(page, event)

    expect(heading(page, "This page needs a connection.")).to_be_visible()
    expect(page.get_by_text("It reloads automatically when you're back online.")).to_be_visible()
    page.evaluate(LOG_HEADINGS)
    unreached = iter([True])  # devices report to be online before requests work

    def reach(route: Route) -> None:
        route.abort() if next(unreached, False) else route.continue_()

    page.route("**/healthz", reach)
    with page.expect_event("requestfailed"):
        here.context.set_offline(False)
    expect(heading(page, "This page needs a connection.")).to_be_visible()
    assert page.evaluate("window.headings.filter((words) => words?.includes('broke'))") == []
    expect(heading(page, event["name"])).to_be_visible()
