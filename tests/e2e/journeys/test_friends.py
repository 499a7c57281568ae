"""Buyers who bring friends: links, the friends' tickets, and seats that are given back."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import expect_fine
from tests.e2e.journeys.conftest import PHONE, book, new_account, new_event, staff_account
from tests.e2e.journeys.steps import heading, message, open_ticket_menu

DEAD = "This link no longer works."
TAKEN = "Someone has already taken this seat."


def open_dialog(page: Page) -> Locator:
    open_ticket_menu(page)
    page.get_by_role("button", name=re.compile("^Give to a friend, ")).click()
    return page.get_by_role("dialog", name="Give to a friend")


@pytest.mark.everyday
def test_a_friend_takes_a_seat_by_a_link_and_gives_it_back(shop, visit):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, 4)
    ana = visit(PHONE, account=account).page(f"/order/{order['_id']}")

    dialog = open_dialog(ana)
    dialog.get_by_role("button", name="One seat more").click()
    dialog.get_by_role("button", name="Create 2 links").click()
    link, other = (dialog.get_by_label(f"Link {number}: not used yet").input_value() for number in (1, 2))
    assert link != other
    expect_fine(ana)

    sam = visit(PHONE).page(link)
    expect(heading(sam, "A seat for you from Ana")).to_be_visible()
    expect(sam.get_by_role("heading", name=event["name"])).to_be_visible()
    expect_fine(sam)
    sam.get_by_label("First Name").fill("Sam")
    sam.get_by_role("button", name="Book the seat").click()
    expect(heading(sam, "Sam, this is your seat")).to_be_visible()
    expect(message(sam, "You're on the guest list.")).to_be_visible()
    ticket = sam.get_by_label("Your ticket's link").input_value()
    assert sam.url == ticket != link
    sam.reload()  # without the fade between pages, during which text has less contrast
    expect_fine(sam)

    kim = visit(PHONE).page(link)
    expect(heading(kim, TAKEN)).to_be_visible()
    expect_fine(kim)
    sam.goto(link)
    sam.wait_for_url(ticket)

    ana.reload()
    expect(open_dialog(ana).get_by_text("Sam has one of your seats.")).to_be_visible()
    expect_fine(ana)
    staff = visit(PHONE, account=staff_account(shop)).page(f"/admin/product/{event['_id']}/guests")
    expect(staff.get_by_text("guest of Ana Diaz")).to_be_visible()
    expect(staff.get_by_text("4 of 24 seats taken")).to_be_visible()
    expect_fine(staff)
    expect(staff.get_by_role("link", name=re.compile("^Order C-"))).to_have_count(0)
    staff.get_by_role("button", name="Ana Diaz, details", exact=True).click()
    expect(staff.get_by_role("link", name=re.compile("^Order C-"))).to_have_count(1)
    expect_fine(staff)
    staff.get_by_role("button", name="Sam (guest of Ana Diaz), details").click()
    details = staff.locator("td:not([data-phone])").get_by_role("link")
    expect(details).to_have_count(3)
    for each in details.all():
        each.click(trial=True)  # nothing covers it
    staff.get_by_role("button", name="More for Sam (guest of Ana Diaz)").click()
    expect(staff.get_by_role("button", name="Take back the seat Sam (guest of Ana Diaz)")).to_be_visible()
    expect_fine(staff)

    sam.get_by_role("button", name="Give the seat back").click()
    sam.get_by_role("alertdialog", name="Give the seat back?").get_by_role("button", name="Give it back").click()
    expect(heading(sam, "You gave the seat back")).to_be_visible()
    expect_fine(sam)
    kim.reload()
    expect(heading(kim, DEAD)).to_be_visible()
    ana.reload()
    expect(open_dialog(ana).get_by_label(re.compile("^Link 1"))).to_be_visible()
    expect(dialog.get_by_text("Sam has one of your seats.")).to_have_count(0)
