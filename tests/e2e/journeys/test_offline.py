"""A device that loses its connection on the way to another page."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys.conftest import DESK, PHONE, a_night
from tests.e2e.journeys.steps import heading

pytestmark = pytest.mark.browser

LOG_HEADINGS = """() => {
  window.headings = []
  const log = () => window.headings.push(document.querySelector("h1")?.textContent)
  new MutationObserver(log).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""


def open_an_event(page: Page, night: dict[str, str]) -> None:
    page.get_by_role("main").get_by_role("link", name=f"RSVP for {night['name']}").first.click()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_page_that_needs_a_connection_says_so_and_comes_by_itself_once_there_is_one(shop, visit, size):
    night = a_night(shop)
    here = visit(size)
    here.expect_complaint("A page failed.")
    page = here.page(f"/search/{night['name']}/page/1")
    here.context.set_offline(True)

    open_an_event(page, night)

    expect(heading(page, "This page needs a connection.")).to_be_visible()
    expect(page.get_by_text("It loads by itself once you are back online.")).to_be_visible()
    page.evaluate(LOG_HEADINGS)
    unreached = iter([True])  # a device is online some time before its network works

    def reach(route: Route) -> None:
        route.abort() if next(unreached, False) else route.continue_()

    page.route("**/healthz", reach)
    with page.expect_event("requestfailed"):
        here.context.set_offline(False)
    expect(heading(page, "This page needs a connection.")).to_be_visible()
    assert page.evaluate("window.headings.filter((words) => words?.includes('broke'))") == []
    expect(heading(page, night["name"])).to_be_visible()
