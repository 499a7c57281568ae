"""Staff manage users and their own account, on phones and large screens."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import PASSWORD, PHONE, Account, new_account, staff_account
from tests.e2e.journeys.staff import row_of, user_list
from tests.e2e.journeys.steps import heading, sign_in
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
