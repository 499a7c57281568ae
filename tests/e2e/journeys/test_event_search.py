"""Finding events: filters, sold-out dates, and time zones."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, book, new_account, new_cart, new_event, new_series, on_date
from tests.e2e.journeys.steps import VENUE, day_of, line_of

pytestmark = pytest.mark.browser


def names_on(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("article").get_by_role("heading").get_by_role("link")


# --- Filters ---------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_filters_on_a_phone_are_part_of_the_url(shop, visit):
    word = f"Cube{uuid4().hex[:6]}"
    small = new_event(shop, name=f"{word} free and small", price=0, maximumEventCapacity=3)
    new_event(shop, name=f"{word} free", price=0, maximumEventCapacity=8)
    new_event(shop, name=f"{word} expensive", price=25, maximumEventCapacity=8)
    book(shop, new_account(shop), small, 1)
    page = visit(PHONE).page(f"/search/{word}/page/1")
    expect(names_on(page)).to_have_count(3)

    page.get_by_role("button", name="Filters").click()
    dialog = page.get_by_role("dialog", name="Filters")
    dialog.get_by_label("Price").select_option("Free")
    dialog.get_by_label("Seats left").select_option("3 seats or more")
    dialog.get_by_role("button", name="Show events").click()

    expect(names_on(page)).to_have_text([f"{word} free"])
    expect(page.get_by_role("status").filter(has_text="1 event found")).to_have_count(1)
    expect(page.get_by_role("button", name="Filters (2)")).to_be_focused()
    page.reload()
    expect(names_on(page)).to_have_text([f"{word} free"])
    page.get_by_role("button", name="Filters (2)").click()
    dialog.get_by_role("button", name="Clear filters").click()
    expect(names_on(page)).to_have_count(3)


def test_a_large_screen_has_search_days_and_place_in_one_row_and_one_button_for_the_rest(shop, visit):
    word = f"Cube{uuid4().hex[:6]}"
    new_event(shop, name=f"{word} here", eventLocation=f"{word} Hall")
    new_event(shop, name=f"{word} there", eventLocation="Elsewhere")
    page = visit(DESK).page(f"/search/{word}/page/1")
    main = page.get_by_role("main")
    expect(names_on(page)).to_have_count(2)
    controls = [page.get_by_label(name, exact=True) for name in ("Search events", "From", "Until", "Place")]
    controls.append(main.get_by_role("button", name="Filters"))
    boxes = [control.bounding_box() for control in controls]

    assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) < 5
    expect(main.get_by_role("combobox")).to_have_count(1)
    page.get_by_label("Place").select_option(f"{word} Hall")
    expect(names_on(page)).to_have_text([f"{word} here"])
    page.get_by_role("button", name="Filters (1)").click()
    dialog = page.get_by_role("dialog", name="Filters")
    for name in ("Category", "Card Set", "Format", "Weekday", "Price", "Seats left"):
        expect(dialog.get_by_label(name)).to_be_visible()
    assert violations_in_both_themes(page) == []
    dialog.get_by_label("Price").select_option("Free")
    dialog.get_by_role("button", name="Show events").click()
    expect(page.get_by_text("No events match.", exact=True).first).to_be_visible()
    main.get_by_role("button", name="Clear filters").click()
    expect(names_on(page)).to_have_count(2)


def test_a_typed_day_filters_once_it_is_complete(shop, visit):
    word = f"Moon{uuid4().hex[:6]}"
    new_event(shop, name=f"{word} soon")
    late = new_event(shop, name=f"{word} late", ahead=timedelta(days=40))
    page = visit(DESK).page(f"/search/{word}/page/1")
    expect(names_on(page)).to_have_count(2)
    day = datetime.now(UTC) + timedelta(days=30)

    page.get_by_label("From").press_sequentially(f"{day:%m%d%Y}")

    expect(names_on(page)).to_have_text([late["name"]])
    expect(page.get_by_label("From")).to_be_focused()
    assert page.url.endswith(f"?from={day:%Y-%m-%d}")


def test_an_invalid_filter_shows_a_message(visit):
    page = visit(DESK).page("/page/1?seats=many")

    expect(page.get_by_text("Use a whole number of seats from 1.").first).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(names_on(page).first).to_be_visible()


# --- Sold out --------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_a_sold_out_date_links_to_the_next_one(shop, visit):
    series = new_series(shop, 3, maximumEventCapacity=2)
    for number in (0, 1):
        book(shop, new_account(shop), on_date(series, number), 2)
    free = on_date(series, 2)
    page = visit(PHONE).page(f"/search/{series['name']}/page/1")
    card = page.get_by_role("article").first

    expect(card.get_by_text("Sold Out!")).to_be_visible()
    expect(card.get_by_text(f"Next one on {day_of(free)}")).to_be_visible()
    card.get_by_role("link", name="RSVP").click()
    expect(page.get_by_label("Reservation Date")).to_have_value(free["startTime"])

    page.goto(f"/product/{series['_id']}?rsvpDate={series['startTime']}")
    expect(page.get_by_text("This date is sold out.")).to_be_visible()
    page.get_by_role("button", name="Choose ").click()
    expect(page.get_by_label("Reservation Date")).to_have_value(free["startTime"])
    expect(page.get_by_label("Seats to Reserve")).to_be_enabled()


SHIFTS = """
window.shifts = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value
}).observe({ type: "layout-shift", buffered: true })
"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_other_events_load_below_an_event_without_layout_shift(shop, visit, size):
    category = f"Cube {uuid4().hex[:6]}"
    series = new_series(shop, 3, category=category)
    other = new_event(shop, category=category)
    browser = visit(size, zone="Europe/Berlin")
    browser.context.add_init_script(SHIFTS)
    page = browser.page(f"/product/{series['_id']}")
    more = page.get_by_role("region", name="Similar events")
    dates = page.get_by_role("region", name="More dates").get_by_role("list", name=f"Next dates of {series['name']}")
    expect(dates.get_by_role("link")).to_have_count(2)

    for _ in range(12):
        page.mouse.wheel(0, 400)
        page.wait_for_timeout(60)

    expect(more.get_by_role("link", name=re.compile(f"^RSVP for {other['name']}"))).to_be_visible()
    assert page.evaluate("window.shifts") <= 0.02
    dates.get_by_role("link").first.click()
    expect(page.get_by_label("Reservation Date")).to_have_value(series["occurrences"][1]["startTime"])


# --- Time zones ------------------------------------------------------------------------------------------------------


def test_a_visitor_in_another_time_zone_sees_both_times(shop, visit):
    """On cards, the event's page, in the cart, at checkout and on the order."""
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, 1)
    start = datetime.fromisoformat(event["startTime"])
    here, there = start.astimezone(VENUE), start.astimezone(ZoneInfo("Asia/Tokyo"))
    day = "" if here.day == there.day else f"{there:%a, %b} {there.day}, "
    theirs = re.compile(rf"{day}{there.hour % 12 or 12}:{there:%M} {there:%p} your time")
    page = visit(DESK, zone="Asia/Tokyo", account=account, cart=new_cart((event, 2))).page()

    page.goto(f"/search/{event['name']}/page/1")
    expect(page.get_by_role("article").get_by_text(theirs)).to_be_visible()
    page.goto(f"/product/{event['_id']}")
    expect(page.get_by_text(theirs).first).to_be_visible()
    page.goto("/cart")
    expect(line_of(page, event).get_by_text(theirs)).to_be_visible()
    page.goto("/checkout/")
    expect(line_of(page, event).get_by_text(theirs)).to_be_visible()
    page.goto(f"/order/{order['_id']}")
    expect(page.get_by_role("main").get_by_text(theirs)).to_be_visible()
    expect(page.get_by_text("PST").or_(page.get_by_text("PDT")).first).to_be_visible()


def test_a_visitor_in_the_venues_time_zone_sees_one_time(shop, visit):
    event = new_event(shop)
    page = visit(PHONE).page(f"/product/{event['_id']}")

    expect(page.get_by_label("Reservation Date")).to_be_visible()
    expect(page.get_by_text("your time")).to_have_count(0)


# --- Calendar and sharing --------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_an_event_can_be_added_to_a_calendar_and_shared(shop, visit):
    event = new_event(shop)
    browser = visit(DESK, permissions=["clipboard-read", "clipboard-write"])
    page = browser.page(f"/product/{event['_id']}")
    start = datetime.fromisoformat(event["startTime"]).astimezone(UTC)

    page.get_by_role("button", name="Add to calendar").click()
    google = page.get_by_role("link", name="Google Calendar (opens in a new tab)")
    expect(google).to_have_attribute("href", re.compile(f"dates={start:%Y%m%dT%H%M00Z}%2F"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Calendar file (.ics)").click()
    assert download.value.suggested_filename == f"{event['name']}.ics"
    page.get_by_role("button", name="Share").click()

    expect(page.get_by_text("Link copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{shop.url}/product/{event['_id']}"


# --- Cards -----------------------------------------------------------------------------------------------------------

PARTS_OF_A_CARD = ["event-card-art", "event-card-type", "event-card-when", "event-card-foot"]


@pytest.mark.parametrize("part", PARTS_OF_A_CARD)
def test_a_tap_anywhere_on_a_card_opens_the_event(shop, visit, part):
    word = f"Tap{uuid4().hex[:6]}"
    event = new_event(shop, name=f"{word} cube")
    page = visit(PHONE, is_mobile=True).page(f"/search/{word}/page/1")

    page.get_by_role("article").locator(f".{part}").tap(force=True)

    expect(page).to_have_url(re.compile(f"/product/{event['_id']}"))


def test_the_text_of_a_card_can_be_selected(shop, visit):
    word = f"Mark{uuid4().hex[:6]}"
    new_event(shop, name=f"{word} cube", description="Bring a deck.")
    page = visit(DESK).page(f"/search/{word}/page/1")

    page.get_by_role("article").get_by_text("Bring a deck.").click(click_count=3)

    assert page.evaluate("getSelection().toString()").strip() == "Bring a deck."
    expect(names_on(page)).to_have_count(1)


def test_a_sold_out_event_links_to_similar_ones(shop, visit):
    word = f"Full{uuid4().hex[:6]}"
    full = new_event(shop, name=f"{word} cube", maximumEventCapacity=1)
    book(shop, new_account(shop), full, 1)
    page = visit(PHONE, is_mobile=True).page(f"/search/{word}/page/1")

    page.get_by_role("link", name=f"Similar events: {word} cube").tap()

    others = page.get_by_role("heading", level=2, name="Similar events")
    expect(others).to_be_focused()
    expect(others).to_be_in_viewport()


def test_a_tap_on_a_date_of_an_order_opens_the_order(shop, visit):
    account, event = new_account(shop), new_event(shop)
    order = book(shop, account, event, 1)
    page = visit(PHONE, account=account, is_mobile=True).page(f"/user/{account.user['_id']}/")

    page.get_by_role("region", name="Your orders").get_by_text(event["name"]).tap(force=True)

    expect(page).to_have_url(re.compile(f"/order/{order['_id']}"))
