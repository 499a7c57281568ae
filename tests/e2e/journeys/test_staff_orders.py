"""Staff at work on orders and guests, on a phone and at a desk."""

import re
from typing import Any

import pytest
import requests
from playwright.sync_api import Route, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, Person, a_cart, a_night, a_person, book, staff_of
from tests.e2e.journeys.staff import narrow_orders, row_of, user_list
from tests.e2e.journeys.steps import (
    approve,
    day_of,
    expect_no_sideways_scrolling,
    expect_thanks,
    heading,
    is_phone,
    press_paypal,
    seats_taken,
    sum_of,
)
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


@pytest.fixture
def staff(shop: RunningShop) -> Person:
    return staff_of(shop)


def pay_at_paypal(shop: RunningShop, person: Person, *nights: tuple[dict[str, Any], int]) -> dict[str, Any]:
    """An order of several nights, paid with (the simulator's) money."""
    client = Client(shop.url, session=person.session)
    placed = client.call("POST", "/api/orders", {"orderItems": a_cart(*nights)["cartItems"]})
    placed.raise_for_status()
    order = dict(placed.json())
    paypal = client.call("POST", f"/api/orders/{order['_id']}/paypal", {}).json()["id"]
    requests.post(f"{shop.simulator.url}/_control/orders/{paypal}/approve", json={}, timeout=5).raise_for_status()
    client.call("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal}).raise_for_status()
    return order


# --- Orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
def test_the_order_log_sorts_filters_and_goes_along_as_a_spreadsheet(shop, visit, staff):
    night, other = a_night(shop), a_night(shop)
    cheap, dear = a_person(shop, "Cleo"), a_person(shop, "Dora")
    book(shop, cheap, night, seats=1)
    book(shop, dear, night, seats=4)
    book(shop, a_person(shop, "Eve"), other, seats=1)
    page = visit(DESK, person=staff).page("/admin/orders")

    narrow_orders(page, "Event", night["name"])
    expect(row_of(page, "@example.com")).to_have_count(2)
    page.get_by_role("button", name="Total").click()
    expect(page.get_by_role("columnheader", name="Total")).to_have_attribute("aria-sort", "ascending")
    expect(row_of(page, "@example.com").first).to_contain_text("Cleo")
    page.get_by_role("button", name="Total").click()
    expect(row_of(page, "@example.com").first).to_contain_text("Dora")
    expect(row_of(page, "Dora")).to_contain_text("1 date · 4 seats")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()

    lines = download.value.path().read_text().splitlines()
    assert re.fullmatch(r"orders-\d{4}-\d\d-\d\d\.csv", download.value.suggested_filename)
    assert [email in line for line, email in zip(lines[1:], [dear.email, cheap.email], strict=True)] == [True, True]
    page.reload()
    expect(row_of(page, "@example.com").first).to_contain_text("Dora")  # the address remembers it all


def test_a_held_order_is_found_when_it_is_asked_for(shop, visit, staff):
    person = a_person(shop)
    held = book(shop, person, a_night(shop), seats=1, pay=False)
    page = visit(PHONE, person=staff).page(f"/admin/orders?keyword={held['_id']}")

    expect(page.get_by_role("main").get_by_text("No orders match.")).to_be_visible()
    narrow_orders(page, "Status", "Held")

    expect(page.get_by_role("button", name="Filters (1)")).to_be_visible()
    expect(row_of(page, person.email)).to_contain_text("Held")


@pytest.mark.everyday
@SIZES
def test_one_date_of_an_order_goes_back_and_its_seats_are_on_sale_again(shop, visit, staff, size):
    first, second, person = a_night(shop), a_night(shop), a_person(shop)
    order = pay_at_paypal(shop, person, (first, 2), (second, 1))
    page = visit(size, person=staff).page(f"/admin/orders?keyword={person.email}")
    row_of(page, person.email).get_by_role("link", name="Ana Diaz" if is_phone(page) else order["_id"]).click()
    expect(heading(page, "Order of Ana Diaz")).to_be_visible()

    page.get_by_role("button", name="Refund…").click()
    dialog = page.get_by_role("dialog", name="Refund this order")
    dialog.get_by_label("Some of the dates").check()
    dialog.get_by_label(f"{first['name']}, {day_of(first)} · 2 seats").check()
    dialog.get_by_label("Reason").fill("Could not come")
    dialog.get_by_role("button", name="Refund", exact=True).click()

    expect(page.get_by_text("$27.60 went back.").first).to_be_visible()  # two seats at $12, and their tax
    expect(page.get_by_role("region", name="For staff")).to_contain_text("Partly refunded")
    expect(sum_of(page, "Given back")).to_have_text("$27.60")
    assert (seats_taken(shop, first), seats_taken(shop, second)) == (0, 1)
    history = page.get_by_text("What happened")
    if is_phone(page):
        history.click()
    expect(page.get_by_role("list", name="What happened")).to_contain_text("“Could not come”")
    theirs = visit(size, person=person).page(f"/order/{order['_id']}")
    expect_thanks(theirs)
    expect(theirs.get_by_text("Refunded $27.60")).to_be_visible()
    expect(theirs.get_by_text("For staff")).to_have_count(0)


@SIZES
def test_the_orders_of_a_night_tell_what_came_in_what_went_back_and_what_is_kept(shop, visit, staff, size):
    night, other = a_night(shop), a_night(shop)
    person = a_person(shop, "Cleo")
    order = pay_at_paypal(shop, person, (night, 2))
    pay_at_paypal(shop, a_person(shop, "Dora"), (night, 1), (other, 1))
    asked = {"amount": "6.90", "reason": "Late start"}
    shop.as_staff().call("POST", f"/api/orders/{order['_id']}/refund", asked).raise_for_status()
    page = visit(size, person=staff).page("/admin/orders")
    expect(row_of(page, person.email)).to_contain_text("−$6.90")
    expect(page.get_by_text("came in")).to_have_count(0)

    narrow_orders(page, "Event", night["name"])
    expect(page.get_by_text("$55.20 came in, $6.90 went back, $48.30 kept")).to_be_visible()
    page.get_by_label("Search by order, name or email").fill(person.email)
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("$27.60 came in, $6.90 went back, $20.70 kept")).to_be_visible()

    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []


@SIZES
def test_the_orders_stand_still_when_their_sum_arrives(shop, visit, staff, size):
    night, person = a_night(shop), a_person(shop)
    book(shop, person, night, seats=1)
    page = visit(size, person=staff).page("/admin/orders")
    waiting: list[Route] = []
    page.route("**/api/orders/sums?*", lambda route: waiting.append(route))
    narrow_orders(page, "Event", night["name"])
    expect(page.get_by_text("1 order", exact=True)).to_be_visible()
    before = row_of(page, person.email).bounding_box()

    waiting[0].continue_()
    expect(page.get_by_text("$0.00 came in, $0.00 went back, $0.00 kept")).to_be_visible()

    assert row_of(page, person.email).bounding_box() == before


def test_a_payment_in_review_is_refused_from_the_panel(shop, visit, staff):
    night, person = a_night(shop), a_person(shop)
    checkout = visit(DESK, person=person, cart=a_cart((night, 1))).page("/checkout/")
    approve(press_paypal(checkout), outcome="PayPal holds it for review")
    expect(checkout.get_by_text(re.compile("PayPal is still checking your payment"))).to_be_visible()
    order = checkout.url.rsplit("/", 1)[-1]
    page = visit(PHONE, person=staff).page("/admin/orders")

    page.get_by_role("button", name=f"Decide on order {order}").click()
    dialog = page.get_by_role("dialog", name="Decide on this payment")
    dialog.get_by_label(re.compile("^Refuse")).check()
    dialog.get_by_label("Reason").fill("Took too long")
    dialog.get_by_role("button", name="Decide").click()

    expect(page.get_by_text("The payment is refused.").first).to_be_visible()
    assert seats_taken(shop, night) == 0


@pytest.mark.everyday
def test_an_order_is_marked_as_delivered(shop, visit, staff):
    order = book(shop, a_person(shop), a_night(shop), seats=1)
    page = visit(PHONE, person=staff).page(f"/order/{order['_id']}")

    page.get_by_role("button", name="Mark delivered").click()

    expect(page.get_by_text("Marked as delivered.").first).to_be_visible()
    expect(page.get_by_role("region", name="For staff")).to_contain_text("Delivered")
    expect(page.get_by_role("button", name="Mark delivered")).to_have_count(0)


# --- Who comes -------------------------------------------------------------------------------------------------------


@pytest.mark.everyday
@SIZES
def test_the_guest_list_names_everyone_who_comes(shop, visit, staff, size):
    night, ana, bo = a_night(shop), a_person(shop), a_person(shop, "Bo", "")
    order = book(shop, ana, night, seats=2)
    book(shop, bo, night, seats=1)
    page = visit(size, person=staff).page(f"/order/{order['_id']}")

    page.get_by_role("link", name=f"{night['name']}, {day_of(night)}", exact=True).click()

    expect(heading(page, f"Guest list: {night['name']}")).to_be_visible()
    expect(page.get_by_text("3 of 24 seats taken")).to_be_visible()
    expect(row_of(page, ana.email)).to_contain_text("2")
    expect(row_of(page, bo.email)).to_contain_text("Bo")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert download.value.suggested_filename.startswith("guests-")
    assert ana.email in download.value.path().read_text()


def test_at_the_door_a_guest_is_one_low_row_and_the_search_stays_on_top(shop, visit, staff):
    night = a_night(shop)
    for name in ("Ana", "Bo", "Maximiliana"):
        for _ in range(4):
            book(shop, a_person(shop, name, "Featherstone"), night, seats=1)
    page = visit(PHONE, person=staff).page(f"/admin/product/{night['_id']}/guests")
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(12)

    heights = rows.evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect().height)")
    assert max(heights) <= 64
    rows.last.scroll_into_view_if_needed()
    search = page.get_by_label("Find a guest")
    expect(search).to_be_in_viewport()
    search.fill("maxi")
    expect(rows.filter(visible=True)).to_have_count(4)


def test_an_events_dates_lead_to_their_guest_lists(shop, visit, staff):
    night = a_night(shop)
    page = visit(DESK, person=staff).page(f"/admin/product/{night['_id']}/edit")

    page.get_by_role("link", name=f"Guests on {day_of(night)}").click()

    expect(heading(page, f"Guest list: {night['name']}")).to_be_visible()
    expect(page.get_by_text("Nobody has booked this date yet.")).to_be_visible()


# --- One's own account, and the rest ---------------------------------------------------------------------------------


@SIZES
def test_guest_lists_and_what_opens_over_staffs_pages_are_accessible(shop, visit, staff, size):
    night, person = a_night(shop), a_person(shop, "Maximiliana", "Featherstonehaugh-Cholmondeley")
    order = book(shop, person, night, seats=2)
    page = visit(size, person=staff, reduced_motion="reduce").page()

    page.goto(f"/admin/product/{night['_id']}/guests")
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    page.goto(f"/order/{order['_id']}")
    page.get_by_role("button", name="Refund…").click()
    page.get_by_role("dialog").get_by_label("Some of the dates").check()
    found += violations_in_both_themes(page)
    user_list(page, person).get_by_role("button", name=re.compile("^Reset password")).click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    found += violations_in_both_themes(page)

    assert found == []
