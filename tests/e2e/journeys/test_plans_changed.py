"""Staff cancel or move one date, or its buyers can't make it: they choose another date or their money back."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

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
from tests.e2e.journeys.steps import at_venue, day_of, get_refunds, heading, message, open_ticket_menu, seats_taken
from tests.support.servers.running_shop import RunningShop

PRICE = 10.8  # with 15% tax, $12.42
REASON = "The café closes for the week."
CHOICES = ["Refund", "Keep it as a gift", "Give the seat back", "Move to another date"]
CHOOSE = re.compile("^Choose another date or your money back, ")
SEE = "See who is affected"
UPKEEP = "from changes.services.date_changes.process_date_changes import process_date_changes; process_date_changes()"


@dataclass
class Booked:
    """A series of two dates, with an order of two seats on the first."""

    series: dict[str, Any]
    first: dict[str, Any]
    second: dict[str, Any]
    account: Account
    order: dict[str, Any]


@pytest.fixture
def booked(shop: RunningShop) -> Booked:
    series, account = new_series(shop, 2, price=PRICE), new_account(shop)
    first, second = on_date(series, 0), on_date(series, 1)
    return Booked(series, first, second, account, pay_at_paypal(shop, account, (first, 2)))


def run_upkeep(shop: RunningShop) -> None:
    shop.manage("shell", "--no-imports", "-c", UPKEEP)


def option_text(event: dict[str, Any]) -> str:
    """Format the start as "Fri, Dec 4 · 7:00 PM"."""
    time = f"{at_venue(event['startTime']):%I:%M %p}".removeprefix("0")
    return f"{day_of(event)} · {time}"


def number(page: Page, label: str) -> Locator:
    """Return the number of the progress with this label."""
    return page.locator("dl > div").filter(has_text=label).get_by_role("definition").first


@pytest.mark.everyday
def test_staff_cancel_a_date_and_its_buyer_takes_the_money(shop, visit, booked):
    here = visit(PHONE, account=staff_account(shop), reduced_motion="reduce")
    page = here.page(f"/admin/product/{booked.series['_id']}/guests?date={booked.first['startTime']}")

    page.get_by_role("link", name="Move or cancel").click()
    expect(heading(page, f"Move or cancel: {booked.series['name']}")).to_be_visible()
    page.get_by_role("button", name=SEE).click()
    expect(page.get_by_text("There is a problem")).to_be_visible()
    expect_fine(page)
    page.get_by_label("It is canceled").check()
    page.get_by_label("Reason").fill(REASON)
    page.get_by_role("button", name=SEE).click()
    check = page.get_by_role("region", name=f"Cancel {option_text(booked.first)}?")
    affected = ["1 person", "1 order", "2 seats", "$24.84", "0 guests", "0 waiting"]
    expect(check.get_by_role("listitem")).to_have_text(affected)
    expect_fine(page)
    assert seats_taken(shop, booked.first) == 2
    check.get_by_role("button", name="Cancel this date, tell 1 person").click()

    expect(page.get_by_text(f"{option_text(booked.first)} is canceled.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/date-changes/[0-9a-f]+$"))
    page.reload()
    run_upkeep(shop)
    expect(number(page, "Told by email")).to_have_text("1 of 1 booking")
    expect(number(page, "Not answered yet")).to_have_text("1")
    expect_fine(page)

    buyer = visit(PHONE, account=booked.account, reduced_motion="reduce").page(f"/order/{booked.order['_id']}")
    expect(heading(buyer, "Your date is canceled")).to_be_visible()
    question = rf"^{day_of(booked.first)} is canceled\. Choose another date or your"
    expect(buyer.get_by_text(re.compile(question))).to_be_visible()
    expect_fine(buyer)
    buyer.get_by_role("button", name=CHOOSE).click()
    sheet = buyer.get_by_role("dialog", name=f"{day_of(booked.first)} is canceled")
    expect(sheet.get_by_role("radio")).to_have_count(2)
    for choice in ("Move to another date", "Refund"):
        radio(sheet, choice).check()
        expect_fine(buyer)
    sheet.get_by_role("button", name="Refund 2 seats, $24.84").click()

    expect(buyer.get_by_text("PayPal is returning $24.84. It can take 5 days.")).to_be_visible()
    expect(heading(buyer, "This order was refunded")).to_be_visible()
    assert get_refunds(shop, booked.order) == ["24.84"]
    page.reload()
    expect(number(page, "Refunded")).to_have_text("1")


def test_a_date_moves_to_another_cafe_and_its_buyer_asks_for_the_money_back(shop, visit, booked):
    name = f"Copper Kettle {uuid4().hex[:6]}"
    shop.as_staff().ask("POST", "/api/places", {"name": name, "address": "12 Main St", "seats": 16})
    here = visit(PHONE, account=staff_account(shop), reduced_motion="reduce")
    page = here.page(f"/admin/product/{booked.series['_id']}/guests/date-changes?date={booked.first['startTime']}")
    page.get_by_label("It is at another place").check()
    page.get_by_label("New place").select_option(label=f"{name}, 12 Main St")
    page.get_by_label("Reason").fill(REASON)
    page.get_by_label("Seats there").fill("1")
    expect_fine(page)
    page.get_by_role("button", name=SEE).click()
    expect(page.get_by_label("Seats there")).to_have_accessible_description(re.compile("2"))
    page.get_by_label("Seats there").fill("16")
    page.get_by_role("button", name=SEE).click()
    check = page.get_by_role("region", name=f"Move {option_text(booked.first)} to {name}, 12 Main St?")
    expect(check.get_by_role("listitem")).to_have_text(
        ["1 person", "1 order", "2 seats", "$24.84", "0 guests", "0 waiting"]
    )
    expect_fine(page)
    check.get_by_role("button", name="Move this date, tell 1 person").click()
    expect(page.get_by_text(f"{option_text(booked.first)} is at {name}, 12 Main St now.")).to_be_visible()
    run_upkeep(shop)

    buyer = visit(PHONE, account=booked.account, reduced_motion="reduce").page(f"/order/{booked.order['_id']}")
    expect(buyer.get_by_role("main")).to_contain_text(f"{name}, 12 Main St")
    expect_fine(buyer)
    question = rf"^{day_of(booked.first)} is now at {name}, 12 Main St\. You keep your seats\. Can't make it\? Choose"
    expect(buyer.get_by_text(re.compile(question))).to_be_visible()
    buyer.get_by_role("button", name=re.compile("^Can't make it, ")).click()
    sheet = buyer.get_by_role("dialog", name="Can't make it?")
    radio(sheet, "Refund").check()
    sheet.get_by_role("button", name="One seat more").click()
    expect_fine(buyer)
    sheet.get_by_role("button", name="Refund 2 seats, $24.84").click()
    expect(buyer.get_by_text("PayPal is returning $24.84. It can take 5 days.")).to_be_visible()
    assert get_refunds(shop, booked.order) == ["24.84"]

    buyer.goto(f"/product/{booked.series['_id']}?rsvpDate={booked.first['startTime']}")
    expect(buyer.get_by_role("main")).to_contain_text(f"{name}, 12 Main St")
    expect(buyer.get_by_text("16 seats left")).to_be_visible()
    buyer.goto(f"/product/{booked.series['_id']}?rsvpDate={booked.second['startTime']}")
    expect(heading(buyer, booked.series["name"])).to_be_visible()
    expect(buyer.get_by_role("main")).not_to_contain_text(f"{name}, 12 Main St")


def radio(sheet: Locator, choice: str) -> Locator:
    return sheet.get_by_role("radio", name=re.compile(f"^{choice}"))


def test_the_sheet_is_accessible_and_a_double_tap_refunds_one_seat(shop, visit, booked):
    page = visit(PHONE, account=booked.account, reduced_motion="reduce").page(f"/order/{booked.order['_id']}")
    opener = page.get_by_role("button", name=re.compile("^Can't make it, "))
    sheet = page.get_by_role("dialog", name="Can't make it?")
    open_ticket_menu(page)
    expect_fine(page)

    opener.tap()
    expect(sheet.get_by_role("radio")).to_have_count(4)
    for choice in CHOICES:
        radio(sheet, choice).check()
        expect_fine(page)
    sheet.get_by_role("button", name="Move 2 seats").click()
    expect(sheet.get_by_role("alert")).to_have_text(re.compile("Choose the new date."))
    expect_fine(page)

    page.reload()
    open_ticket_menu(page)
    opener.tap()
    radio(sheet, "Refund").tap()
    sheet.get_by_role("button", name="Refund 1 seat").dblclick()
    expect(page.get_by_text("PayPal is returning $12.42. It can take 5 days.")).to_be_visible()
    assert get_refunds(shop, booked.order) == ["12.42"]
    assert seats_taken(shop, booked.first) == 1


@pytest.mark.everyday
def test_a_single_seat_is_refunded_for_the_amount_that_was_shown(shop, visit):
    event, account = new_event(shop, price=PRICE), new_account(shop)
    order = pay_at_paypal(shop, account, (event, 3))
    page = visit(PHONE, account=staff_account(shop), reduced_motion="reduce").page(f"/order/{order['_id']}")
    page.get_by_role("button", name="Refund…").click()
    dialog = page.get_by_role("dialog", name="Refund this order")
    expect(dialog.get_by_label("Reason")).to_be_visible()
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


@pytest.mark.everyday
def test_the_form_moves_a_booked_date_and_its_buyer_takes_the_money(shop, visit, booked):
    here = visit(PHONE, account=staff_account(shop), reduced_motion="reduce")
    page = here.page(f"/admin/product/{booked.series['_id']}/edit")
    start = page.get_by_label("Start Time")
    later = at_venue(booked.first["startTime"]) + timedelta(hours=1)
    start.fill(f"{later:%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Update").click()

    dialog = page.get_by_role("dialog", name="Move this date?")
    moved = booked.first | {"startTime": later.isoformat()}
    expect(dialog.get_by_role("list", name="Dates")).to_contain_text(option_text(booked.first))
    expect(dialog.get_by_role("list", name="Dates")).to_contain_text(option_text(moved))
    affected = ["1 person", "1 order", "2 seats", "$24.84", "0 guests", "0 waiting"]
    expect(dialog.get_by_role("list", name="Affected").get_by_role("listitem")).to_have_text(affected)
    expect_fine(page)
    dialog.get_by_role("button", name="Move 1 date, tell 1 person").click()
    expect(dialog.get_by_text("Enter a reason.")).to_be_visible()
    dialog.get_by_label("Reason").fill(REASON)
    expect_fine(page)
    dialog.get_by_role("button", name="Move 1 date, tell 1 person").click()
    expect(message(page, "Product updated!")).to_be_visible()

    buyer = visit(PHONE, account=booked.account, reduced_motion="reduce").page(f"/order/{booked.order['_id']}")
    question = (
        rf"^{day_of(booked.first)} has moved to {option_text(moved)}\. You keep your seats\. Can't make it\? Choose"
    )
    expect(buyer.get_by_text(re.compile(question))).to_be_visible()
    expect(buyer.get_by_text(REASON)).to_be_visible()
    expect_fine(buyer)
    buyer.get_by_role("button", name=re.compile("^Can't make it, ")).click()
    sheet = buyer.get_by_role("dialog", name="Can't make it?")
    radio(sheet, "Refund").check()
    sheet.get_by_role("button", name="One seat more").click()
    sheet.get_by_role("button", name="Refund 2 seats, $24.84").click()

    expect(buyer.get_by_text("PayPal is returning $24.84. It can take 5 days.")).to_be_visible()
    assert get_refunds(shop, booked.order) == ["24.84"]


def test_a_date_that_sells_while_its_change_is_looked_at_changes_only_with_the_new_numbers(shop, visit, booked):
    here = visit(PHONE, account=staff_account(shop), reduced_motion="reduce")
    page = here.page(f"/admin/product/{booked.series['_id']}/guests/date-changes?date={booked.first['startTime']}")
    page.get_by_label("It is canceled").check()
    page.get_by_label("Reason").fill(REASON)
    page.get_by_role("button", name=SEE).click()
    check = page.get_by_role("region", name=f"Cancel {option_text(booked.first)}?")
    expect(check.get_by_role("listitem").first).to_have_text("1 person")
    pay_at_paypal(shop, new_account(shop), (booked.first, 1))
    check.get_by_role("button", name="Cancel this date, tell 1 person").click()

    expect(check.get_by_role("alert")).to_contain_text("has changed since you looked")
    affected = ["2 peoplebefore: 1 person", "2 ordersbefore: 1 order", "3 seatsbefore: 2 seats", "$37.26before: $24.84"]
    expect(check.get_by_role("listitem")).to_have_text([*affected, "0 guests", "0 waiting"])
    expect_fine(page)
    assert seats_taken(shop, booked.first) == 3
    check.get_by_role("button", name="Cancel this date, tell 2 people").click()

    expect(page.get_by_text(f"{option_text(booked.first)} is canceled.")).to_be_visible()
