"""All pages are accessible in both themes and need no horizontal scrolling."""

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    NARROWEST,
    SMALL_PHONE,
    book,
    go_to,
    new_account,
    new_cart,
    new_event,
    staff_account,
)
from tests.e2e.journeys.steps import ADD_ADDRESS, VENUE, expect_no_sideways_scrolling, is_phone

pytestmark = pytest.mark.browser

THIS_MONTH = f"{datetime.now(VENUE):%Y-%m}"
OUTSIDE = [
    "/",
    "/page/1",
    "/about",
    "/accessibility",
    "/give",
    "/ledger",
    f"/ledger/{THIS_MONTH}",
    "/cart",
    "/login",
    "/register",
]
OUTSIDE += ["/reset-password?token=x", "/no/such/page"]
CAUSE = [f"/admin/{name}" for name in ("vouchers", "members", "goals", "ledger", f"ledger/{THIS_MONTH}")]
SIZES = pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])


def check_page(page: Page, path: str) -> list[str]:
    go_to(page, path)
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    if is_phone(page):
        page.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
        expect_no_sideways_scrolling(page)
        page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    return found


@SIZES
def test_public_pages_are_accessible_and_fit(shop, visit, size):
    event, full = new_event(shop), new_event(shop, maximumEventCapacity=1)
    book(shop, new_account(shop), full, seats=1)
    event_paths = [f"/product/{event['_id']}", f"/product/{full['_id']}", f"/search/{event['name']}/page/1"]
    page = visit(size, cart=new_cart((event, 2), (full, 1)), reduced_motion="reduce").page()

    found = [each for path in OUTSIDE + event_paths for each in check_page(page, path)]

    assert found == []


@SIZES
def test_pages_of_signed_in_users_are_accessible_and_fit(shop, visit, size):
    event, account = new_event(shop), new_account(shop)
    paid, held = book(shop, account, event, seats=2), book(shop, account, event, seats=1, pay=False)
    here = visit(size, account=account, cart=new_cart((event, 2), (new_event(shop), 1)), reduced_motion="reduce")
    page = here.page()
    orders = [f"/order/{order['_id']}" for order in (paid, held)]
    inside = [
        "/checkout/",
        "/checkout/?gift=25.00",
        f"/checkout/?order={held['_id']}",
        *orders,
        f"/user/{account.user['_id']}/",
        "/order/none",
    ]

    found = [each for path in inside for each in check_page(page, path)]

    assert found == []


@SIZES
def test_pages_of_staff_are_accessible_and_fit(shop, visit, size):
    event, account = new_event(shop), new_account(shop)
    order = book(shop, account, event, seats=2)
    page = visit(size, account=staff_account(shop), reduced_motion="reduce").page()
    lists = ["/admin", "/admin/products", "/admin/users", "/admin/orders", *CAUSE]
    forms = [f"/admin/product/{event['_id']}/edit", f"/admin/user/{account.user['_id']}/edit", f"/order/{order['_id']}"]

    found = [each for path in lists + forms for each in check_page(page, path)]

    assert found == []


def test_menus_and_dialogs_are_accessible(shop, visit):
    event, account = new_event(shop), new_account(shop)
    phone = visit(SMALL_PHONE, account=account, cart=new_cart((event, 1), address={}), reduced_motion="reduce").page(
        "/checkout/"
    )

    phone.get_by_role("button", name="Contact Information").click()
    phone.get_by_role("button", name=ADD_ADDRESS).click()
    phone.get_by_label("First Name").clear()
    phone.get_by_role("dialog").get_by_role("button", name="Submit").click()
    expect(phone.get_by_text("Enter your first name.")).to_be_visible()
    found = violations_in_both_themes(phone)
    phone.goto("/page/1")
    phone.get_by_role("button", name="Filters").click()
    expect(phone.get_by_role("dialog", name="Filters")).to_be_visible()
    found += violations_in_both_themes(phone)
    phone.goto("/about")
    phone.get_by_role("button", name="Menu", exact=True).click()
    expect(phone.get_by_role("dialog", name="Hi Ana")).to_be_visible()
    found += violations_in_both_themes(phone)

    desk = visit(DESK, account=account, reduced_motion="reduce").page("/")
    desk.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()
    desk.get_by_test_id("calendar-event").first.click()
    expect(desk.get_by_role("dialog")).to_be_visible()
    desk.get_by_role("button", name="Ana Diaz").press("Enter")
    found += violations_in_both_themes(desk)

    assert found == []
