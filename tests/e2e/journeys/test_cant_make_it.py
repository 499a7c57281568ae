"""Buyers who can't make it: a refund, a gift, seats given back, another date."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
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
    day_of,
    expect_no_sideways_scrolling,
    line_of,
    open_ticket_menu,
    seats_taken,
)
from tests.e2e.journeys.test_tap_targets import TOO_SMALL
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper

pytestmark = pytest.mark.browser

PRICE = 10.8  # with 15% tax, $12.42
RETURNING = "PayPal is returning $12.42. It can take 5 days."
SHEET = "Can't make it?"
CHOICES = ["Refund", "Keep it as a gift", "Give the seat back", "Move to another date"]
# By choice: the button, the result on the page, and the seats that are taken on the two dates afterward.
EACH = pytest.mark.parametrize(
    ("choice", "button", "result", "taken"),
    [
        (CHOICES[0], "Refund 1 seat, $12.42", RETURNING, (1, 0)),
        (CHOICES[1], "Leave $12.42 as a gift", "Thank you for your gift of $12.42.", (1, 0)),
        (CHOICES[2], "Give 1 seat back, no refund", "Thank you. Your seat is back on sale.", (1, 0)),
        (CHOICES[3], "Move 2 seats to ", "Your ticket has moved to the new date.", (0, 2)),
    ],
    ids=["refund", "gift", "return", "move"],
)


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


@EACH
@pytest.mark.everyday
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


@EACH
def test_each_choice_works_by_keyboard(shop, visit, choice, button, result, taken):
    series, account = new_series(shop, 2, price=PRICE), new_account(shop)
    dates = [on_date(series, number) for number in range(2)]
    order = shopper(shop, account).buy(dates[0], seats=2)
    page = visit(DESK, account=account).page(f"/order/{order['_id']}")
    keys = Keys(page)

    keys.press(page.get_by_role("button", name=re.compile("^Manage this ticket, ")))
    keys.press(opener(page))
    sheet = sheet_of(page)
    keys.press(sheet.get_by_role("radio").first, " ")
    for _ in range(CHOICES.index(choice)):
        page.keyboard.press("ArrowDown")
    expect(radio(sheet, choice)).to_be_checked()
    if choice == CHOICES[3]:
        keys.press(sheet.get_by_label("New date"), "ArrowDown")
    keys.press(sheet.get_by_role("button", name=button))

    expect(page.get_by_text(result)).to_be_visible()
    expect(opener(page)).to_be_focused()
    assert tuple(seats_taken(shop, date) for date in dates) == taken


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


def test_a_slow_paypal_is_told_and_the_refund_is_written_down(shop, visit):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    order = shopper(shop, account).buy(event, seats=1)
    capture = captures_of(shop, order["_id"])[0]["id"]
    fault = shop.control("faults", call="refund", kind="error_500_before", times=20, order=capture)
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    open_ticket_menu(page)

    opener(page).tap()
    radio(sheet_of(page), "Refund").tap()
    sheet_of(page).get_by_role("button", name="Refund 1 seat").tap()

    expect(page.get_by_text("Written down; PayPal is slow right now.")).to_be_visible()
    expect(page.get_by_role("list", name="Changes")).to_contain_text("refund of 1 seat requested, $12.42")
    shop.control("faults/clear", id=fault["id"])


def test_a_changed_amount_is_shown_before_it_is_refunded(shop, visit):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    order = shopper(shop, account).buy(event, seats=3)
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    open_ticket_menu(page)
    opener(page).tap()
    sheet = sheet_of(page)
    radio(sheet, "Refund").tap()
    refund = {"amount": "30.00", "reason": "The oven was broken."}
    shop.as_staff().call("POST", f"/api/orders/{order['_id']}/refund", refund).raise_for_status()

    sheet.get_by_role("button", name="Refund 1 seat, $12.42").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("The amount is now $7.26.")
    assert seats_taken(shop, event) == 3
    sheet.get_by_role("button", name="Refund 1 seat, $7.26").tap()

    expect(page.get_by_text("PayPal is returning $7.26.")).to_be_visible()


def test_a_ticket_without_refunds_can_be_given_back(shop, visit):
    policy = {"refund": "none", "untilHours": 24, "feePerSeat": 0}
    event, account = new_event(shop, price=PRICE, refundPolicy=policy), new_account(shop)
    order = shopper(shop, account).buy(event, seats=1)
    page = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    open_ticket_menu(page)

    opener(page).tap()
    sheet = sheet_of(page)

    expect(sheet.get_by_text("This ticket can't be refunded.")).to_have_count(2)
    expect(radio(sheet, "Refund")).to_be_disabled()
    radio(sheet, "Give the seat back").tap()
    sheet.get_by_role("button", name="Give 1 seat back, no refund").tap()
    expect(page.get_by_text("Your seat is back on sale.")).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="This order has no seats left")).to_be_visible()
    assert seats_taken(shop, event) == 0


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_sheet_is_accessible(shop, visit, size):
    series, account = new_series(shop, 2, price=PRICE), new_account(shop)
    order = shopper(shop, account).buy(on_date(series, 0), seats=2)
    page = visit(size, account=account, reduced_motion="reduce").page(f"/order/{order['_id']}")
    open_ticket_menu(page)
    found = violations_in_both_themes(page)
    found += page.evaluate(TOO_SMALL) if size == PHONE else []

    opener(page).click()
    sheet = sheet_of(page)
    expect(sheet.get_by_role("radio")).to_have_count(4)
    for choice in CHOICES:
        radio(sheet, choice).check()
        found += violations_in_both_themes(page)
        found += page.evaluate(TOO_SMALL) if size == PHONE else []
    sheet.get_by_role("button", name="Move 2 seats").click()
    expect(sheet.get_by_role("alert")).to_have_text(re.compile("Choose the new date."))

    assert found + violations_in_both_themes(page) == []


# --- Staff -----------------------------------------------------------------------------------------------------------


def test_staff_see_a_gift_on_the_order(shop, visit):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    buyer = shopper(shop, account)
    order = buyer.buy(event, seats=2)
    booking = order["orderItems"][0]["bookings"][0]["_id"]
    gift = {"booking": booking, "kind": "gift", "seats": 1, "amount": 12.42}
    buyer.ask("POST", f"/api/orders/{order['_id']}/changes", gift)
    page = visit(PHONE, account=staff_account(shop)).page(f"/order/{order['_id']}")
    open_ticket_menu(page)

    staffs = page.get_by_role("region", name="For staff")

    expect(staffs).to_contain_text(f"1 seat, {event['name']}, {day_of(event)}, gift of $12.42")
    expect(page.get_by_role("list", name="Changes")).to_contain_text("1 seat given back, with a gift of $12.42")
    expect(opener(page)).to_have_count(0)
    expect_no_sideways_scrolling(page)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_refund_policy_that_staff_save_is_shown_to_buyers(shop, visit, size):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    staffs = visit(size, account=staff_account(shop)).page(f"/admin/product/{event['_id']}/edit")
    section = staffs.get_by_role("region", name="Refunds")
    expect(section).to_contain_text("Full refund until 24 hours before the start")

    section.get_by_role("heading", name="Refunds").click()
    expect(section.get_by_label("Full refund")).to_be_checked()
    section.get_by_label("Refund minus a fee").check()
    section.get_by_label("Hours before the start").fill("48")
    section.get_by_label("Fee per seat").fill("2")
    press_update(staffs)
    expect_saved(staffs)

    terms = "Refund minus $2.00 a seat until 48 hours before the start."
    buyer = visit(size, account=account, cart=new_cart((event, 1)))
    page = buyer.page(f"/product/{event['_id']}")
    expect(page.get_by_text(terms)).to_be_visible()
    expect_no_sideways_scrolling(page)
    expect(buyer.page("/checkout/").get_by_text(terms)).to_be_visible()
