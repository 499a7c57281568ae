"""Access to pages, and redirects after signing in."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PASSWORD, PHONE, Account, new_account, new_cart, new_event
from tests.e2e.journeys.steps import (
    approve,
    expect_no_sideways_scrolling,
    expect_thanks,
    heading,
    line_of,
    press_paypal,
    sign_in,
)
from tests.support.servers.mail_server import MailServer
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


NEW_PASSWORD = "some other random words"


def test_an_expired_session_at_checkout_returns_there_with_the_cart(shop, visit):
    event, account = new_event(shop), new_account(shop)
    here = visit(DESK, account=account, cart=new_cart((event, 2)))
    here.expect_error("The order was not placed or not paid.")
    page = here.page("/checkout/")
    expect(page.get_by_role("button", name="Test Order")).to_be_enabled()
    here.context.clear_cookies()

    page.get_by_role("button", name="Test Order").click()

    expect(heading(page, "Sign In")).to_be_visible()
    expect(page.get_by_text("Please sign in again").first).to_be_visible()
    sign_in(page, account.email)
    expect(heading(page, "Checkout")).to_be_visible()
    expect(line_of(page, event).get_by_label("Seats")).to_have_value("2")
    page.get_by_role("button", name="Test Order").click()
    expect_thanks(page)


@pytest.mark.everyday
def test_a_required_reset_blocks_all_other_pages(shop, visit):
    account = new_account(shop)
    asked = shop.as_staff().call("PUT", "/api/users/reset-password", {"userId": account.user["_id"]})
    asked.raise_for_status()
    page = visit(PHONE).page("/login?redirect=%2Fcart")

    sign_in(page, account.email)

    expect(heading(page, "Set New Password")).to_be_visible()
    for path in ("/", "/cart", f"/user/{account.user['_id']}/"):
        page.goto(path)
        expect(heading(page, "Set New Password")).to_be_visible()
    expect(page.get_by_text("An admin has initiated a password reset for your account.")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link")).to_have_count(1)  # the brand

    page.get_by_label("New Password", exact=True).fill(NEW_PASSWORD)
    page.get_by_label("Confirm Password").fill("not the same words")
    page.get_by_role("button", name="Reset Password").click()
    expect(page.get_by_role("alert").filter(has_text="Passwords do not match")).to_be_visible()
    page.get_by_label("Confirm Password").fill(NEW_PASSWORD)
    page.get_by_role("button", name="Reset Password").click()

    expect(heading(page, "Sign In")).to_be_visible()
    expect(page.get_by_text("Password changed. Please sign in.").first).to_be_visible()
    sign_in(page, account.email, NEW_PASSWORD)
    expect(page.get_by_role("heading", level=1, name="Welcome to")).to_be_visible()
    page.goto("/reset-password")
    expect(page.get_by_role("heading", level=1, name="Welcome to")).to_be_visible()


@pytest.mark.everyday
def test_signing_out_clears_user_and_cart(shop, visit):
    event, account = new_event(shop), new_account(shop)
    page = visit(PHONE, account=account, cart=new_cart((event, 1))).page("/about")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Logout").click()

    expect(heading(page, "Sign In")).to_be_visible()
    expect(page).to_have_url(f"{shop.url}/login")
    assert page.evaluate("Object.keys(localStorage)") == []
    page.goto(f"/user/{account.user['_id']}/")
    expect(heading(page, "Sign In")).to_be_visible()


# --- With a code by email ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailServer]:
    with MailServer(Path(tmp_path_factory.mktemp("mails"))) as server:
        yield server


@pytest.fixture(scope="module")
def mailing_shop(mails: MailServer) -> Iterator[RunningShop]:
    with RunningShop(workers=1, flags={"EMAIL_URL": mails.email_url}) as running:
        yield running


def ask_for_code(page: Page, address: str) -> None:
    page.get_by_label("Email Address").fill(address)
    page.get_by_role("button", name="Email me a code").click()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()


@pytest.mark.everyday
def test_a_new_buyer_pays_with_an_address_a_code_and_a_name(visit: Any, mailing_shop: RunningShop, mails) -> None:
    page = visit(PHONE, at=mailing_shop, cart=new_cart((new_event(mailing_shop), 2))).page("/checkout/")
    ask_for_code(page, "new@example.com")
    code = mails.code_to("new@example.com")
    assert violations_in_both_themes(page) == []

    page.get_by_label("Code", exact=True).fill(f" {code[:3]} {code[3:]} ")
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_label("First Name")).to_be_focused()
    expect_no_sideways_scrolling(page)
    expect(page.get_by_role("group", name="Welcome. What should your ticket say?")).to_be_visible()
    page.get_by_label("First Name").fill("Ben")
    page.get_by_role("button", name="Continue").click()

    expect(heading(page, "Checkout")).to_be_visible()
    expect(page.get_by_role("button", name="2 seats on 1 date")).to_be_visible()
    approve(press_paypal(page))
    expect_thanks(page)


@pytest.mark.everyday
def test_back_and_reload_keep_the_place(visit: Any, mailing_shop: RunningShop, mails) -> None:
    page = visit(PHONE, at=mailing_shop, cart=new_cart((new_event(mailing_shop), 1))).page("/checkout/")
    ask_for_code(page, "back@example.com")

    page.reload()
    expect(page.get_by_text("that we emailed to back@example.com")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Email Address")).to_have_value("back@example.com")
    page.go_forward()
    page.get_by_label("Code", exact=True).fill(mails.code_to("back@example.com"))
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_label("First Name")).to_be_visible()
    page.reload()
    expect(page.get_by_text("that we emailed to back@example.com")).to_be_visible()
    expect(page.get_by_label("First Name")).to_be_visible()


# --- With a second factor ---------------------------------------------------------------------------------------------


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
