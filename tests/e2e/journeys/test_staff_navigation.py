"""Staff's pages have a navigation of their own: every one of them is one click, or two on a phone, away."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_event, staff_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading

pytestmark = pytest.mark.browser

PAGES = (
    ("Events", "Events"), ("Orders", "Orders"), ("Users", "Users"), ("Members", "Members"), ("Ledger", "Ledger"),
    ("Codes", "Discount codes"), ("Goals", "Goals"), ("Figures", "Figures"), ("Tonight", "Tonight and next"),
)  # fmt: skip


def current(page: Page) -> str:
    return page.get_by_role("navigation", name="Staff").locator("[aria-current=page]").inner_text()


@pytest.mark.everyday
def test_staff_reach_each_of_their_pages_with_one_click_and_see_where_they_are(shop, visit):
    page = visit(DESK, account=staff_account(shop)).page("/admin")
    for link, title in PAGES:
        page.get_by_role("navigation", name="Staff").get_by_role("link", name=link, exact=True).click()

        heading(page, title).wait_for()
        assert current(page) == link

    expect_no_sideways_scrolling(page)
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation", name="Staff")).to_have_count(0)


def test_on_a_phone_it_comes_first_in_the_menu(shop, visit):
    page = visit(PHONE, account=staff_account(shop)).page("/admin")
    for link, title in PAGES:
        page.get_by_role("button", name="Menu", exact=True).click()
        links = page.get_by_role("dialog").get_by_role("link")
        links.first.wait_for()
        assert links.all_inner_texts()[: len(PAGES)] == ["Tonight", *(name for name, _ in PAGES[:-1])]
        page.get_by_role("navigation", name="Staff").get_by_role("link", name=link, exact=True).click()

        heading(page, title).wait_for()

    page.get_by_role("button", name="Menu", exact=True).click()
    assert current(page) == "Tonight"
    assert violations_in_both_themes(page) == []


def test_orders_of_others_have_it_and_an_admins_own_ticket_has_not(shop, visit):
    event, staff = new_event(shop), staff_account(shop)
    others, own = book(shop, new_account(shop), event, seats=1), book(shop, staff, event, seats=1)
    page = visit(DESK, account=staff).page(f"/order/{others['_id']}")
    page.get_by_role("navigation", name="Staff").wait_for()
    assert current(page) == "Orders"

    page.goto(f"{shop.url}/order/{own['_id']}")

    heading(page, "Thank you for your purchase!").wait_for()
    expect(page.get_by_role("navigation", name="Staff")).to_have_count(0)
