"""After the seats are chosen: the shortest way to them, and the next step in the place of the last one."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.conftest import (
    DESK,
    PASSWORD,
    PHONE,
    new_account,
    new_event,
    register_account,
)
from tests.e2e.journeys.steps import (
    approve,
    expect_thanks,
    heading,
    press_paypal,
    sign_in,
    sum_of,
)

pytestmark = pytest.mark.browser


def middle_of(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def book_now(page: Page) -> Locator:
    return page.get_by_role("button", name="Book now")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_book_now_leads_straight_to_the_checkout_of_the_chosen_seats(visit, shop, size):
    event = new_event(shop)
    page = visit(size, account=new_account(shop)).page(f"/product/{event['_id']}")
    page.get_by_label("Seats to Reserve").select_option("2")
    expect(book_now(page)).to_have_count(1)
    expect(book_now(page)).to_be_in_viewport(ratio=1)

    book_now(page).click()

    expect(heading(page, "Checkout")).to_be_visible()
    expect(sum_of(page, "Subtotal (2 seats on 1 date)")).to_have_text("$24.00")
    expect(sum_of(page, "Total")).to_have_text("$27.60")
    approve(press_paypal(page))
    expect_thanks(page)


def test_book_now_continues_at_the_checkout_after_signing_in(visit, shop):
    account = register_account(shop, "Bo", "Quick")
    page = visit(PHONE).page(f"/product/{new_event(shop)['_id']}")

    book_now(page).click()
    expect(page.get_by_text("Sign in to finish your order.")).to_be_visible()
    sign_in(page, account.email, PASSWORD)

    expect(heading(page, "Checkout")).to_be_visible()
    expect(sum_of(page, "Total")).to_have_text("$13.80")


def test_going_back_from_the_checkout_finds_the_checkout_as_the_next_step(visit, shop):
    page = visit(PHONE, account=new_account(shop)).page(f"/product/{new_event(shop)['_id']}")
    book_now(page).click()
    expect(heading(page, "Checkout")).to_be_visible()

    page.go_back()

    expect(page.get_by_role("link", name="Checkout · 1 seat · $13.80")).to_be_visible()
    expect(book_now(page)).to_have_count(0)
    page.get_by_label("Seats to Reserve").select_option("2")
    page.get_by_role("button", name="Change to 2 seats").click()
    expect(page.get_by_role("link", name="Checkout · 2 seats · $27.60")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_after_adding_the_button_becomes_the_checkout_in_place(visit, shop, size):
    event = new_event(shop)
    page = visit(size, account=new_account(shop)).page(f"/product/{event['_id']}")
    add = page.get_by_role("button", name="Add to Cart")
    x, y = middle_of(add)

    add.click()

    added = page.get_by_role("button", name="Added").bounding_box()
    checkout = page.get_by_role("link", name="Checkout · 1 seat · $13.80")
    expect(checkout).to_be_in_viewport(ratio=1)
    assert checkout.bounding_box() == added
    box = checkout.bounding_box()
    assert box["x"] <= x <= box["x"] + box["width"], "it is under the finger that added the seat"
    assert box["y"] <= y <= box["y"] + box["height"]
    assert page.evaluate("window.scrollY") == 0
    checkout.click()
    expect(sum_of(page, "Total")).to_have_text("$13.80")
