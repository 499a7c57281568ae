"""All pages are accessible in both themes, fit even long names, and have controls that are large enough to tap."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.journeys.accessibility import TOO_SMALL, expect_fit, violations_in_both_themes, wait_for_everything
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    SMALL_PHONE,
    Visit,
    book,
    go_to,
    in_tabs,
    new_account,
    new_cart,
    new_event,
    staff_account,
    storage_state_of,
)
from tests.e2e.journeys.door_screens import EveryTicket, show_screens
from tests.e2e.journeys.steps import (
    ADD_ADDRESS,
    LONG,
    VENUE,
    add_to_cart,
    end_the_hold,
    expect_no_sideways_scrolling,
    is_phone,
    open_ticket_menu,
)
from tests.support.browser import find_browser
from tests.support.servers.running_shop import Client, RunningShop

THIS_MONTH = f"{datetime.now(VENUE):%Y-%m}"
OUTSIDE = [
    "/", "/page/1", "/about", "/accessibility", "/give", "/ledger", f"/ledger/{THIS_MONTH}", "/cart", "/login",
    "/register", "/reset-password?token=x", "/no/such/page",
]  # fmt: skip
CAUSE = [f"/admin/{name}" for name in ("vouchers", "members", "goals", "ledger", f"ledger/{THIS_MONTH}", "figures")]
STAFF_LISTS = ["/admin", "/admin/products", "/admin/places", "/admin/users", "/admin/orders", *CAUSE]
SIZES = pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])


def list_editors(event: dict[str, Any]) -> list[str]:
    """Return the paths of an event's pages for staff."""
    pages = ("edit", "edit?tab=dates", "guests", "guests/door", "guests/date-changes", "message")
    return [f"/admin/product/{event['_id']}/{name}" for name in pages]


def new_long_event(shop: RunningShop) -> dict[str, Any]:
    """Publish an event whose texts have no place to break a line."""
    return new_event(shop, name=LONG + "W" * 26, category=LONG, cardSet=LONG, eventLocation=LONG)


def check_pages(here: Visit, paths: list[str]) -> list[str]:
    tabs = [here.page() for _ in range(3)]
    return [each for page, _ in in_tabs(tabs, paths) for each in check_open_page(page)]


def check_page(page: Page, path: str) -> list[str]:
    go_to(page, path)
    return check_open_page(page)


def check_open_page(page: Page) -> list[str]:
    found = violations_in_both_themes(page)
    expect_fit(page)
    return found + page.evaluate(TOO_SMALL) if is_phone(page) else found


@SIZES
def test_public_pages_are_accessible_and_fit(shop, visit, size):
    event, full = new_long_event(shop), new_event(shop, maximumEventCapacity=1)
    book(shop, new_account(shop), full, seats=1)
    event_paths = [f"/product/{event['_id']}", f"/product/{full['_id']}", f"/search/{event['name']}/page/1"]
    here = visit(size, cart=new_cart((event, 2), (full, 1)), reduced_motion="reduce")

    assert check_pages(here, OUTSIDE + event_paths) == []


@SIZES
def test_pages_of_signed_in_users_are_accessible_and_fit(shop, visit, size):
    event, account = new_long_event(shop), new_account(shop, LONG[:60], LONG[:60])
    paid, held = book(shop, account, event, seats=2), book(shop, account, event, seats=1, pay=False)
    here = visit(size, account=account, cart=new_cart((event, 2), (new_event(shop), 1)), reduced_motion="reduce")
    orders = [f"/order/{order['_id']}" for order in (paid, held)]
    checkouts = ["/checkout/", "/checkout/?gift=25.00", f"/checkout/?order={held['_id']}"]

    assert check_pages(here, [*checkouts, *orders, f"/user/{account.user['_id']}/", "/order/none"]) == []


@SIZES
def test_pages_of_staff_are_accessible_and_fit(shop, visit, size):
    event, account = new_long_event(shop), new_account(shop, LONG[:60], LONG[:60])
    order = book(shop, account, event, seats=2)
    here = visit(size, account=staff_account(shop), reduced_motion="reduce")
    forms = [*list_editors(event), f"/admin/user/{account.user['_id']}/edit", f"/order/{order['_id']}"]

    assert check_pages(here, STAFF_LISTS + forms) == []


LISTS = re.compile(r"/api/(products|users|orders)(\?|/attention|$)")


def broken(route: Route) -> None:
    route.fulfill(status=500, json={"message": "Something broke on our side. Try again in a minute."})


def check_after(page: Page, path: str, *steps: Callable[[], object]) -> list[str]:
    """Perform the steps on a page, then check it."""
    go_to(page, path)
    for step in steps:
        step()
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    return [f"after its steps: {each}" for each in found]


def press(page: Page, name: str | re.Pattern[str]) -> Callable[[], object]:
    return lambda: page.get_by_role("button", name=name).filter(visible=True).first.click()


def see(page: Page, text: str | re.Pattern[str]) -> Callable[[], object]:
    return lambda: expect(page.get_by_text(text).filter(visible=True).first).to_be_visible()


def see_dialog(page: Page) -> Callable[[], object]:
    return lambda: expect(page.get_by_role("dialog").or_(page.get_by_role("alertdialog")).first).to_be_visible()


@SIZES
def test_other_states_of_public_pages_are_accessible(shop, visit, size):
    event, other = new_event(shop), new_event(shop)
    page = visit(size, cart=new_cart((other, 2)), reduced_motion="reduce").page()
    problem = see(page, "There is a problem")

    found = check_page(page, "/search/no-such-event/page/1")
    found += check_page(page, "/product/000000000000000000000000")
    found += check_after(page, "/login", press(page, "Use a password"), press(page, "Sign In"), problem)
    found += check_after(page, "/login?redirect=%2Fcart#password", press(page, re.compile("^Forgot password")))
    found += check_after(page, "/register", press(page, "Create an Account"), problem)
    found += check_after(page, f"/product/{event['_id']}", lambda: add_to_cart(page, event, 2))
    found += check_after(page, "/cart", press(page, f"Remove {other['name']}"), see(page, "Undo"))
    footer = page.get_by_role("link", name="Subscribe to our calendar")
    found += check_after(page, "/about", footer.click, see_dialog(page))
    page.route(LISTS, broken)
    found += check_after(page, "/page/1?weekday=5", see(page, "We couldn't load the events."))

    assert found == []


@SIZES
def test_other_states_of_buyers_pages_are_accessible(shop, visit, size):
    event, account = new_event(shop), new_account(shop)
    buyer, staff = Client(shop.url, session=account.session), shop.as_staff()
    refunded, cancelled, expired = (book(shop, account, event, seats=1, pay=number == 0)["_id"] for number in range(3))
    staff.ask("POST", f"/api/orders/{refunded}/refund", {"reason": "Ill"})
    buyer.ask("POST", f"/api/orders/{cancelled}/cancel", {})
    end_the_hold(shop, expired)
    page = visit(size, account=account, reduced_motion="reduce").page()
    profile = f"/user/{account.user['_id']}/"

    found = [each for order in (refunded, cancelled, expired) for each in check_page(page, f"/order/{order}")]
    found += check_page(page, "/checkout/")
    shared = book(shop, account, event, seats=4)["_id"]
    friend, split = re.compile("^Give to a friend, "), "Split off a second code instead"
    steps = [lambda: open_ticket_menu(page), press(page, friend), press(page, split), see_dialog(page)]
    found += check_after(page, f"/order/{shared}", *steps)
    found += check_after(page, profile, press(page, "Change password"))
    found += check_after(page, profile, press(page, "Delete my account"), see_dialog(page))

    assert found == []


@SIZES
def test_other_states_of_staff_pages_are_accessible(shop, visit, size):
    event, account = new_event(shop), new_account(shop, "Maximiliana", "Featherstonehaugh")
    order = book(shop, account, event, seats=2)["_id"]
    page = visit(size, account=staff_account(shop), reduced_motion="reduce").page()
    form, user = f"/admin/product/{event['_id']}/edit", f"/admin/user/{account.user['_id']}/edit"
    problem = see(page, "There is a problem")

    found = [each for path in ("/admin/nothing", f"{form[:-5]}/guests") for each in check_page(page, path)]
    for kind in ("products", "users", "orders"):
        found += check_page(page, f"/admin/{kind}?search=no-such-thing")
    recurring = [page.get_by_role("radio", name=name).check for name in ("Yes", "Custom")]
    wrong = [lambda: page.get_by_label("Event Name").fill(""), lambda: page.get_by_label("List Price").fill("abc")]
    found += check_after(page, form, *recurring, *wrong, press(page, "Update"), problem)
    emptied = [lambda: page.get_by_label("First Name").fill(""), lambda: page.get_by_label("Email").fill("x")]
    invalid = page.locator("[aria-invalid=true]").first
    found += check_after(page, user, *emptied, press(page, "Update"), invalid.wait_for)
    found += check_after(page, user, press(page, "Delete user"), see_dialog(page))
    for path, opener in (
        ("/admin/products", "New Event"),
        ("/admin/users", re.compile("^Reset password ")),
        ("/admin/members", "Add member"),
        ("/admin/members", "Import"),
        (f"/order/{order}", "Move…"),
    ):
        found += check_after(page, path, press(page, opener), see_dialog(page))
    more = press(page, re.compile("^More for "))
    found += check_after(page, "/admin/users", more, press(page, re.compile("^Deactivate ")), see_dialog(page))
    found += check_after(page, "/admin/products", more, press(page, re.compile("^Delete ")), see_dialog(page))
    menu = "Menu" if is_phone(page) else "Sam Staff"
    found += check_after(page, "/admin/orders", press(page, menu), see(page, re.compile("Order Log")))
    page.route(LISTS, broken)
    for kind in ("products", "users", "orders"):
        found += check_after(page, f"/admin/{kind}", see(page, re.compile(r"^We couldn't load ")))

    assert found == []


def test_menus_dialogs_and_all_views_of_the_calendar_are_accessible(shop, visit):
    account, cart = new_account(shop), new_cart((new_event(shop), 1), address={})
    phone = visit(SMALL_PHONE, account=account, cart=cart, reduced_motion="reduce").page()
    contact = [press(phone, "Contact Information"), press(phone, ADD_ADDRESS), phone.get_by_label("First Name").clear]
    submit = phone.get_by_role("dialog").get_by_role("button", name="Submit").click

    found = check_after(phone, "/checkout/", *contact, submit, see(phone, "Enter your first name."))
    found += check_after(phone, "/page/1", press(phone, "Filters"), see_dialog(phone))
    found += check_after(phone, "/about", press(phone, re.compile("^Menu$")), see_dialog(phone))
    desk = visit(DESK, account=account, reduced_motion="reduce").page()
    calendar, date = desk.get_by_role("heading", name="Scheduled Events"), desk.get_by_test_id("calendar-event").first
    found += check_after(desk, "/", calendar.scroll_into_view_if_needed, date.click, see_dialog(desk))
    found += check_after(desk, "/", lambda: desk.get_by_role("button", name="Ana Diaz").press("Enter"))
    for view in ("Week", "Day"):
        button = desk.get_by_role("button", name=view, exact=True)
        pressed = desk.get_by_role("button", name=view, exact=True, pressed=True)
        found += check_after(desk, "/", calendar.scroll_into_view_if_needed, button.click, pressed.wait_for)

    assert found == []


@pytest.fixture(scope="module")
def large_text(browser: Browser) -> Iterator[Browser]:
    twice = "--blink-settings=defaultFontSize=32"
    args = ["--no-sandbox", "--disable-gpu", twice]
    started = browser.browser_type.launch(executable_path=find_browser(), args=args)
    yield started
    started.close()


def test_text_of_twice_the_size_needs_no_horizontal_scrolling(shop, large_text):
    name = "Wednesday Standard and Stouts"
    event, other = new_event(shop, name=name), new_event(shop)
    account = new_account(shop, last_name="Featherstonehaugh")
    cart = new_cart((event, 2), (other, 1))
    order, profile = f"/order/{book(shop, account, event, seats=2)['_id']}", f"/user/{account.user['_id']}/"
    looks = [
        (None, [*OUTSIDE, f"/product/{event['_id']}"]),
        (account, ["/checkout/", order, profile]),
        (staff_account(shop), [*STAFF_LISTS, *list_editors(event), order]),
    ]

    for who, paths in looks:
        storage = storage_state_of(shop, who, cart)
        visit = Visit(large_text, shop, PHONE, storage_state=storage, reduced_motion="reduce")
        for page, _ in in_tabs([visit.page() for _ in range(4)], paths):
            wait_for_everything(page)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
            expect_no_sideways_scrolling(page)
        visit.context.close()


BROKEN_WORDS = r"""(box) => {
    const [part, texts, broken] = [document.createRange(), document.createTreeWalker(box, NodeFilter.SHOW_TEXT), []]
    while (texts.nextNode())
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/\p{L}+/gu)) {
            part.setStart(texts.currentNode, index)
            part.setEnd(texts.currentNode, index + word.length)
            if (part.getClientRects().length > 1) broken.push(word)
        }
    return broken
}"""


def test_text_of_twice_the_size_breaks_no_word_and_leaves_the_clubs_name_whole(shop, large_text):
    event, account = new_event(shop, ahead=timedelta(hours=3)), new_account(shop)
    book(shop, account, event, seats=2)

    for who, path, role, name in (
        (account, "/", "region", "Next up"),
        (account, f"/product/{event['_id']}", "region", "Book your seat"),
        (staff_account(shop), f"/admin/product/{event['_id']}/guests", "table", "Guests"),
    ):
        here = Visit(large_text, shop, PHONE, storage_state=storage_state_of(shop, who, None))
        page = here.page(path)
        assert page.get_by_role(role, name=name).evaluate(BROKEN_WORDS) == []
        club = page.get_by_role("banner").get_by_role("link").first.locator("span")
        assert club.evaluate("(name) => name.offsetHeight <= name.closest('header').offsetHeight")
        here.context.close()


def test_text_of_twice_the_size_fits_on_the_screens_at_the_door(shop, large_text):
    here = Visit(large_text, shop, PHONE, reduced_motion="reduce")
    for _, page in show_screens(here, EveryTicket(shop, "Maximiliana", "Featherstonehaugh")):
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        expect_no_sideways_scrolling(page)
    here.context.close()
