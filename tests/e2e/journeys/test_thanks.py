"""Emails after a date and before one: guests answer, and turn reminders off."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import expect_fine, violations
from tests.e2e.journeys.conftest import PHONE, new_account, new_event, pay_at_paypal, staff_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading
from tests.support.servers.running_shop import RunningShop

SET_ADDRESS = """
from charityshop.models import ShopSettings
ShopSettings.objects.update_or_create(pk=1, defaults={"postal_address": "1907 Foundry Avenue, Port Alder"})
"""


def sell_past_date(shop: RunningShop, event: dict[str, Any]) -> str:
    """Let three people buy seats, and move the event's next date into the past. Return the date's start."""
    for _ in range(3):
        pay_at_paypal(shop, new_account(shop), (event, 2))
    end = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) - timedelta(hours=60)
    times = f"starts_at = '{end - timedelta(hours=3):%Y-%m-%d %H:%M:%S}', ends_at = '{end:%Y-%m-%d %H:%M:%S}'"
    first = "SELECT MIN(starts_at) FROM events_occurrence o WHERE o.event_id = events_occurrence.event_id"
    of_event = f"event_id = (SELECT id FROM events_event WHERE public_id = '{event['_id']}')"
    shop.rows(f"UPDATE events_occurrence SET {times} WHERE {of_event} AND starts_at = ({first})")
    return f"{end - timedelta(hours=3):%Y-%m-%dT%H:%M:%SZ}"


def test_guests_answer_without_a_name_and_staff_read_it(shop, visit):
    event = new_event(shop)
    date = sell_past_date(shop, event)
    shop.manage("shell", "--no-imports", "-c", SET_ADDRESS)
    for _ in range(2):  # one run writes the emails, the next one sends them
        shop.manage("upkeep")

    mails = f"SELECT text FROM outbox_outgoing WHERE kind = 'recap' AND text LIKE '%{event['name']}%'"
    [*_, (text,)] = shop.rows(mails)
    link = re.search(r"^Could be better: (\S+)$", text, flags=re.MULTILINE)
    assert link
    guest = visit(PHONE).page(link[1])
    expect(heading(guest, "Did you like it?")).to_be_visible()
    expect(guest.get_by_role("radio", name="Could be better")).to_be_checked()
    assert violations(guest) == []
    guest.get_by_label("Why?").fill("It was too loud.")
    guest.get_by_role("button", name="Send").press("Enter")
    expect(heading(guest, "Thank you!")).to_be_visible()
    assert violations(guest) == []

    guest.get_by_role("link", name="See what it brought in").click()
    card = guest.get_by_role("region", name="received")
    expect(card).to_contain_text("$67.65 received")
    expect_fine(guest)

    staff = visit(PHONE, account=staff_account(shop), reduced_motion="reduce")
    read = staff.page(f"/admin/product/{event['_id']}/guests?date={date}")
    email = read.get_by_role("region", name="Thank-you email")
    expect(email).to_contain_text("3 emails")
    expect(email).to_contain_text("Yes: 0 · Could be better: 1")
    expect(email).to_contain_text("It was too loud.")
    expect_fine(read)


def expect_accessible_page(page: Page) -> None:
    """Expect it of a page that the server renders without the app."""
    expect_no_sideways_scrolling(page)
    assert violations(page) == []


def test_the_link_in_a_reminder_turns_them_off_without_signing_in(shop, visit):
    account = new_account(shop)
    imports = "from accounts.models import User; from notices.services.send_reminders import get_mail_off_url"
    command = f"{imports}; print(get_mail_off_url(User.objects.get(email='{account.email}')))"
    link = shop.manage("shell", "--no-imports", "-c", command).strip()
    page = visit(PHONE).page(f"{shop.url}/mail-off/{link.rpartition('/')[2]}")
    expect(heading(page, "Turn reminders off?")).to_be_visible()
    expect_accessible_page(page)

    page.get_by_role("button", name="Turn reminders off").press("Enter")

    expect(heading(page, "Reminders are off.")).to_be_visible()
    expect_accessible_page(page)
    own = visit(PHONE, account=account).page(f"/user/{account.user['_id']}")
    expect(own.get_by_role("checkbox", name="Remind me by email the day before a date")).not_to_be_checked()
