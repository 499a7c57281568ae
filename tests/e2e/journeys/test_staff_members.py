"""Staff see the members of the club, add and end single ones, and import the whole list."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import expect_fine
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, new_account, staff_account
from tests.e2e.journeys.staff import row_of
from tests.e2e.journeys.steps import message
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser
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
