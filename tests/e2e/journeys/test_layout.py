"""Menus, the carousel, the calendar, the list of dates, themes: what stands around the buying."""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import DESK, PHONE, a_cart, a_night, a_person
from tests.e2e.journeys.steps import VENUE, cart_link, heading

pytestmark = pytest.mark.browser


# --- Menus -----------------------------------------------------------------------------------------------------------


def test_the_user_menu_opens_on_hover_and_closes_a_tenth_of_a_second_after_the_pointer_left(shop, visit):
    page = visit(DESK, person=a_person(shop)).page("/about")
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
    page = visit(DESK, person=a_person(shop)).page("/about")
    button = page.get_by_role("button", name="Ana Diaz")

    button.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Profile")).to_be_focused()
    page.keyboard.press("Escape")

    expect(button).to_have_attribute("aria-expanded", "false")
    expect(button).to_be_focused()


def test_a_person_without_last_name_is_greeted_by_the_first_alone(shop, visit):
    page = visit(DESK, person=a_person(shop, "Bo", "")).page("/about")

    expect(page.get_by_role("banner").get_by_role("button", name="Account, Bo", exact=True)).to_be_visible()


def test_the_phones_menu_slides_in_takes_the_focus_and_gives_it_back(shop, visit):
    page = visit(PHONE, person=a_person(shop)).page("/about")
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
    expect(page.get_by_role("heading", name="Next at the table")).to_be_focused()


def test_the_badge_counts_bookings_and_not_seats(shop, visit):
    cart = a_cart((a_night(shop), 3), (a_night(shop), 1))

    page = visit(PHONE, cart=cart).page("/about")

    expect(cart_link(page)).to_have_accessible_name("Cart, 2 bookings")
    expect(cart_link(page)).to_contain_text("2")


# --- Home on a large screen ------------------------------------------------------------------------------------------


def test_the_carousel_goes_round(visit):
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


def test_a_slide_opens_wherever_it_is_pressed(visit):
    page = visit(DESK).page("/")
    carousel = page.get_by_role("region", name="Featured events")
    carousel.scroll_into_view_if_needed()

    carousel.locator("[aria-roledescription=slide]:not([inert])").click()  # in its middle, which is the picture

    page.wait_for_url("**/product/**")


def calendar_of(page: Page) -> Locator:
    """Scrolls there, since the calendar comes only when it is near."""
    page.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()
    calendar = page.get_by_role("region", name="Scheduled Events")
    expect(calendar.get_by_role("button", name="Month", exact=True)).to_be_visible()
    return calendar


def test_the_calendar_shows_months_weeks_and_days_from_sunday_on(visit):
    calendar = calendar_of(visit(DESK).page("/"))
    days = calendar.get_by_role("columnheader")

    for view, number in (("Month", 7), ("Week", 7), ("Day", 1)):
        calendar.get_by_role("button", name=view, exact=True).click()
        expect(calendar.get_by_role("button", name=view, exact=True)).to_have_attribute("aria-pressed", "true")
        expect(days.filter(has_text=re.compile("Sun|Mon|Tue|Wed|Thu|Fri|Sat"))).to_have_count(number)
        if number == 7:
            expect(days.filter(has_text=re.compile("Sun|Mon")).first).to_contain_text("Sun")


def test_an_events_card_beside_the_calendar_opens_and_closes_by_keyboard(shop, visit):
    night = a_night(shop, ahead=timedelta(hours=2))
    page = visit(DESK).page("/")
    calendar = calendar_of(page)
    calendar.get_by_role("button", name="Day", exact=True).click()
    if datetime.fromisoformat(night["startTime"]).astimezone(VENUE).date() != datetime.now(VENUE).date():
        calendar.get_by_role("button", name="Next day").click()
    event = calendar.get_by_role("button", name=night["name"]).or_(calendar.get_by_role("link", name=night["name"]))
    expect(event).to_have_accessible_name(re.compile(rf"^{night['name']}, .+ [AP]M, 24 seats left$"))

    event.press("Enter")

    card = page.get_by_role("dialog", name=f"Event details, {night['name']}")
    expect(card.get_by_role("heading", name=night["name"])).to_be_focused()
    expect(card.get_by_role("link", name="RSVP")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(event).to_be_focused()
    event.press("Enter")
    card.get_by_role("button", name="Close").press("Enter")
    expect(card).to_be_hidden()


@pytest.mark.parametrize(("screen", "wide"), [(1440, 30 * 16), (2400, 600)])
def test_an_events_card_takes_a_quarter_of_the_screen_and_30_rem_at_least(visit, screen, wide):
    calendar = calendar_of(visit({"width": screen, "height": 900}).page("/"))

    calendar.get_by_role("button", name=re.compile(r"[AP]M, ")).first.click()

    card = calendar.page.get_by_role("dialog", name="Event details").bounding_box()
    dates = calendar.get_by_role("group", name="Dates").bounding_box()
    assert card["width"] == pytest.approx(wide, abs=1)
    assert dates["x"] + dates["width"] <= card["x"] <= screen - card["width"]


def test_an_events_card_stands_below_the_header_wherever_in_the_calendar_it_was_opened(visit):
    page = visit({"width": 1280, "height": 640}).page("/")
    calendar = calendar_of(page)
    nights = calendar.locator("[role=button]:has([data-day])")
    expect(nights.first).to_be_visible()
    expect(page.get_by_text("Left and Right go from event to event")).to_be_in_viewport()
    header = page.get_by_role("banner").bounding_box()
    assert header

    nights.last.press("Enter")

    card = page.get_by_role("dialog", name="Event details")
    expect(card.get_by_role("heading")).to_be_focused()
    for place in (card, nights.last):
        box = place.bounding_box()
        assert box
        assert box["y"] >= header["height"]


def test_a_phone_gets_neither_calendar_nor_carousel(visit):
    page = visit(PHONE).page("/")

    expect(page.get_by_role("link", name="See all events")).to_be_visible()
    expect(page.get_by_role("heading", name="Scheduled Events")).to_be_hidden()
    expect(page.get_by_role("region", name="Featured events")).to_be_hidden()


# --- The list of dates -----------------------------------------------------------------------------------------------


def test_pages_of_dates_keep_the_query(shop, visit):
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(days=8)
    pattern = {"recurringInterval": "daily", "endDate": (start + timedelta(days=24)).isoformat()}
    series = a_night(shop, ahead=timedelta(days=8), isRecurring=True, recurringPattern=pattern, category="Cube")
    page = visit(PHONE).page(f"/search/{series['name']}/page/1?category=Cube")
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


def test_one_page_of_dates_needs_no_pages(shop, visit):
    page = visit(DESK).page(f"/search/{a_night(shop)['name']}/page/1")

    expect(page.get_by_role("main").get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("navigation", name="Pages")).to_have_count(0)


def test_a_search_that_finds_nothing_offers_the_whole_list(visit):
    page = visit(PHONE).page("/page/1")
    page.get_by_label("Search events").fill("no such night")
    page.get_by_label("Search events").press("Enter")

    expect(page.get_by_text("No events match.").first).to_be_visible()
    page.get_by_role("link", name="Clear filters").click()

    expect(heading(page, "Events")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()


# --- Themes and addresses --------------------------------------------------------------------------------------------


def test_the_dark_theme_outlives_a_reload(visit):
    page = visit(PHONE).page("/about")
    expect(page.locator("html")).to_have_attribute("data-color-scheme", "light")

    page.get_by_role("group", name="Theme").get_by_text("Dark").click()
    expect(page.locator("html")).to_have_attribute("data-color-scheme", "dark")
    page.reload()

    expect(page.locator("html")).to_have_attribute("data-color-scheme", "dark")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()


def test_an_unknown_address_says_so_with_status_404(visit):
    page = visit(DESK).page()

    answer = page.goto("/no/such/page")

    assert answer
    assert answer.status == 404
    expect(heading(page, "That page isn't in our deck.")).to_be_visible()
    expect(page).to_have_title(re.compile("^Not found"))


def test_a_move_to_another_page_moves_title_and_focus(visit):
    page = visit(DESK).page("/")

    page.get_by_role("banner").get_by_role("link", name="About Us").click()

    expect(page).to_have_title(re.compile("^About"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
