"""From the day before a date, the order's page is its ticket: what the door needs comes first."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    NARROWEST,
    PHONE,
    SMALL_PHONE,
    book,
    claim_seat,
    go_to,
    new_account,
    new_cart,
    new_event,
    new_series,
    on_date,
    pay_at_paypal,
)
from tests.e2e.journeys.steps import (
    THANKS,
    approve,
    day_of,
    expect_no_sideways_scrolling,
    heading,
    message,
    press_paypal,
)
from tests.e2e.journeys.test_codes import images_of
from tests.e2e.journeys.test_thanks import sell_past_date

TOMORROW = timedelta(days=1)
MIN_WIDTH = 240  # pixels; scanners read it from a phone at arm's length


def box_of(element: Locator) -> dict[str, float]:
    box = element.bounding_box()
    assert box
    return dict(box)


def bottom_of(element: Locator) -> float:
    box = box_of(element)
    return box["y"] + box["height"]


def event_heading(page: Page, name: str) -> Locator:
    """Return the heading with the event and its time."""
    return page.get_by_role("heading", level=1, name=re.compile(rf"^{re.escape(name)}.*[AP]M P[DS]T"))


@pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["small phone", "desk"])
def test_from_the_day_before_the_code_comes_first_and_needs_no_scrolling(shop, visit, size):
    account = new_account(shop)
    name = "Pick-up Draft at the Long Table with Everybody Who Comes"
    soon, later = new_event(shop, name=name, ahead=TOMORROW), new_event(shop)
    order = pay_at_paypal(shop, account, (later, 2), (soon, 3))

    page = visit(size, account=account).page(f"/order/{order['_id']}")

    expect(event_heading(page, name)).to_be_in_viewport(ratio=1)
    code = images_of(page).first
    expect(code).to_be_in_viewport(ratio=1)
    assert box_of(code)["width"] >= MIN_WIDTH
    thanks = page.get_by_role("heading", level=2, name=THANKS)
    expect(thanks).to_be_visible()
    ticket = page.get_by_role("article").first
    assert bottom_of(code) < box_of(ticket.get_by_text("Subtotal"))["y"] or size == DESK  # there it is beside the code
    assert box_of(ticket)["y"] < box_of(page.get_by_role("heading", level=2, name=later["name"]))["y"]
    if size != DESK:
        assert box_of(ticket)["y"] < box_of(thanks)["y"]
    assert box_of(thanks)["y"] < box_of(page.get_by_text("Placed At"))["y"]
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []


def expect_code_apart_from_messages(page: Page) -> None:
    """Expect that the code, with how many it admits, is whole on the screen, and that no toast is over it."""
    code = images_of(page).first
    expect(code).to_be_in_viewport(ratio=1)
    expect(
        page.get_by_role("main").get_by_text(re.compile(r"^(Code \d of \d · )?\d seats? · ")).first
    ).to_be_in_viewport(ratio=1)
    page.locator(".Toastify__toast").first.element_handle().wait_for_element_state("stable")  # it slides in
    for toast in page.locator(".Toastify__toast").all():
        over, under = box_of(toast), box_of(code)
        assert over["y"] >= box_of(page.get_by_role("banner"))["height"]
        apart_above = over["y"] + over["height"] <= under["y"]
        apart_beside = under["x"] + under["width"] <= over["x"]
        assert apart_above or apart_beside, (over, under)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("ahead", [timedelta(days=30), timedelta(hours=2)], ids=["weeks ahead", "today"])
def test_after_paying_the_code_is_whole_on_the_screen_and_no_message_covers_it(shop, visit, size, ahead):
    event = new_event(shop, ahead=ahead)
    page = visit(size, account=new_account(shop), cart=new_cart((event, 2))).page("/checkout/")

    approve(press_paypal(page))

    expect(heading(page, THANKS)).to_be_visible()
    expect(message(page, "Payment successful.")).to_be_visible()
    expect_code_apart_from_messages(page)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("is_guest", [False, True], ids=["buyer", "guest"])
def test_after_the_date_a_ticket_says_what_became_of_it(shop, visit, size, is_guest):
    account, series = new_account(shop), new_series(shop, 3)
    path = f"/order/{pay_at_paypal(shop, account, (series, 2))['_id']}"
    if is_guest:
        path = claim_seat(shop, account, {"_id": path.removeprefix("/order/")})
    past = sell_past_date(shop, series)

    page = visit(size, account=None if is_guest else account).page(path)

    was = f"{series['name']} was on {day_of({'startTime': past})}"
    expect(page.get_by_role("heading", level=2, name=was, exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile(r"^It brought in \$\d+\.\d\d after "))).to_be_visible()
    upcoming = on_date(series, 1)
    link = page.get_by_role("link", name=f"Next: {day_of(upcoming)}")
    expect(link).to_be_visible()
    for gone in (images_of(page), page.get_by_text(re.compile("Open map|Add to calendar|Bring this page|Show code"))):
        expect(gone).to_have_count(0)
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []
    link.click()
    expect(page).to_have_url(f"{shop.url}/product/{series['_id']}?rsvpDate={quote(upcoming['startTime'], safe='')}")


def test_the_code_is_shown_even_if_the_rest_of_the_page_does_not_load(shop, visit):
    event, account = new_event(shop, ahead=TOMORROW), new_account(shop)
    order = book(shop, account, event, 2)
    page = visit(PHONE, account=account).page()
    page.route(re.compile("/(TicketDetails|OrderSums|LatePayment)-"), lambda request: request.abort())

    go_to(page, f"/order/{order['_id']}")

    expect(page.get_by_text("Some of this page didn't load.").first).to_be_visible()
    expect(event_heading(page, event["name"])).to_be_visible()
    expect(images_of(page)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [PHONE, NARROWEST, DESK], ids=["phone", "narrowest", "desk"])
def test_a_guests_ticket_begins_with_its_code_from_the_day_before(shop, visit, size):
    account, event = new_account(shop), new_event(shop, ahead=TOMORROW)
    path = claim_seat(shop, account, book(shop, account, event, 2))

    page = visit(size).page(path)

    expect(event_heading(page, event["name"])).to_be_in_viewport(ratio=1)
    code = images_of(page)
    expect(code).to_be_in_viewport(ratio=1)
    assert box_of(code)["width"] >= MIN_WIDTH
    assert bottom_of(code) < box_of(page.get_by_text("Guest", exact=True))["y"]
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []


def test_a_guests_code_fills_the_screen_and_other_days_begin_with_the_guests_name(shop, visit):
    account = new_account(shop)
    path = claim_seat(shop, account, book(shop, account, new_event(shop), 2))
    page = visit(PHONE).page(path)
    expect(heading(page, "Sam, this is your seat")).to_be_visible()

    page.get_by_role("link", name="Full screen").tap()

    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name=re.compile("^QR code T1"))).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_text("1 seat · Sam")).to_be_in_viewport(ratio=1)
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(shop.url + path)
