"""The console is accessible: light on a phone, and dark on a large screen."""

import pytest
from playwright.sync_api import Page

from tests.e2e.journeys.accessibility import violations
from tests.e2e.journeys.conftest import DESK, SMALL_PHONE, book, new_account, new_event, staff_account

pytestmark = pytest.mark.browser

LISTS = (
    "orders/order",
    "orders/payment",
    "orders/refund",
    "bookings/booking",
    "events/event",
    "events/occurrence",
    "accounts/user",
    "auditlog/logentry",
    "charityshop/outgoingmail",
)

OTHERS = ("accounts/user/add/", "charityshop/shopsettings/")


@pytest.fixture(params=[(SMALL_PHONE, "light"), (DESK, "dark")], ids=["phone", "desk, dark"])
def page(request, shop, visit) -> Page:
    size, scheme = request.param
    return visit(size, account=staff_account(shop), color_scheme=scheme, reduced_motion="reduce").page()


def check_page(page: Page, path: str) -> list[str]:
    response = page.goto(f"/admin-console/{path}")
    assert response is not None
    assert response.status == 200, path
    return violations(page, preload=False)  # axe's preload violates the policy of these pages


def test_the_consoles_lists_are_accessible(shop, page):
    order = book(shop, new_account(shop), new_event(shop), seats=1)["_id"]
    shop.as_staff().call("POST", f"/api/orders/{order}/refund", {"reason": "Ill"}).raise_for_status()

    found = [
        each
        for path in ("", "orders/order/sums/", *(f"{table}/" for table in LISTS))
        for each in check_page(page, path)
    ]

    assert found == []


def test_the_consoles_forms_are_accessible(shop, page):
    account, event = new_account(shop), new_event(shop)
    order = book(shop, account, event, seats=1)["_id"]
    shop.as_staff().call("POST", f"/api/orders/{order}/refund", {"reason": "Ill"}).raise_for_status()
    last = {table: shop.rows(f"SELECT max(id) FROM {table.replace('/', '_')}")[0][0] for table in LISTS}
    event_page = f"events/event/{last['events/event']}"

    found = [each for table, key in last.items() for each in check_page(page, f"{table}/{key}/change/")]
    found += [each for path in (*OTHERS, f"{event_page}/history/") for each in check_page(page, path)]

    assert found == []
