"""Who has set the browser's text to twice its size reads every page without scrolling sideways, on a phone too."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, a_cart, a_night, a_person, book, go_to, remembered, staff_of
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.e2e.journeys.test_every_page import OUTSIDE
from tests.support.browser import find_browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def large_text(browser: Browser) -> Iterator[Browser]:
    twice = "--blink-settings=defaultFontSize=32"
    args = ["--no-sandbox", "--disable-gpu", twice]
    started = browser.browser_type.launch(executable_path=find_browser(), args=args)
    yield started
    started.close()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_twice_the_text_needs_no_scrolling_sideways(shop, large_text, size):
    name = "Wednesday Standard and Stouts"
    night, other, person = a_night(shop, name=name), a_night(shop), a_person(shop, last_name="Featherstonehaugh")
    cart = a_cart((night, 2), (other, 1))
    order, profile = f"/order/{book(shop, person, night, seats=2)['_id']}", f"/user/{person.user['_id']}/"
    event, editor = f"/product/{night['_id']}", f"/admin/product/{night['_id']}"
    looks = [
        (None, [*OUTSIDE, event]),
        (person, ["/checkout/", order, profile]),
        (
            staff_of(shop),
            ["/admin/products", f"{editor}/edit", f"{editor}/guests", "/admin/users", "/admin/orders", order],
        ),
    ]

    for who, paths in looks:
        storage = remembered(shop, who, cart)
        page = (visit := Visit(large_text, shop, size, storage_state=storage, reduced_motion="reduce")).page()
        for path in paths:
            go_to(page, path)
            wait_for_everything(page)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
            expect_no_sideways_scrolling(page)
        visit.context.close()
