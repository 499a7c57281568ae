"""The console in a real browser, with its Content-Security-Policy."""

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    book,
    new_account,
    new_event,
    staff_account,
)
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.support.servers.running_shop import STAFF

pytestmark = pytest.mark.browser

PAGES = (
    "", "orders/order/sums/", "orders/order/?q=staff", "orders/payment/", "orders/refund/", "bookings/booking/",
    "events/event/", "events/occurrence/", "accounts/user/", "auditlog/logentry/", "charityshop/outgoingmail/",
)  # fmt: skip


@pytest.mark.everyday
def test_an_operator_browses_the_console_and_refunds_an_order(shop, visit):
    order = book(shop, new_account(shop), new_event(shop), seats=2)["_id"]
    page = visit(DESK).page()
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text))

    page.goto("/admin-console/")
    page.get_by_label("Email").fill(STAFF["email"])
    page.get_by_label("Password").fill(STAFF["password"])
    page.get_by_role("button", name="Log in").click()
    for path in PAGES:
        response = page.goto(f"/admin-console/{path}")
        assert response is not None
        assert response.status == 200, path
    page.goto(f"/admin-console/orders/order/?q={order}")
    page.locator("input[name=_selected_action]").check()
    page.locator("select[name=action]").select_option("refund")
    page.get_by_role("button", name="Go").click()
    page.get_by_label("Reason").fill("The brewery is flooded.")
    page.get_by_role("button", name="Refund the full remaining amount").click()

    page.get_by_text("Done for 1.").wait_for()
    assert shop.as_staff().call("GET", f"/api/orders/{order}").json()["status"] == "refunded"
    assert [line for line in logged if "Content Security Policy" in line] == []


def test_console_lists_fit_on_a_large_screen(shop, visit):
    book(shop, new_account(shop), new_event(shop), seats=1)
    page = visit(DESK, account=staff_account(shop)).page()
    for table in ("orders/order", "bookings/booking", "accounts/user", "auditlog/logentry", "charityshop/outgoingmail"):
        page.goto(f"/admin-console/{table}/")

        widths = page.locator("#changelist .results").evaluate("(box) => [box.scrollWidth, box.clientWidth]")

        assert widths[0] == widths[1], table


def test_the_reason_form_fits_on_a_phone(shop, visit):
    order = book(shop, new_account(shop), new_event(shop), seats=1)["_id"]
    page = visit(PHONE, account=staff_account(shop)).page()
    page.goto(f"/admin-console/orders/order/?q={order}")
    page.locator("input[name=_selected_action]").check()
    page.locator("select[name=action]").select_option("refund")
    page.get_by_role("button", name="Go").click()
    refund = page.get_by_role("button", name="Refund the full remaining amount")
    back = page.get_by_role("link", name="Back")

    above, below = refund.bounding_box(), back.bounding_box()

    expect_no_sideways_scrolling(page)
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    assert min(above["height"], below["height"]) >= 44


def test_on_a_phone_a_tap_next_to_a_checkbox_checks_it(shop, visit):
    book(shop, new_account(shop), new_event(shop), seats=1)
    page = visit(PHONE, account=staff_account(shop)).page()
    page.goto("/admin-console/orders/order/")
    cell = page.locator("td.action-checkbox").first
    room = cell.bounding_box()
    assert room

    page.mouse.click(room["x"] + 3, room["y"] + 3)

    expect(cell.locator("input")).to_be_checked()
    assert min(room["width"], room["height"]) >= 44
    page.mouse.click(room["x"] + room["width"] - 3, room["y"] + room["height"] - 3)
    expect(cell.locator("input")).not_to_be_checked()
