"""Staff find events, change them and cancel dates, and visitors see the changes."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, book, new_account, new_event, staff_account
from tests.e2e.journeys.staff import expect_saved, format_venue_day, press_update, row_of
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, is_phone, message
from tests.e2e.journeys.test_tap_targets import TOO_SMALL
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def edit_page(event: dict[str, Any]) -> str:
    return f"/admin/product/{event['_id']}/edit"


def dates_page(event: dict[str, Any]) -> str:
    return f"{edit_page(event)}?tab=dates"


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


# --- The form and the dates ------------------------------------------------------------------------------------------


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


@pytest.mark.everyday
@SIZES
def test_the_dates_are_a_tab_of_their_own_and_unsaved_fields_survive_a_look_at_them(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    event = new_weekly_event(shop)
    page = visit(size, account=staff_account(shop)).page(edit_page(event))
    expect(tab(page, "Details")).to_have_attribute("aria-selected", "true")
    page.get_by_label("Event Name").fill("Not saved yet")
    page.get_by_role("radio", name="Monthly").check()
    expect_fine(page)

    tab(page, "Dates").click()

    expect(page).to_have_url(re.compile(r"/edit\?tab=dates$"))
    expect(date_of(page, format_venue_day(event["startTime"]))).to_be_in_viewport(ratio=1)
    expect(tab(page, "Details")).to_have_text("Details (not saved)")
    expect_fine(page)
    tab(page, "Details").click()
    expect(page.get_by_label("Event Name")).to_have_value("Not saved yet")
    expect(page.get_by_role("radio", name="Monthly")).to_be_checked()
    press_update(page)
    expect_saved(page)
    assert shop.client().call("GET", f"/api/products/{event['_id']}").json()["name"] == "Not saved yet"


@SIZES
def test_the_list_and_the_home_of_staff_lead_to_the_dates(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    event = new_event(shop, ahead=timedelta(hours=1))
    day = format_venue_day(event["startTime"])
    page = visit(size, account=staff_account(shop)).page(f"/admin/products?keyword={event['name']}")

    row_of(page, event["name"]).get_by_role("link", name=f"dates of {event['name']}").click()

    expect(date_of(page, day)).to_be_visible()
    page.goto("/admin")
    page.get_by_role("main").get_by_role("link", name=event["name"], exact=True).click()
    expect(date_of(page, day)).to_be_visible()
    shop.as_staff().call("POST", f"/api/products/{event['_id']}/archive", {}).raise_for_status()


@SIZES
def test_update_stays_in_view(shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]) -> None:
    page = visit(size, account=staff_account(shop)).page(edit_page(new_weekly_event(shop)))

    for share in (0, 0.5, 1):
        page.evaluate("(share) => scrollTo(0, document.documentElement.scrollHeight * share)", share)
        expect(page.get_by_role("button", name="Update")).to_be_in_viewport(ratio=1)
    page.get_by_role("heading", name="Refunds").click()
    fee = page.get_by_label("Hours before the start")
    fee.focus()
    bar = page.get_by_role("button", name="Update").evaluate("(button) => button.getBoundingClientRect().top")
    assert fee.evaluate("(field) => field.getBoundingClientRect().bottom") < bar


@SIZES
def test_typing_replaces_the_placeholders_of_a_new_event(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    draft = shop.as_staff().call("POST", "/api/products", {}).json()
    page = visit(size, account=staff_account(shop)).page(edit_page(draft))
    replaced = {
        "Event Name": "Cube night",
        "Category": "Cube",
        "Card Set": "Ours",
        "Description": "Bring friends.",
        "Event Location": "Copper Kettle",
        "Count In Stock": "24",
        "List Price": "12.50",
    }

    for label, text in replaced.items():
        field = page.get_by_label(label, exact=True)
        if is_phone(page):
            field.tap()
        else:
            field.click()
        page.keyboard.type(text)

    for label, text in replaced.items():
        expect(page.get_by_label(label, exact=True)).to_have_value(text)
    assert page.evaluate("document.documentElement.scrollHeight") <= 2_200 or is_phone(page)


@SIZES
def test_what_most_events_leave_alone_is_a_line_with_its_value(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    policy = {"refund": "minus_fee", "untilHours": 48, "feePerSeat": 2}
    event = new_event(shop, memberPrice=9, memberSeats=2, refundPolicy=policy)
    page = visit(size, account=staff_account(shop)).page(edit_page(event))
    lines = {
        "Members": "$9.00 · 2 seats per member",
        "Receipts": "A seat is worth the list price",
        "Refunds": "Refund minus $2.00 a seat until 48 hours before the start",
    }

    for name, value in lines.items():
        line = page.get_by_role("region", name=name)
        expect(line).to_contain_text(value)
        assert line.evaluate("(line) => line.offsetHeight") <= (100 if is_phone(page) else 50)
    expect(page.get_by_label("Member Price")).to_be_hidden()
    page.get_by_role("heading", name="Receipts").click()
    page.get_by_label("Fair market value").fill("5")
    expect(page.get_by_role("region", name="Receipts")).to_contain_text("A seat is worth $5.00")
    expect_fine(page)
    page.get_by_role("heading", name="Members").click()
    page.get_by_label("Seats per member").fill("0")
    page.get_by_role("heading", name="Members").click()
    press_update(page)
    expect(page.get_by_label("Seats per member")).to_be_focused()  # a field with an error can't stay folded
    expect(page.get_by_role("button", name="Update")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("pattern", ["custom", ""])
def test_the_whole_form_is_at_most_2200_px_high(shop: RunningShop, visit: Callable[..., Visit], pattern: str) -> None:
    custom = {"dayOfWeek": 4, "weekOfMonth": [2, 5]} if pattern == "custom" else None
    rule = {"recurringInterval": pattern, "endDate": None, "customOccurrenceConfig": custom} if pattern else None
    image = shop.client().call("GET", "/api/products").json()["products"][0]["image"]
    event = new_event(shop, isRecurring=bool(rule), recurringPattern=rule, image=image)
    page = visit(DESK, account=staff_account(shop)).page(edit_page(event))
    expect(page.get_by_text(re.compile("^(Once, on|Repeats (every|on)) "))).to_be_visible()

    assert page.evaluate("document.documentElement.scrollHeight") <= 2_200
    tab(page, "Dates").click()
    expect(page.get_by_role("region", name="Upcoming dates")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 2_200


# --- Changing a booked event -----------------------------------------------------------------------------------------


# --- Skipping one date -----------------------------------------------------------------------------------------------


@pytest.mark.everyday
@SIZES
def test_a_date_is_canceled_and_brought_back(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    event = new_weekly_event(shop)
    second = format_venue_day(event["dates"][1])
    page = visit(size, account=staff_account(shop)).page(dates_page(event))

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
    page = visit(PHONE, account=staff_account(shop)).page(dates_page(event))

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
