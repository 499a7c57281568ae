"""Menus, the carousel, the calendar, the list of dates and themes."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, new_account, new_cart, new_event
from tests.e2e.journeys.steps import VENUE, cart_link, heading

pytestmark = pytest.mark.browser


# --- Menus -----------------------------------------------------------------------------------------------------------


def test_the_user_menu_opens_on_hover_and_closes_after_100_ms(shop, visit):
    page = visit(DESK, account=new_account(shop)).page("/about")
    button, profile = page.get_by_role("button", name="Ana Diaz"), page.get_by_role("link", name="Profile")
    expect(button).to_be_visible()
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    expect(profile).to_be_hidden()

    button.hover()
    expect(profile).to_be_visible()
    profile.hover()
    page.clock.run_for(1_000)
    expect(profile).to_be_visible()

    page.mouse.move(200, 600)
    page.clock.run_for(90)
    expect(profile).to_be_visible()
    page.clock.run_for(20)
    expect(profile).to_be_hidden()


def test_the_user_menu_works_by_keyboard(shop, visit):
    page = visit(DESK, account=new_account(shop)).page("/about")
    button = page.get_by_role("button", name="Ana Diaz")

    button.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Profile")).to_be_focused()
    page.keyboard.press("Escape")

    expect(button).to_have_attribute("aria-expanded", "false")
    expect(button).to_be_focused()


def test_a_user_without_a_last_name_is_greeted_by_first_name(shop, visit):
    page = visit(DESK, account=new_account(shop, "Bo", "")).page("/about")

    expect(page.get_by_role("banner").get_by_role("button", name="Account, Bo", exact=True)).to_be_visible()


def test_the_mobile_menu_takes_and_returns_the_focus(shop, visit):
    page = visit(PHONE, account=new_account(shop)).page("/about")
    opener, menu = page.get_by_role("button", name="Menu", exact=True), page.get_by_role("dialog", name="Hi Ana")

    opener.click()
    expect(menu).to_be_visible()
    expect(menu.locator(":focus")).to_have_count(1)
    assert "0.5s" in menu.evaluate("(menu) => getComputedStyle(menu).animationDuration")
    for name in ("Events", "About Us", "Cart", "Profile"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()

    opener.click()
    menu.get_by_role("link", name="Events").click()
    expect(menu).to_be_hidden()
    expect(page.get_by_role("heading", name="Upcoming events")).to_be_focused()


def test_the_cart_badge_counts_bookings_and_not_seats(shop, visit):
    cart = new_cart((new_event(shop), 3), (new_event(shop), 1))

    page = visit(PHONE, cart=cart).page("/about")

    expect(cart_link(page)).to_have_accessible_name("Cart, 2 bookings")
    expect(cart_link(page)).to_contain_text("2")


# --- Home on a large screen ------------------------------------------------------------------------------------------


def test_the_carousel_wraps_around(visit):
    page = visit(DESK).page("/")
    carousel = page.get_by_role("region", name="Featured events")
    shown = carousel.locator("[aria-roledescription=slide]:not([inert])")
    carousel.scroll_into_view_if_needed()
    expect(shown).to_have_attribute("aria-label", re.compile(r"^1 of \d+$"))
    last = (shown.get_attribute("aria-label") or "").removeprefix("1 of ")
    assert int(last) > 1

    carousel.get_by_role("button", name="Previous").click()
    expect(shown).to_have_attribute("aria-label", f"{last} of {last}")
    carousel.get_by_role("button", name="Next").click()
    expect(shown).to_have_attribute("aria-label", f"1 of {last}")
    expect(shown.get_by_role("link")).to_have_text(re.compile(r"^\d+/\d+/\d{4} - .+"))


def test_a_slide_opens_wherever_it_is_clicked(visit):
    page = visit(DESK).page("/")
    carousel = page.get_by_role("region", name="Featured events")
    carousel.scroll_into_view_if_needed()

    carousel.locator("[aria-roledescription=slide]:not([inert])").click()  # in the middle, on the image

    page.wait_for_url("**/product/**")


def calendar_of(page: Page) -> Locator:
    """Scroll to the calendar, which loads when it is near."""
    page.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()
    calendar = page.get_by_role("region", name="Scheduled Events")
    expect(calendar.get_by_role("button", name="Month", exact=True)).to_be_visible()
    return calendar


def test_the_calendar_has_month_week_and_day_views_from_sunday(visit):
    calendar = calendar_of(visit(DESK).page("/"))
    days = calendar.get_by_role("columnheader")

    for view, number in (("Month", 7), ("Week", 7), ("Day", 1)):
        calendar.get_by_role("button", name=view, exact=True).click()
        expect(calendar.get_by_role("button", name=view, exact=True)).to_have_attribute("aria-pressed", "true")
        expect(days.filter(has_text=re.compile("Sun|Mon|Tue|Wed|Thu|Fri|Sat"))).to_have_count(number)
        if number == 7:
            expect(days.filter(has_text=re.compile("Sun|Mon")).first).to_contain_text("Sun")


def test_the_calendars_event_card_opens_and_closes_by_keyboard(shop, visit):
    event = new_event(shop, ahead=timedelta(hours=2))
    page = visit(DESK).page("/")
    calendar = calendar_of(page)
    calendar.get_by_role("button", name="Day", exact=True).click()
    if datetime.fromisoformat(event["startTime"]).astimezone(VENUE).date() != datetime.now(VENUE).date():
        calendar.get_by_role("button", name="Next day").click()
    entry = calendar.get_by_role("button", name=event["name"]).or_(calendar.get_by_role("link", name=event["name"]))
    expect(entry).to_have_accessible_name(re.compile(rf"^{event['name']}, .+ [AP]M, 24 seats left$"))

    entry.press("Enter")

    card = page.get_by_role("dialog", name=f"Event details, {event['name']}")
    expect(card.get_by_role("heading", name=event["name"])).to_be_focused()
    expect(card.get_by_role("link", name="RSVP")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(entry).to_be_focused()
    entry.press("Enter")
    card.get_by_role("button", name="Close").press("Enter")
    expect(card).to_be_hidden()


@pytest.mark.parametrize(("screen", "wide"), [(1440, 30 * 16), (2400, 600)])
def test_the_calendars_event_card_is_a_quarter_of_the_screen_wide(visit, screen, wide):
    calendar = calendar_of(visit({"width": screen, "height": 900}).page("/"))

    calendar.get_by_role("button", name=re.compile(r"[AP]M, ")).first.click()

    card = calendar.page.get_by_role("dialog", name="Event details").bounding_box()
    dates = calendar.get_by_role("group", name="Dates").bounding_box()
    assert card["width"] == pytest.approx(wide, abs=1)
    assert dates["x"] + dates["width"] <= card["x"] <= screen - card["width"]


def test_the_calendars_event_card_is_below_the_header(visit):
    page = visit({"width": 1280, "height": 640}).page("/")
    calendar = calendar_of(page)
    events = calendar.locator("[role=button]:has([data-day])")
    expect(events.first).to_be_visible()
    expect(page.get_by_text("Left and Right go from event to event")).to_be_in_viewport()
    header = page.get_by_role("banner").bounding_box()
    assert header

    events.last.press("Enter")

    card = page.get_by_role("dialog", name="Event details")
    expect(card.get_by_role("heading")).to_be_focused()
    for place in (card, events.last):
        box = place.bounding_box()
        assert box
        assert box["y"] >= header["height"]


def test_phones_show_neither_calendar_nor_carousel(visit):
    page = visit(PHONE).page("/")

    expect(page.get_by_role("link", name=re.compile("^See all ")).filter(visible=True)).to_have_count(1)
    expect(page.get_by_role("heading", name="Scheduled Events")).to_have_count(0)
    expect(page.get_by_role("region", name="Featured events")).to_have_count(0)


# --- The list of dates -----------------------------------------------------------------------------------------------


def test_pagination_keeps_the_query(shop, visit):
    for number in range(24):
        new_event(shop, name=f"Paged {number}", category="Cube")
    page = visit(PHONE).page("/search/paged/page/1?category=Cube")
    pages = page.get_by_role("navigation", name="Pages")
    expect(pages.get_by_role("link", name=re.compile(r"^Page \d"))).to_have_count(3)

    pages.get_by_role("link", name="Next").click()

    expect(pages.get_by_role("link", name="Page 2")).to_have_attribute("aria-current", "page")
    here = urlsplit(page.url)
    assert here.path.endswith("/page/2")
    assert here.query == "category=Cube"
    expect(page.get_by_role("main").get_by_role("article")).to_have_count(10)
    pages.get_by_role("link", name="Page 3").click()
    expect(pages.get_by_role("link", name="Next")).to_have_count(0)


def test_a_single_page_has_no_pagination(shop, visit):
    page = visit(DESK).page(f"/search/{new_event(shop)['name']}/page/1")

    expect(page.get_by_role("main").get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("navigation", name="Pages")).to_have_count(0)


def test_a_search_without_results_links_to_all_events(visit):
    page = visit(PHONE).page("/page/1")
    page.get_by_label("Search events").fill("no such event")
    page.get_by_label("Search events").press("Enter")

    expect(page.get_by_text("No events match.").first).to_be_visible()
    page.get_by_role("link", name="Clear search").click()

    expect(heading(page, "Events")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()


# --- Themes and addresses --------------------------------------------------------------------------------------------


def test_the_dark_theme_survives_a_reload(visit):
    page = visit(PHONE).page("/about")
    expect(page.locator("html")).to_have_attribute("data-color-scheme", "light")

    page.get_by_role("group", name="Theme").get_by_text("Dark").click()
    expect(page.locator("html")).to_have_attribute("data-color-scheme", "dark")
    page.reload()

    expect(page.locator("html")).to_have_attribute("data-color-scheme", "dark")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()


def test_an_unknown_address_is_a_404_page(visit):
    page = visit(DESK).page()

    response = page.goto("/no/such/page")

    assert response
    assert response.status == 404
    expect(heading(page, "That page isn't in our deck.")).to_be_visible()
    expect(page).to_have_title(re.compile("^Not found"))


def test_navigation_updates_title_and_focus(visit):
    page = visit(DESK).page("/")

    page.get_by_role("banner").get_by_role("link", name="About Us").click()

    expect(page).to_have_title(re.compile("^About"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
