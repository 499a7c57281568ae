"""Staff change and skip events; visitors see what staff were told they would."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, Visit, a_night, a_person, book, staff_of
from tests.e2e.journeys.staff import as_said, expect_saved, press_update, venue
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, heading, message, seats_taken
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


def edit_page(night: dict[str, Any]) -> str:
    return f"/admin/product/{night['_id']}/edit"


def a_weekly_night(shop: RunningShop) -> dict[str, Any]:
    weekly = {"recurringInterval": "weekly", "endDate": None}
    night = a_night(shop, isRecurring=True, recurringPattern=weekly)
    return night | {"dates": [date["startTime"] for date in night["occurrences"]]}


# --- Changing one that is booked -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "answer", "hours"), [(PHONE, "Move them", 1), (DESK, "Keep the old times", 0)], ids=["move", "keep"]
)
def test_new_times_of_a_booked_date_are_warned_of_and_asked_about(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int], answer: str, hours: int
) -> None:
    night = a_weekly_night(shop)
    book(shop, a_person(shop), night, 3)
    page = visit(size, person=staff_of(shop)).page(edit_page(night))
    later = venue(night["startTime"]) + timedelta(hours=1)

    page.get_by_label(re.compile("^Start Time")).fill(f"{later:%Y-%m-%dT%H:%M}")

    warning = page.get_by_role("listitem").filter(has_text="you'll be asked whether it moves to")
    expect(warning).to_contain_text(f"{as_said(night['startTime'])} · ")
    expect(warning).to_contain_text("3 seats")
    press_update(page)
    dialog = page.get_by_role("dialog", name="Move these bookings too?")
    expect(dialog).to_contain_text("3 seats")
    expect_no_sideways_scrolling(page)
    dialog.get_by_role("button", name=answer).click()
    expect_saved(page)
    starts = datetime.fromisoformat(night["startTime"]) + timedelta(hours=hours)
    assert seats_taken(shop, night | {"startTime": starts.strftime("%Y-%m-%dT%H:%M:%SZ")}) == 3


def test_fewer_seats_than_are_taken_is_told_at_the_field(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    night = a_night(shop)
    book(shop, a_person(shop), night, 3)
    page = visit(PHONE, person=staff_of(shop)).page(edit_page(night))

    page.get_by_label("Count In Stock").fill("2")

    told = f"3 seats are taken on {as_said(night['startTime'])}. Offer at least as many."
    expect(page.get_by_text(told)).to_be_visible()
    press_update(page)
    expect(page.get_by_label("Count In Stock")).to_be_focused()
    expect(page.get_by_label("Count In Stock")).to_have_accessible_description(re.compile("Offer at least as many"))


def test_what_was_typed_is_not_lost_without_asking(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    night = a_night(shop)
    page = visit(DESK, person=staff_of(shop)).page(edit_page(night))
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
def test_a_date_is_skipped_and_brought_back(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    night = a_weekly_night(shop)
    second = as_said(night["dates"][1])
    page = visit(size, person=staff_of(shop)).page(edit_page(night))

    skip(page, second)
    page.get_by_role("button", name="Undo").click()
    expect(row_of(page, second).get_by_role("button", name=f"Snooze {second}")).to_be_visible()
    skip(page, second)

    page.reload()  # it is known later, too
    expect(row_of(page, second)).to_contain_text("Snoozed")
    assert second not in offered(visit(size).page(f"/product/{night['_id']}"))
    page.get_by_role("button", name=f"Unsnooze {second}").click()
    expect(message(page, f"{night['name']} on {second} is back.")).to_be_visible()
    assert second in offered(visit(size).page(f"/product/{night['_id']}"))


@pytest.mark.everyday
def test_a_booked_date_is_skipped_with_everybodys_money_back(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    night = a_weekly_night(shop)
    order = book(shop, a_person(shop), night, 2)
    first = as_said(night["startTime"])
    page = visit(PHONE, person=staff_of(shop)).page(edit_page(night))

    page.get_by_role("button", name=f"Snooze {first}").click()
    dialog = page.get_by_role("dialog", name=f"{night['name']} on {first} has bookings")
    expect(dialog).to_contain_text(f"2 seats are booked on {first}.")
    dialog.get_by_role("button", name="Refund everyone and skip").click()
    expect(dialog.get_by_text("Write a reason. The buyers will read it.")).to_be_visible()
    dialog.get_by_label("Reason").fill("The kettle is broken.")
    dialog.get_by_role("button", name="Refund everyone and skip").click()

    expect(row_of(page, first)).to_contain_text("Snoozed")
    refunded = shop.as_staff().call("GET", f"/api/orders/{order['_id']}").json()
    assert refunded["status"] == "refunded"


def row_of(page: Page, day: str) -> Locator:
    dates = page.get_by_role("region", name="Coming dates")
    return dates.get_by_role("listitem").filter(has_text=re.compile(rf"^{re.escape(day)} "))


def skip(page: Page, day: str) -> None:
    page.get_by_role("button", name=f"Snooze {day}", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Snooze").click()
    expect(row_of(page, day)).to_contain_text("Snoozed")


def offered(page: Page) -> str:
    """Every date that a visitor can choose."""
    select = page.get_by_label("Reservation Date")
    expect(select).to_be_visible()
    return select.inner_text()
