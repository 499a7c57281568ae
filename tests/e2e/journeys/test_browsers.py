"""The oldest browsers that the shop is for (frontend/tools/browsers), older ones, and browsers that keep nothing."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import PHONE, go_to, new_account, new_event
from tests.e2e.journeys.open_door import OpenDoor
from tests.e2e.journeys.steps import add_to_cart, approve, cart_link, expect_thanks, press_paypal
from tests.e2e.journeys.tables_evening import RunningTables
from tests.support.servers.running_shop import ROOT

OLDEST = json.loads((ROOT / "frontend/tools/browsers/oldest.json").read_text())
NEEDED = "Safari {safari}, Chrome or Edge {chrome}, or Firefox {firefox}, or a newer one".format(
    **{name: version.removesuffix(".0") for name, version in OLDEST.items()}
)

STORES_NOTHING = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
  Object.defineProperty(window, name, { get() { throw new DOMException("It is denied.", "SecurityError") } })
Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false })
if (window.LockManager)
  LockManager.prototype.request = async () => { throw new DOMException("It is denied.", "SecurityError") }
"""
DATABASE_HANGS = "IDBFactory.prototype.open = () => ({})"


def test_a_buyer_with_one_of_the_oldest_browsers_gets_a_ticket(shop, visit):
    event, buyer = new_event(shop), new_account(shop)
    page = visit(PHONE, account=buyer, oldest=True).page("/")
    assert page.evaluate("[AbortSignal.any, [].toSorted, new URLSearchParams().size]") == [None, None, None]

    go_to(page, f"/search/{event['name']}/page/1?seats=2")
    page.get_by_role("main").get_by_role("link", name=f"RSVP for {event['name']}").first.click()
    add_to_cart(page, event, seats=2)
    cart_link(page).click()
    page.get_by_role("link", name="Proceed to Checkout").filter(visible=True).click()
    approve(press_paypal(page))
    expect_thanks(page)
    expect(page.get_by_role("img", name=re.compile("code")).first).to_be_visible()
    go_to(page, f"/user/{buyer.user['_id']}/")

    expect(page.get_by_role("main").get_by_role("link", name=re.compile(event["name"])).first).to_be_visible()


def test_the_door_and_a_tournament_work_in_the_oldest_browsers(shop, visit):
    here = visit(PHONE, oldest=True)
    door = OpenDoor(shop, here.context)
    page = here.page(door.path)
    page.get_by_label("PIN").fill(door.pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Type the code").fill(door.zoe)
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 of 5 in")).to_be_visible()

    tables = RunningTables(shop, "Ann", "Bob")
    tables.pair("Ann-Bob")
    page = visit(PHONE, oldest=True).page(tables.path)

    expect(page.get_by_text("Ann").first).to_be_visible()


@pytest.mark.parametrize("missing", ["AbortSignal.timeout", "Array.prototype.findLast"])
def test_pages_say_which_browsers_they_need_to_an_older_one(shop, visit, missing):
    event = new_event(shop)
    here = visit(PHONE)
    here.context.add_init_script(f"delete {missing}")
    here.errors = []
    page = here.context.new_page()
    for path in ("/", f"/product/{event['_id']}", "/cart", "/door/", "/tables/000000000000"):
        page.goto(path, wait_until="domcontentloaded")

        message = page.get_by_role("alert").filter(has_text="Your browser is too old for this page.")
        expect(message).to_contain_text(NEEDED)
        expect(page.get_by_text("Check your connection, then")).to_be_hidden()
    here.expected = here.errors  # such a page may fail in any way


def test_a_browser_that_keeps_nothing_says_so_and_promises_no_saved_cart(shop, visit):
    event = new_event(shop)
    tables = RunningTables(shop, "Ann", "Bob")
    here = visit(PHONE)
    here.expect_error("Could not store")
    here.context.add_init_script(STORES_NOTHING)
    page = here.context.new_page()

    for path in ("/", "/cart", "/login?redirect=/checkout", "/register?redirect=/checkout", f"/product/{event['_id']}"):
        go_to(page, path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text("Your browser keeps nothing: no cart, no sign-in.")).to_be_visible()
        expect(page.get_by_text("Your cart is saved.")).to_be_hidden()
    add_to_cart(page, event, seats=2)
    cart_link(page).click()
    expect(page.get_by_role("main").get_by_text("$24.00").first).to_be_visible()

    go_to(page, tables.path)
    expect(page.get_by_text("Ann").first).to_be_visible()


@pytest.mark.parametrize("trouble", [STORES_NOTHING, DATABASE_HANGS], ids=["blocked", "hangs"])
def test_the_door_says_what_to_do_about_a_browser_that_keeps_nothing(shop, visit, trouble):
    here = visit(PHONE)
    here.expect_error("This browser stores nothing.")
    here.context.add_init_script(trouble)

    page = here.page(OpenDoor(shop, here.context).path)

    expect(page.get_by_role("heading", name="Your browser keeps nothing")).to_be_visible()
    expect(page.get_by_text("Allow cookies and site data")).to_be_visible()
