"""Staff change paid orders: single seats refunded, money returned by hand, bookings moved."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import expect_fine
from tests.e2e.journeys.conftest import (
    PHONE,
    Account,
    new_account,
    new_event,
    new_series,
    on_date,
    pay_at_paypal,
    staff_account,
)
from tests.e2e.journeys.steps import (
    captures_of,
    day_of,
    expect_no_sideways_scrolling,
    message,
    open_ticket_menu,
    seats_taken,
)
from tests.e2e.journeys.test_cant_make_it import PRICE, get_refunds, opener, radio, sheet_of
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser


@pytest.fixture
def staff(shop: RunningShop) -> Account:
    return staff_account(shop)


def open_dialog(page: Page, button: str, title: str) -> Locator:
    page.get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog", name=title)
    expect(dialog.get_by_label("Reason")).to_be_visible()
    return dialog


def open_refund(page: Page) -> Locator:
    return open_dialog(page, "Refund…", "Refund this order")


def open_move(page: Page) -> Locator:
    return open_dialog(page, "Move…", "Move a booking")


def make_too_old(shop: RunningShop, order: dict[str, Any]) -> None:
    """Move the payment back in time, past PayPal's limit for refunds."""
    (capture,) = captures_of(shop, order["_id"])
    sql = f"UPDATE orders_payment SET captured_at = '2020-01-02 03:04:05' WHERE capture_id = '{capture['id']}'"
    shop.rows(sql)


# --- Refunds ---------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_a_single_seat_is_refunded_for_the_amount_that_was_shown(shop, visit, staff):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    order = pay_at_paypal(shop, account, (event, 3))
    page = visit(PHONE, account=staff, reduced_motion="reduce").page(f"/order/{order['_id']}")
    dialog = open_refund(page)
    expect(dialog.get_by_text("$37.26 can still be refunded.")).to_be_visible()

    dialog.get_by_label("Selected seats").check()
    expect(dialog.get_by_role("button", name="Refund $37.26")).to_be_visible()
    for _ in range(2):
        dialog.get_by_role("button", name="One seat less").click()
    dialog.get_by_label("Reason").fill("Asked by phone")
    expect(dialog.get_by_role("button", name="Refund $12.42")).to_be_visible()
    expect_fine(page)
    dialog.get_by_role("button", name="Refund $12.42").click()

    expect(message(page, "$12.42 was refunded.")).to_be_visible()
    expect(page.get_by_role("region", name="For staff")).to_contain_text(f"1 seat, {event['name']}, {day_of(event)}")
    assert get_refunds(shop, order) == ["12.42"]
    assert seats_taken(shop, event) == 2


def test_a_refund_of_an_old_payment_is_listed_and_recorded_by_hand(shop, visit, staff):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    order = pay_at_paypal(shop, account, (event, 2))
    theirs = visit(PHONE, account=account).page(f"/order/{order['_id']}")
    open_ticket_menu(theirs)
    opener(theirs).tap()
    radio(sheet_of(theirs), "Refund").tap()
    make_too_old(shop, order)

    sheet_of(theirs).get_by_role("button", name="Refund 1 seat").tap()
    too_old = "PayPal returns money for 180 days only. Write to us, we'll sort it out."
    expect(sheet_of(theirs).get_by_role("alert")).to_contain_text(too_old)
    expect(radio(sheet_of(theirs), "Refund")).to_be_disabled()

    page = visit(PHONE, account=staff, reduced_motion="reduce").page("/admin/orders")
    listed = page.get_by_role("region", name=re.compile("needs? attention")).get_by_role("listitem")
    listed = listed.filter(has_text=order["number"])
    expect(listed).to_contain_text("Refund by hand")
    expect_no_sideways_scrolling(page)
    listed.get_by_role("link", name=f"Open order {order['number']}").click()
    dialog = open_refund(page)
    dialog.get_by_label("Selected seats").check()
    dialog.get_by_role("button", name="One seat less").click()
    dialog.get_by_label("Reason").fill("Could not come")
    dialog.get_by_role("button", name="Record refund $12.42").click()
    expect(dialog.get_by_text("Enter how you returned the money.")).to_be_visible()
    expect_fine(page)
    dialog.get_by_label("How was it returned?").fill("Bank transfer")
    dialog.get_by_role("button", name="Record refund $12.42").click()

    expect(message(page, "$12.42 was recorded as refunded.")).to_be_visible()
    expect(page.get_by_text("Refund by hand:")).to_have_count(0)
    assert get_refunds(shop, order) == []
    assert seats_taken(shop, event) == 1


# --- Moves -----------------------------------------------------------------------------------------------------------


def test_a_booking_moves_to_another_date(shop, visit, staff):
    series, account = new_series(shop, 3, price=PRICE), new_account(shop)
    dates = [on_date(series, number) for number in range(3)]
    order = pay_at_paypal(shop, account, (dates[0], 2))
    page = visit(PHONE, account=staff, reduced_motion="reduce").page(f"/order/{order['_id']}")
    dialog = open_move(page)

    dialog.get_by_label("New date").select_option(index=2)
    dialog.get_by_label("Reason").fill("Asked by phone")
    expect_fine(page)
    dialog.get_by_role("button", name="Move 2 seats").click()

    expect(message(page, re.compile(rf"^The booking has moved to {day_of(dates[2])}"))).to_be_visible()
    expect(page.get_by_role("link", name=f"{series['name']}, {day_of(dates[2])}", exact=True)).to_be_visible()
    assert [seats_taken(shop, date) for date in dates] == [0, 0, 2]
    assert get_refunds(shop, order) == []
