"""Other states of pages are accessible: empty, failed, rejected, with dialogs and menus."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, SMALL_PHONE, book, go_to, new_account, new_cart, new_event, staff_account
from tests.e2e.journeys.steps import add_to_cart, end_the_hold, expect_no_sideways_scrolling, is_phone
from tests.e2e.journeys.test_page_accessibility import check_page
from tests.support.servers.running_shop import Client

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])
LISTS = re.compile(r"/api/(products|users|orders)(\?|/attention|$)")


def broken(route: Route) -> None:
    route.fulfill(status=500, json={"message": "Something broke on our side. Try again in a minute."})


def check_after(page: Page, path: str, *steps: Callable[[], object]) -> list[str]:
    """Perform the steps on a page, then check it."""
    go_to(page, path)
    for step in steps:
        step()
    found = violations_in_both_themes(page)
    expect_no_sideways_scrolling(page)
    return [f"after its steps: {each}" for each in found]


def press(page: Page, name: str | re.Pattern[str]) -> Callable[[], object]:
    return lambda: page.get_by_role("button", name=name).filter(visible=True).first.click()


def see(page: Page, text: str | re.Pattern[str]) -> Callable[[], object]:
    return lambda: expect(page.get_by_text(text).filter(visible=True).first).to_be_visible()


def see_dialog(page: Page) -> Callable[[], object]:
    return lambda: expect(page.get_by_role("dialog").or_(page.get_by_role("alertdialog")).first).to_be_visible()


@SIZES
def test_other_states_of_public_pages_are_accessible(shop, visit, size):
    event, other = new_event(shop), new_event(shop)
    page = visit(size, cart=new_cart((other, 2)), reduced_motion="reduce").page()
    problem = see(page, "There is a problem")

    found = check_page(page, "/search/no-such-event/page/1")
    found += check_page(page, "/product/000000000000000000000000")
    found += check_after(page, "/login", press(page, "Sign In"), problem)
    found += check_after(page, "/login", press(page, re.compile("^Forgot password")))
    found += check_after(page, "/register", press(page, "Create an Account"), problem)
    found += check_after(page, f"/product/{event['_id']}", lambda: add_to_cart(page, event, 2))
    found += check_after(page, "/cart", press(page, f"Remove {other['name']}"), see(page, "Undo"))
    footer = page.get_by_role("link", name="Subscribe to our calendar")
    found += check_after(page, "/about", footer.click, see_dialog(page))
    page.route(LISTS, broken)
    found += check_after(page, "/page/1?weekday=5", see(page, "We couldn't load the events."))

    assert found == []


@SIZES
def test_other_states_of_buyers_pages_are_accessible(shop, visit, size):
    event, account = new_event(shop), new_account(shop)
    buyer, staff = Client(shop.url, session=account.session), shop.as_staff()
    refunded, cancelled, expired = (book(shop, account, event, seats=1, pay=number == 0)["_id"] for number in range(3))
    staff.call("POST", f"/api/orders/{refunded}/refund", {"reason": "Ill"}).raise_for_status()
    buyer.call("POST", f"/api/orders/{cancelled}/cancel", {}).raise_for_status()
    end_the_hold(shop, expired)
    page = visit(size, account=account, reduced_motion="reduce").page()
    profile = f"/user/{account.user['_id']}/"

    found = [each for order in (refunded, cancelled, expired) for each in check_page(page, f"/order/{order}")]
    found += check_page(page, "/checkout/")
    found += check_after(page, profile, press(page, "Change password"))
    found += check_after(page, profile, press(page, "Delete my account"), see_dialog(page))

    assert found == []


@SIZES
def test_other_states_of_staff_pages_are_accessible(shop, visit, size):
    event, account = new_event(shop), new_account(shop, "Maximiliana", "Featherstonehaugh")
    book(shop, account, event, seats=2)
    page = visit(size, account=staff_account(shop), reduced_motion="reduce").page()
    form, user = f"/admin/product/{event['_id']}/edit", f"/admin/user/{account.user['_id']}/edit"
    problem = see(page, "There is a problem")

    found = [each for path in ("/admin/nothing", f"{form[:-5]}/guests") for each in check_page(page, path)]
    for kind in ("products", "users", "orders"):
        found += check_page(page, f"/admin/{kind}?search=no-such-thing")
    rejected = [press(page, "Update"), problem]
    found += check_after(
        page,
        form,
        page.get_by_role("radio", name="Yes").check,
        page.get_by_role("radio", name="Custom").check,
        lambda: page.get_by_label("Event Name").fill(""),
        lambda: page.get_by_label("List Price").fill("abc"),
        *rejected,
    )
    emptied = [lambda: page.get_by_label("First Name").fill(""), lambda: page.get_by_label("Email").fill("x")]
    wrong = page.locator("[aria-invalid=true]").first
    found += check_after(page, user, *emptied, press(page, "Update"), lambda: expect(wrong).to_be_visible())
    found += check_after(page, user, press(page, "Delete user"), see_dialog(page))
    found += check_after(page, "/admin/products", press(page, "New Event"), see_dialog(page))
    found += check_after(page, "/admin/products", press(page, re.compile("^Delete ")), see_dialog(page))
    found += check_after(page, "/admin/users", press(page, re.compile("^Deactivate ")), see_dialog(page))
    opener = "Menu" if is_phone(page) else "Sam Staff"
    found += check_after(page, "/admin/orders", press(page, opener), see(page, re.compile("Order Log")))
    page.route(LISTS, broken)
    for kind in ("products", "users", "orders"):
        found += check_after(page, f"/admin/{kind}", see(page, re.compile(r"^We couldn't load ")))

    assert found == []


@pytest.mark.parametrize("view", ["Week", "Day"])
def test_the_calendars_week_and_day_views_are_accessible(visit, view):
    page = visit(DESK, reduced_motion="reduce").page("/")
    page.get_by_role("heading", name="Scheduled Events").scroll_into_view_if_needed()

    page.get_by_role("button", name=view, exact=True).click()
    expect(page.get_by_role("button", name=view, exact=True)).to_have_attribute("aria-pressed", "true")

    assert violations_in_both_themes(page) == []
