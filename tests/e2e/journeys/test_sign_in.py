"""Access to pages, and redirects after signing in."""

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import DESK, PHONE, new_account, new_cart, new_event
from tests.e2e.journeys.steps import expect_thanks, heading, line_of, sign_in

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
