"""Staff make, change and skip nights; visitors see what staff were told they would."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.journeys.conftest import DESK, PHONE, Visit, a_night, a_person, book, staff_of
from tests.journeys.steps import VENUE, expect_no_sideways_scrolling, heading, message, seats_taken
from tests.running_shop import RunningShop

pytestmark = pytest.mark.browser

PICTURE = Path(__file__).resolve().parents[2] / "static" / "brand" / "icon-512.png"
SECOND_AND_LAST_FRIDAY = re.compile(
    r"^Repeats on the 2nd and last Friday of every month, 7:00–10:00 PM P[SD]T, until \w{3} \d+, \d{4}\.$"
)


def venue(instant: str) -> datetime:
    return datetime.fromisoformat(instant).astimezone(VENUE)


def as_said(instant: str) -> str:
    """Fri, Dec 4"""
    start = venue(instant)
    return f"{start:%a, %b} {start.day}"


def edit_page(night: dict[str, Any]) -> str:
    return f"/admin/product/{night['_id']}/edit"


def a_weekly_night(shop: RunningShop) -> dict[str, Any]:
    weekly = {"recurringInterval": "weekly", "endDate": None}
    night = a_night(shop, isRecurring=True, recurringPattern=weekly)
    return night | {"dates": [date["startTime"] for date in night["occurrences"]]}


def press_update(page: Page) -> None:
    page.get_by_role("button", name="Update").click()


def expect_saved(page: Page) -> None:
    expect(message(page, "Product updated!")).to_be_visible()
    expect(heading(page, "Events")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/admin/products$"))


# --- Making one ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_new_series_has_exactly_the_dates_its_form_promised(
    shop: RunningShop, visit: Callable[..., Visit], size: dict[str, int]
) -> None:
    name = f"Second and last {uuid4().hex[:6]}"
    page = visit(size, person=staff_of(shop)).page("/admin/products")
    make_a_draft(page)
    page.keyboard.type(name)  # over the placeholder, which is selected
    expect(page.get_by_label("Event Name")).to_have_value(name)
    previews: list[dict[str, Any]] = []
    page.on("response", lambda response: keep_preview(response, previews))

    say_when(page)
    page.get_by_label("Count In Stock").fill("24")
    page.get_by_label("List Price").fill("$12.50")
    page.get_by_label("Event Location").fill("Copper Kettle Brewing, 12 Dock St")
    page.get_by_label("Event Image").set_input_files(PICTURE)
    expect(message(page, "Image uploaded.")).to_be_visible()
    expect(page.get_by_role("img", name="The event's picture now")).to_be_visible()
    expect_no_sideways_scrolling(page)
    promised = [date["startTime"] for date in previews[-1]["dates"]]
    press_update(page)
    unwritten = page.get_by_role("alertdialog", name="Publish it like this?")
    expect(unwritten.get_by_role("listitem")).to_have_text(
        ["Category: “DEF”", "Card Set: “DEF”", "Description: “Edit me!”"]
    )
    unwritten.get_by_role("button", name="Publish anyway").click()

    expect(page.get_by_text(re.compile(r"^Visitors can see it now\. Next: \w{3} \d+"))).to_be_visible()
    expect_saved(page)
    assert [venue(start).strftime("%a %H:%M") for start in promised] == ["Fri 19:00"] * len(promised)
    assert len(promised) >= 20
    assert dates_visitors_see(visit(size).page(), name) == [as_said(start) for start in promised]


def make_a_draft(page: Page) -> None:
    page.get_by_role("button", name="New Event").click()
    page.get_by_role("alertdialog", name="Creating new product. Are you sure?").get_by_role(
        "button", name="Create"
    ).click()
    expect(message(page, "Product created.")).to_be_visible()
    expect(page.get_by_text("Draft: visitors can't see this until you press Update.")).to_be_visible()
    expect(page.get_by_label("Event Name")).to_be_focused()


def say_when(page: Page) -> None:
    """Every 2nd and last Friday, from seven to ten; the form answers in words and with its next dates."""
    today = datetime.now(VENUE)
    page.get_by_label(re.compile(r"^Start Time \(venue time, P[SD]T\)$")).fill(f"{today:%Y-%m-%d}T19:00")
    expect(page.get_by_label(re.compile("^End Time"))).to_have_value(f"{today:%Y-%m-%d}T22:00")
    page.get_by_role("radio", name="Yes").check()
    page.get_by_role("radio", name="Custom").check()
    page.get_by_role("radio", name="Friday").check()
    page.get_by_role("checkbox", name="2nd").check()
    with page.expect_response(lambda response: has_weeks(response, [2, 5])):
        page.get_by_role("checkbox", name="Last").check()
    expect(page.get_by_text(SECOND_AND_LAST_FRIDAY)).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Next: (\w{3} \d+(, \d{4})?, ){2}.*\d+ dates in all$"))).to_be_visible()


def has_weeks(response: Response, weeks: list[int]) -> bool:
    if not response.url.endswith("/preview"):
        return False
    pattern = (response.request.post_data_json or {}).get("recurringPattern") or {}
    return bool((pattern.get("customOccurrenceConfig") or {}).get("weekOfMonth") == weeks)


def keep_preview(response: Response, previews: list[dict[str, Any]]) -> None:
    if has_weeks(response, [2, 5]):
        previews.append(response.json())


def dates_visitors_see(page: Page, name: str) -> list[str]:
    """The days on every page of the public list, in order."""
    page.goto(f"/search/{name}/page/1")
    expect(page.get_by_role("article").first).to_be_visible()
    days: list[str] = []
    while True:
        for card in page.get_by_role("article").all():
            found = re.search(r"\b\w{3}, \w{3} \d+", card.inner_text())
            days.append(found[0] if found else card.inner_text())
        following = page.get_by_role("link", name="Next", exact=True)
        if following.count() == 0:
            return days
        number = re.search(r"page/(\d+)", following.get_attribute("href") or "")
        following.click()
        expect(page.get_by_role("link", name=f"Page {number[1] if number else ''}")).to_have_attribute(
            "aria-current", "page"
        )


def test_what_is_typed_key_by_key_arrives_and_an_error_moves_nothing_under_a_press(
    shop: RunningShop, visit: Callable[..., Visit]
) -> None:
    page = visit(DESK, person=staff_of(shop)).page("/admin/products")
    make_a_draft(page)
    start, end = page.get_by_label(re.compile("^Start Time")), page.get_by_label(re.compile("^End Time"))
    start.focus()
    page.keyboard.type("112720360700PM")
    expect(start).to_have_value("2036-11-27T19:00")
    expect(end).to_have_value("2036-11-27T22:00")
    page.get_by_label("Count In Stock").click()
    page.keyboard.type("24")
    expect(page.get_by_label("Count In Stock")).to_have_value("24")
    page.get_by_label("List Price").click()
    page.keyboard.type("12")
    expect(page.get_by_label("List Price")).to_have_value("12")

    end.fill("2036-11-27T18:00")
    end.focus()
    where = page.get_by_role("radio", name="Yes").bounding_box()
    assert where
    page.mouse.move(where["x"] + 5, where["y"] + 5)
    page.mouse.down()
    page.wait_for_timeout(200)  # milliseconds that a slow hand presses
    assert page.get_by_role("radio", name="Yes").bounding_box() == where
    page.mouse.up()

    expect(page.get_by_role("radio", name="Yes")).to_be_checked()
    expect(page.get_by_text("End time must be after start time.")).to_be_visible()


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
