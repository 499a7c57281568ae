"""Late guests pay with their own phones, by the code that a till shows."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import expect_fine
from tests.e2e.journeys.conftest import PHONE, Visit, go_to, new_account, new_event, on_date
from tests.e2e.journeys.door_screens import Phone
from tests.e2e.journeys.open_door import PATIENCE
from tests.e2e.journeys.steps import Hand, day_of, press_paypal
from tests.support.servers.running_shop import RunningShop

ENDED = "This code is no longer valid. Ask at the door for a new one"


class LateEvening:
    """An hour after the start of the first of two weekly dates, a till shows the code of its link."""

    def __init__(self, shop: RunningShop, here: Visit) -> None:
        pattern = {"recurringInterval": "weekly", "endDate": (datetime.now(UTC) + timedelta(days=8)).isoformat()}
        began = {"ahead": timedelta(hours=-1), "isRecurring": True, "recurringPattern": pattern}
        self.event = new_event(shop, name="Friday Draft", maximumEventCapacity=5, **began)
        self.next_day = day_of(on_date(self.event, 0))
        self.staff = shop.as_staff()
        date = {"product": self.event["_id"], "bookingDate": self.event["startTime"]}
        self.door = f"/api/door/nights/{self.staff.ask('POST', '/api/door/nights', date)['_id']}"
        self.till = self.enter(here, "till")
        self.till.press("Sell")
        self.till.page.get_by_text("Pay by phone").click()
        code = self.till.page.get_by_role("img", name="QR code")
        expect(code).to_be_in_viewport(ratio=1)
        self.link = (code.get_attribute("data-url") or "").removeprefix(shop.url)

    def enter(self, here: Visit, role: str) -> Phone:
        """Sign a volunteer's phone in."""
        here.context.add_init_script(PATIENCE)
        sign_in = self.staff.ask("POST", f"{self.door}/links", {"role": role})
        phone = Phone(here.page(sign_in["url"].removeprefix(here.shop.url)))
        phone.enter(sign_in["pin"], "Ana")
        phone.see("● Online")
        return phone

    def close(self) -> None:
        self.staff.ask("POST", f"{self.door}/close", {})


def expect_ticket(page: Page) -> None:
    expect(page.get_by_role("img", name=re.compile("^QR code T1")).first).to_be_in_viewport(ratio=1)


@pytest.mark.everyday
def test_a_late_guest_pays_and_every_phone_at_the_door_turns_green_and_checks_in_with_one_tap(shop, visit):
    evening = LateEvening(shop, visit(PHONE))
    other = evening.enter(visit(PHONE), "door")
    guest = visit(PHONE, account=new_account(shop)).page(evening.link)
    hand = Hand(guest)

    expect(guest.get_by_role("heading", name="At the door now")).to_be_in_viewport(ratio=1)
    expect_fine(guest)
    guest.get_by_label("Seats").select_option("2")
    hand.tap(guest.get_by_role("link", name="Pay $27.60"))
    hand.pay()
    expect_ticket(guest)
    assert (hand.taps, hand.fields) == (2, 0)

    paid = "✓ Paid by phone: 2 seats, Ana D. · Check in"
    expect(other.page.get_by_role("button", name=paid)).to_be_visible()
    expect_fine(other.page)
    evening.till.press(paid)
    evening.till.expect_verdict("Ana D., 2 in")
    evening.till.close()
    expect(other.page.get_by_role("button", name=paid)).to_have_count(0)


def test_a_stranger_pays_at_the_door_with_five_taps_and_three_fields(visit, mailing_shop, mails):
    evening = LateEvening(mailing_shop, visit(PHONE, at=mailing_shop))
    guest = visit(PHONE, at=mailing_shop).page(evening.link)
    hand = Hand(guest)

    hand.tap(guest.get_by_role("link", name="Pay $13.80"))
    hand.fill("Email Address", "late@example.com")
    hand.tap(guest.get_by_role("button", name="Email me a code"))
    hand.fill("Code", mails.code_to("late@example.com"))
    hand.tap(guest.get_by_role("button", name="Sign In"))
    hand.fill("First Name", "Kim")
    hand.tap(guest.get_by_role("button", name="Continue"))
    hand.pay()

    expect_ticket(guest)
    assert (hand.taps, hand.fields) == (5, 3)
    expect(evening.till.page.get_by_role("button", name="✓ Paid by phone: 1 seat, Kim · Check in")).to_be_visible()


def test_a_link_that_ended_says_so_and_leads_to_the_next_date_even_while_the_guest_pays(shop, visit):
    evening, here = LateEvening(shop, visit(PHONE)), visit(PHONE, account=new_account(shop), reduced_motion="reduce")
    guest = here.page(evening.link)
    guest.get_by_role("link", name="Pay $13.80").click()
    expect(guest.get_by_role("button", name="Pay with PayPal")).to_be_enabled()
    evening.close()
    press_paypal(guest)
    here.expect_error(ENDED)

    expect(guest.get_by_role("main").get_by_text(ENDED)).to_be_visible()
    expect(guest.get_by_role("button", name="Pay with PayPal")).to_have_count(0)
    guest.get_by_role("link", name="Go to the event").click()
    expect(guest.get_by_role("button", name="Book 1 seat · $13.80")).to_be_visible()
    expect(guest.get_by_text(evening.next_day).first).to_be_visible()

    go_to(guest, evening.link)
    expect(guest.get_by_text(ENDED)).to_be_in_viewport(ratio=1)
    expect_fine(guest)
    guest.get_by_role("link", name=re.compile(f"^Next: {evening.next_day}")).click()
    expect(guest.get_by_role("button", name="Book 1 seat · $13.80")).to_be_visible()
    expect(guest.get_by_text(ENDED)).to_have_count(0)
