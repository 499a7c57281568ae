"""Names without a place to break a line stay within the screen."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import book, new_account, new_cart, new_event, staff_account
from tests.e2e.journeys.door_screens import EveryTicket, show_screens
from tests.e2e.journeys.steps import expect_no_sideways_scrolling

pytestmark = pytest.mark.browser

WIDTHS = (320, 720)
LONG = "W" * 64


@pytest.fixture(scope="module")
def event(shop):
    return new_event(shop, name=LONG + "W" * 26, category=LONG, cardSet=LONG, eventLocation=LONG)


def assert_no_page_scrolls_sideways(pages, width):
    too_wide = {}
    for path, page in pages.items():
        page.wait_for_load_state("networkidle")
        assert LONG[:40] in page.content(), f"{path} shows a long name"
        scrolled = page.evaluate("document.documentElement.scrollWidth")
        if scrolled > width:
            too_wide[path] = scrolled
    assert too_wide == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_visitors_never_scroll_sideways(visit, shop, event, width):
    browser = visit({"width": width, "height": 844}, cart=new_cart((event, 2)))
    paths = ("/search/WWWW/page/1", f"/product/{event['_id']}", "/cart")

    assert_no_page_scrolls_sideways({path: browser.page(path) for path in paths}, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_buyers_never_scroll_sideways(visit, shop, event, width):
    account = new_account(shop, LONG[:60], LONG[:60])
    order = book(shop, account, event, 1)
    browser = visit({"width": width, "height": 844}, account=account, cart=new_cart((event, 2)))
    paths = ("/checkout", f"/order/{order['_id']}")

    assert_no_page_scrolls_sideways({path: browser.page(path) for path in paths}, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_emails_never_scroll_sideways(visit, shop, event, width):
    account = new_account(shop, LONG[:60], LONG[:60])
    book(shop, account, event, 1)
    shop.manage("upkeep")
    sent = f"SELECT html FROM charityshop_outgoingmail WHERE kind = 'order_paid' AND \"to\" = '{account.email}'"
    ((html,),) = shop.rows(sent)
    page = visit({"width": width, "height": 844}).context.new_page()

    page.set_content(re.sub("<img[^>]*>", "", html))  # images are attachments

    expect(page.get_by_text(LONG[:40]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", WIDTHS)
def test_staff_never_scroll_sideways(visit, shop, event, width):
    order = book(shop, new_account(shop, LONG[:60], LONG[:60]), event, 1)
    browser = visit({"width": width, "height": 844}, account=staff_account(shop))
    paths = (
        "/admin/orders?keyword=WWWW",
        f"/order/{order['_id']}",
        "/admin/users?keyword=WWWW",
        "/admin/products?keyword=WWWW",
        f"/admin/product/{event['_id']}/edit",
        f"/admin/product/{event['_id']}/edit?tab=dates",
        f"/admin/product/{event['_id']}/guests",
        f"/admin/product/{event['_id']}/guests/door",
        f"/admin/product/{event['_id']}/guests/date-changes",
    )

    assert_no_page_scrolls_sideways({path: browser.page(path) for path in paths}, width)


def test_volunteers_never_scroll_sideways(visit, shop):
    door = EveryTicket(shop, LONG[:60], LONG[:60], name=LONG)

    for _, page in show_screens(visit({"width": WIDTHS[0], "height": 844}), door, volunteer=LONG[:40]):
        expect_no_sideways_scrolling(page)
