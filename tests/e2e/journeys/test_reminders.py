"""Users turn reminders off: in their profile, and with the link in each reminder."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations, violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, Account, new_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, message
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

LABEL = "Remind me by email the day before a date"


def mail_off_path(shop: RunningShop, account: Account) -> str:
    """Return the path of the link in the account's reminders."""
    imports = "from accounts.models import User; from changes.mail_off_links import get_mail_off_url"
    command = f"{imports}; print(get_mail_off_url(User.objects.get(email='{account.email}')))"
    url = shop.manage("shell", "--no-imports", "-c", command).strip()
    return f"/mail-off/{url.rpartition('/')[2]}"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_profile_turns_reminders_off_and_on_again(shop, visit, size):
    account = new_account(shop)
    page = visit(size, account=account).page(f"/user/{account.user['_id']}")
    box = page.get_by_role("checkbox", name=LABEL)
    expect(box).to_be_checked()
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []

    for checked in (False, True):
        box.set_checked(checked)
        page.get_by_role("button", name="Update").click()
        expect(message(page, "User updated!")).to_be_visible()
        page.goto(f"/user/{account.user['_id']}")
        expect(box).to_be_checked(checked=checked)


def expect_accessible(page: Page) -> None:
    """For a page that the server renders without the app."""
    expect_no_sideways_scrolling(page)
    assert violations(page) == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_link_in_a_reminder_turns_them_off_without_signing_in(shop, visit, size):
    account = new_account(shop)
    page = visit(size).page(f"{shop.url}{mail_off_path(shop, account)}")
    expect(heading(page, "Turn reminders off?")).to_be_visible()
    expect_accessible(page)

    page.get_by_role("button", name="Turn reminders off").press("Enter")

    expect(heading(page, "Reminders are off.")).to_be_visible()
    expect_accessible(page)
    page.reload()
    expect(heading(page, "Reminders are off.")).to_be_visible()
    own = visit(size, account=account).page(f"/user/{account.user['_id']}")
    expect(own.get_by_role("checkbox", name=LABEL)).not_to_be_checked()
