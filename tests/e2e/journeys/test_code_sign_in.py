"""Signing in with a code by email, on the way to pay."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import PHONE, new_cart, new_event
from tests.e2e.journeys.steps import approve, expect_no_sideways_scrolling, expect_thanks, heading, press_paypal
from tests.support.servers.mail_server import MailServer
from tests.support.servers.running_shop import RunningShop

pytestmark = [pytest.mark.browser, pytest.mark.everyday]


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailServer]:
    with MailServer(Path(tmp_path_factory.mktemp("mails"))) as server:
        yield server


@pytest.fixture(scope="module")
def mailing_shop(mails: MailServer) -> Iterator[RunningShop]:
    with RunningShop(workers=1, flags={"EMAIL_URL": mails.email_url}) as running:
        yield running


def ask_for_code(page: Page, address: str) -> None:
    page.get_by_label("Your email").fill(address)
    page.get_by_role("button", name="Email me a code").click()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()


def test_a_new_buyer_pays_with_an_address_a_code_and_a_name(visit: Any, mailing_shop: RunningShop, mails) -> None:
    page = visit(PHONE, at=mailing_shop, cart=new_cart((new_event(mailing_shop), 2))).page("/checkout/")
    ask_for_code(page, "new@example.com")
    code = mails.code_to("new@example.com")
    assert violations_in_both_themes(page) == []

    page.get_by_label("Code", exact=True).fill(f" {code[:3]} {code[3:]} ")
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_label("First Name")).to_be_focused()
    expect_no_sideways_scrolling(page)
    page.get_by_label("First Name").fill("Ben")
    page.get_by_role("button", name="Sign In").click()

    expect(heading(page, "Checkout")).to_be_visible()
    expect(page.get_by_role("button", name="2 seats on 1 date")).to_be_visible()
    approve(press_paypal(page))
    expect_thanks(page)


def test_back_and_reload_keep_the_place(visit: Any, mailing_shop: RunningShop, mails) -> None:
    page = visit(PHONE, at=mailing_shop, cart=new_cart((new_event(mailing_shop), 1))).page("/checkout/")
    ask_for_code(page, "back@example.com")

    page.reload()
    expect(page.get_by_text("that we emailed to back@example.com")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Your email")).to_have_value("back@example.com")
    page.go_forward()
    page.get_by_label("Code", exact=True).fill(mails.code_to("back@example.com"))
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_label("First Name")).to_be_visible()
    page.reload()
    expect(page.get_by_text("that we emailed to back@example.com")).to_be_visible()
    expect(page.get_by_label("First Name")).to_be_visible()
