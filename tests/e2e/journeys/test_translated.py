"""Pages that the browser translates go on working, and show the same texts as others."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    TIMEOUT,
    book,
    go_to,
    new_account,
    new_cart,
    new_event,
    new_series,
    pay_at_paypal,
    staff_account,
)
from tests.e2e.journeys.open_door import PATIENCE, OpenDoor
from tests.e2e.journeys.steps import VENUE, cart_link, message
from tests.e2e.journeys.tables_evening import TablesEvening
from tests.e2e.journeys.test_scorekeeper import Scorekeeper
from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

# Puts `<font>` elements in the place of texts, as Chrome's translator does, also of those that come later.
TRANSLATOR = """
const KEPT = "script, style, textarea, svg, font, [translate=no]"
const makeFont = () => {
  const font = document.createElement("font")
  font.style.verticalAlign = "inherit"
  return font
}
const translate = () => {
  const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) if (!texts.currentNode.parentElement.closest(KEPT)) found.push(texts.currentNode)
  for (const text of found) {
    const font = makeFont()
    text.replaceWith(font)
    font.appendChild(makeFont()).append(text.data)
  }
}
new MutationObserver(translate).observe(document, { subtree: true, childList: true, characterData: true })
"""
# The sums and numbers in the page that a translator may change, besides days and times.
LOOSE_NUMBERS = """() => {
  const DAYS_AND_TIMES = /(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d+(, \\d{4})?|\\d+:\\d\\d/g
  const texts = document.createTreeWalker(document.querySelector("#root"), NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    const rest = data.replace(DAYS_AND_TIMES, "")
    if (/\\b\\d+\\b/.test(rest) && !parentElement.closest("[translate=no], option, textarea")) found.push(data)
  }
  return found
}"""

# All texts but messages, which come and go.
TEXTS = """() => [...document.querySelectorAll("main, dialog[open]")].map((place) => {
  const copy = place.cloneNode(true)
  for (const messages of copy.querySelectorAll("[aria-live]")) messages.remove()
  return copy.textContent
}).join(" ").replace(/\\s+/g, " ")"""

# Something else takes an element out of the place in which React put it.
MOVE = """(selector) => {
  const entry = document.querySelector(selector)
  const font = document.createElement("font")
  entry.replaceWith(font)
  font.append(entry)
}"""


def translated(here: Any) -> Any:
    here.context.add_init_script(TRANSLATOR)
    return here


def walk_shop(page: Page, shop: RunningShop, series: dict[str, Any]) -> Iterator[str]:
    """Change what can change on the pages of visitors."""
    main = page.get_by_role("main")
    go_to(page, f"/product/{series['_id']}")
    seats = page.get_by_label("Seats to Reserve")
    seats.select_option("3")
    expect(main.get_by_role("button", name="Book 3 seats · $41.40").first).to_be_visible()
    yield "seats"
    page.get_by_label("Reservation Date").select_option(index=2)
    expect(page).to_have_url(re.compile("rsvpDate"))
    expect(main.get_by_role("button", name=re.compile("^Book . seats? ·")).first).to_be_visible()
    yield "date"
    seats.select_option("2")
    main.get_by_role("button", name="Add to Cart").first.click()
    expect(main.get_by_role("link", name="Checkout · 2 seats · $27.60").first).to_be_visible()
    cart_link(page).click()
    expect(main.get_by_text("$27.60").filter(visible=True).first).to_be_visible()
    yield "cart"
    main.get_by_role("combobox").first.select_option("4")
    expect(main.get_by_text("$55.20").filter(visible=True).first).to_be_visible()
    yield "more seats"
    main.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(main.get_by_text("The cart's empty")).to_be_visible()
    yield "empty"
    page.get_by_role("button", name="Undo").click()
    expect(main.get_by_text("$55.20").filter(visible=True).first).to_be_visible()
    yield "undone"


def test_a_translated_shop_shows_the_same_seats_and_sums(shop: RunningShop, visit: Any) -> None:
    series = new_series(shop, 4)
    plain, changed = visit(DESK).page(), translated(visit(DESK)).page()

    for step, _ in zip(walk_shop(plain, shop, series), walk_shop(changed, shop, series), strict=True):
        expect_same(plain, changed, step)


# What is done on each page: a name is pressed, "label=value" is filled in or chosen. What changes the shop ("!") is
# done only on the translated page.
VISITORS = {
    "/": ["Next", "Previous"],
    "/#scheduled": ["Next", "Week", "Previous", "Day", "Today", "Month"],
    "/page/1?when=all": [
        *("Format=Draft", "Format=Any format", "Place=#2", "Place=#0", "Search events=Friday", "Search events="),
        *("From=2026-12-20", "Filters", "Weekday=#2", "Show"),
    ],
    "/cart": ["Have a discount code?", "Discount code={code}"],
    "/checkout": [
        *("Seats=3", "$10", "Round up", "Other", "$25", "Seats=1"),
        *("Contact Information", "Add an address", "First Name=Bea", "Submit"),
    ],
    "/order/{order}": ["Manage this ticket", "Give to a friend", "Escape", "Can't make it", "Escape", "QR code"],
    "/user/{user}/": ["Change password", "Delete my account", "Escape"],
    "/about": [],
    "/ledger": [],
    "/ledger/{month}": [],
    "/give": ["$10", "$25", "Other amount", "Amount=7.50", "Give $7.50"],
}
STAFF = {
    "/admin": [],
    "/admin/products": ["Title", "Title", "Price", "Seats", "Status=#1", "Dates=#1", "Search events=Draft", "More for"],
    "/admin/product/{series}/edit": [
        *("List Price=20", "Count In Stock=30", "No", "Yes", "Monthly", "Custom", "Weekly", "Remove end date"),
        *("Members", "Receipts", "Refunds", "List Price=0", "List Price=14"),
    ],
    "/admin/product/{series}/edit?tab=dates": ["More for", "Change the schedule"],
    "/admin/orders": ["Total", "Total", "User", "Status=Paid", "Event=Gifts", "Event=#0", "Search by=Ana"],
    "/admin/product/{event}/guests": [
        *("Check in Ana", "Check in!", "Find a guest=Nobody", "Find a guest=", "More for Ana", "Refund Ana", "Escape"),
    ],
    "/order/{order}": [
        *("History", "Move", "Escape", "Refund", "Selected seats", "One seat less", "One seat more", "The gift of"),
        *("Custom amount", "Full remaining amount", "Reason=Ill", "Refund $!"),
    ],
    "/admin/vouchers": ["New discount code", "What it does=#1", "How many=3", "Escape"],
    "/admin/places": ["New place", "Step-free way in", "Escape", "More for"],
    "/admin/goals": ["New goal", "A season", "Goal (optional)=100", "An event", "Escape"],
    "/admin/ledger": [],
    "/admin/ledger/{month}": ["Moved", "Paid out", "Sales tax paid", "Other", "Cost", "Amount=5"],
    "/admin/figures": ["By=Event", "By=Month", "By=#0", "Period=#1", "Period=#0"],
    "/admin/members": ["Add member", "Escape", "Import"],
}


def do(page: Page, step: str) -> None:
    name, is_field, value = step.partition("=")
    named = re.compile(f"^\\W*{re.escape(name)}")
    if step == "Escape":
        page.keyboard.press("Escape")
    elif is_field:
        field = page.get_by_label(named).filter(visible=True).last
        if field.evaluate("(field) => field.tagName") == "SELECT":
            field.select_option(**{"index": int(value[1:])} if value.startswith("#") else {"label": value})
        else:
            field.fill(value)
            field.press("Enter" if name.startswith(("Search", "Discount", "From")) else "Tab")
    else:
        place = page.locator("main, dialog")
        found = place.locator("summary, label").filter(has_text=named)
        for role in ("button", "link"):
            found = found.or_(place.get_by_role(role, name=named))
        found.filter(visible=True).last.click()


def do_both(plain: Page, changed: Page, step: str) -> None:
    if not step.endswith("!"):
        do(plain, step)
        do(changed, step)
        return
    with changed.expect_response(lambda response: response.request.method != "GET"):
        do(changed, step.removesuffix("!"))
    changed.keyboard.press("Escape")
    plain.reload()


def read(page: Page) -> str:
    """Return the texts, once what was asked for is there."""
    expect(page.locator("main[aria-busy=true], [data-waiting]")).to_have_count(0)
    return str(page.evaluate(TEXTS))


def expect_same(plain: Page, changed: Page, step: str) -> None:
    """Expect that the translated page shows the same texts, and none of its sums and numbers may be translated."""
    expect(changed.locator("font").first).to_be_attached()
    if not eventually(lambda: read(plain) == read(changed), TIMEOUT / 1000):
        assert read(changed) == read(plain), step
    assert changed.evaluate(LOOSE_NUMBERS) == [], step


def test_every_translated_page_changes_as_others_do(shop: RunningShop, visit: Any) -> None:
    account, event, series = new_account(shop), new_event(shop), new_series(shop, 3)
    order = pay_at_paypal(shop, account, (event, 2), gift=5)
    date = {"product": event["_id"], "bookingDate": event["startTime"]}
    shop.as_staff().ask("POST", "/api/door/nights", date)
    code = f"TEN-{uuid4().hex[:6].upper()}"
    shop.as_staff().ask("POST", "/api/vouchers", {"code": code, "kind": "percent", "value": 10})
    ids = {"order": order["_id"], "user": account.user["_id"], "event": event["_id"], "series": series["_id"]}
    names = ids | {"code": code, "month": f"{datetime.now(VENUE):%Y-%m}"}
    cart = new_cart((series, 2), address={})
    for who, pages in ((account, VISITORS), (staff_account(shop), STAFF)):
        plain = visit(DESK, account=who, cart=cart).page()
        changed = translated(visit(DESK, account=who, cart=cart)).page()
        for path, steps in pages.items():
            for page in (plain, changed):
                go_to(page, path.format(**names))
            expect_same(plain, changed, path)
            for step in steps:
                do_both(plain, changed, step.format(**names))
                expect_same(plain, changed, f"{path}: {step}")


def test_a_translated_profile_is_saved_and_a_translated_list_sorted(shop: RunningShop, visit: Any) -> None:
    account = new_account(shop)
    book(shop, account, new_event(shop), seats=2)
    page = translated(visit(PHONE, account=account)).page(f"/user/{account.user['_id']}/")
    page.get_by_label("First Name").fill("Bea")
    page.get_by_role("form", name="Profile").get_by_role("button").last.click()
    expect(message(page, "User updated!")).to_be_visible()

    page = translated(visit(DESK, account=staff_account(shop))).page("/admin/users")
    for order in ("ascending", "descending"):
        page.get_by_role("button", name="Email").click()
        expect(page.locator(f"th[aria-sort={order}]")).to_have_text(re.compile("Email"))
        expect(page.get_by_role("row").nth(1)).to_be_visible()
    expect(page.get_by_text("Something broke")).to_have_count(0)


def test_a_translated_door_goes_on_after_an_admission_and_one_that_broke_keeps_its_log(
    shop: RunningShop, visit: Any
) -> None:
    here = translated(visit(PHONE))
    here.context.add_init_script(PATIENCE)
    door = OpenDoor(shop, here.context)
    page = here.page(door.path)
    page.get_by_label("PIN").fill(door.pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()
    for code, verdict, count in ((door.zoe, "Zoë K., 1 in", "1 of 5 in"), (door.maya, "Maya R., 4 in", "5 of 5 in")):
        page.get_by_label("Type the code").fill(code)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text(verdict)
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_text(count)).to_be_visible()
    page.get_by_role("button", name=re.compile("^Undo Zoë")).click()
    expect(page.get_by_text("4 of 5 in")).to_be_visible()

    here.expect_error("insertBefore")
    page.evaluate(MOVE, "main li")
    page.get_by_label("Type the code").fill(door.zoe)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Something broke")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("5 of 5 in")).to_be_visible()


def test_a_translated_scorekeeper_goes_on_and_pages_follow_also_one_that_broke(shop: RunningShop, visit: Any) -> None:
    names = ["Ann Ames", "Bob Bell", "Cam Cole", "Dee Dunn"]
    evening = TablesEvening(shop, names)
    evening.let_in(*names)
    phone = Scorekeeper(translated(visit(PHONE)).page(evening.get_path()))
    phone.open(evening)
    phone.pair(1)
    phone.see("All sent")
    path = f"/tables/{evening.tables['_id']}"
    here = translated(visit(DESK))
    pages = [(visit(DESK).page(at), here.page(at)) for at in (path, f"{path}?wall")]
    expect(pages[0][1].get_by_text("Round 1").first).to_be_visible()
    phone.enter_result(1, "2–0")
    phone.enter_result(2, "2–1")
    phone.enter_result(2, "1–2")
    phone.see("All sent")
    expect(pages[0][0].get_by_text("2–0").first).to_be_visible()
    for plain, changed in pages:
        expect_same(plain, changed, "results")

    broken = pages[0][1]
    here.expect_error("insertBefore")
    broken.evaluate(MOVE, "[aria-labelledby=more] > :last-child")
    phone.pair(2)
    expect(broken.get_by_role("heading", name="Something broke")).to_be_visible()
    broken.get_by_role("button", name="Go on").click()
    for press in ("Round 1", "Back to round 2", "Standings", "Players", "Log", "Round"):
        phone.press(press)
    phone.see_round(2)
    for plain, changed in pages:
        expect(plain.get_by_text("Round 2").first).to_be_visible()
        expect_same(plain, changed, "round 2")
