"""Names without a place to break a line stay within the screen."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import book, in_tabs, new_account, new_cart, new_event, staff_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling

WIDTHS = (320, 720)
SIZE = {"width": WIDTHS[0], "height": 844}
LONG = "W" * 64


@pytest.fixture(scope="module")
def event(shop):
    return new_event(shop, name=LONG + "W" * 26, category=LONG, cardSet=LONG, eventLocation=LONG)


def expect_pages_to_fit(here, *paths):
    tabs = [here.page() for _ in range(2)]
    for page, path in in_tabs(tabs, list(paths)):
        page.wait_for_load_state("networkidle")
        assert LONG[:40] in page.content(), f"{path} shows a long name"
        for width in WIDTHS:
            page.set_viewport_size(SIZE | {"width": width})
            expect_no_sideways_scrolling(page)


def test_visitors_never_scroll_sideways(visit, shop, event):
    here = visit(SIZE, cart=new_cart((event, 2)))

    expect_pages_to_fit(here, "/search/WWWW/page/1", f"/product/{event['_id']}", "/cart")


def test_buyers_never_scroll_sideways(visit, shop, event):
    account = new_account(shop, LONG[:60], LONG[:60])
    order = book(shop, account, event, 1)
    here = visit(SIZE, account=account, cart=new_cart((event, 2)))

    expect_pages_to_fit(here, "/checkout", f"/order/{order['_id']}", f"/user/{account.user['_id']}/")


def test_emails_never_scroll_sideways(visit, shop, event):
    account = new_account(shop, LONG[:60], LONG[:60])
    book(shop, account, event, 1)
    shop.manage("upkeep")
    sent = f"SELECT html FROM charityshop_outgoing WHERE kind = 'order_paid' AND \"to\" = '{account.email}'"
    ((html,),) = shop.rows(sent)
    page = visit(SIZE).context.new_page()

    page.set_content(re.sub("<img[^>]*>", "", html))  # images are attachments

    expect(page.get_by_text(LONG[:40]).first).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size(SIZE | {"width": width})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_staff_never_scroll_sideways(visit, shop, event):
    order = book(shop, new_account(shop, LONG[:60], LONG[:60]), event, 1)
    here = visit(SIZE, account=staff_account(shop))
    lists = [f"/admin/{name}?keyword=WWWW" for name in ("orders", "users", "products")]
    editors = ("edit", "edit?tab=dates", "guests", "guests/door", "guests/date-changes")

    pages = [f"/admin/product/{event['_id']}/{name}" for name in editors]
    expect_pages_to_fit(here, *lists, f"/order/{order['_id']}", *pages)
