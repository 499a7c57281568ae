"""Staff find events, change them and cancel dates, and visitors see the changes."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, book, new_account, new_event, staff_account
from tests.e2e.journeys.staff import expect_saved, format_venue_day, press_update, row_of, venue
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, is_phone, message, seats_taken
from tests.e2e.journeys.test_tap_targets import TOO_SMALL
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def edit_page(event: dict[str, Any]) -> str:
    return f"/admin/product/{event['_id']}/edit"


def new_weekly_event(shop: RunningShop) -> dict[str, Any]:
    weekly = {"recurringInterval": "weekly", "endDate": None}
    event = new_event(shop, isRecurring=True, recurringPattern=weekly)
    return event | {"dates": [date["startTime"] for date in event["occurrences"]]}


# --- The list --------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
@SIZES
def test_a_row_shows_the_next_date_with_its_seats_and_leads_to_its_guests(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    event = new_event(shop)
    book(shop, new_account(shop), event, 3)
    page = visit(size, account=staff_account(shop)).page(f"/admin/products?keyword={event['name']}")
    row = row_of(page, event["name"])

    expect(row).to_contain_text(re.compile(rf"{format_venue_day(event['startTime'])} · \d+:00 [AP]M P[SD]T"))
    expect(row).to_contain_text(re.compile(r"3/24\s+taken"))
    for name in ("Guests", "Door", "Edit"):
        expect(row.get_by_role("link", name=f"{name} {event['name']}")).to_be_visible()
    expect_quiet(row, event["name"])
    expect_fine(page)
    row.get_by_role("link", name=f"Guests {event['name']}").click()

    expect(heading(page, f"Guest list: {event['name']}")).to_be_visible()
    expect(page.get_by_text("3 of 24 seats taken")).to_be_visible()
    page.go_back()
    row.get_by_role("link", name=f"Door {event['name']}").click()
    expect(heading(page, f"Door: {event['name']}")).to_be_visible()


def expect_quiet(row: Locator, name: str) -> None:
    """Expect that Edit and Delete are lighter than Guests, and that the rest is behind “…”."""
    guests, edit, delete = (
        int(row.get_by_label(f"{action} {name}").evaluate("(action) => getComputedStyle(action).fontWeight"))
        for action in ("Guests", "Edit", "Delete")
    )
    assert edit == delete < guests
    expect(row.get_by_role("button", name=f"Hide {name}")).to_have_count(0)
    row.get_by_role("button", name=f"More for {name}").click()
    expect(row.get_by_role("button", name=f"Hide {name}")).to_be_visible()


@SIZES
def test_the_next_event_is_first_and_staff_can_sort_by_every_column(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    word = f"Order{uuid4().hex[:6]}"
    for name, days in (("B", 9), ("A", 20), ("C", 3)):
        new_event(shop, name=f"{word} {name}", ahead=timedelta(days=days))
    draft = shop.as_staff().call("POST", "/api/products", {"name": f"{word} draft"})
    draft.raise_for_status()
    page = visit(size, account=staff_account(shop)).page(f"/admin/products?keyword={word}")

    expect(row_of(page, word)).to_contain_text([f"{word} C", f"{word} B", f"{word} A", f"{word} draft"])
    if is_phone(page):
        page.get_by_label("Sort by").select_option(label="Title")
    else:
        page.get_by_role("button", name="Title").click()

    expect(page).to_have_url(re.compile(rf"/admin/products\?keyword={word}&sortField=title&sortOrder=asc$"))
    expect(row_of(page, word)).to_contain_text([f"{word} A", f"{word} B", f"{word} C", f"{word} draft"])


def expect_fine(page: Page) -> None:
    expect_no_sideways_scrolling(page)
    assert not is_phone(page) or page.evaluate(TOO_SMALL) == []
    assert violations_in_both_themes(page) == []


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
@SIZES
def test_a_date_is_canceled_and_brought_back(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    event = new_weekly_event(shop)
    second = format_venue_day(event["dates"][1])
    page = visit(size, account=staff_account(shop)).page(edit_page(event))

    skip(page, second)
    page.get_by_role("button", name="Undo").click()
    expect(date_of(page, second).get_by_role("button", name=f"Cancel {second}")).to_be_visible()
    skip(page, second)

    page.reload()  # also after a reload
    expect(date_of(page, second)).to_contain_text("Canceled")
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

    expect(date_of(page, first)).to_contain_text("Canceled")
    refunded = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
    assert refunded["status"] == "refunded"


def date_of(page: Page, day: str) -> Locator:
    dates = page.get_by_role("region", name="Upcoming dates")
    return dates.get_by_role("listitem").filter(has_text=re.compile(rf"^{re.escape(day)} "))


def skip(page: Page, day: str) -> None:
    page.get_by_role("button", name=f"Cancel {day}", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel date").click()
    expect(date_of(page, day)).to_contain_text("Canceled")


def offered(page: Page) -> str:
    """Return the dates that a visitor can choose."""
    select = page.get_by_label("Reservation Date")
    expect(select).to_be_visible()
    return select.inner_text()
