"""From the staff's home, /admin, each task of a date is a few clicks away."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    book,
    new_account,
    staff_account,
)
from tests.e2e.journeys.staff import Browse, Clicks
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, is_phone
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@SIZES
def test_the_next_date_shows_its_seats_at_first_sight(
    shop: RunningShop, visit: Browse, soon: dict[str, Any], size: dict[str, int]
) -> None:
    book(shop, new_account(shop), soon, seats=3)
    page = visit(size, account=staff_account(shop)).page("/admin")

    row = page.get_by_role("main").get_by_role("listitem").filter(has_text=soon["name"])
    expect(row).to_contain_text("3/24 seats taken")
    expect(row.get_by_role("link", name=re.compile("^Move or cancel"))).to_be_in_viewport(ratio=1)
    if is_phone(page):  # in one row, where a thumb reaches all of them
        tops = row.get_by_role("link").evaluate_all("(links) => links.slice(1).map((a) => a.offsetTop)")
        assert len(set(tops)) == 1
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []


def test_the_guest_list_is_one_click_away(shop: RunningShop, visit: Browse, soon: dict[str, Any]) -> None:
    clicks = Clicks(visit, shop, PHONE, soon)

    clicks.open("Guests")

    expect(heading(clicks.page, f"Guest list: {soon['name']}")).to_be_visible()
    assert clicks.count == 1


def test_a_message_is_sent_with_three_clicks(shop: RunningShop, visit: Browse, soon: dict[str, Any]) -> None:
    book(shop, new_account(shop), soon, seats=1)
    clicks = Clicks(visit, shop, DESK, soon)

    clicks.open("Message")
    clicks.page.get_by_label("Subject").fill(f"Decks for {soon['name']}")
    clicks.page.get_by_label("Message").fill("Bring two.")
    clicks.press("Preview")
    clicks.press("Send to 1 person")

    expect(clicks.page.get_by_role("heading", name="Sent to 1 person.")).to_be_visible()
    assert clicks.count == 3


@SIZES
def test_a_guest_is_checked_in_from_the_list_whose_door_opens_with_the_first_one(
    shop: RunningShop, visit: Browse, soon: dict[str, Any], size: dict[str, int]
) -> None:
    book(shop, new_account(shop, "Bo", "Reed"), soon, seats=3)
    book(shop, new_account(shop, "Cleo", "Stone"), soon, seats=1)
    clicks = Clicks(visit, shop, size, soon)
    page = clicks.page

    clicks.open("Guests")
    clicks.press("Check in Bo Reed")
    page.get_by_role("button", name="One seat less").click()
    clicks.press("Open the door and check in")
    expect(page.get_by_text("Bo Reed: 2 of 3 are in.").first).to_be_visible()
    clicks.press("Check in Cleo Stone")

    expect(page.get_by_role("button", name="Is in Cleo Stone")).to_be_focused()
    expect(page.get_by_role("button", name="Check in Bo Reed")).to_be_visible()  # one of three is missing
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []
    page.get_by_role("link", name="Door", exact=True).click()
    expect(page.get_by_text("3 of 4 in")).to_be_visible()
