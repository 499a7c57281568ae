"""The console in a real browser, with its Content-Security-Policy."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import requests
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import SWITCH_THEME, violations
from tests.e2e.journeys.conftest import DESK, PHONE, SMALL_PHONE, book, new_account, new_event, staff_account
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.support.servers.running_shop import STAFF, RunningShop

pytestmark = pytest.mark.browser


PAGES = (
    "", "orders/order/sums/", "orders/order/?q=staff", "orders/payment/", "orders/refund/", "bookings/booking/",
    "events/event/", "events/occurrence/", "accounts/user/", "auditlog/logentry/", "charityshop/outgoingmail/",
)  # fmt: skip


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


# --- Accessibility ----------------------------------------------------------------------------------------------------


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


# --- Shop settings ----------------------------------------------------------------------------------------------------


LOADS = 24  # on separate connections, so that both processes get some
CONSOLE = "/admin-console/"
SETTINGS = "/admin-console/charityshop/shopsettings/1/change/"


@pytest.fixture(scope="module")
def own() -> Iterator[RunningShop]:
    """Run a separate shop with two processes."""
    with RunningShop(workers=2) as running:
        yield running


def open_console(page: Page, path: str = CONSOLE) -> None:
    page.goto(f"{CONSOLE}login/?next={path}")
    page.get_by_label("Email").fill(STAFF["email"])
    page.get_by_label("Password").fill(STAFF["password"])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(f"**{path}")


def a_logo() -> bytes:
    file = BytesIO()
    Image.new("RGB", (300, 150), "crimson").save(file, "PNG")
    return file.getvalue()


def header_color(page: Page) -> Any:
    return page.get_by_role("banner").evaluate("(header) => getComputedStyle(header).backgroundColor")


def test_changed_shop_settings_show_on_the_next_page_of_every_process(own, visit):
    guest = visit(DESK, at=own).page("/about")
    expect(guest.get_by_role("banner")).to_contain_text("Cards for a Cause")
    assert header_color(guest) == "rgb(18, 64, 47)"
    operator = visit(PHONE, at=own).page()
    open_console(operator, SETTINGS)

    operator.get_by_role("textbox", name="Name:", exact=True).fill("Foam & Felt")
    operator.get_by_label("Header color:", exact=True).fill("#5B2A86")
    operator.get_by_label("About:", exact=True).fill("We are the Tuesday table.")
    image = {"name": "logo.png", "mimeType": "image/png", "buffer": a_logo()}
    operator.get_by_label("New logo:").set_input_files([image])  # type: ignore[list-item]
    operator.get_by_role("button", name="Save", exact=True).click()
    expect(operator.get_by_text("was changed successfully")).to_be_visible()

    titles = [title_of(requests.get(f"{own.url}/about", timeout=10).text) for _ in range(LOADS)]
    assert titles == ["About Us · Foam &amp; Felt"] * LOADS
    guest.reload()
    expect(guest.get_by_role("banner")).to_contain_text("Foam & Felt")
    expect(guest.get_by_text("We are the Tuesday table.")).to_be_visible()
    assert header_color(guest) == "rgb(91, 42, 134)"
    assert guest.locator("header img").evaluate("(logo) => logo.complete && logo.naturalWidth") == 288
    guest.goto("/")  # a page with a first view
    expect(guest.get_by_role("heading", level=1)).to_have_text("Welcome to Foam & Felt")
    expect(guest.locator("html[data-ready]")).to_be_attached()
    guest.evaluate(SWITCH_THEME, "dark")
    assert header_color(guest) not in ("rgb(91, 42, 134)", "rgb(12, 42, 31)")
    assert violations(guest, only="color-contrast") == []


def title_of(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page)
    return found[1] if found else ""
