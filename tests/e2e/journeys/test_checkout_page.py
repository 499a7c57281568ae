"""The checkout: what it asks for, and how much of it a phone shows."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import (
    DESK,
    NARROWEST,
    PASSWORD,
    PHONE,
    SMALL_PHONE,
    new_account,
    new_cart,
    new_event,
    register_account,
)
from tests.e2e.journeys.steps import (
    approve,
    expect_no_sideways_scrolling,
    expect_thanks,
    heading,
    press_paypal,
    sign_in,
    sum_of,
)

pytestmark = pytest.mark.browser


def contact_box(page: Page) -> Locator:
    return page.get_by_role("button", name="Contact Information")


def height_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["height"]


@pytest.mark.parametrize("size", [NARROWEST, DESK], ids=["320", "1440"])
def test_the_contact_is_one_line_with_change_and_asks_for_no_address(visit, shop, size):
    account = new_account(shop)
    page = visit(size, account=account, cart=new_cart((new_event(shop), 1), address={})).page("/checkout/")
    expect(contact_box(page)).to_contain_text(f"Ana Diaz · {account.email}")

    assert height_of(contact_box(page)) < 50
    expect(contact_box(page).get_by_text("Change")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("checkbox")).to_have_count(0)
    expect_no_sideways_scrolling(page)
    assert violations_in_both_themes(page) == []


def test_a_gift_is_one_tap_on_one_row_of_chips(visit, shop):
    page = visit(PHONE, account=new_account(shop), cart=new_cart((new_event(shop), 1))).page("/checkout/")
    gift = page.get_by_role("group", name="Add a gift to")
    chips = [gift.get_by_role("button", name=name) for name in ("$5", "$10", "$25", "Round up +$0.20", "Other")]
    expect(gift.get_by_role("button")).to_have_count(len(chips))
    boxes = [chip.bounding_box() for chip in chips]

    assert len({box["y"] for box in boxes}) == 1
    assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    chips[1].click()
    expect(sum_of(page, "Gift to")).to_have_text("$10.00")
    expect(sum_of(page, "Total")).to_have_text("$23.80")
    assert violations_in_both_themes(page) == []
    chips[4].click()
    gift.get_by_label("Amount").fill("7.50")
    expect(sum_of(page, "Total")).to_have_text("$21.30")
    gift.get_by_role("button", name="No gift").click()
    expect(sum_of(page, "Total")).to_have_text("$13.80")
    expect(chips[4]).to_be_focused()


def pay_bar(page: Page) -> Locator:
    """Return the button at the bottom of a phone's screen."""
    return page.get_by_role("button", name=re.compile(r"^Pay \$"))


def test_one_date_is_paid_without_scrolling_on_a_phone(visit, shop):
    cart = new_cart((new_event(shop), 1), address={})
    page = visit(PHONE, account=new_account(shop), cart=cart).page("/checkout/")

    for name in ("Pay with PayPal", "Pay with Venmo"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(pay_bar(page)).to_have_count(0)


def test_the_total_and_the_way_to_pay_it_stay_at_the_bottom_of_a_phone(visit, shop):
    cart = new_cart((new_event(shop), 1), (new_event(shop, price=20), 2))
    page = visit(SMALL_PHONE, account=new_account(shop), cart=cart).page("/checkout/")
    paypal = page.get_by_role("button", name="Pay with PayPal")
    expect(pay_bar(page)).to_have_text("Pay $59.80")
    expect(pay_bar(page)).to_be_in_viewport(ratio=1)
    assert violations_in_both_themes(page) == []

    pay_bar(page).click()

    expect(paypal).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Debit or Credit Card")).to_be_in_viewport(ratio=1)
    expect(pay_bar(page)).to_have_count(0)
    expect(page.get_by_role("group", name="Payment")).to_be_focused()
    page.get_by_role("contentinfo").scroll_into_view_if_needed()
    expect(pay_bar(page)).to_be_in_viewport(ratio=1)
    pay_bar(page).click()
    approve(press_paypal(page))
    expect_thanks(page)


def test_a_free_order_is_placed_from_the_bottom_of_a_phone(visit, shop):
    free = [(new_event(shop, price=0), 1) for _ in range(2)]
    page = visit(SMALL_PHONE, account=new_account(shop), cart=new_cart(*free)).page("/checkout/")
    place = page.get_by_role("button", name="Place free order")
    expect(place).to_have_count(2)

    place.last.click()

    expect_thanks(page)


# --- The next step ----------------------------------------------------------------------------------------------------


def middle_of(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def book_now(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Book "))


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
