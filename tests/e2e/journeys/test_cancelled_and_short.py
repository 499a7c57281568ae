"""What happens to seats, carts and money when paying does not go straight through."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.journeys.conftest import DESK, PHONE, a_cart, a_night, a_person, book
from tests.e2e.journeys.steps import (
    NOT_PAID,
    approve,
    captures_of,
    cart_link,
    end_the_hold,
    expect_thanks,
    heading,
    line_of,
    placed_order,
    press_paypal,
    seats_taken,
    sum_of,
)

pytestmark = pytest.mark.browser

CANCELLED = "You cancelled the payment. Your seats are still in the cart. They are held once you start paying again."


def turn_back_at_paypal(paypal: Page) -> None:
    paypal.get_by_role("button", name="Cancel and return to the shop").click()


def close_the_window(paypal: Page) -> None:
    paypal.close()


@pytest.mark.everyday
@pytest.mark.parametrize("give_up", [turn_back_at_paypal, close_the_window])
def test_who_gives_up_at_paypal_keeps_the_cart_and_frees_the_seats(shop, visit, give_up):
    night = a_night(shop)
    page = visit(PHONE, person=a_person(shop), cart=a_cart((night, 2))).page("/checkout/")
    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    expect(page.get_by_text("Your seats are held until")).to_be_visible()
    assert seats_taken(shop, night) == 2

    give_up(paypal)

    expect(page.get_by_text(CANCELLED)).to_be_visible()
    expect(page.get_by_role("button", name="Pay with PayPal")).to_be_enabled()
    expect(page.get_by_text("Your seats are held until")).to_be_hidden()
    assert seats_taken(shop, night) == 0
    page.get_by_role("link", name="Back to cart").click()
    expect(line_of(page, night).get_by_label("Seats")).to_have_value("2")
    expect(cart_link(page)).to_have_accessible_name("Cart, 1 booking")


@pytest.mark.everyday
def test_the_last_seats_sold_meanwhile_can_be_taken_as_far_as_they_go(shop, visit):
    short, other = a_night(shop, maximumEventCapacity=3), a_night(shop)
    buyer = visit(DESK, person=a_person(shop), cart=a_cart((short, 2), (other, 1)))
    buyer.expect_complaint(NOT_PAID)
    page = buyer.page("/checkout/")
    expect(page.get_by_role("button", name="Pay with PayPal")).to_be_enabled()
    book(shop, a_person(shop, "Bo"), short, seats=2)

    press_paypal(page)

    refusal = page.get_by_role("alert").filter(has_text="Only 1 seat is left for")
    expect(refusal).to_contain_text(short["name"])
    expect(refusal.get_by_role("button", name="Remove")).to_be_visible()
    assert (seats_taken(shop, short), seats_taken(shop, other)) == (2, 0), "nothing is held of an order in short supply"
    refusal.get_by_role("button", name="Take 1").click()
    expect(line_of(page, short).get_by_label("Seats")).to_have_value("1")
    expect(line_of(page, other).get_by_label("Seats")).to_have_value("1")
    expect(sum_of(page, "Total")).to_have_text("$27.60")
    approve(press_paypal(page))
    expect_thanks(page)
    assert (seats_taken(shop, short), seats_taken(shop, other)) == (3, 1)


def test_a_night_sold_out_meanwhile_can_be_left_away(shop, visit):
    gone, other = a_night(shop, maximumEventCapacity=2), a_night(shop)
    buyer = visit(PHONE, person=a_person(shop), cart=a_cart((gone, 1), (other, 2)))
    buyer.expect_complaint(NOT_PAID)
    page = buyer.page("/checkout/")
    expect(page.get_by_role("button", name="Test Order")).to_be_enabled()
    book(shop, a_person(shop, "Bo"), gone, seats=2)

    page.get_by_role("button", name="Test Order").click()

    refusal = page.get_by_role("alert").filter(has_text=gone["name"])
    expect(refusal.get_by_role("button", name="Take")).to_have_count(0)
    refusal.get_by_role("button", name="Remove").click()
    expect(sum_of(page, "Total")).to_have_text("$27.60")
    page.get_by_role("button", name="Test Order").click()
    expect_thanks(page)
    expect(line_of(page, gone)).to_have_count(0)
    assert seats_taken(shop, other) == 2


def test_a_price_raised_meanwhile_is_paid_only_once_it_was_accepted(shop, visit):
    night = a_night(shop, price=12)
    buyer = visit(DESK, person=a_person(shop), cart=a_cart((night, 2)))
    buyer.expect_complaint(NOT_PAID)
    page = buyer.page("/checkout/")
    expect(page.get_by_role("button", name="Pay with PayPal")).to_be_enabled()
    shop.as_staff().call("PUT", f"/api/products/{night['_id']}", {"price": 15}).raise_for_status()

    press_paypal(page)

    refusal = page.get_by_role("alert").filter(has_text="The total is now $34.50 (was $27.60).")
    expect(refusal).to_be_visible()
    assert seats_taken(shop, night) == 0
    refusal.get_by_role("button", name="Accept").click()
    expect(sum_of(page, "Total")).to_have_text("$34.50")
    paypal = press_paypal(page)
    expect(paypal.get_by_text("$34.50 USD").first).to_be_visible()
    approve(paypal)
    expect_thanks(page)
    expect(sum_of(page, "Total")).to_have_text("$34.50")


@pytest.mark.everyday
def test_an_order_whose_hold_ran_out_offers_its_seats_again(shop, visit):
    night, person = a_night(shop), a_person(shop)
    order = book(shop, person, night, seats=2, pay=False)
    page = visit(PHONE, person=person).page(f"/order/{order['_id']}")
    expect(heading(page, "Not paid yet")).to_be_visible()
    expect(page.get_by_role("link", name="Finish paying")).to_be_visible()

    end_the_hold(shop, order["_id"])

    expect(heading(page, "The hold ended before payment")).to_be_visible()
    expect(page.get_by_text("No money was taken.")).to_be_visible()
    assert seats_taken(shop, night) == 0
    page.get_by_role("button", name="Put the seats back in my cart").click()
    expect(heading(page, "My Cart")).to_be_visible()
    expect(line_of(page, night).get_by_label("Seats")).to_have_value("2")


def test_seats_whose_hold_ran_out_during_payment_are_taken_again_where_they_are_free(shop, visit):
    night = a_night(shop)
    page = visit(DESK, person=a_person(shop), cart=a_cart((night, 2))).page("/checkout/")
    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    end_the_hold(shop, placed_order(page))
    assert seats_taken(shop, night) == 0

    approve(paypal)

    expect_thanks(page)
    assert seats_taken(shop, night) == 2


@pytest.mark.everyday
def test_a_held_order_is_paid_later_from_its_own_page(shop, visit):
    night, person = a_night(shop), a_person(shop)
    order = book(shop, person, night, seats=2, pay=False)
    page = visit(PHONE, person=person).page(f"/order/{order['_id']}")

    page.get_by_role("link", name="Finish paying").click()
    expect(heading(page, "Checkout")).to_be_visible()
    approve(press_paypal(page))

    expect_thanks(page)
    assert page.url.endswith(order["_id"])
    assert seats_taken(shop, night) == 2


def cut_before(route: Route) -> None:
    """The question never arrives."""
    route.abort("connectionreset")


def cut_after(route: Route) -> None:
    """The shop hears it and acts; its answer is lost."""
    route.fetch()
    route.abort("connectionreset")


@pytest.mark.parametrize(
    ("cut", "times", "logged"),
    [(cut_before, 1, []), (cut_after, 1, []), (cut_after, 2, ["Nobody knows yet how this payment ended."])],
    ids=["question lost once", "answer lost once", "every answer lost"],
)
def test_a_line_cut_while_paying_ends_with_one_paid_order(
    shop, visit, cut: Callable[[Route], None], times: int, logged: list[str]
):
    night = a_night(shop)
    buyer = visit(DESK, person=a_person(shop), cart=a_cart((night, 1)))
    for words in logged:
        buyer.expect_complaint(words)
    page = buyer.page("/checkout/")
    page.route("**/api/orders/*/pay", cut, times=times)

    approve(press_paypal(page))

    for _ in range(2):
        expect_thanks(page)
        expect(cart_link(page)).to_have_accessible_name("Cart")
        page.reload()
    order = page.url.rsplit("/", 1)[-1]
    assert [capture["status"] for capture in captures_of(shop, order)] == ["COMPLETED"]
    assert seats_taken(shop, night) == 1


def test_a_payment_script_that_does_not_load_can_be_tried_again(shop, visit):
    night = a_night(shop)
    buyer = visit(DESK, person=a_person(shop), cart=a_cart((night, 1)))
    buyer.expect_complaint("The payment script did not load.")
    page = buyer.page()
    page.route("**/web-sdk/v6/core", lambda route: route.abort(), times=1)

    page.goto("/checkout/")

    expect(page.get_by_text("Payment could not load. Check your connection or an ad blocker.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    approve(press_paypal(page))
    expect_thanks(page)


def test_somebody_elses_order_is_not_found(shop, visit):
    order = book(shop, a_person(shop, "Bo"), a_night(shop), seats=1)

    page = visit(DESK, person=a_person(shop)).page(f"/order/{order['_id']}")

    expect(heading(page, "We can't find that order.")).to_be_visible()
    expect(page.get_by_text("Copper Kettle")).to_have_count(0)
