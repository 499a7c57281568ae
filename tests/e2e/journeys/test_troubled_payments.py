"""What a buyer sees, and can do next, of everything that PayPal can do wrong. The trouble is made on PayPal's page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.journeys.conftest import DESK, PHONE, Visit, a_cart, a_night, a_person, book
from tests.e2e.journeys.control_page import Operator
from tests.e2e.journeys.steps import (
    NOT_PAID,
    approve,
    captures_of,
    cart_link,
    end_the_hold,
    expect_no_sideways_scrolling,
    expect_thanks,
    heading,
    line_of,
    placed_order,
    press_paypal,
    seats_taken,
    sign_in,
)
from tests.support.waiting import eventually

pytestmark = pytest.mark.browser

AWAY = "PayPal does not answer right now. Your seats are still held, and you will not be charged twice. Try again"
CODE_FETCHED = "performance.getEntriesByType('resource').map(({ name }) => name).join()"


@pytest.fixture(scope="module")
def at_paypal(browser, shop) -> Iterator[Operator]:
    """One person at the control page for all of these, with a phone."""
    operator = Visit(browser, shop, PHONE)
    yield Operator(operator.page(), shop.simulator.url)
    operator.context.close()
    assert operator.unexpected() == []


@pytest.fixture(autouse=True)
def nothing_is_left_armed(at_paypal: Operator) -> Iterator[None]:
    yield
    at_paypal.expect_nothing_armed()


@pytest.fixture
def checkout(shop, visit) -> Callable[..., Page]:
    """`checkout(night)` is a buyer's page with that night in the cart; `logged` are failures that the page logs."""

    def open_page(night: dict[str, Any], *logged: str, size: dict[str, int] = DESK, seats: int = 2) -> Page:
        buyer = visit(size, person=a_person(shop), cart=a_cart((night, seats)))
        for words in logged:
            buyer.expect_complaint(words)
        return buyer.page("/checkout/")

    return open_page


def refusal(page: Page) -> Locator:
    """What is said beside the payment buttons."""
    return page.get_by_role("main").get_by_role("alert")


def order_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[-1]


def test_the_control_page_fits_a_phone(at_paypal):
    expect_no_sideways_scrolling(at_paypal.page)


@pytest.mark.everyday
def test_a_declined_payment_says_so_and_the_next_try_is_paid(shop, checkout, at_paypal):
    night = a_night(shop)
    page = checkout(night, NOT_PAID)
    at_paypal.arm("capture", "decline")

    approve(press_paypal(page))

    expect(refusal(page)).to_have_text(
        "PayPal declined this way to pay. Nothing was charged. Try another card or account."
    )
    expect(page.get_by_text("Your seats are held until")).to_be_visible()
    order = placed_order(page)
    assert captures_of(shop, order) == []
    approve(press_paypal(page))
    expect_thanks(page)
    assert order_of(page) == order, "the held order is paid, not another one"
    assert len(captures_of(shop, order)) == 1


def test_a_slow_paypal_is_waited_for(shop, checkout, at_paypal):
    page = checkout(a_night(shop), size=PHONE)
    at_paypal.arm("capture", "slow", delay=1.5)

    approve(press_paypal(page))

    waiting = page.get_by_role("dialog", name="Confirming your payment…")
    expect(waiting).to_contain_text("Please keep this page open.")
    expect_thanks(page)
    assert len(captures_of(shop, order_of(page))) == 1


def test_while_paypal_is_away_no_payment_begins_and_the_seats_are_held(shop, checkout, at_paypal):
    night = a_night(shop)
    page = checkout(night, NOT_PAID)
    at_paypal.arm("create", "error_500_before", times=2)

    press_paypal(page)

    expect(refusal(page)).to_contain_text(AWAY)
    expect(page.get_by_text("Your seats are held until")).to_be_visible()
    assert seats_taken(shop, night) == 2
    approve(press_paypal(page))
    expect_thanks(page)
    assert seats_taken(shop, night) == 2


def test_what_was_approved_while_paypal_went_away_is_taken_later(shop, checkout, at_paypal):
    page = checkout(a_night(shop), size=PHONE)
    paypal = press_paypal(page)
    at_paypal.arm("get", "connection_reset", times=1000)

    approve(paypal)

    expect(refusal(page)).to_contain_text(AWAY)
    at_paypal.press("Clear", "Faults", about="connection_reset")
    page.reload()
    finish = page.get_by_role("main").get_by_role("status").filter(has_text="You approved this payment at PayPal")
    expect(finish).to_contain_text("it was not finished. Nothing was charged yet.")
    page.get_by_role("button", name="Finish the payment").click()
    expect_thanks(page)
    assert len(captures_of(shop, order_of(page))) == 1


def test_a_line_that_breaks_between_shop_and_paypal_costs_nobody_twice(shop, checkout, at_paypal):
    page = checkout(a_night(shop))
    at_paypal.arm("capture", "connection_reset_after", times=2)

    approve(press_paypal(page))

    for _ in range(2):
        expect_thanks(page)
        page.reload()
    assert len(captures_of(shop, order_of(page))) == 1


def test_who_loses_the_line_while_paying_finds_the_paid_order(shop, checkout, at_paypal):
    """The shop hears the payment and takes it; from then on nothing reaches the buyer."""
    night = a_night(shop)
    page = checkout(night, "Nobody knows yet how this payment ended.")
    assert eventually(lambda: "OrderPage" in page.evaluate(CODE_FETCHED))  # while there was a line
    at_paypal.arm("capture", "slow", delay=0.5)
    lost: list[str] = []

    def lose_the_line(route: Route) -> None:
        if not lost:
            route.fetch()
        lost.append(route.request.url)
        route.abort("connectionreset")

    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    page.route("**/api/**", lose_the_line)
    approve(paypal)

    expect(heading(page, "Your payment is being confirmed")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("You will not be charged twice.")
    expect(page.get_by_role("link", name="Finish paying")).to_be_visible()
    page.unroute("**/api/**")
    for _ in range(2):
        expect_thanks(page)
        expect(cart_link(page)).to_have_accessible_name("Cart")
        page.reload()
    assert len(captures_of(shop, order_of(page))) == 1
    assert seats_taken(shop, night) == 2


def test_who_closes_the_page_while_paying_does_not_pay_again(shop, checkout, at_paypal):
    page = checkout(a_night(shop))
    at_paypal.arm("capture", "slow", delay=1)
    approve(press_paypal(page))
    expect(page.get_by_role("dialog", name="Confirming your payment…")).to_be_visible()
    order, browser = placed_order(page), page.context
    page.close()
    assert eventually(lambda: captures_of(shop, order) != [])

    again = browser.new_page()
    again.goto("/checkout/")

    expect_thanks(again)
    assert order_of(again) == order
    expect(cart_link(again)).to_have_accessible_name("Cart")


@pytest.fixture
def in_review(shop, checkout, at_paypal) -> Callable[[dict[str, Any]], Page]:
    """A buyer's order page while PayPal holds the payment back."""

    def pay(night: dict[str, Any]) -> Page:
        page = checkout(night, size=PHONE)
        at_paypal.arm("capture", "pending")
        approve(press_paypal(page))
        expect(heading(page, "Your payment is being checked")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text(
            "PayPal is still checking your payment. Your seats are kept; this page updates by itself."
        )
        expect(cart_link(page)).to_have_accessible_name("Cart")
        assert seats_taken(shop, night) == 2
        return page

    return pay


def test_a_payment_under_review_becomes_a_ticket_by_itself(shop, in_review, at_paypal):
    page = in_review(a_night(shop))

    at_paypal.press("Complete", "Captures", about=at_paypal.paypal_order(order_of(page)))

    expect_thanks(page)
    expect(page.get_by_text("Payment successful.").first).to_be_visible()


def test_a_payment_that_fails_its_review_gives_the_seats_back(shop, in_review, at_paypal):
    night = a_night(shop)
    page = in_review(night)

    at_paypal.press("Deny", "Captures", about=at_paypal.paypal_order(order_of(page)))

    expect(heading(page, "This order was cancelled")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("No money was taken.")
    assert seats_taken(shop, night) == 0
    page.get_by_role("button", name="Put the seats back in my cart").click()
    expect(line_of(page, night).get_by_label("Seats")).to_have_value("2")


def test_seats_sold_to_others_after_the_hold_ran_out_are_not_paid_for(shop, checkout, at_paypal):
    night = a_night(shop, maximumEventCapacity=2)
    page = checkout(night, NOT_PAID)
    paypal = press_paypal(page)
    at_paypal.arm("get", "error_500_before", times=1000)
    approve(paypal)
    expect(refusal(page)).to_contain_text(AWAY)
    at_paypal.press("Clear", "Faults", about="error_500_before")
    order = placed_order(page)
    end_the_hold(shop, order)
    book(shop, a_person(shop, "Bo"), night, seats=1)

    refusal(page).get_by_role("button", name="Try again").click()

    expect(refusal(page)).to_contain_text(f"Only 1 seat is left for {night['name']}")
    expect(refusal(page)).to_contain_text("Nothing was charged.")
    refusal(page).get_by_role("button", name="Take 1").click()
    expect(line_of(page, night).get_by_label("Seats")).to_have_value("1")
    assert captures_of(shop, order) == []
    approve(press_paypal(page))
    expect_thanks(page)
    assert len(captures_of(shop, order_of(page))) == 1
    assert seats_taken(shop, night) == 2


def test_a_sign_in_that_ended_while_paying_leads_back_to_the_payment(shop, visit, at_paypal):
    person = a_person(shop)
    buyer = visit(PHONE, person=person, cart=a_cart((a_night(shop), 2)))
    buyer.expect_complaint(NOT_PAID)
    page = buyer.page("/checkout/")
    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    buyer.context.clear_cookies()

    approve(paypal)

    expect(heading(page, "Sign In")).to_be_visible()
    sign_in(page, person.email)
    expect(heading(page, "Checkout")).to_be_visible()
    page.get_by_role("button", name="Finish the payment").click()
    expect_thanks(page)
    assert len(captures_of(shop, order_of(page))) == 1


def test_two_tabs_that_pay_for_one_cart_pay_once(shop, visit, at_paypal):
    night = a_night(shop)
    buyer = visit(DESK, person=a_person(shop), cart=a_cart((night, 2)))
    one, other = buyer.page("/checkout/"), buyer.page("/checkout/")
    first = press_paypal(one)
    expect(first.get_by_role("button", name="Pay now")).to_be_visible()
    second = press_paypal(other)
    expect(second.get_by_role("button", name="Pay now")).to_be_visible()

    approve(first)

    expect_thanks(one)
    expect_thanks(other)
    assert eventually(second.is_closed)
    assert order_of(one) == order_of(other)
    assert len(captures_of(shop, order_of(one))) == 1
    assert seats_taken(shop, night) == 2
