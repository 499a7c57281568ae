"""Dialogs by keyboard. Their code comes at the first press, and what a keyboard needs of them is the same."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import PHONE, Visit, a_cart, a_night, a_person, book, go_to, staff_of
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

Opener = tuple[str, str | re.Pattern[str]]  # on which page, and what it is called
HAS_FOCUS = "(dialog) => dialog.contains(document.activeElement)"


def opener_on(page: Page, name: str | re.Pattern[str]) -> Locator:
    """A button, or a link that opens a dialog where scripts run."""
    buttons = page.get_by_role("button", name=name)
    return buttons.or_(page.get_by_role("link", name=name)).filter(visible=True).first


def open_with(page: Page, opener: Locator) -> Locator:
    opener.press("Enter")
    dialog = page.locator("[data-modal]")
    expect(dialog).to_be_visible()
    return dialog


def expect_good_dialogs(visit: Visit, openers: list[Opener]) -> None:
    """Each opens at the first press with the focus in it, closes with Esc, gives the focus back and opens again."""
    page = visit.page()
    for path, name in openers:
        go_to(page, path)
        opener = opener_on(page, name)
        for _ in range(2):
            dialog = open_with(page, opener)
            assert dialog.evaluate(HAS_FOCUS), (path, name)
            page.keyboard.press("Escape")
            expect(dialog).to_be_hidden()
            expect(opener, f"{path}: {name}").to_be_focused()


def test_dialogs_of_everybody_and_of_buyers_keep_the_focus(shop: RunningShop, visit):
    night, person = a_night(shop), a_person(shop)
    held = book(shop, person, night, seats=1, pay=False)
    buyer = visit(PHONE, person=person, cart=a_cart((night, 1)))

    expect_good_dialogs(
        buyer,
        [
            ("/page/1", "Filters"),
            ("/about", "Subscribe to our calendar"),
            (f"/order/{held['_id']}", "Cancel order"),
            (f"/user/{person.user['_id']}/", "Delete my account"),
            ("/checkout/", "Contact Information"),
        ],
    )


def test_staffs_dialogs_keep_the_focus(shop: RunningShop, visit):
    night, person = a_night(shop), a_person(shop)
    order = book(shop, person, night, seats=1)
    event = f"/admin/product/{night['_id']}/edit"

    expect_good_dialogs(
        visit(PHONE, person=staff_of(shop)),
        [
            ("/admin/products", "New Event"),
            ("/admin/products", re.compile("^Archive ")),
            ("/admin/products", re.compile("^Delete ")),
            (event, re.compile("^Snooze ")),  # with bookings: another dialog than without
            (f"/admin/product/{a_night(shop)['_id']}/edit", re.compile("^Snooze ")),
            (f"/order/{order['_id']}", "Refund…"),
            ("/admin/users", re.compile("^Reset password")),
            ("/admin/users", re.compile("^Deactivate ")),
            (f"/admin/user/{person.user['_id']}/edit", "Delete user"),
        ],
    )


def test_staff_who_stay_on_a_page_find_the_focus_where_it_was(shop: RunningShop, visit):
    page = visit(PHONE, person=staff_of(shop)).page(f"/admin/product/{a_night(shop)['_id']}/edit")
    page.get_by_label("Event Name").fill("Not saved yet")
    leave = opener_on(page, "Go Back")

    for _ in range(2):
        dialog = open_with(page, leave)
        assert dialog.evaluate(HAS_FOCUS)
        page.keyboard.press("Escape")
        expect(leave).to_be_focused()

    expect(page.get_by_label("Event Name")).to_have_value("Not saved yet")


def test_a_dialog_whose_code_does_not_load_leaves_the_page_as_it_is_and_opens_after_a_reload(visit):
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
