"""Staff manage orders and guests, on phones and large screens."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.journeys.accessibility import expect_fine, violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    PASSWORD,
    PHONE,
    Account,
    Visit,
    book,
    new_account,
    new_event,
    staff_account,
)
from tests.e2e.journeys.staff import narrow_orders, row_of, user_list
from tests.e2e.journeys.steps import day_of, expect_no_sideways_scrolling, heading, message, sign_in
from tests.support.servers.running_shop import Client, RunningShop

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
def test_an_order_that_a_call_marks_as_delivered_says_so_without_a_button_for_it(shop, visit, staff):
    order = book(shop, new_account(shop), new_event(shop), seats=1)
    page = visit(PHONE, account=staff).page(f"/order/{order['_id']}")
    expect(page.get_by_role("button", name="Refund…")).to_be_visible()
    expect(page.get_by_role("button", name="Mark delivered")).to_have_count(0)

    staff_calls = Client(shop.url, session=staff.session)
    staff_calls.call("PUT", f"/api/orders/{order['_id']}/deliver", {}).raise_for_status()

    page.reload()
    expect(page.get_by_role("region", name="For staff")).to_contain_text("Delivered")


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


# --- Users ------------------------------------------------------------------------------------------------------------


def confirm(page: Page, action: str) -> None:
    question = page.get_by_role("alertdialog")
    question.get_by_role("button", name=action, exact=True).click()
    expect(question).to_be_hidden()


def can_sign_in(shop: RunningShop, account: Account, password: str = PASSWORD) -> bool:
    return shop.client().call("POST", "/api/users/auth", {"email": account.email, "password": password}).ok


# --- Users -----------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_a_deactivated_user_cannot_sign_in_until_reactivated(shop, visit, staff):
    account = new_account(shop)
    page = visit(PHONE, account=staff).page()

    user_list(page, account).get_by_role("button", name="Deactivate Ana Diaz").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("Ana Diaz will not be able to sign in.")
    confirm(page, "Deactivate")

    expect(page.get_by_text("User updated!").first).to_be_visible()
    expect(row_of(page, account.email)).to_contain_text("Deactivated")
    assert not can_sign_in(shop, account)
    row_of(page, account.email).get_by_role("button", name="Reactivate Ana Diaz").click()
    confirm(page, "Reactivate")
    expect(row_of(page, account.email).get_by_role("button", name="Deactivate Ana Diaz")).to_be_visible()
    assert can_sign_in(shop, account)


def test_a_reset_password_only_allows_setting_a_new_one(shop, visit, staff):
    account = new_account(shop)
    page = visit(PHONE, account=staff).page()

    user_list(page, account).get_by_role("button", name="Reset password Ana Diaz").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("fully resets the password")
    confirm(page, "Reset password")

    expect(row_of(page, account.email)).to_contain_text("New password due")
    theirs = visit(PHONE).page("/login")
    sign_in(theirs, account.email)
    expect(heading(theirs, "Set New Password")).to_be_visible()


# --- Members ----------------------------------------------------------------------------------------------------------


Browse = Callable[..., Visit]


def new_number() -> str:
    return f"M-{uuid4().hex[:8]}"


def search(page: Page, text: str) -> None:
    page.get_by_label("Search by number, email or name").fill(text)
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile("keyword="))


def test_a_member_is_added_and_pays_the_member_price(shop: RunningShop, visit: Browse) -> None:
    number, account = new_number(), new_account(shop)
    page = visit(PHONE, account=staff_account(shop)).page("/admin/members")

    page.get_by_role("button", name="Add member").click()
    dialog = page.get_by_role("dialog", name="Add member")
    dialog.get_by_label("Number").fill(number)
    dialog.get_by_label("Email Address").fill(account.email)
    dialog.get_by_label("Valid until").fill("2099-12-31")
    expect_fine(page)
    dialog.get_by_role("button", name="Add", exact=True).click()

    expect(message(page, f"{number} is a member now.")).to_be_visible()
    search(page, number)
    expect(row_of(page, number)).to_contain_text("Not linked")
    assert link(shop, account.session, number).ok


def link(shop: RunningShop, session: str, number: str) -> Any:
    return Client(shop.url, session=session).call("POST", "/api/users/profile/membership", {"number": number})


def test_the_list_is_imported_after_a_preview(shop: RunningShop, visit: Browse) -> None:
    number = new_number()
    page = visit(DESK, account=staff_account(shop)).page("/admin/members")

    page.get_by_role("button", name="Import").click()
    dialog = page.get_by_role("dialog", name="Import members")
    choose(dialog, f"number,email,valid_until\n{number},nina@example.com,tomorrow\n")
    expect(dialog.get_by_role("region", name="This file can't be imported yet")).to_contain_text("1 row has")
    expect_fine(page)
    choose(dialog, f"number,email,valid_until\n{number},nina@example.com,2099-12-31\n")
    expect(dialog.get_by_role("region", name="What would change")).to_contain_text("1 new membership")
    expect_fine(page)
    dialog.get_by_role("button", name="Import").click()

    expect(message(page, re.compile("^The members are imported: 1 added, 0 changed"))).to_be_visible()
    search(page, number)
    expect(row_of(page, number)).to_contain_text("nina@example.com")


def choose(dialog: Locator, text: str) -> None:
    file = {"name": "members.csv", "mimeType": "text/csv", "buffer": text.encode()}
    dialog.get_by_label("Choose a CSV file").set_input_files(file)  # type: ignore[arg-type]
