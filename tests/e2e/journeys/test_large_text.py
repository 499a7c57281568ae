"""Pages need no horizontal scrolling with text of twice the size."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.journeys.accessibility import wait_for_everything
from tests.e2e.journeys.conftest import (
    PHONE,
    Visit,
    book,
    go_to,
    new_account,
    new_cart,
    new_event,
    staff_account,
    storage_state_of,
)
from tests.e2e.journeys.door_screens import EveryTicket, show_screens
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.e2e.journeys.test_page_accessibility import CAUSE, OUTSIDE
from tests.support.browser import find_browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def large_text(browser: Browser) -> Iterator[Browser]:
    twice = "--blink-settings=defaultFontSize=32"
    args = ["--no-sandbox", "--disable-gpu", twice]
    started = browser.browser_type.launch(executable_path=find_browser(), args=args)
    yield started
    started.close()


def test_text_of_twice_the_size_needs_no_horizontal_scrolling(shop, large_text):
    name = "Wednesday Standard and Stouts"
    event, other, account = (
        new_event(shop, name=name),
        new_event(shop),
        new_account(shop, last_name="Featherstonehaugh"),
    )
    cart = new_cart((event, 2), (other, 1))
    order, profile = f"/order/{book(shop, account, event, seats=2)['_id']}", f"/user/{account.user['_id']}/"
    event_path = f"/product/{event['_id']}"
    editors = [
        f"/admin/product/{event['_id']}/{name}"
        for name in ("edit", "edit?tab=dates", "guests", "guests/door", "guests/date-changes", "message")
    ]
    looks = [
        (None, [*OUTSIDE, event_path]),
        (account, ["/checkout/", order, profile]),
        (
            staff_account(shop),
            ["/admin", "/admin/products", *editors, "/admin/users", "/admin/orders", *CAUSE, order],
        ),
    ]

    for who, paths in looks:
        storage = storage_state_of(shop, who, cart)
        page = (visit := Visit(large_text, shop, PHONE, storage_state=storage, reduced_motion="reduce")).page()
        for path in paths:
            go_to(page, path)
            wait_for_everything(page)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
            expect_no_sideways_scrolling(page)
        visit.context.close()


def test_text_of_twice_the_size_fits_on_the_screens_at_the_door(shop, large_text):
    here = Visit(large_text, shop, PHONE, reduced_motion="reduce")
    for _, page in show_screens(here, EveryTicket(shop, "Maximiliana", "Featherstonehaugh")):
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        expect_no_sideways_scrolling(page)
    here.context.close()
