"""What visitors and staff read in all that `make run` adds, on a phone and on a computer."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, NARROWEST, PHONE, book, go_to, new_account, pay_at_paypal, staff_account
from tests.e2e.journeys.steps import day_of, is_phone, now, open_ticket_menu
from tests.support.servers.running_shop import RunningShop

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
TONIGHT = "Pick-up Draft at the Long Table"  # has begun
ONCE = "Twelve Hours for the Food Bank"  # has one date
NEXT = "Tuesday Pauper League"
SKIPPING = "Wednesday Standard and Stouts"  # has a canceled date
CONTACT = "hello@example.com"


@pytest.fixture(scope="module")
def demo() -> Iterator[RunningShop]:
    with RunningShop(workers=1) as running:
        running.manage("seed_demo")
        yield running


def get_event(demo: RunningShop, name: str) -> dict[str, Any]:
    """Return the event's next date as the API lists it."""
    dates: list[dict[str, Any]] = demo.client().call("GET", "/api/products/all").json()
    return next(date for date in dates if date["name"] == name and date["startTime"] > now())


def get_id(demo: RunningShop, name: str) -> str:
    """Return the ID of an event, also if its dates were all before this month."""
    found = demo.as_staff().call("GET", f"/api/products?{urlencode({'keyword': name})}").json()["products"]
    return str(next(event["_id"] for event in found if event["name"] == name))


@SIZES
def test_the_window_says_what_was_raised_before_the_script_runs(visit, demo, size):
    season = demo.client().call("GET", "/api/giving/raised?season=current").json()
    raised, meals = Decimal(season["raised"]), season["unit"]["count"]
    page = visit(size, at=demo, java_script_enabled=False).page()
    page.goto("/")

    sentence = rf"^\${int(raised):,} for Port Alder Food Bank since [\w ]+: {meals:,} meals\.$"
    link = page.get_by_role("link", name=re.compile(sentence))
    expect(link).to_be_in_viewport(ratio=1)
    expect(link).to_have_attribute("href", "/ledger")
    started = visit(size, at=demo).page("/")
    meter = f"For Port Alder Food Bank so far: ${raised:,.2f} of $24,000.00"
    expect(started.get_by_role("heading", name=meter)).to_be_visible()


def test_about_says_whom_the_money_is_for_and_footer_and_order_where_to_write(visit, demo):
    account = new_account(demo)
    order = book(demo, account, get_event(demo, SKIPPING), seats=1)
    page = visit(PHONE, at=demo, account=account).page("/about")

    expect(page.get_by_text("What is left after costs goes to Port Alder Food Bank.")).to_have_count(1)
    for place in ("main", "contentinfo"):
        here = page.get_by_role(place)
        expect(here.get_by_role("link", name="Our ledger")).to_have_attribute("href", "/ledger")
        expect(here.get_by_role("link", name="Make a gift")).to_have_attribute("href", "/give")
        expect(here.get_by_role("link", name=CONTACT)).to_have_attribute("href", f"mailto:{CONTACT}")
    assert violations_in_both_themes(page) == []
    go_to(page, f"/order/{order['_id']}")
    expect(page.get_by_role("main").get_by_text(f"Questions? Write to {CONTACT}")).to_be_visible()


def test_a_printed_order_says_what_was_paid_for_each_past_date(visit, demo):
    past = get_id(demo, "Saturday Draft on the Pier")
    order, *_ = demo.as_staff().call("GET", f"/api/orders?product={past}").json()["orders"]
    page = visit(DESK, at=demo, account=staff_account(demo)).page(f"/order/{order['_id']}")
    tickets = page.get_by_role("article").filter(has_text="Saturday Draft on the Pier was on ")
    expect(tickets).to_have_count(5)
    paid = tickets.get_by_text("Paid", exact=True).locator("visible=true")
    expect(paid).to_have_count(0)

    page.emulate_media(media="print")

    expect(paid).to_have_count(5)


def test_the_only_date_is_said_once_and_other_calendars_stand_on_the_events_page_alone(visit, demo):
    account, event = new_account(demo), get_event(demo, ONCE)
    order = book(demo, account, event, seats=1)
    page = visit(PHONE, at=demo, account=account).page(f"/product/{event['_id']}")
    others = page.get_by_role("link", name=re.compile("Google Calendar|Outlook"))
    only_date = f"{day_of(event)} · One date only"
    expect(page.get_by_label("Reservation Date").locator("option")).to_have_text([only_date])
    expect(page.get_by_text("One date only")).to_have_count(1)
    page.get_by_role("button", name="Add to calendar").click()
    expect(others).to_have_count(2)

    go_to(page, f"/order/{order['_id']}")
    open_ticket_menu(page)
    expect(page.get_by_role("button", name=re.compile("^Can't make it"))).to_be_visible()
    expect(others).to_have_count(0)


@SIZES
def test_search_when_where_and_format_are_in_view_and_other_filters_folded(visit, demo, size):
    page = visit(size, at=demo).page("/page/1?when=all")
    main = page.get_by_role("main")
    in_view = [label_of(control) for control in visible(main.locator("input, select"))]
    assert in_view == ["Search events", "From", "Until", "Place", "Format"]

    page.get_by_role("button", name="Filters").click()
    selects = page.get_by_role("dialog", name="Filters").get_by_role("combobox")
    assert {"Category", "Weekday"} <= {*map(label_of, visible(selects))}
    for select in visible(selects):
        assert select.locator("option").count() > 2, "any, and at least two values"
    months = main.get_by_role("heading", level=2).locator("..").all()
    assert min(month.get_by_role("article").count() for month in months) >= 3


CUT_HOURS = """(when) => {
    const [left, lines] = [when.getBoundingClientRect().left, document.createRange()]
    const hours = document.createTreeWalker(when, NodeFilter.SHOW_TEXT)
    const texts = []
    while (hours.nextNode()) if (hours.currentNode.textContent.trim() !== "·") texts.push(hours.currentNode)
    return texts.filter((text) => {
        lines.selectNodeContents(text)
        return [...lines.getClientRects()].some((line) => line.left < left - 0.5)
    }).map((text) => text.textContent)
}"""


@pytest.mark.parametrize("script", [True, False], ids=["app", "first view"])
def test_the_hours_on_a_card_of_the_narrowest_phone_are_whole(visit, demo, script):
    page = visit(NARROWEST, at=demo, java_script_enabled=script).page()
    page.goto("/page/1?when=all" if script else "/page/1")
    hours = visible(page.get_by_role("article").locator(".event-card-when"))

    assert [cut for each in hours for cut in each.evaluate(CUT_HOURS)] == []


def visible(controls: Locator) -> list[Locator]:
    controls.first.wait_for()
    return [each for each in controls.all() if each.is_visible()]


def label_of(control: Locator) -> str:
    return str(control.evaluate("(control) => control.labels[0].textContent"))


def test_the_sign_in_page_has_one_email_field_and_opens_the_password_on_request(visit, demo):
    page = visit(PHONE, at=demo).page("/login")
    email, password = page.get_by_label("Email Address"), page.get_by_label("Password", exact=True)
    expect(page.get_by_role("textbox")).to_have_count(1)
    expect(page.get_by_role("button", name="Email me a code")).to_be_visible()

    page.get_by_role("button", name="Use a password").click()
    expect(email).to_have_count(1)
    expect(password).to_be_visible()

    expect(visit(PHONE, at=demo).page("/login#password").get_by_label("Password", exact=True)).to_be_visible()


NAVIGATION = ["Tonight", "Events", "Orders", "People", "Users", "Members"]
NAVIGATION += ["Money", "Ledger", "Codes", "Goals", "Figures"]


def open_as_staff(visit: Any, demo: RunningShop, size: Any, path: str) -> Page:
    return visit(size, at=demo, account=staff_account(demo)).page(path)  # type: ignore[no-any-return]


@SIZES
def test_staff_have_a_navigation_of_their_own_that_marks_the_page(visit, demo, size):
    order = book(demo, new_account(demo), get_event(demo, SKIPPING), seats=1)
    for path, name in ((f"/order/{order['_id']}", "Orders"), ("/admin/figures", "Figures")):
        page = open_as_staff(visit, demo, size, path)
        if is_phone(page):
            page.get_by_role("button", name="Menu").click()
            first = page.get_by_role("dialog").get_by_role("navigation").first
        else:
            first = page.get_by_role("navigation", name="Staff")

        expect(first.locator("[aria-current=page]")).to_have_text([name])
        assert first.inner_text().split("\n") == NAVIGATION


def test_figures_say_how_full_dates_were_who_came_and_what_was_raised(visit, demo):
    page = open_as_staff(visit, demo, DESK, "/admin/figures")
    table = page.get_by_role("table", name="Figures")
    shown = ["Format and weekday", "Dates", "Taken of seats", "Came", "Received", "Per seat"]
    expect(table.get_by_role("columnheader")).to_have_text(shown)
    draft, free = (table.get_by_role("row").filter(has_text=name) for name in ("Draft, Saturday", "Casual, Sunday"))
    numbers = [r"\d+", r"\d+ of \d+ \(\d+%\)", r"\d+ \(\d+%\)", r"\$[\d,]+\.\d\d", r"\$\d+\.\d\d"]
    expect(draft.get_by_role("cell")).to_have_text([re.compile(f"^{number}$") for number in numbers])
    expect(draft.locator("svg")).to_have_count(2)  # bars of the two shares
    assert free.get_by_role("cell").all_inner_texts()[2:] == ["–", "–", "–"]
    expect(page.get_by_text(re.compile("^– not measured: "))).to_have_count(1)

    page.get_by_role("button", name="More").click()
    more = ["Didn't come", "Waited in vain", "Returning", "Days ahead"]
    expect(table.get_by_role("columnheader")).to_have_text(shown + more)


@SIZES
def test_a_row_of_events_has_one_date_the_seats_the_venue_and_actions(visit, demo, size):
    event = get_event(demo, NEXT)
    page = open_as_staff(visit, demo, size, "/admin/products")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=NEXT))
    told = row.inner_text()
    for once in (day_of(event), "Copper Kettle Brewing\n"):
        assert told.count(once) == 1, once
    row.get_by_role("button", name=re.compile("^More")).click()
    expect(
        page.get_by_role("menuitem", name="Guests").or_(page.get_by_role("link", name=re.compile("^Guests"))).first
    ).to_be_visible()
    page.keyboard.press("Escape")
    assert re.search(r"\b\d+/20\b", told)

    go_to(page, f"/admin/product/{get_event(demo, SKIPPING)['_id']}/edit?tab=dates")
    canceled = page.get_by_role("listitem").filter(has_text="Canceled")
    canceled.get_by_role("button", name=re.compile("^More")).click()
    expect(canceled.get_by_role("button", name=re.compile("^Bring back"))).to_be_visible()
    expect(canceled.locator("[class*=bell]")).to_have_count(0)


@SIZES
def test_a_guest_is_checked_in_from_the_guests_row(visit, demo, size):
    name = "Priya Raman" if size == PHONE else "June Okafor"
    page = open_as_staff(visit, demo, size, f"/admin/product/{get_id(demo, TONIGHT)}/guests")

    page.get_by_role("button", name=f"Check in {name}").click()
    page.get_by_role("dialog").get_by_role("button", name="Check in", exact=True).click()
    expect(page.get_by_role("button", name=f"Undo {name}")).to_be_visible()
    page.get_by_role("button", name=f"More for {name}").click()
    expect(page.get_by_role("button", name=f"Refund {name}")).to_be_visible()


OTHER_WORDS = re.compile(r"voucher|archive|snooze|called off|call off|skipped|deliver", re.IGNORECASE)


def test_staff_pages_use_one_word_for_one_thing(visit, demo):
    event = get_event(demo, SKIPPING)
    order = pay_at_paypal(demo, new_account(demo), (event, 1))
    page = open_as_staff(visit, demo, DESK, "/admin")
    edit = f"/admin/product/{event['_id']}"
    for path, words in (
        ("/admin/vouchers", ["Discount codes", "New discount code"]),
        (f"{edit}/edit", ["Clone", "Hide"]),
        (f"{edit}/edit?tab=dates", ["Canceled", "Bring back"]),
        (f"{edit}/guests/door", ["Open the door"]),
        (f"/order/{order['_id']}", ["Paid by PayPal, $10.93"]),
    ):
        go_to(page, path)
        main = page.get_by_role("main")
        for text in words:
            expect(main.get_by_text(text, exact=True).first).to_be_attached()
        assert OTHER_WORDS.findall(main.inner_text()) == []


def test_the_console_begins_with_what_operators_need(visit, demo):
    page = visit(DESK, at=demo, account=staff_account(demo)).page()
    page.goto("/admin-console/")
    shop, internals = (page.get_by_role("table").nth(number) for number in (0, 1))
    expect(shop.get_by_role("rowheader")).to_have_text(["Shop settings", "Users", "Audit log"])
    expect(internals.locator("caption")).to_have_text("Internals")
    expect(page.get_by_role("table")).to_have_count(2)
