"""Staff change events and cancel dates, and visitors see the changes."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, Visit, book, new_account, new_event, staff_account
from tests.e2e.journeys.staff import expect_saved, format_venue_day, press_update, venue
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, message, seats_taken
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


def edit_page(event: dict[str, Any]) -> str:
    return f"/admin/product/{event['_id']}/edit"


def new_weekly_event(shop: RunningShop) -> dict[str, Any]:
    weekly = {"recurringInterval": "weekly", "endDate": None}
    event = new_event(shop, isRecurring=True, recurringPattern=weekly)
    return event | {"dates": [date["startTime"] for date in event["occurrences"]]}


# --- Changing a booked event -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "choice", "hours"), [(PHONE, "Move bookings", 1), (DESK, "Keep the old times", 0)], ids=["move", "keep"]
)
def test_moving_a_booked_date_requires_confirmation(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int], choice: str, hours: int
) -> None:
    event = new_weekly_event(shop)
    book(shop, new_account(shop), event, 3)
    page = visit(size, account=staff_account(shop)).page(edit_page(event))
    later = venue(event["startTime"]) + timedelta(hours=1)

    page.get_by_label(re.compile("^Start Time")).fill(f"{later:%Y-%m-%dT%H:%M}")

    warning = page.get_by_role("listitem").filter(has_text="you'll be asked whether it moves to")
    expect(warning).to_contain_text(f"{format_venue_day(event['startTime'])} · ")
    expect(warning).to_contain_text("3 seats")
    press_update(page)
    dialog = page.get_by_role("dialog", name="Move the bookings too?")
    expect(dialog).to_contain_text("3 seats")
    expect_no_sideways_scrolling(page)
    dialog.get_by_role("button", name=choice).click()
    expect_saved(page)
    starts = datetime.fromisoformat(event["startTime"]) + timedelta(hours=hours)
    assert seats_taken(shop, event | {"startTime": starts.strftime("%Y-%m-%dT%H:%M:%SZ")}) == 3


def test_a_capacity_below_the_booked_seats_is_a_field_error(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    event = new_event(shop)
    book(shop, new_account(shop), event, 3)
    page = visit(PHONE, account=staff_account(shop)).page(edit_page(event))

    page.get_by_label("Count In Stock").fill("2")

    alert = f"{format_venue_day(event['startTime'])} has 3 seats taken. Enter 3 or more."
    expect(page.get_by_text(alert)).to_be_visible()
    press_update(page)
    expect(page.get_by_label("Count In Stock")).to_be_focused()
    expect(page.get_by_label("Count In Stock")).to_have_accessible_description(re.compile("Enter 3 or more"))


def test_unsaved_changes_require_confirmation(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    event = new_event(shop)
    page = visit(DESK, account=staff_account(shop)).page(edit_page(event))
    page.get_by_label("Event Name").fill("Another name")

    page.get_by_role("link", name="Go Back").click()
    page.get_by_role("alertdialog", name="Leave without saving?").get_by_role("button", name="Cancel").click()

    expect(page.get_by_label("Event Name")).to_have_value("Another name")
    page.get_by_role("link", name="Go Back").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Leave").click()
    expect(heading(page, "Events")).to_be_visible()


# --- Skipping one date -----------------------------------------------------------------------------------------------


@pytest.mark.everyday
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_date_is_canceled_and_brought_back(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    event = new_weekly_event(shop)
    second = format_venue_day(event["dates"][1])
    page = visit(size, account=staff_account(shop)).page(edit_page(event))

    skip(page, second)
    page.get_by_role("button", name="Undo").click()
    expect(row_of(page, second).get_by_role("button", name=f"Cancel {second}")).to_be_visible()
    skip(page, second)

    page.reload()  # also after a reload
    expect(row_of(page, second)).to_contain_text("Canceled")
    assert second not in offered(visit(size).page(f"/product/{event['_id']}"))
    page.get_by_role("button", name=f"Bring back {second}").click()
    expect(message(page, f"{event['name']} on {second} is back on the calendar.")).to_be_visible()
    assert second in offered(visit(size).page(f"/product/{event['_id']}"))


@pytest.mark.everyday
def test_skipping_a_booked_date_refunds_all_bookings(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    event = new_weekly_event(shop)
    order = book(shop, new_account(shop), event, 2)
    first = format_venue_day(event["startTime"])
    page = visit(PHONE, account=staff_account(shop)).page(edit_page(event))

    page.get_by_role("button", name=f"Cancel {first}", exact=True).click()
    dialog = page.get_by_role("dialog", name=f"{event['name']} on {first} has bookings")
    expect(dialog).to_contain_text(f"2 seats are booked on {first}.")
    dialog.get_by_role("button", name="Refund everyone and cancel").click()
    expect(dialog.get_by_text("Enter a reason. The buyers will see it.")).to_be_visible()
    dialog.get_by_label("Reason").fill("The kettle is broken.")
    dialog.get_by_role("button", name="Refund everyone and cancel").click()

    expect(row_of(page, first)).to_contain_text("Canceled")
    refunded = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
    assert refunded["status"] == "refunded"


def row_of(page: Page, day: str) -> Locator:
    dates = page.get_by_role("region", name="Upcoming dates")
    return dates.get_by_role("listitem").filter(has_text=re.compile(rf"^{re.escape(day)} "))


def skip(page: Page, day: str) -> None:
    page.get_by_role("button", name=f"Cancel {day}", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel date").click()
    expect(row_of(page, day)).to_contain_text("Canceled")


def offered(page: Page) -> str:
    """Return the dates that a visitor can choose."""
    select = page.get_by_label("Reservation Date")
    expect(select).to_be_visible()
    return select.inner_text()
