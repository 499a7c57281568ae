"""The page behind the link in each reminder, which the server renders without the app."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations
from tests.e2e.journeys.conftest import PHONE, Account, new_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


def mail_off_path(shop: RunningShop, account: Account) -> str:
    """Return the path of the link in the account's reminders."""
    imports = "from accounts.models import User; from changes.services.turn_off_reminders import get_mail_off_url"
    command = f"{imports}; print(get_mail_off_url(User.objects.get(email='{account.email}')))"
    url = shop.manage("shell", "--no-imports", "-c", command).strip()
    return f"/mail-off/{url.rpartition('/')[2]}"


def expect_accessible(page: Page) -> None:
    expect_no_sideways_scrolling(page)
    assert violations(page) == []


def test_the_link_in_a_reminder_turns_them_off_without_signing_in(shop, visit):
    account = new_account(shop)
    page = visit(PHONE).page(f"{shop.url}{mail_off_path(shop, account)}")
    expect(heading(page, "Turn reminders off?")).to_be_visible()
    expect_accessible(page)

    page.get_by_role("button", name="Turn reminders off").press("Enter")

    expect(heading(page, "Reminders are off.")).to_be_visible()
    expect_accessible(page)
    page.reload()
    expect(heading(page, "Reminders are off.")).to_be_visible()
    own = visit(PHONE, account=account).page(f"/user/{account.user['_id']}")
    expect(own.get_by_role("checkbox", name="Remind me by email the day before a date")).not_to_be_checked()
