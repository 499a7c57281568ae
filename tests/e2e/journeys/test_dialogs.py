"""Dialogs by keyboard. Their code is loaded when they are first opened."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import PHONE, Visit, book, go_to, new_account, new_cart, new_event, staff_account
from tests.e2e.journeys.steps import open_ticket_menu
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

Opener = tuple[str, str | re.Pattern[str]]  # the path of the page, and the name of the button or link
OF_TICKETS = [re.compile(f"^{entry}, ") for entry in ("Give to a friend", "Can't make it", "New code")]
HIDE_EVENT = re.compile("^Hide ")
HAS_FOCUS = "(dialog) => dialog.contains(document.activeElement)"


def opener_on(page: Page, name: str | re.Pattern[str]) -> Locator:
    """Return the button or link that opens the dialog."""
    buttons = page.get_by_role("button", name=name)
    return buttons.or_(page.get_by_role("link", name=name)).filter(visible=True).first


def open_with(page: Page, opener: Locator) -> Locator:
    opener.press("Enter")
    dialog = page.locator("[data-modal]")
    expect(dialog).to_be_visible()
    return dialog


def expect_keyboard_dialogs(visit: Visit, openers: list[Opener]) -> None:
    """Expect each dialog to take the focus, close with Esc, return the focus and open again."""
    page = visit.page()
    for path, name in openers:
        go_to(page, path)
        if name in OF_TICKETS:
            open_ticket_menu(page)
        if name == HIDE_EVENT:
            page.get_by_role("button", name=re.compile("^More for ")).first.click()
        opener = opener_on(page, name)
        for _ in range(2):
            dialog = open_with(page, opener)
            assert dialog.evaluate(HAS_FOCUS), (path, name)
            page.keyboard.press("Escape")
            expect(dialog).to_be_hidden()
            expect(opener, f"{path}: {name}").to_be_focused()


def test_dialogs_of_visitors_and_buyers_keep_the_focus(shop: RunningShop, visit):
    event, account = new_event(shop), new_account(shop)
    held = book(shop, account, event, seats=1, pay=False)
    paid = book(shop, account, event, seats=1)
    buyer = visit(PHONE, account=account, cart=new_cart((event, 1)))

    expect_keyboard_dialogs(
        buyer,
        [
            ("/page/1", "Filters"),
            ("/about", "Subscribe to our calendar"),
            (f"/order/{held['_id']}", "Cancel order"),
            *((f"/order/{paid['_id']}", entry) for entry in OF_TICKETS),
            (f"/user/{account.user['_id']}/", "Delete my account"),
            ("/checkout/", "Contact Information"),
        ],
    )


def test_dialogs_of_staff_keep_the_focus(shop: RunningShop, visit):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, seats=1)
    listed = f"/admin/products?keyword={quote(event['name'])}"
    dates = f"/admin/product/{event['_id']}/edit?tab=dates"

    expect_keyboard_dialogs(
        visit(PHONE, account=staff_account(shop)),
        [
            ("/admin/products", "New Event"),
            (listed, HIDE_EVENT),
            (listed, re.compile("^Delete ")),
            (dates, re.compile("^Cancel ")),  # the dialog for a date with bookings
            (f"/admin/product/{new_event(shop)['_id']}/edit?tab=dates", re.compile("^Cancel ")),
            (f"/order/{order['_id']}", "Refund…"),
            ("/admin/users", re.compile("^Reset password")),
            ("/admin/users", re.compile("^Deactivate ")),
            (f"/admin/user/{account.user['_id']}/edit", "Delete user"),
        ],
    )


def test_a_dialog_whose_code_fails_to_load_opens_after_a_reload(visit):
    page = visit(PHONE).page("/page/1")
    page.get_by_label("Search events").fill("half a word")
    page.route("**/assets/FilterDialog*", lambda route: route.abort())

    page.get_by_role("button", name="Filters").click()

    expect(page.get_by_text("That didn't load.")).to_be_visible()
    expect(page.get_by_label("Search events")).to_have_value("half a word")
    expect(page.get_by_text("or reload the page")).to_be_visible()  # some browsers cache the failed import
    page.unroute("**/assets/FilterDialog*")
    page.reload()
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_role("dialog", name="Filters")).to_be_visible()
