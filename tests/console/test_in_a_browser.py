"""An operator at work in a real browser, under the console's own Content-Security-Policy."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.browser import find_browser
from tests.running_shop import STAFF, RunningShop

pytestmark = pytest.mark.browser
PAGES = (
    "", "orders/order/sums/", "orders/order/?q=staff", "orders/payment/", "orders/refund/", "bookings/booking/",
    "events/event/", "events/occurrence/", "accounts/user/", "auditlog/logentry/", "charityshop/outgoingmail/",
)  # fmt: skip


@pytest.fixture
def shop(transactional_db: None) -> Iterator[RunningShop]:
    with RunningShop(workers=1) as running:
        yield running


@pytest.fixture
def page() -> Iterator[Page]:
    program = find_browser()
    assert program, "Install Chromium, or name one: CHROMIUM=/path/to/chrome"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def a_paid_test_order(shop: RunningShop) -> str:
    starts_at = (datetime.now(UTC) + timedelta(days=3)).replace(second=0, microsecond=0)
    times = {"startTime": starts_at.isoformat(), "endTime": (starts_at + timedelta(hours=2)).isoformat()}
    night = shop.add_night(name="Lantern Night", price=12, maximumEventCapacity=10, **times)
    buyer = shop.as_staff()
    bookings = [{"bookingDate": night["occurrences"][0]["startTime"], "reservationSeats": 2}]
    order = buyer.call("POST", "/api/orders", {"orderItems": [{"_id": night["_id"], "bookings": bookings}]}).json()
    assert buyer.call("PUT", f"/api/orders/{order['_id']}/pay", {"test": True}).json()["status"] == "paid"
    return str(order["_id"])


def test_an_operator_looks_around_and_refunds_an_order(shop: RunningShop, page: Page) -> None:
    order = a_paid_test_order(shop)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))

    page.goto(f"{shop.url}/admin-console/")
    page.get_by_label("Email").fill(STAFF["email"])
    page.get_by_label("Password").fill(STAFF["password"])
    page.get_by_role("button", name="Log in").click()
    for path in PAGES:
        answer = page.goto(f"{shop.url}/admin-console/{path}")
        assert answer is not None
        assert answer.status == 200, path
    page.goto(f"{shop.url}/admin-console/orders/order/?q={order}")
    page.locator("input[name=_selected_action]").check()
    page.locator("select[name=action]").select_option("refund")
    page.get_by_role("button", name="Go").click()
    page.get_by_label("Reason").fill("The brewery is flooded.")
    page.get_by_role("button", name="Refund all that is left").click()

    page.get_by_text("Done for 1.").wait_for()
    assert shop.as_staff().call("GET", f"/api/orders/{order}").json()["status"] == "refunded"
    assert [line for line in said if "Content Security Policy" in line] == []
    assert "in order" in shop.check_books()
