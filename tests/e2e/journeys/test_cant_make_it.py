"""Buyers who can't make it: a refund, a gift, seats given back, another date."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from bookings.formatting import format_deadline
from tests.e2e.journeys.accessibility import TOO_SMALL, violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    Account,
    new_account,
    new_cart,
    new_event,
    new_series,
    on_date,
    staff_account,
)
from tests.e2e.journeys.keyboard import Keys
from tests.e2e.journeys.staff import expect_saved, press_update
from tests.e2e.journeys.steps import (
    captures_of,
    expect_no_sideways_scrolling,
    line_of,
    open_ticket_menu,
    seats_taken,
)
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper

pytestmark = pytest.mark.browser

PRICE = 10.8  # with 15% tax, $12.42
RETURNING = "PayPal is returning $12.42. It can take 5 days."
SHEET = "Can't make it?"
CHOICES = ["Refund", "Keep it as a gift", "Give the seat back", "Move to another date"]


def shopper(shop: RunningShop, account: Account) -> Shopper:
    return Shopper(shop, Client(shop.url, session=account.session))


def opener(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Can't make it, "))


def sheet_of(page: Page) -> Locator:
    return page.get_by_role("dialog", name=SHEET)


def radio(sheet: Locator, choice: str) -> Locator:
    return sheet.get_by_role("radio", name=re.compile(f"^{choice}"))


def get_refunds(shop: RunningShop, order: dict[str, Any]) -> list[str]:
    """Return the amounts that PayPal refunded."""
    captures = {capture["id"] for capture in captures_of(shop, order["_id"])}
    return [each["amount"]["value"] for each in shop.at_paypal()["refunds"] if each["capture_id"] in captures]


# --- The four choices ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "button", "result", "taken"),
    [
        (CHOICES[0], "Refund 1 seat, $12.42", RETURNING, (1, 0)),
        (CHOICES[1], "Leave $12.42 as a gift", "Thank you for your gift of $12.42.", (1, 0)),
        (CHOICES[2], "Give 1 seat back, no refund", "Thank you. Your seat is back on sale.", (1, 0)),
        (CHOICES[3], "Move 2 seats to ", "Your ticket has moved to the new date.", (0, 2)),
    ],
    ids=["refund", "gift", "return", "move"],
)
def test_each_choice_takes_four_taps_on_a_phone(shop, visit, choice, button, result, taken):
    series, account = new_series(shop, 2, price=PRICE), new_account(shop)
    dates = [on_date(series, number) for number in range(2)]
    order = shopper(shop, account).buy(dates[0], seats=2)
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    open_ticket_menu(page)

    opener(page).tap()
    sheet = sheet_of(page)
    expect(sheet.get_by_role("radio", checked=True)).to_have_count(0)
    radio(sheet, choice).tap()
    if choice == CHOICES[3]:
        sheet.get_by_label("New date").select_option(index=1)
    expect_no_sideways_scrolling(page)
    sheet.get_by_role("button", name=button).tap()

    expect(page.get_by_text(result)).to_be_visible()
    expect(sheet).to_have_count(0)
    assert tuple(seats_taken(shop, date) for date in dates) == taken
    assert get_refunds(shop, order) == (["12.42"] if choice == CHOICES[0] else [])
    page.reload()
    expect(page.get_by_role("list", name="Changes").get_by_role("listitem")).to_have_count(1)
    expect(line_of(page, series)).to_contain_text(f"Seats{sum(taken)}")
    expect_no_sideways_scrolling(page)


def test_a_choice_works_by_keyboard(shop, visit):
    series, account = new_series(shop, 2, price=PRICE), new_account(shop)
    dates = [on_date(series, number) for number in range(2)]
    order = shopper(shop, account).buy(dates[0], seats=2)
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    keys = Keys(page)

    keys.press(page.get_by_role("button", name=re.compile("^Manage this ticket, ")))
    keys.press(opener(page))
    sheet = sheet_of(page)
    keys.press(sheet.get_by_role("radio").first, " ")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(radio(sheet, CHOICES[3])).to_be_checked()
    keys.press(sheet.get_by_label("New date"), "ArrowDown")
    keys.press(sheet.get_by_role("button", name="Move 2 seats to "))

    expect(page.get_by_text("Your ticket has moved to the new date.")).to_be_visible()
    expect(opener(page)).to_be_focused()
    assert [seats_taken(shop, date) for date in dates] == [0, 2]


def test_several_seats_are_refunded_until_none_is_left(shop, visit):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    order = shopper(shop, account).buy(event, seats=3)
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    open_ticket_menu(page)
    sheet = sheet_of(page)

    opener(page).tap()
    sheet.get_by_role("button", name="One seat more").tap()
    radio(sheet, "Refund").tap()
    sheet.get_by_role("button", name="Refund 2 seats, $24.84").tap()
    expect(page.get_by_text("PayPal is returning $24.84.")).to_be_visible()
    opener(page).tap()
    radio(sheet, "Refund").tap()
    sheet.get_by_role("button", name="Refund 1 seat, $12.42").tap()

    expect(page.get_by_text(RETURNING)).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="This order was refunded")).to_be_visible()
    expect(opener(page)).to_have_count(0)
    assert sorted(get_refunds(shop, order)) == ["12.42", "24.84"]
    assert seats_taken(shop, event) == 0


# --- What can go wrong -----------------------------------------------------------------------------------------------


def test_a_double_tap_refunds_one_seat(shop, visit):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    order = shopper(shop, account).buy(event, seats=3)
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    open_ticket_menu(page)
    opener(page).tap()
    radio(sheet_of(page), "Refund").tap()

    sheet_of(page).get_by_role("button", name="Refund 1 seat").dblclick()

    expect(page.get_by_text(RETURNING)).to_be_visible()
    assert get_refunds(shop, order) == ["12.42"]
    assert seats_taken(shop, event) == 2


def test_the_sheet_is_accessible(shop, visit):
    series, account = new_series(shop, 2, price=PRICE), new_account(shop)
    order = shopper(shop, account).buy(on_date(series, 0), seats=2)
    page = visit(PHONE, account=account, reduced_motion="reduce").page(f"/order/{order['_id']}")
    open_ticket_menu(page)
    found = violations_in_both_themes(page)
    found += page.evaluate(TOO_SMALL)

    opener(page).click()
    sheet = sheet_of(page)
    expect(sheet.get_by_role("radio")).to_have_count(4)
    for choice in CHOICES:
        radio(sheet, choice).check()
        found += violations_in_both_themes(page)
        found += page.evaluate(TOO_SMALL)
    sheet.get_by_role("button", name="Move 2 seats").click()
    expect(sheet.get_by_role("alert")).to_have_text(re.compile("Choose the new date."))

    assert found + violations_in_both_themes(page) == []


# --- Staff -----------------------------------------------------------------------------------------------------------


def test_the_refund_policy_that_staff_save_is_shown_to_buyers(shop, visit):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    staffs = visit(PHONE, account=staff_account(shop)).page(f"/admin/product/{event['_id']}/edit")
    section = staffs.get_by_role("region", name="Refunds")
    expect(section).to_contain_text("Full refund until 24 hours before the start")

    section.get_by_role("heading", name="Refunds").click()
    expect(section.get_by_label("Full refund")).to_be_checked()
    section.get_by_label("Refund minus a fee").check()
    section.get_by_label("Hours before the start").fill("48")
    section.get_by_label("Fee per seat").fill("2")
    press_update(staffs)
    expect_saved(staffs)

    deadline = format_deadline(datetime.fromisoformat(event["occurrences"][0]["startTime"]) - timedelta(hours=48))
    terms = f"Refund minus $2.00 a seat until {deadline}."
    buyer = visit(PHONE, account=account, cart=new_cart((event, 1)))
    page = buyer.page(f"/product/{event['_id']}")
    expect(page.get_by_text(terms)).to_be_visible()
    expect_no_sideways_scrolling(page)
    expect(buyer.page("/checkout/").get_by_text(terms)).to_be_visible()
