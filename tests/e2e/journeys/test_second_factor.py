"""Staff set up a second factor and sign in with it."""

import re
import time

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PASSWORD, Account, new_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, sign_in

pytestmark = pytest.mark.browser


def an_admin(shop) -> Account:
    account = new_account(shop, "Sam", "Staff")
    shop.as_staff().call("PUT", f"/api/users/{account.user['_id']}", {"isAdmin": True}).raise_for_status()
    return Account(account.email, {**account.user, "isAdmin": True}, account.session)


def set_up(page: Page) -> tuple[str, list[str]]:
    """Set up two-step verification on the profile. Return the key and the recovery codes."""
    factor = page.get_by_role("region", name="Two-step verification")
    factor.get_by_role("button", name="Set up two-step verification").click()
    factor.get_by_label("Current password").fill(PASSWORD)
    factor.get_by_role("button", name="Continue").click()
    expect(factor.get_by_role("img", name="QR code for your authenticator app")).to_be_visible()
    assert violations_in_both_themes(page) == []
    expect_no_sideways_scrolling(page)
    key = factor.locator("code").inner_text().replace(" ", "")
    factor.get_by_label("Code", exact=True).fill(pyotp.TOTP(key).now())
    factor.get_by_role("button", name="Turn it on").click()
    expect(factor.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    assert violations_in_both_themes(page) == []
    codes = factor.locator("code").all_inner_texts()
    factor.get_by_role("button", name="I've saved my codes").click()
    expect(factor.get_by_text("10 recovery codes left")).to_be_visible()
    return key, codes


def sign_in_with(page: Page, account: Account, code: str) -> None:
    page.goto("/login")
    sign_in(page, account.email)
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_role("button", name="Sign In").click()
    expect(page).to_have_url(re.compile(r"/$"))


def sign_out(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Sam Staff").press("Enter")
    page.get_by_role("button", name="Logout").click()
    expect(heading(page, "Sign In")).to_be_visible()


def test_an_admin_sets_up_a_second_factor_and_signs_in_with_it(shop, visit):
    account = an_admin(shop)
    page = visit(DESK, account=account).page(f"/user/{account.user['_id']}/")
    key, (recovery, *_) = set_up(page)
    sign_out(page)

    # The next code, because the first one is used already.
    sign_in_with(page, account, next_code(key))
    sign_out(page)
    sign_in_with(page, account, recovery)

    page.goto(f"/user/{account.user['_id']}/")
    expect(page.get_by_text("9 recovery codes left")).to_be_visible()


def next_code(key: str) -> str:
    """Return the code of the next half minute, which the shop accepts too."""
    return pyotp.TOTP(key).at(time.time() + 30)
