"""How many clicks and fields the tasks of staff take from their home, /admin, on a phone and on a computer."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_event, pay_at_paypal
from tests.e2e.journeys.staff import Clicks, expect_saved

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@SIZES
def test_a_weekly_event_like_an_earlier_one_is_published_with_three_clicks_and_three_fields(shop, visit, size):
    weekly = {"recurringInterval": "weekly", "endDate": None}
    earlier = new_event(shop, isRecurring=True, recurringPattern=weekly)
    start = datetime.now(UTC).replace(hour=20, minute=0, second=0, microsecond=0) + timedelta(days=16)
    clicks = Clicks(visit, shop, size, earlier)
    name = f"{earlier['name']} at noon"

    clicks.press("New Event")
    clicks.choose(re.compile("^Like an earlier event"), earlier["name"])
    clicks.press("Create")
    clicks.fill("Event Name", name)
    clicks.fill(re.compile(r"^Start Time"), f"{start:%Y-%m-%d}T12:00")
    clicks.press("Publish")

    expect_saved(clicks.page)
    listed = shop.as_staff().ask("GET", f"/api/products?keyword={name}")["products"]
    [found] = [each["_id"] for each in listed if each["name"] == name]
    made = shop.as_staff().ask("GET", f"/api/products/{found}")
    assert (made["status"], made["price"], made["isRecurring"]) == ("published", earlier["price"], True)
    starts = [date["startTime"] for date in made["occurrences"][:2]]
    assert (datetime.fromisoformat(starts[1]) - datetime.fromisoformat(starts[0])).days == 7
    assert (clicks.count, clicks.fields) == (3, 3)


@SIZES
def test_a_phone_for_the_door_is_two_clicks_away(shop, visit, soon, size):
    clicks = Clicks(visit, shop, size, soon)

    clicks.open("Door")
    clicks.press("Open the door")

    expect(clicks.page.get_by_role("dialog", name="A phone that checks in").get_by_label("PIN")).to_have_value(
        re.compile(r"^\d{6}$")
    )
    assert clicks.count == 2


@SIZES
def test_a_date_is_canceled_with_five_clicks(shop, visit, soon, size):
    book(shop, new_account(shop), soon, seats=1)
    clicks = Clicks(visit, shop, size, soon)

    clicks.more()
    clicks.open("Move or cancel")
    clicks.click(clicks.page.get_by_label("It is canceled"))
    clicks.fill("Reason", "Water damage in the hall")
    clicks.press("See who is affected")
    clicks.press("Cancel this date, tell 1 person")

    expect(clicks.page.get_by_text(re.compile(r"is canceled\.$"))).to_be_visible()
    assert (clicks.count, clicks.fields) == (5, 1)


@SIZES
def test_a_guest_is_refunded_with_four_clicks(shop, visit, soon, size):
    pay_at_paypal(shop, new_account(shop), (soon, 1))
    clicks = Clicks(visit, shop, size, soon)

    clicks.open("Guest list")
    clicks.press("More for Ana Diaz")
    clicks.press("Refund Ana Diaz")
    clicks.fill("Reason", "Could not come")
    clicks.press("Refund $13.80")

    expect(clicks.page.get_by_text("$13.80 was refunded.").first).to_be_visible()
    expect(clicks.page.get_by_text("0 of 24 seats taken")).to_be_visible()
    assert (clicks.count, clicks.fields) == (4, 1)
