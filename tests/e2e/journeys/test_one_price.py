"""A seat has one price wherever it is shown, and a card says where it takes place and what can be done."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.conftest import (
    DESK,
    PHONE,
    book,
    go_to,
    new_account,
    new_event,
    new_series,
    on_date,
)
from tests.e2e.journeys.steps import (
    approve,
    expect_no_sideways_scrolling,
    expect_thanks,
    line_of,
    press_paypal,
    sum_of,
)
from tests.support.servers.running_shop import Client, RunningShop

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def card_of(page: Page, event: dict[str, Any]) -> Any:
    """Return the event's card in the list."""
    go_to(page, f"/search/{event['name']}/page/1")
    card = page.get_by_role("article").filter(has_text=event["name"])
    card.wait_for()
    return card


def amounts_in(text: str) -> list[str]:
    return re.findall(r"\$[\d.]+", text)


@SIZES
@pytest.mark.everyday
def test_card_page_button_cart_and_order_show_the_price_that_is_paid(shop: RunningShop, visit: Any, size: Any) -> None:
    event = new_event(shop, price=12)
    page = visit(size, account=new_account(shop)).page()

    card = card_of(page, event)
    assert amounts_in(card.inner_text()) == ["$13.80"]
    expect(card).to_contain_text("Copper Kettle Brewing")
    expect(card).not_to_contain_text("12 Dock St")
    card.get_by_role("link", name=re.compile("^RSVP")).click()

    form = page.get_by_role("region", name="Book your seat")
    expect(page.get_by_role("main").get_by_text("$13.80", exact=True)).to_be_visible()
    expect(form.get_by_text("1 seat · $13.80", exact=True)).to_be_visible()
    expect(form.get_by_text("incl. $1.80 tax")).to_be_visible()
    expect(form.get_by_role("button", name="Book 1 seat · $13.80")).to_be_in_viewport(ratio=1)
    expect(sum_of(page, "Ticket Price")).to_contain_text("$12.00")
    expect_no_sideways_scrolling(page)

    form.get_by_role("button", name="Add to Cart").click()
    page.get_by_role("link", name="View cart").first.click()
    sums = [("Subtotal", "$12.00"), ("Taxes", "$1.80"), ("Shipping", "$0"), ("Total", "$13.80")]
    for label, amount in sums:
        expect(sum_of(page, label)).to_have_text(amount)

    go_to(page, "/checkout/")
    expect(sum_of(page, "Total")).to_have_text("$13.80")
    approve(press_paypal(page))
    expect_thanks(page)
    expect(line_of(page, event)).to_contain_text(re.compile(r"Seats1Subtotal\$12\.00Paid\$13\.80"))
    expect(sum_of(page, "Total")).to_have_text("$13.80")


@SIZES
def test_free_seats_have_no_line_of_zeros_from_the_card_to_the_order(shop: RunningShop, visit: Any, size: Any) -> None:
    event = new_event(shop, price=0)
    page = visit(size, account=new_account(shop)).page()

    expect(card_of(page, event)).to_contain_text("Free")
    go_to(page, f"/product/{event['_id']}")
    expect(page.get_by_role("button", name="Add to Cart")).to_have_count(0)
    page.get_by_label("Seats to Reserve").select_option("2")
    page.get_by_role("button", name="Reserve 2 seats · free").click()

    expect_thanks(page)
    expect(sum_of(page, "Total")).to_have_text("Free")
    assert amounts_in(page.get_by_role("main").inner_text()) == []


@SIZES
def test_a_sold_out_card_leads_to_the_waiting_list_of_its_date(shop: RunningShop, visit: Any, size: Any) -> None:
    series = new_series(shop, 2, maximumEventCapacity=1)
    book(shop, new_account(shop), on_date(series, 0), 1)
    page = visit(size, account=new_account(shop)).page()
    card = card_of(page, series)
    expect(card).to_contain_text("Sold Out!")

    card.get_by_role("link", name=re.compile("^Join the waiting list")).click()

    expect(page.get_by_label("Reservation Date")).to_have_value(series["occurrences"][0]["startTime"])
    expect(page.get_by_role("button", name="Join the waiting list")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("This date is sold out.")).to_be_focused()


@SIZES
def test_seats_that_are_offered_are_held_on_card_and_page(shop: RunningShop, visit: Any, size: Any) -> None:
    event, account = new_event(shop, maximumEventCapacity=2), new_account(shop)
    order = book(shop, new_account(shop), event, 2)
    entry = {"product": event["_id"], "bookingDate": event["startTime"], "seats": 2, "seatsAtLeast": 2}
    Client(shop.url, session=account.session).call("POST", "/api/waiting", entry).raise_for_status()
    shop.as_staff().call("POST", f"/api/orders/{order['_id']}/refund", {"reason": "Ana is ill."}).raise_for_status()
    waiting, other = (visit(size, account=who).page() for who in (account, new_account(shop)))

    expect(card_of(waiting, event)).to_contain_text("2 held for you")
    expect(card_of(waiting, event)).not_to_contain_text("Sold Out!")
    expect(card_of(other, event)).to_contain_text("Sold Out!")
    go_to(waiting, f"/product/{event['_id']}")
    expect(waiting.get_by_text("2 held for you")).to_have_count(2)  # beside the price and in "Seats Available?"
    expect(waiting.get_by_text("2 seats · $27.60")).to_be_visible()
