"""The event page: what a visitor decides by comes first, then the form, then the rest."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
import requests
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    SMALL_PHONE,
    book,
    go_to,
    new_account,
    new_event,
    new_series,
    on_date,
)
from tests.e2e.journeys.steps import day_of, expect_no_sideways_scrolling, now
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


# --- On phones and large screens --------------------------------------------------------------------------------------


def test_the_add_to_cart_button_is_visible_without_scrolling_on_a_large_screen(visit, shop):
    event = new_event(shop, name="An evening with an ordinary name")
    page = visit(DESK).page(f"/product/{event['_id']}")

    box = page.get_by_role("button", name="Add to Cart").first.bounding_box()

    assert box
    assert box["y"] + box["height"] <= DESK["height"]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_further_dates_of_an_event_are_below_its_button(visit, shop, size):
    series = new_series(shop, 4)
    page = visit(size, at=shop).page(f"/search/{series['name']}/page/1")
    card = page.get_by_role("main").get_by_role("article")

    button = card.get_by_role("link", name="RSVP").bounding_box()
    dates = card.get_by_role("list", name="More dates").bounding_box()
    box = card.bounding_box()

    assert button
    assert dates
    assert box
    assert dates["y"] >= button["y"] + button["height"]
    assert dates["y"] + dates["height"] <= box["y"] + box["height"]


# --- At 390 pixels ----------------------------------------------------------------------------------------------------


LONG = "Draft three boosters and play three rounds against people you haven't met yet. Beginners are welcome. " * 3


def booking_button(page: Page) -> Locator:
    """Return the buttons that book; the box and the bar at the bottom have the same."""
    return page.get_by_role("button", name=re.compile("^(Add to Cart|Reserve 1 seat · free)$"))


def bottom_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"] + box["height"]


def top_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["y"]


def test_name_date_place_price_and_a_button_that_books_need_no_scrolling(visit, shop):
    """For every event of the demo, with its picture and place. Below a name of many lines, the bar has the button."""
    dates = requests.get(f"{shop.url}/api/products/all", timeout=10).json()
    open_ones = {date["_id"]: date for date in dates if date["startTime"] > now() and date["countInStock"] > 0}
    page = visit(PHONE).page()
    assert len(open_ones) >= 5

    for event in open_ones.values():
        go_to(page, f"/product/{event['_id']}")
        head = [
            page.get_by_role("heading", level=1, name=event["name"]),
            page.get_by_role("main").get_by_text(re.compile(r"[AP]M P[DS]T")).first,
            page.get_by_role("link", name="Open map"),
            page.get_by_text(re.compile(r"^\d+ seats? left$")).first,
        ]
        places = [top_of(part) for part in head]

        assert places == sorted(places), event["name"]
        expect(booking_button(page).last).to_be_in_viewport(ratio=1)
        if len(event["name"]) < 50:
            expect(booking_button(page)).to_have_count(1)


def test_the_parts_of_the_page_are_in_the_order_in_which_visitors_ask_for_them(visit, shop):
    series = new_series(shop, 3, description=LONG, category="Sealed")
    goal = {"title": "Meals", "product": series["_id"], "target": 300}
    shop.as_staff().call("POST", "/api/giving/goals", goal).raise_for_status()
    page = visit(PHONE, reduced_motion="reduce").page(f"/product/{series['_id']}")
    page.get_by_role("contentinfo").scroll_into_view_if_needed()
    for loads_later in ("Raised so far", "Similar events"):
        expect(page.get_by_role("heading", name=loads_later)).to_be_visible()
    page.wait_for_load_state("networkidle")
    main = page.get_by_role("main")

    parts = {
        "name": page.get_by_role("heading", level=1),
        "date": main.get_by_text(day_of(series), exact=True).first,
        "map": page.get_by_role("link", name="Open map"),
        "price with tax": main.get_by_text("$13.80", exact=True).first,
        "description": main.get_by_text("Draft three boosters").first,
        "more": page.get_by_role("button", name="More", exact=True),
        "form": page.get_by_label("Reservation Date"),
        "raised": page.get_by_role("heading", name="Raised so far"),
        "facts": main.get_by_text("Ticket Price"),
        "more dates": page.get_by_role("heading", name="More dates"),
        "similar events": page.get_by_role("heading", name="Similar events"),
    }
    places = {name: top_of(part) for name, part in parts.items()}

    assert list(places) == sorted(places, key=lambda name: places[name])
    form = page.get_by_role("region", name="Book your seat")
    assert top_of(parts["raised"]) - bottom_of(form) < 60, "what was raised is right under the form"
    for fact in ("Ticket Price", "Seats Available?", "Category", "24 seats taken", series["category"]):
        expect(main.locator("article").first.get_by_text(fact)).to_have_count(1)
    expect(page.get_by_role("region", name="Similar events").get_by_role("list", name="Next dates")).to_have_count(0)
    assert violations_in_both_themes(page) == []


def test_two_lines_of_the_description_are_shown_and_the_rest_on_request(visit, shop):
    page = visit(PHONE).page(f"/product/{new_event(shop, description=LONG + chr(10) * 2 + 'The end.')['_id']}")
    last, box = page.get_by_text("The end."), page.get_by_label("Reservation Date")
    before = top_of(box)
    text = page.get_by_text("Draft three boosters").locator("..")
    line = text.evaluate("(element) => parseFloat(getComputedStyle(element).lineHeight)")
    assert text.bounding_box()["height"] == pytest.approx(2 * line, abs=1)

    page.get_by_role("button", name="More", exact=True).click()

    less = page.get_by_role("button", name="Less", exact=True)
    expect(less).to_be_focused()
    assert bottom_of(last) <= top_of(less) + 1
    assert top_of(box) > before
    expect_no_sideways_scrolling(page)
    less.click()
    expect(page.get_by_role("button", name="More", exact=True)).to_be_focused()
    assert top_of(box) == pytest.approx(before, abs=1)


def test_a_short_description_has_nothing_to_open(visit, shop):
    page = visit(PHONE).page(f"/product/{new_event(shop)['_id']}")

    expect(page.get_by_text("Bring a deck.")).to_be_visible()
    expect(page.get_by_role("button", name="More", exact=True)).to_have_count(0)


def test_on_a_small_phone_the_button_is_at_the_bottom_until_the_box_shows_its_own(visit, shop):
    page = visit(SMALL_PHONE).page(f"/product/{new_event(shop, description=LONG)['_id']}")
    expect(booking_button(page)).to_have_count(2)
    assert bottom_of(booking_button(page).last) <= SMALL_PHONE["height"]

    booking_button(page).first.scroll_into_view_if_needed()
    page.mouse.wheel(0, 120)
    expect(booking_button(page)).to_have_count(1)

    page.get_by_role("contentinfo").scroll_into_view_if_needed()
    expect(booking_button(page)).to_have_count(2)


def test_a_full_date_names_the_next_one_in_one_piece_and_ends_with_its_button(visit, shop):
    series = new_series(shop, 3, maximumEventCapacity=1)
    book(shop, new_account(shop), on_date(series, 0), seats=1)
    full = f"/product/{series['_id']}?rsvpDate={series['occurrences'][0]['startTime']}"
    page = visit(PHONE, account=new_account(shop)).page(full)
    join = page.get_by_role("button", name="Join the waiting list")
    expect(join).to_be_visible()

    next_one = page.get_by_text("Next one on").locator("span")
    assert next_one.evaluate("(date) => date.offsetHeight < 1.5 * parseFloat(getComputedStyle(date).lineHeight)")
    assert bottom_of(page.get_by_role("region", name="Book your seat")) - bottom_of(join) < 20


# --- Links to dates that can't be booked ------------------------------------------------------------------------------


def change_date(shop: RunningShop, series: dict[str, Any], start: str, **change: str) -> None:
    body = {"startTime": start, "reason": "The bar has a private party."} | change
    shop.as_staff().call("POST", f"/api/products/{series['_id']}/date-changes", body).raise_for_status()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_link_to_a_canceled_date_shows_that_date_and_leads_to_the_nearest_ones(visit, shop, size):
    series = new_series(shop, 3)
    first, second = (date["startTime"] for date in series["occurrences"][:2])
    change_date(shop, series, first, kind="cancel")
    page = visit(size).page(f"/product/{series['_id']}?rsvpDate={first}")

    expect(page.get_by_text(re.compile(r"is canceled\. The bar has a private party\.$"))).to_be_visible()
    expect(page.get_by_role("region", name="Book your seat")).to_have_count(0)
    assert violations_in_both_themes(page) == []
    page.get_by_role("main").get_by_role("link", name=re.compile(r"^\w{3}, \w{3} \d+ · ")).first.click()

    expect(page.get_by_label("Reservation Date")).to_have_value(second)
    expect(page.get_by_text(re.compile(r"is canceled\. "))).to_have_count(0)


def test_the_old_link_of_a_date_that_moved_leads_to_its_new_time(visit, shop):
    series = new_series(shop, 3)
    first = series["occurrences"][0]["startTime"]
    later = (datetime.fromisoformat(first) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    change_date(shop, series, first, kind="move", to=later)

    page = visit(PHONE).page(f"/product/{series['_id']}?rsvpDate={first}")

    expect(page.get_by_text(re.compile(r"^Moved to .+ \(was .+\)\.$"))).to_be_visible()
    expect(page.get_by_label("Reservation Date")).to_have_value(later)


def test_a_link_to_no_date_chooses_none(visit, shop):
    page = visit(PHONE).page(f"/product/{new_series(shop, 2)['_id']}?rsvpDate=2020-01-03T19:00:00-08:00")

    expect(page.get_by_text("This date has passed.")).to_be_visible()
    expect(page.get_by_label("Reservation Date")).to_have_count(0)
