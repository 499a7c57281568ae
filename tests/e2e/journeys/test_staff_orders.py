"""Staff manage orders and guests, on phones and large screens."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    Account,
    book,
    new_account,
    new_event,
    staff_account,
)
from tests.e2e.journeys.staff import narrow_orders, row_of, user_list
from tests.e2e.journeys.steps import (
    day_of,
    expect_no_sideways_scrolling,
    heading,
)
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


@pytest.fixture
def staff(shop: RunningShop) -> Account:
    return staff_account(shop)


# --- Orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_the_order_log_is_sorted_filtered_and_exported(shop, visit, staff):
    event, other = new_event(shop), new_event(shop)
    cheap, expensive = new_account(shop, "Cleo"), new_account(shop, "Dora")
    book(shop, cheap, event, seats=1)
    book(shop, expensive, event, seats=4)
    book(shop, new_account(shop, "Eve"), other, seats=1)
    page = visit(DESK, account=staff).page("/admin/orders")

    narrow_orders(page, "Event", event["name"])
    expect(row_of(page, "@example.com")).to_have_count(2)
    page.get_by_role("button", name="Total").click()
    expect(page.get_by_role("columnheader", name="Total")).to_have_attribute("aria-sort", "ascending")
    expect(row_of(page, "@example.com").first).to_contain_text("Cleo")
    page.get_by_role("button", name="Total").click()
    expect(row_of(page, "@example.com").first).to_contain_text("Dora")
    expect(row_of(page, "Dora")).to_contain_text("1 date · 4 seats")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()

    lines = download.value.path().read_text().splitlines()
    assert re.fullmatch(r"orders-\d{4}-\d\d-\d\d\.csv", download.value.suggested_filename)
    assert len(lines) == 3
    assert expensive.email in lines[1]
    assert cheap.email in lines[2]
    page.reload()
    expect(row_of(page, "@example.com").first).to_contain_text("Dora")  # the URL contains all filters


def test_the_order_list_does_not_shift_when_the_sums_load(shop, visit, staff):
    event, account = new_event(shop), new_account(shop)
    book(shop, account, event, seats=1)
    page = visit(PHONE, account=staff).page("/admin/orders")
    waiting: list[Route] = []
    page.route("**/api/orders/sums?*", lambda route: waiting.append(route))
    narrow_orders(page, "Event", event["name"])
    expect(page.get_by_text("1 order", exact=True)).to_be_visible()
    before = row_of(page, account.email).bounding_box()

    waiting[0].continue_()
    expect(page.get_by_text("$0.00 received, $0.00 refunded, $0.00 net")).to_be_visible()

    assert row_of(page, account.email).bounding_box() == before


@pytest.mark.everyday
def test_an_order_is_marked_as_delivered(shop, visit, staff):
    order = book(shop, new_account(shop), new_event(shop), seats=1)
    page = visit(PHONE, account=staff).page(f"/order/{order['_id']}")

    page.get_by_role("button", name="Mark delivered").click()

    expect(page.get_by_text("Marked as delivered.").first).to_be_visible()
    expect(page.get_by_role("region", name="For staff")).to_contain_text("Delivered")
    expect(page.get_by_role("button", name="Mark delivered")).to_have_count(0)


# --- Guests ----------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_the_guest_list_shows_all_guests(shop, visit, staff):
    event, ana, bo = new_event(shop), new_account(shop), new_account(shop, "Bo", "")
    order = book(shop, ana, event, seats=2)
    book(shop, bo, event, seats=1)
    page = visit(PHONE, account=staff).page(f"/order/{order['_id']}")

    page.get_by_role("link", name=f"{event['name']}, {day_of(event)}", exact=True).click()

    expect(heading(page, f"Guest list: {event['name']}")).to_be_visible()
    expect(page.get_by_text("3 of 24 seats taken")).to_be_visible()
    expect(row_of(page, ana.email)).to_contain_text("2")
    expect(row_of(page, bo.email)).to_contain_text("Bo")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert download.value.suggested_filename.startswith("guests-")
    assert ana.email in download.value.path().read_text()


def test_the_guest_list_is_compact_with_a_sticky_search(shop, visit, staff):
    event = new_event(shop)
    for name in ("Ana", "Bo", "Maximiliana"):
        for _ in range(4):
            book(shop, new_account(shop, name, "Featherstone"), event, seats=1)
    page = visit(PHONE, account=staff).page(f"/admin/product/{event['_id']}/guests")
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(12)

    heights = rows.evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect().height)")
    assert max(heights) <= 64
    rows.last.scroll_into_view_if_needed()
    search = page.get_by_label("Find a guest")
    expect(search).to_be_in_viewport()
    search.fill("maxi")
    expect(rows.filter(visible=True)).to_have_count(4)


# --- One's own account, and the rest ---------------------------------------------------------------------------------


def test_guest_lists_and_dialogs_of_staff_are_accessible(shop, visit, staff):
    event, account = new_event(shop), new_account(shop, "Maximiliana", "Featherstonehaugh-Cholmondeley")
    order = book(shop, account, event, seats=2)
    page = visit(PHONE, account=staff, reduced_motion="reduce").page()

    page.goto(f"/admin/product/{event['_id']}/guests")
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    page.goto(f"/order/{order['_id']}")
    page.get_by_role("button", name="Refund…").click()
    page.get_by_role("dialog").get_by_label("Selected seats").check()
    found += violations_in_both_themes(page)
    user_list(page, account).get_by_role("button", name=re.compile("^Reset password")).click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    found += violations_in_both_themes(page)

    assert found == []
