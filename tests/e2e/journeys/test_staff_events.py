"""Staff make a series, and visitors are offered its dates."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.journeys.accessibility import expect_fine
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    Visit,
    new_account,
    new_event,
    pay_at_paypal,
    staff_account,
)
from tests.e2e.journeys.staff import expect_saved, press_update
from tests.e2e.journeys.steps import VENUE, at_venue, day_of, expect_no_sideways_scrolling, message
from tests.support.servers.running_shop import RunningShop

IMAGE = Path(__file__).resolve().parents[3] / "static" / "brand" / "icon-512.png"
SECOND_AND_LAST_FRIDAY = re.compile(
    r"^Repeats on the 2nd and last Friday of every month, 7:00–10:00 PM venue time, until \w{3}, \w{3} \d+, \d{4}\.$"
)


@pytest.mark.everyday
def test_a_new_series_has_the_dates_that_its_form_previewed(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    name = f"Second and last {uuid4().hex[:6]}"
    page = visit(DESK, account=staff_account(shop)).page("/admin/products")
    make_a_draft(page)
    page.keyboard.type(name)  # replaces the selected placeholder
    expect(page.get_by_label("Event Name")).to_have_value(name)
    previews: list[dict[str, Any]] = []
    page.on("response", lambda response: has_both_weeks(response) and previews.append(response.json()))

    fill_schedule(page)
    page.get_by_label("Count In Stock").fill("24")
    page.get_by_label("List Price").fill("$12.50")
    page.get_by_label("Card Set").fill("")  # an evening of board games
    page.get_by_label("Event Location").fill("Copper Kettle Brewing, 12 Dock St")
    page.get_by_label("Event Image").set_input_files(IMAGE)
    expect(message(page, "Image uploaded.")).to_be_visible()
    expect(page.get_by_role("img", name="Current event image")).to_be_visible()
    expect_no_sideways_scrolling(page)
    promised = previews[-1]["dates"]
    press_update(page)
    question = page.get_by_role("alertdialog", name="Publish with placeholder text?")
    placeholders = ["Category: “DEF”", "Description: “Edit me!”"]
    expect(question.get_by_role("listitem")).to_have_text(placeholders)
    question.get_by_role("button", name="Publish anyway").click()

    expect(page.get_by_text(re.compile(r"^Visitors can see it now\. Next: \w{3}, \w{3} \d+"))).to_be_visible()
    expect_saved(page)
    assert [f"{at_venue(date['startTime']):%a %H:%M}" for date in promised] == ["Fri 19:00"] * len(promised)
    assert len(promised) >= 20
    assert list_offered_dates(visit(DESK).page(), name) == [day_of(date) for date in promised]
    [made] = shop.as_staff().ask("GET", f"/api/products?keyword={name}")["products"]
    assert (made["category"], made["cardSet"]) == ("DEF", "")


def test_a_calendar_is_imported_looked_at_and_published(
    shop: RunningShop, visit: Callable[..., Visit], tmp_path: Path
) -> None:
    name, file = f"From elsewhere {uuid4().hex[:6]}", tmp_path / "club.ics"
    start = (datetime.now(UTC) + timedelta(days=8)).astimezone(VENUE).replace(hour=19, minute=0)
    second = start + timedelta(weeks=1)
    file.write_text(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Google Inc//Google Calendar 70.9054//EN\r\n"
        f"BEGIN:VEVENT\r\nUID:1@google.com\r\nSUMMARY:{name}\r\nLOCATION:Copper Kettle\\, 12 Main St\r\n"
        f"DTSTART;TZID={VENUE.key}:{start:%Y%m%dT190000}\r\nDTEND;TZID={VENUE.key}:{start:%Y%m%dT220000}\r\n"
        f"RRULE:FREQ=WEEKLY;COUNT=4\r\nEXDATE;TZID={VENUE.key}:{second:%Y%m%dT190000}\r\nEND:VEVENT\r\n"
        "END:VCALENDAR\r\n"
    )
    page = visit(DESK, account=staff_account(shop)).page("/admin/products")

    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_label("Choose a calendar file").set_input_files(file)
    preview = page.get_by_role("region", name="What would be made")
    expect(preview.get_by_role("listitem")).to_contain_text(
        [f"{name}Repeats every {start:%A}, 7:00–10:00 PM venue time"]
    )
    expect(preview.get_by_role("listitem")).to_contain_text(["1 canceled. Copper Kettle, 12 Main St"])
    expect_no_sideways_scrolling(page)
    preview.get_by_role("button", name="Make drafts").click()
    expect(message(page, "1 draft is made. Look at each, then publish it.")).to_be_visible()

    page.get_by_label("Search events").fill(name)
    page.get_by_label("Search events").press("Enter")
    page.goto(page.get_by_role("link", name=f"Edit {name}").get_attribute("href"))
    expect(page.get_by_label("Event Location")).to_have_value("Copper Kettle, 12 Main St")
    page.get_by_label("Count In Stock").fill("24")
    page.get_by_label("List Price").fill("5")
    press_update(page)
    page.get_by_role("button", name="Publish anyway").click()

    expect_saved(page)
    weeks = [start + timedelta(weeks=week) for week in (0, 2, 3)]
    assert list_offered_dates(visit(DESK).page(), name) == [f"{day:%a, %b} {day.day}" for day in weeks]


def test_two_places_that_are_one_are_merged(shop: RunningShop, visit: Callable[..., Visit]) -> None:
    name = f"Kettle {uuid4().hex[:6]}"
    event = new_event(shop, eventLocation=f"{name}, 12 Main Street")
    new_event(shop, eventLocation=f"{name}, 12 Main St")
    here = visit(PHONE, account=staff_account(shop), reduced_motion="reduce")
    page = here.page("/admin/places")
    page.get_by_role("button", name=f"More for {name}, 12 Main Street").click()
    expect_fine(page)
    page.get_by_role("button", name=f"Merge {name}, 12 Main Street").click()

    dialog = page.get_by_role("dialog", name=f"Merge {name}, 12 Main Street into another place")
    dialog.get_by_label("Place that stays").select_option(label=f"{name}, 12 Main St")
    expect(dialog.get_by_role("listitem").first).to_contain_text("1 event with all dates")
    expect_fine(page)
    dialog.get_by_role("button", name="Merge").click()

    expect(message(page, f"{name}, 12 Main Street is {name}, 12 Main St now.")).to_be_visible()
    page.get_by_text(re.compile(r"^Hidden places \(")).click()
    hidden = page.get_by_role("table", name="Hidden places")
    expect(hidden.get_by_role("rowheader", name=name)).to_be_visible()
    page.goto(f"/product/{event['_id']}")
    expect(page.get_by_role("main")).to_contain_text(f"{name}, 12 Main St Open map")


LISTS = ("products", "users", "orders", "vouchers", "members", "goals", "places")
ROWS = "table.rows tbody tr"


def test_each_row_of_a_staff_list_is_one_line_on_a_desk_and_fits_on_a_phone(
    shop: RunningShop, visit: Callable[..., Visit]
) -> None:
    staff, member, event = shop.as_staff(), new_account(shop), new_event(shop, name="A long night of " + "cards " * 12)
    pay_at_paypal(shop, member, (event, 2))
    staff.ask("POST", "/api/vouchers", {"kind": "percent", "value": 10, "count": 1, "maxUses": 20, "perPerson": 1})
    staff.ask("POST", "/api/members", {"number": uuid4().hex[:8], "email": member.email, "validUntil": "2099-12-31"})
    staff.ask("POST", "/api/giving/goals", {"title": "New tables", "product": event["_id"], "target": 900})
    for size in (DESK, PHONE):
        page = visit(size, account=staff_account(shop)).page()
        for name in LISTS:
            page.goto(f"/admin/{name}")
            expect(page.locator(ROWS).first).to_be_visible()
            heights = page.locator(ROWS).evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
            assert size == PHONE or max(heights) <= 56, (name, heights)
            expect_no_sideways_scrolling(page)
            if name != "orders":
                page.get_by_role("button", name=re.compile("^More for ")).first.click()
                menu = page.locator("[aria-expanded=true] + ul").bounding_box()
                assert menu, name
                assert menu["x"] >= 0, name


def make_a_draft(page: Page) -> None:
    page.get_by_role("button", name="New Event").click()
    question = page.get_by_role("alertdialog", name="Creating new product. Are you sure?")
    question.get_by_role("button", name="Create").click()
    expect(message(page, "Product created.")).to_be_visible()
    expect(page.get_by_text("Draft: visitors can't see this until you press Publish.")).to_be_visible()
    expect(page.get_by_label("Event Name")).to_be_focused()


def fill_schedule(page: Page) -> None:
    """Every 2nd and last Friday from seven to ten. The form previews a summary and the next dates."""
    today = datetime.now(VENUE)
    start = page.get_by_label(re.compile(r"^Start Time \(venue time, P[SD]T\)$"))
    start.focus()
    page.keyboard.type(f"{today:%m%d%Y}0700PM")  # the year ends after four digits
    expect(start).to_have_value(f"{today:%Y-%m-%d}T19:00")
    expect(page.get_by_label(re.compile("^End Time"))).to_have_value(f"{today:%Y-%m-%d}T22:00")
    page.get_by_role("radio", name="Yes").check()
    page.get_by_role("radio", name="Custom").check()
    page.get_by_role("radio", name="Friday").check()
    page.get_by_role("checkbox", name="2nd").check()
    with page.expect_response(has_both_weeks):
        page.get_by_role("checkbox", name="Last").check()
    expect(page.get_by_text(SECOND_AND_LAST_FRIDAY)).to_be_visible()
    expect(
        page.get_by_text(re.compile(r"^Next: (\w{3}, \w{3} \d+(, \d{4})? · ){2}.*\d+ dates in total$"))
    ).to_be_visible()


def has_both_weeks(response: Response) -> bool:
    if not response.url.endswith("/preview"):
        return False
    pattern = (response.request.post_data_json or {}).get("recurringPattern") or {}
    return bool((pattern.get("customOccurrenceConfig") or {}).get("weekOfMonth") == [2, 5])


def list_offered_dates(page: Page, name: str) -> list[str]:
    """Return the days that a visitor can choose on the event's page, in order."""
    page.goto(f"/search/{name}/page/1")
    page.get_by_role("link", name=name, exact=True).click()
    options = page.get_by_label("Reservation Date").locator("option")
    expect(options.first).to_be_attached()
    return [text.partition(" · ")[0] for text in options.all_inner_texts()]
