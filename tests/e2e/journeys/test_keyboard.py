"""Buying, the calendar and dialogs by keyboard only."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.e2e.journeys.conftest import (
    ADDRESS,
    DESK,
    PASSWORD,
    PHONE,
    VENUE_ZONE,
    book,
    go_to,
    new_account,
    new_cart,
    new_event,
    next_event,
)
from tests.e2e.journeys.keyboard import FOCUSED, Keys
from tests.e2e.journeys.steps import (
    ADD_ADDRESS,
    CONTACT_FIELDS,
    contact_field,
    expect_thanks,
    heading,
    line_of,
    open_ticket_menu,
    seats_taken,
)
from tests.support.servers.running_shop import RunningShop


def test_buying_works_by_keyboard_only(shop, visit):
    soon = datetime.now(UTC) + timedelta(seconds=100)  # before the next events of the tests before this one
    event, account = next_event(shop, startTime=soon.isoformat()), new_account(shop)
    page = visit(DESK).page("/")
    keys, main = Keys(page), page.get_by_role("main")

    # Choose an event and two seats
    keys.press(page.get_by_role("link", name="Skip to main content"))
    keys.press(main.get_by_role("link", name=f"RSVP for {event['name']}").first)
    expect(heading(page, event["name"])).to_be_visible()
    seats = page.get_by_label("Seats to Reserve")
    keys.press(seats, "ArrowDown")
    expect(seats).to_have_value("2")
    keys.press(main.get_by_role("button", name="Add to Cart").first)
    expect(page.get_by_text("2 seats on").first).to_be_visible()
    keys.press(page.get_by_role("link", name="View cart").first)
    expect(line_of(page, event)).to_contain_text("$24.00")

    # Sign in
    keys.press(page.get_by_role("link", name="Proceed to Checkout").filter(visible=True))
    expect_ring_on_heading(page, "Sign In")
    keys.write(page.get_by_label("Email Address"), account.email)
    keys.press(page.get_by_role("button", name="Email me a code"))
    keys.go_to(page.get_by_label("Password", exact=True))
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")

    # Contact information
    expect(heading(page, "Checkout")).to_be_visible()
    page.locator("html[data-ready]").wait_for(state="attached")
    expect_ring_on_heading(page, "Checkout")
    keys.press(page.get_by_role("button", name="Contact Information"))
    dialog = page.get_by_role("dialog", name="Contact Information")
    keys.press(dialog.get_by_role("button", name=ADD_ADDRESS))
    expect(contact_field(dialog, "Address")).to_be_focused()
    for label, field in CONTACT_FIELDS.items():
        keys.write(contact_field(dialog, label), ADDRESS[field])  # Tab selects the current text
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Contact Information")).to_be_focused()

    # Close PayPal's window and open it again
    with page.expect_popup() as opened:
        keys.press(page.get_by_role("button", name="Pay with PayPal"))
    keys.press(page.get_by_role("button", name="Cancel payment"))
    expect(page.get_by_text("You canceled the payment.")).to_be_visible()
    expect(page.get_by_role("group", name="Payment")).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]
    with page.expect_popup() as opened:
        keys.press(page.get_by_role("button", name="Pay with PayPal"))
    paypal = opened.value
    paypal.wait_for_load_state()  # with its styles, which make the focus visible
    Keys(paypal).press_to_close(paypal.get_by_role("button", name="Pay now"))
    expect_thanks(page)
    assert seats_taken(shop, event) == 2


def expect_ring_on_heading(page, name):
    expect(heading(page, name)).to_be_focused()
    assert page.evaluate(FOCUSED)["isSeen"]


EVENTS_ON_A_DAY = 3  # the calendar shows them; the others are behind "+1 more"
FOCUSED_NAME = """() => {
    const here = document.activeElement
    return here.getAttribute("aria-label") ?? here.innerText.split(",")[0]
}"""


def test_the_calendars_dates_are_in_order_and_opened_by_keyboard_as_in_the_list(shop: RunningShop, visit):
    noon = datetime.now(ZoneInfo(VENUE_ZONE)).replace(hour=12, minute=0, second=0, microsecond=0)
    day = noon + timedelta(days=18)
    word = f"Keys{uuid4().hex[:6]}"
    names = [f"{word} {number}" for number in range(6)]
    for name, hours in zip(names, (-24, 0, 1, 2, 3, 24), strict=True):
        start, end = ((day + timedelta(hours=each)).isoformat() for each in (hours, hours + 1))
        new_event(shop, name=name, startTime=start, endTime=end)
    _, *of_the_day, after = names
    hidden = of_the_day[EVENTS_ON_A_DAY:]
    page = visit(DESK, reduced_motion="reduce").page("/#scheduled")
    keys, dates = Keys(page), page.get_by_role("group", name="Dates")
    list_link = page.get_by_role("link", name="List", exact=True)
    date = {name: dates.get_by_role("button", name=f"{name}, ") for name in names}
    expect(date[after]).to_be_visible()

    # Tab goes from date to date in their order
    keys.go_to(list_link)
    stops = []
    while after not in stops:
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED)["isSeen"]
        stops.append(page.evaluate(FOCUSED_NAME))
    more = stops.index(of_the_day[EVENTS_ON_A_DAY - 1]) + 1
    assert stops[more].endswith(" more")
    assert [name for name in stops if name in names] == [name for name in names if name not in hidden]

    # The dates that don't fit are in a list behind a button
    same = dates.get_by_role("button", name=stops[more], exact=True)  # other tests have events on other days
    keys.press(same.nth(stops[:more].count(stops[more])))
    keys.press(page.get_by_role("dialog").get_by_role("button", name=f"{hidden[0]}, "))
    expect(page.get_by_role("dialog", name=f"Event details, {hidden[0]}")).to_be_visible()
    page.keyboard.press("Escape")

    # The list has the same events in the same order
    go_to(page, f"/search/{word}/page/1")  # the days alone may have more events of other tests than fit on a page
    expect(page.get_by_role("heading", name=after)).to_be_visible()
    listed = page.get_by_role("main").get_by_role("heading", level=3).all_inner_texts()
    assert [name for text in listed for name in names if text.startswith(name)] == names


OF_TICKETS = [re.compile(f"^{entry}, ") for entry in ("Give to a friend", "Can't make it", "New code")]
HAS_FOCUS = "(dialog) => dialog.contains(document.activeElement)"


def test_dialogs_of_visitors_and_buyers_keep_the_focus(shop, visit):
    """Each takes the focus, closes with Esc, returns the focus and opens again."""
    event, account = new_event(shop), new_account(shop)
    held, paid = (book(shop, account, event, seats=1, pay=is_paid)["_id"] for is_paid in (False, True))
    page = visit(PHONE, account=account, cart=new_cart((event, 1))).page()
    dialog = page.locator("dialog[open]")

    for path, name in (
        ("/page/1", "Filters"),
        ("/about", "Subscribe to our calendar"),
        (f"/order/{held}", "Cancel order"),
        *((f"/order/{paid}", entry) for entry in OF_TICKETS),
        (f"/user/{account.user['_id']}/", "Delete my account"),
        ("/checkout/", "Contact Information"),
    ):
        go_to(page, path)
        if name in OF_TICKETS:
            open_ticket_menu(page)
        button, link = page.get_by_role("button", name=name), page.get_by_role("link", name=name)
        opener = button.or_(link).filter(visible=True).first
        for _ in range(2):
            opener.press("Enter")
            expect(dialog).to_be_visible()
            assert dialog.evaluate(HAS_FOCUS), (path, name)
            page.keyboard.press("Escape")
            expect(dialog).to_be_hidden()
            expect(opener, f"{path}: {name}").to_be_focused()
