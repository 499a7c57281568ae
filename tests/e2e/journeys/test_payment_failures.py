"""Failures at PayPal as buyers see them, triggered on the simulator's control page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.journeys.conftest import DESK, PHONE, Visit, book, new_account, new_cart, new_event
from tests.e2e.journeys.control_page import ControlPage
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
    sign_in,
)
from tests.support.waiting import eventually

AWAY = "PayPal does not answer right now. Your seats are still held, and you will not be charged twice. Try again"
CODE_FETCHED = "performance.getEntriesByType('resource').map(({ name }) => name).join()"


@pytest.fixture(scope="module")
def at_paypal(browser, shop) -> Iterator[ControlPage]:
    """Open the control page on a phone, for all tests."""
    operator = Visit(browser, shop, PHONE)
    yield ControlPage(operator.page(), shop.simulator.url)
    operator.context.close()
    assert operator.list_unexpected() == []


@pytest.fixture(autouse=True)
def expect_no_armed_faults(at_paypal: ControlPage) -> Iterator[None]:
    yield
    at_paypal.expect_nothing_armed()


@pytest.fixture
def checkout(shop, visit) -> Callable[..., Page]:
    """`checkout(event)` opens the checkout with that event in the cart. `logged` are errors that the page logs."""

    def open_page(event: dict[str, Any], *logged: str, size: dict[str, int] = DESK) -> Page:
        buyer = visit(size, account=new_account(shop), cart=new_cart((event, 2)))
        for text in logged:
            buyer.expect_error(text)
        return buyer.page("/checkout/")

    return open_page


def refusal(page: Page) -> Locator:
    """Return the error message: in a toast, or beside the payment buttons where it offers a choice."""
    return page.get_by_role("alert")


def order_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[-1]


@pytest.mark.everyday
def test_a_declined_payment_is_reported_and_the_next_try_works(shop, checkout, at_paypal):
    event = new_event(shop)
    page = checkout(event, NOT_PAID)
    at_paypal.arm("capture", "decline")

    approve(press_paypal(page))

    declined = "PayPal declined this way to pay. Nothing was charged. Try another card or account."
    expect(refusal(page)).to_have_text(declined)
    expect(page.get_by_text("Your seats are held until")).to_be_visible()
    order = placed_order(page)
    assert captures_of(shop, order) == []
    approve(press_paypal(page))
    expect_thanks(page)
    assert order_of(page) == order, "the held order is paid, not another one"
    assert len(captures_of(shop, order)) == 1


def test_an_approved_payment_is_captured_after_paypal_recovers(shop, checkout, at_paypal):
    page = checkout(new_event(shop), size=PHONE)
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


def test_a_buyer_who_loses_the_connection_finds_the_paid_order(shop, checkout, at_paypal):
    """The shop captures the payment; the buyer gets no more responses."""
    event = new_event(shop)
    page = checkout(event, "The result of this payment is not known yet.")
    assert eventually(lambda: "OrderPage" in page.evaluate(CODE_FETCHED))  # loaded before the connection was lost
    at_paypal.arm("capture", "slow", delay=0.5)
    lost: list[str] = []

    def drop_connection(route: Route) -> None:
        if not lost:
            route.fetch()
        lost.append(route.request.url)
        route.abort("connectionreset")

    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    page.route("**/api/**", drop_connection)
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
    assert seats_taken(shop, event) == 2


def test_a_buyer_who_closes_the_page_while_paying_does_not_pay_twice(shop, checkout, at_paypal):
    page = checkout(new_event(shop))
    paypal = press_paypal(page)
    page.route("**/api/orders/*/pay", lambda route: route.fetch() and None)  # the answer never comes
    approve(paypal)
    expect(page.get_by_role("dialog", name="Confirming your payment…")).to_be_visible()
    order, browser = placed_order(page), page.context
    page.close()
    assert eventually(lambda: captures_of(shop, order) != [])

    again = browser.new_page()
    again.goto("/checkout/")

    expect_thanks(again)
    assert order_of(again) == order
    expect(cart_link(again)).to_have_accessible_name("Cart")


def test_an_approved_review_shows_the_ticket_without_a_reload(shop, checkout, at_paypal):
    event = new_event(shop)
    page = checkout(event, size=PHONE)
    at_paypal.arm("capture", "pending")
    approve(press_paypal(page))
    expect(heading(page, "Your payment is being checked")).to_be_visible()
    checked = "PayPal is still checking your payment. We're holding your seats. This page updates automatically."
    expect(page.get_by_role("main")).to_contain_text(checked)
    expect(cart_link(page)).to_have_accessible_name("Cart")
    assert seats_taken(shop, event) == 2

    at_paypal.press("Complete", "Captures", about=at_paypal.paypal_order(order_of(page)))

    expect_thanks(page)
    expect(page.get_by_text("Payment successful.").first).to_be_visible()


def test_seats_sold_to_others_after_the_hold_expired_are_not_charged(shop, checkout, at_paypal):
    event = new_event(shop, maximumEventCapacity=2)
    page = checkout(event, NOT_PAID)
    paypal = press_paypal(page)
    at_paypal.arm("get", "error_500_before", times=1000)
    approve(paypal)
    expect(refusal(page)).to_contain_text(AWAY)
    at_paypal.press("Clear", "Faults", about="error_500_before")
    order = placed_order(page)
    end_the_hold(shop, order)
    book(shop, new_account(shop, "Bo"), event, seats=1)

    refusal(page).get_by_role("button", name="Try again").click()

    expect(refusal(page)).to_contain_text(f"Only 1 seat is left for {event['name']}")
    expect(refusal(page)).to_contain_text("Nothing was charged.")
    refusal(page).get_by_role("button", name="Change to 1").click()
    expect(line_of(page, event).get_by_label("Seats")).to_have_value("1")
    assert captures_of(shop, order) == []
    approve(press_paypal(page))
    expect_thanks(page)
    assert len(captures_of(shop, order_of(page))) == 1
    assert seats_taken(shop, event) == 2


def test_signing_in_again_while_paying_returns_to_the_payment(shop, visit, at_paypal):
    account = new_account(shop)
    buyer = visit(PHONE, account=account, cart=new_cart((new_event(shop), 2)))
    buyer.expect_error(NOT_PAID)
    page = buyer.page("/checkout/")
    paypal = press_paypal(page)
    expect(paypal.get_by_role("button", name="Pay now")).to_be_visible()
    buyer.context.clear_cookies()

    approve(paypal)

    expect(heading(page, "Sign In")).to_be_visible()
    sign_in(page, account.email)
    expect(heading(page, "Checkout")).to_be_visible()
    page.get_by_role("button", name="Finish the payment").click()
    expect_thanks(page)
    assert len(captures_of(shop, order_of(page))) == 1


def test_two_tabs_that_pay_for_one_cart_pay_once(shop, visit, at_paypal):
    event = new_event(shop)
    buyer = visit(DESK, account=new_account(shop), cart=new_cart((event, 2)))
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
    assert seats_taken(shop, event) == 2
