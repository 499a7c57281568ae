"""Access to pages, and redirects after signing in."""

import re
import time

import pyotp
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PASSWORD, PHONE, new_account, new_cart, new_event
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, sign_in


def test_back_and_reload_keep_the_place(visit, mailing_shop, mails):
    page = visit(PHONE, at=mailing_shop, cart=new_cart((new_event(mailing_shop), 1))).page("/checkout/")
    page.get_by_label("Email Address").fill("back@example.com")
    page.get_by_role("button", name="Email me a code").click()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()

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


def test_an_admin_sets_up_a_second_factor_and_signs_in_with_it(shop, visit):
    account = new_account(shop, "Sam", "Staff")
    shop.as_staff().ask("PUT", f"/api/users/{account.user['_id']}", {"isAdmin": True})
    account.user["isAdmin"] = True
    page = visit(DESK, account=account).page(f"/user/{account.user['_id']}/")
    factor = page.get_by_role("region", name="Two-step verification")
    factor.get_by_role("button", name="Set up two-step verification").click()
    factor.get_by_label("Current password").fill(PASSWORD)
    factor.get_by_role("button", name="Continue").click()
    expect(factor.get_by_role("img", name="QR code for your authenticator app")).to_be_visible()
    assert violations_in_both_themes(page) == []
    expect_no_sideways_scrolling(page)
    key = pyotp.TOTP(factor.locator("code").inner_text().replace(" ", ""))
    factor.get_by_label("Code", exact=True).fill(key.now())
    factor.get_by_role("button", name="Turn it on").click()
    expect(factor.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    assert violations_in_both_themes(page) == []
    factor.get_by_role("button", name="I've saved my codes").click()
    expect(factor.get_by_text("10 recovery codes left")).to_be_visible()

    other = visit(PHONE).page("/login")
    sign_in(other, account.email)
    # The code of the next half minute, which the shop accepts too, because the first one is used already.
    other.get_by_label("Code", exact=True).fill(key.at(time.time() + 30))
    other.get_by_role("button", name="Sign In").click()
    expect(other).to_have_url(re.compile(r"/$"))
