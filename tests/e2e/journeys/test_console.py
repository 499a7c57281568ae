"""The console in a real browser, with its Content-Security-Policy."""

import re

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import SWITCH_THEME, violations
from tests.e2e.journeys.conftest import DESK, PHONE, SMALL_PHONE, book, new_account, new_event, staff_account
from tests.support.servers.running_shop import ROOT, RunningShop

LISTS = (
    "orders/order", "payments/payment", "payments/refund", "bookings/booking", "events/event", "events/occurrence",
    "accounts/user", "auditlog/logentry", "outbox/outgoing",
)  # fmt: skip
OTHERS = ("", "orders/order/sums/", "accounts/user/add/", "charityshop/shopsettings/")


@pytest.fixture(params=[(SMALL_PHONE, "light"), (DESK, "dark")], ids=["phone", "desk, dark"])
def page(request, shop, visit) -> Page:
    size, scheme = request.param
    return visit(size, account=staff_account(shop), color_scheme=scheme, reduced_motion="reduce").page()


def check_page(page: Page, path: str) -> list[str]:
    """Check a page with axe. What the Content-Security-Policy forbids would be an error in its console."""
    response = page.goto(f"/admin-console/{path}")
    assert response is not None
    assert response.status == 200, path
    return violations(page, preload=False)  # axe's preload violates the policy of these pages


def test_the_consoles_pages_are_accessible(shop, page):
    order = book(shop, new_account(shop), new_event(shop), seats=1)["_id"]
    shop.as_staff().ask("POST", f"/api/orders/{order}/refund", {"reason": "Ill"})
    last = {table: shop.rows(f"SELECT max(id) FROM {table.replace('/', '_')}")[0][0] for table in LISTS}
    paths = [f"{table}/" for table in LISTS] + [f"{table}/{key}/change/" for table, key in last.items()]
    paths.append(f"events/event/{last['events/event']}/history/")

    assert [each for path in (*OTHERS, *paths) for each in check_page(page, path)] == []


LOADS = 24  # on separate connections, so that both processes get some


def test_changed_shop_settings_show_on_the_next_page_of_every_process(visit):
    with RunningShop(workers=2) as own:
        operator = visit(PHONE, at=own, account=staff_account(own)).page()
        operator.goto("/admin-console/charityshop/shopsettings/1/change/")
        operator.get_by_role("textbox", name="Name:", exact=True).fill("Foam & Felt")
        operator.get_by_label("Header color:", exact=True).fill("#5B2A86")
        operator.get_by_label("New logo:").set_input_files(ROOT / "static" / "brand" / "icon-512.png")
        operator.get_by_role("button", name="Save", exact=True).click()
        expect(operator.get_by_text("was changed successfully")).to_be_visible()

        pages = [requests.get(f"{own.url}/about", timeout=10).text for _ in range(LOADS)]
        assert ["<title>About Us · Foam &amp; Felt</title>" in page for page in pages] == [True] * LOADS
        guest = visit(DESK, at=own).page("/")
        expect(guest.get_by_role("heading", level=1)).to_have_text("Welcome to Foam & Felt")
        expect(guest.get_by_role("banner")).to_have_css("background-color", "rgb(91, 42, 134)")
        assert guest.locator("header img").evaluate("(logo) => logo.complete && logo.naturalWidth") == 144
        guest.evaluate(SWITCH_THEME, "dark")
        light_or_default = re.compile(r"^rgb\((91, 42, 134|12, 42, 31)\)$")
        expect(guest.get_by_role("banner")).not_to_have_css("background-color", light_or_default)
        assert violations(guest, only="color-contrast") == []
