"""Every page of the shop: by the rules of accessibility, in light and in dark, and without scrolling sideways."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes, wait_for_everything
from tests.e2e.journeys.conftest import DESK, NARROWEST, SMALL_PHONE, a_cart, a_night, a_person, book, go_to, staff_of
from tests.e2e.journeys.steps import expect_no_sideways_scrolling, is_phone

pytestmark = pytest.mark.browser

OUTSIDE = ["/", "/page/1", "/about", "/cart", "/login", "/register", "/reset-password?token=x", "/no/such/page"]
SIZES = pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])


def look_at(page: Page, path: str) -> list[str]:
    go_to(page, path)
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    if is_phone(page):
        page.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
        expect_no_sideways_scrolling(page)
        page.set_viewport_size(SMALL_PHONE)  # type: ignore[arg-type]
    return found


@SIZES
def test_what_everybody_may_see_is_accessible_and_fits(shop, visit, size):
    night, full = a_night(shop), a_night(shop, maximumEventCapacity=1)
    book(shop, a_person(shop), full, seats=1)
    events = [f"/product/{night['_id']}", f"/product/{full['_id']}", f"/search/{night['name']}/page/1"]
    page = visit(size, cart=a_cart((night, 2), (full, 1)), reduced_motion="reduce").page()

    found = [each for path in OUTSIDE + events for each in look_at(page, path)]

    assert found == []


@SIZES
def test_what_only_those_who_signed_in_see_is_accessible_and_fits(shop, visit, size):
    night, person = a_night(shop), a_person(shop)
    paid, held = book(shop, person, night, seats=2), book(shop, person, night, seats=1, pay=False)
    here = visit(size, person=person, cart=a_cart((night, 2), (a_night(shop), 1)), reduced_motion="reduce")
    page = here.page()
    orders = [f"/order/{order['_id']}" for order in (paid, held)]
    inside = ["/checkout/", f"/checkout/?order={held['_id']}", *orders, f"/user/{person.user['_id']}/", "/order/none"]

    found = [each for path in inside for each in look_at(page, path)]

    assert found == []


@SIZES
def test_what_staff_see_is_accessible_and_fits(shop, visit, size):
    night, person = a_night(shop), a_person(shop)
    order = book(shop, person, night, seats=2)
    page = visit(size, person=staff_of(shop), reduced_motion="reduce").page()
    lists = ["/admin/products", "/admin/users", "/admin/orders"]
    forms = [f"/admin/product/{night['_id']}/edit", f"/admin/user/{person.user['_id']}/edit", f"/order/{order['_id']}"]

    found = [each for path in lists + forms for each in look_at(page, path)]

    assert found == []


def test_what_opens_over_a_page_is_accessible(shop, visit):
    night, person = a_night(shop), a_person(shop)
    phone = visit(SMALL_PHONE, person=person, cart=a_cart((night, 1), address={}), reduced_motion="reduce").page(
        "/checkout/"
    )

    phone.get_by_role("button", name="Add contact information to pay").click()
    phone.get_by_role("dialog").get_by_role("button", name="Submit").click()
    expect(phone.get_by_text("There is a problem")).to_be_visible()
    found = violations_in_both_themes(phone)
    phone.goto("/page/1")
    phone.get_by_role("button", name="Filters").click()
    expect(phone.get_by_role("dialog", name="Filters")).to_be_visible()
    found += violations_in_both_themes(phone)
    phone.goto("/about")
    phone.get_by_role("button", name="Menu", exact=True).click()
    expect(phone.get_by_role("dialog", name="Hi Ana")).to_be_visible()
    found += violations_in_both_themes(phone)

    desk = visit(DESK, person=person, reduced_motion="reduce").page("/")
    wait_for_everything(desk)
    desk.get_by_test_id("calendar-event").first.click()
    expect(desk.get_by_role("dialog")).to_be_visible()
    desk.get_by_role("button", name="Ana Diaz").press("Enter")
    found += violations_in_both_themes(desk)

    assert found == []
