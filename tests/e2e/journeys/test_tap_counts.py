"""How many taps and fields a seat takes on a phone, from the demo's home page, without those in PayPal's window."""

import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import PASSWORD, PHONE, book, new_account, new_event, register_account
from tests.e2e.journeys.steps import Hand, expect_no_sideways_scrolling, expect_thanks
from tests.support.servers.running_shop import RunningShop


def book_first_event(hand: Hand) -> None:
    hand.tap(hand.page.get_by_role("link", name=re.compile("^RSVP for ")).first)
    tap_book_button(hand, re.compile(r"^Book 1 seat · \$"))


def tap_book_button(hand: Hand, name: str | re.Pattern[str]) -> None:
    """Tap the button of the form, or, while that isn't in sight, the one of the bar below, which comes after it."""
    hand.tap(hand.page.get_by_role("button", name=name).last)


def test_a_signed_in_visitor_pays_for_a_seat_with_three_taps(visit: Any, mailing_shop: RunningShop) -> None:
    hand = Hand(visit(PHONE, at=mailing_shop, account=new_account(mailing_shop)).page("/"))

    book_first_event(hand)
    hand.pay()

    assert (hand.taps, hand.fields) == (3, 0)


def test_a_signed_out_visitor_with_a_password_pays_with_five_taps_and_two_fields(visit, mailing_shop):
    account = register_account(mailing_shop, "Bo", "Quick")
    hand = Hand(visit(PHONE, at=mailing_shop).page("/"))

    book_first_event(hand)
    hand.fill("Email Address", account.email)
    hand.tap(hand.page.get_by_role("button", name="Email me a code"))
    hand.fill("Password", PASSWORD)
    hand.tap(hand.page.get_by_role("button", name="Use the password"))
    hand.pay()

    assert (hand.taps, hand.fields) == (5, 2)


@pytest.mark.everyday
def test_a_new_buyer_pays_with_six_taps_and_three_fields(visit, mailing_shop, mails):
    page = visit(PHONE, at=mailing_shop).page("/")
    hand = Hand(page)

    book_first_event(hand)
    expect(page.get_by_text("Almost booked:")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("main").get_by_role("button")).to_have_text(["Email me a code"], use_inner_text=True)
    hand.fill("Email Address", "new@example.com")
    hand.tap(page.get_by_role("button", name="Email me a code"))
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    code = mails.code_to("new@example.com")
    assert violations_in_both_themes(page) == []
    hand.fill("Code", f" {code[:3]} {code[3:]} ")
    hand.tap(page.get_by_role("button", name="Sign In"))
    expect(page.get_by_label("First Name")).to_be_focused()
    expect_no_sideways_scrolling(page)
    expect(page.get_by_role("group", name="Welcome. What should your ticket say?")).to_be_visible()
    hand.fill("First Name", "Ben")
    hand.tap(page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("region", name="Order Items").get_by_text("· 1 seat")).to_be_in_viewport(ratio=1)
    # In the evening, the first event starts within a day.
    refund = page.get_by_text(re.compile("^(Full refund until|Refunds ended on) ")).first
    expect(refund).to_be_in_viewport(ratio=1)
    hand.pay()

    assert (hand.taps, hand.fields) == (6, 3)


def test_a_signed_in_visitor_has_a_free_seat_with_two_taps(visit: Any, mailing_shop: RunningShop) -> None:
    account = new_account(mailing_shop)
    event = new_event(mailing_shop, price=0)
    hand = Hand(visit(PHONE, at=mailing_shop, account=account).page(f"/search/{event['name']}/page/1"))

    hand.tap(hand.page.get_by_role("link", name=f"RSVP for {event['name']}"))
    tap_book_button(hand, "Book 1 seat · free")

    expect_thanks(hand.page)
    assert (hand.taps, hand.fields) == (2, 0)


def test_tonights_ticket_shows_its_code_with_one_tap(visit: Any, mailing_shop: RunningShop) -> None:
    account = new_account(mailing_shop)
    book(mailing_shop, account, new_event(mailing_shop, name="Pick-up Draft", ahead=timedelta(hours=2)), 1)
    hand = Hand(visit(PHONE, at=mailing_shop, account=account).page("/"))

    hand.tap(hand.page.get_by_role("region", name="Next up").get_by_role("link", name=re.compile("Pick-up Draft")))

    expect(hand.page.get_by_role("img", name=re.compile("^QR code T1")).first).to_be_in_viewport(ratio=1)
    assert (hand.taps, hand.fields) == (1, 0)


def test_who_has_seats_reads_so_on_card_and_page_which_lead_to_the_ticket(visit: Any, shop: RunningShop) -> None:
    account, event = new_account(shop), new_event(shop, ahead=timedelta(days=5))
    for seats in (3, 1):
        book(shop, account, event, seats)
    hand = Hand(visit(PHONE, at=shop, account=account).page(f"/product/{event['_id']}"))
    going = hand.page.get_by_role("main").get_by_text("You're going: 4 seats · Show ticket")

    expect(going).to_be_in_viewport(ratio=1)
    expect(hand.page.get_by_text("seats left")).to_have_count(0)
    hand.page.goto(f"/search/{event['name']}/page/1")
    expect(hand.page.get_by_role("link", name=f"RSVP for {event['name']}")).to_have_count(0)
    expect(hand.page.get_by_role("link", name=f"Book more seats, {event['name']}")).to_be_visible()
    hand.tap(going)

    expect(hand.page.get_by_role("img", name=re.compile("^QR code T1")).first).to_be_in_viewport(ratio=1)
