"""Staff manage users and their own account, on phones and large screens."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import DESK, PASSWORD, PHONE, Account, book, new_account, new_event, staff_account
from tests.e2e.journeys.staff import row_of, user_list
from tests.e2e.journeys.steps import heading, seats_taken, sign_in
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


@pytest.fixture
def staff(shop: RunningShop) -> Account:
    return staff_account(shop)


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


def test_a_user_with_orders_is_deactivated_instead_of_deleted(shop, visit, staff):
    account = new_account(shop)
    book(shop, account, new_event(shop), seats=1)
    page = visit(DESK, account=staff).page(f"/admin/user/{account.user['_id']}/edit")

    page.get_by_role("button", name="Delete user").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    offered = page.get_by_role("alertdialog", name="Ana Diaz has orders or bookings. Deactivate the account instead?")
    offered.get_by_role("button", name="Deactivate").click()

    expect(page.get_by_text("This account is deactivated: nobody can sign in to it.")).to_be_visible()
    assert not can_sign_in(shop, account)


# --- One's own account ----------------------------------------------------------------------------------------------


def test_orders_of_a_deleted_account_remain_without_a_name(shop, visit, staff):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, seats=1)
    page = visit(DESK, account=account).page(f"/user/{account.user['_id']}/")

    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog", name="Delete my account?")
    dialog.get_by_label("Current password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete my account").click()

    expect(heading(page, "Sign In")).to_be_visible()
    assert not can_sign_in(shop, account)
    remaining = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
    assert remaining["buyer"]["firstName"] == "Deleted"
    assert seats_taken(shop, event) == 1
