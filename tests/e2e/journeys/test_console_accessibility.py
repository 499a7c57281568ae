"""The operators' console by the rules of accessibility, on a phone in light and on a desk in dark."""

import pytest
from playwright.sync_api import Page

from tests.e2e.journeys.accessibility import violations
from tests.e2e.journeys.conftest import DESK, SMALL_PHONE, a_night, a_person, book, staff_of

pytestmark = pytest.mark.browser

LISTS = (
    "orders/order", "orders/payment", "orders/refund", "bookings/booking", "events/event", "events/occurrence",
    "accounts/user", "auditlog/logentry", "charityshop/outgoingmail",
)  # fmt: skip

OTHERS = ("accounts/user/add/", "charityshop/shopsettings/")


@pytest.fixture(params=[(SMALL_PHONE, "light"), (DESK, "dark")], ids=["phone", "desk, dark"])
def page(request, shop, visit) -> Page:
    size, scheme = request.param
    return visit(size, person=staff_of(shop), color_scheme=scheme, reduced_motion="reduce").page()


def look_at(page: Page, path: str) -> list[str]:
    answer = page.goto(f"/admin-console/{path}")
    assert answer is not None
    assert answer.status == 200, path
    return violations(page, preload=False)  # which the policy of these pages forbids


def test_the_consoles_lists_are_accessible(shop, page):
    order = book(shop, a_person(shop), a_night(shop), seats=1)["_id"]
    shop.as_staff().call("POST", f"/api/orders/{order}/refund", {"reason": "Ill"}).raise_for_status()

    found = [
        each for path in ("", "orders/order/sums/", *(f"{table}/" for table in LISTS)) for each in look_at(page, path)
    ]

    assert found == []


def test_the_consoles_forms_are_accessible(shop, page):
    person, night = a_person(shop), a_night(shop)
    order = book(shop, person, night, seats=1)["_id"]
    shop.as_staff().call("POST", f"/api/orders/{order}/refund", {"reason": "Ill"}).raise_for_status()
    last = {table: shop.rows(f"SELECT max(id) FROM {table.replace('/', '_')}")[0][0] for table in LISTS}
    event = f"events/event/{last['events/event']}"

    found = [each for table, key in last.items() for each in look_at(page, f"{table}/{key}/change/")]
    found += [each for path in (*OTHERS, f"{event}/history/") for each in look_at(page, path)]

    assert found == []
