"""An operator at work in the console, in a real browser, under the console's own Content-Security-Policy."""

import pytest
from playwright.sync_api import expect

from tests.e2e.journeys.conftest import DESK, PHONE, SMALL_PHONE, a_night, a_person, book, staff_of
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.support.servers.running_shop import STAFF

pytestmark = pytest.mark.browser
TABLET = {"width": 768, "height": 1024}

PAGES = (
    "", "orders/order/sums/", "orders/order/?q=staff", "orders/payment/", "orders/refund/", "bookings/booking/",
    "events/event/", "events/occurrence/", "accounts/user/", "auditlog/logentry/", "charityshop/outgoingmail/",
)  # fmt: skip


@pytest.mark.everyday
def test_an_operator_looks_around_and_refunds_an_order(shop, visit):
    order = book(shop, a_person(shop), a_night(shop), seats=2)["_id"]
    page = visit(DESK).page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))

    page.goto("/admin-console/")
    page.get_by_label("Email").fill(STAFF["email"])
    page.get_by_label("Password").fill(STAFF["password"])
    page.get_by_role("button", name="Log in").click()
    for path in PAGES:
        answer = page.goto(f"/admin-console/{path}")
        assert answer is not None
        assert answer.status == 200, path
    page.goto(f"/admin-console/orders/order/?q={order}")
    page.locator("input[name=_selected_action]").check()
    page.locator("select[name=action]").select_option("refund")
    page.get_by_role("button", name="Go").click()
    page.get_by_label("Reason").fill("The brewery is flooded.")
    page.get_by_role("button", name="Refund all that is left").click()

    page.get_by_text("Done for 1.").wait_for()
    assert shop.as_staff().call("GET", f"/api/orders/{order}").json()["status"] == "refunded"
    assert [line for line in said if "Content Security Policy" in line] == []


@pytest.mark.parametrize(
    "table", ["orders/order", "bookings/booking", "accounts/user", "auditlog/logentry", "charityshop/outgoingmail"]
)
def test_a_list_fits_on_a_large_screen(shop, visit, table):
    book(shop, a_person(shop), a_night(shop), seats=1)
    page = visit(DESK, person=staff_of(shop)).page()
    page.goto(f"/admin-console/{table}/")

    widths = page.locator("#changelist .results").evaluate("(box) => [box.scrollWidth, box.clientWidth]")

    assert widths[0] == widths[1]


def test_the_orders_fit_on_a_tablet(shop, visit):
    book(shop, a_person(shop), a_night(shop), seats=1)
    page = visit(TABLET, person=staff_of(shop)).page()
    page.goto("/admin-console/orders/order/")

    widths = page.locator("#changelist .results").evaluate("(box) => [box.scrollWidth, box.clientWidth]")

    assert widths[0] == widths[1]


def test_how_colours_read_is_seen_whole_on_a_phone(shop, visit):
    page = visit(SMALL_PHONE, person=staff_of(shop)).page()
    page.goto("/admin-console/charityshop/shopsettings/")

    widths = page.get_by_role("region", name="Contrast").evaluate("(box) => [box.scrollWidth, box.clientWidth]")

    assert widths[0] == widths[1]
    expect(page.get_by_role("row", name="Text on the header color").first).to_contain_text("10.93 to 1")


@pytest.mark.parametrize("path", ["orders/order/", "charityshop/shopsettings/"])
def test_in_the_dark_no_box_is_the_browsers_grey(shop, visit, path):
    book(shop, a_person(shop), a_night(shop), seats=1)
    page = visit(DESK, person=staff_of(shop), color_scheme="dark").page()
    page.goto(f"/admin-console/{path}")
    boxes = page.get_by_role("checkbox")

    expect(boxes.first).to_be_visible()

    assert {box.evaluate("(box) => getComputedStyle(box).appearance") for box in boxes.all()} == {"none"}


LINES_OF_WORDS = """(cell) => {
  const text = cell.firstChild
  return [...text.data.matchAll(/[^ ]+/g)].map(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return [word, range.getClientRects().length]
  })
}"""


@pytest.mark.parametrize(("table", "column"), [("auditlog/logentry", "did"), ("charityshop/outgoingmail", "state")])
def test_no_word_of_a_short_column_is_broken(shop, visit, table, column):
    book(shop, a_person(shop), a_night(shop), seats=1)
    page = visit(DESK, person=staff_of(shop)).page()
    page.goto(f"/admin-console/{table}/")

    words = [found for cell in page.locator(f"td.field-{column}").all() for found in cell.evaluate(LINES_OF_WORDS)]

    assert words
    assert [word for word, lines in words if lines > 1] == []


def test_a_question_about_money_fits_a_phone(shop, visit):
    order = book(shop, a_person(shop), a_night(shop), seats=1)["_id"]
    page = visit(PHONE, person=staff_of(shop)).page()
    page.goto(f"/admin-console/orders/order/?q={order}")
    page.locator("input[name=_selected_action]").check()
    page.locator("select[name=action]").select_option("refund")
    page.get_by_role("button", name="Go").click()
    refund, back = page.get_by_role("button", name="Refund all that is left"), page.get_by_role("link", name="Back")

    above, below = refund.bounding_box(), back.bounding_box()

    expect_no_sideways_scrolling(page)
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    assert min(above["height"], below["height"]) >= 44


def test_on_a_phone_a_press_beside_a_box_ticks_it(shop, visit):
    book(shop, a_person(shop), a_night(shop), seats=1)
    page = visit(PHONE, person=staff_of(shop)).page()
    page.goto("/admin-console/orders/order/")
    cell = page.locator("td.action-checkbox").first
    room = cell.bounding_box()
    assert room

    page.mouse.click(room["x"] + 3, room["y"] + 3)

    expect(cell.locator("input")).to_be_checked()
    assert min(room["width"], room["height"]) >= 44
    page.mouse.click(room["x"] + room["width"] - 3, room["y"] + room["height"] - 3)
    expect(cell.locator("input")).not_to_be_checked()


def test_on_a_phone_the_words_beside_a_box_are_as_high_as_a_finger(shop, visit):
    person = a_person(shop)
    page = visit(PHONE, person=staff_of(shop)).page()
    page.goto(f"/admin-console/accounts/user/?q={person.email}")
    page.locator("#result_list tbody th a").first.click()
    words = page.locator(".checkbox-row label")

    expect(words.first).to_be_visible()

    for row in page.locator(".checkbox-row").all():
        box, label = row.locator("input").bounding_box(), row.locator("label").bounding_box()
        assert box
        assert label
        assert label["height"] >= 44
        assert abs(box["y"] + box["height"] / 2 - label["y"] - label["height"] / 2) < 3, "one is above the other"
