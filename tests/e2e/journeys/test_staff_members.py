"""Staff see the members of the club, add and end single ones, and import the whole list."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, new_account, staff_account
from tests.e2e.journeys.staff import row_of
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, is_phone, message
from tests.e2e.journeys.test_tap_targets import TOO_SMALL
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
Browse = Callable[..., Visit]


def new_number() -> str:
    return f"M-{uuid4().hex[:8]}"


def add_member(shop: RunningShop, email: str, number: str | None = None) -> str:
    """Add a member, and return the number."""
    member = {"number": number or new_number(), "email": email, "validUntil": "2099-12-31"}
    shop.as_staff().call("POST", "/api/members", member).raise_for_status()
    return member["number"]


def search(page: Page, text: str) -> None:
    page.get_by_label("Search by number, email or name").fill(text)
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile("keyword="))


def answer(page: Page, title: str, button: str) -> None:
    """Confirm what a dialog asks."""
    page.get_by_role("alertdialog", name=title).get_by_role("button", name=button, exact=True).click()


def expect_fine(page: Page) -> None:
    expect_no_sideways_scrolling(page)
    assert not is_phone(page) or page.evaluate(TOO_SMALL) == []
    assert violations_in_both_themes(page) == []


@pytest.mark.everyday
@SIZES
def test_the_page_shows_the_members_and_finds_one_by_name(
    shop: RunningShop, visit: Browse, size: dict[str, int]
) -> None:
    account = new_account(shop)
    number = add_member(shop, account.email)
    body = {"number": number}
    Client(shop.url, session=account.session).call("POST", "/api/users/profile/membership", body).raise_for_status()
    page = visit(size, account=staff_account(shop)).page("/admin/members")
    rows = page.get_by_role("main").get_by_role("listitem" if is_phone(page) else "row")
    expect(rows.filter(has_text=re.compile(r"\d/20\d\d")).first).to_be_in_viewport()  # members are what it shows first
    expect_fine(page)

    search(page, f"ana diaz {number}")

    row = row_of(page, number)
    expect(row).to_have_count(1)
    expect(row).to_contain_text("12/31/2099")
    expect(row.get_by_role("link", name=account.email)).to_be_visible()
    account_page = f"/admin/user/{account.user['_id']}/edit"
    expect(row.get_by_role("link", name="Ana Diaz")).to_have_attribute("href", account_page)


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


@pytest.mark.everyday
def test_a_member_is_unlinked_and_ended(shop: RunningShop, visit: Browse) -> None:
    account = new_account(shop)
    number = add_member(shop, account.email)
    link(shop, account.session, number).raise_for_status()
    page = visit(PHONE, account=staff_account(shop)).page(f"/admin/members?keyword={number}")
    row = row_of(page, number)

    row.get_by_role("button", name=f"Unlink {number}").click()
    title = f"Unlink {number} from its account?"
    expect(page.get_by_role("alertdialog", name=title)).to_contain_text("Ana Diaz pays list prices from now on.")
    expect_fine(page)
    answer(page, title, "Unlink")
    expect(row).to_contain_text("Not linked")
    expect_focus_in_main(page)

    row.get_by_role("button", name=f"End {number}").click()
    answer(page, f"End the membership {number}?", "End membership")
    expect(row).to_contain_text("Ended")
    expect(row.get_by_role("button")).to_have_count(0)
    expect_focus_in_main(page)
    expect_fine(page)


def expect_focus_in_main(page: Page) -> None:
    expect(page.get_by_role("main").locator(":focus")).to_have_count(1)


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
