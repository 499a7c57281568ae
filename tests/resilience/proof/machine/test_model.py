"""The model values seats as plans-change.md says, and knows where money went. Examples from cause.md."""

from tests.resilience.proof.machine.money import Money
from tests.resilience.proof.machine.orders import BUYER, Line, Order, Part, Refund, Seat


def sell(*lines: tuple[int, int, int], tax: int, gift: int = 0) -> Order:
    """Return a paid order of lines of so many seats, with their price and tax."""
    policy = ("full", 24, 0)
    sold = {
        pk: Line(pk, pk, str(pk), 1, [Seat(BUYER) for _ in range(seats)], price, its_tax, policy)
        for pk, (seats, price, its_tax) in enumerate(lines)
    }
    order = Order(1, "a", 1, sold, sum(price for _, price, _ in lines), tax, gift, status="paid")
    order.capture(order.total, "paypal")
    return order


def refund(order: Order, amount: int, *parts: Part, kind: str = "seats", gift: int = 0) -> Refund:
    made = Refund(len(order.refunds) + 1, amount, gift, list(parts), kind)
    order.request(made)
    order.complete(made)
    return made


def test_two_seats_with_a_gift_are_returned_to_the_cent():
    order = sell((2, 1980, 297), tax=297, gift=23)

    for value in (1139, 1138):
        assert order.get_values({0: 1}) == {0: value}
        refund(order, value, Part(0, 1, value))

    assert (order.where, order.left, order.get_settled_status()) == (Money(gifts=23), 23, "partly_refunded")


def test_the_last_seat_gets_what_is_left():
    order = sell((1, 892, 134), (1, 558, 84), tax=218)

    assert order.get_values({1: 1}) == {1: 642}
    refund(order, 642, Part(1, 1, 642))
    assert order.get_values({0: 1}) == {0: 1026}


def test_a_gift_that_is_refunded_leaves_nothing_anywhere():
    order = sell((1, 1200, 180), tax=180)
    refund(order, 0, Part(0, 1, 0, gift=1380))
    assert order.where == Money(gifts=1380)

    refund(order, 1380, kind="amount")

    assert (order.where, order.get_settled_status()) == (Money(), "refunded")


def test_money_that_goes_back_on_paypals_website_ends_the_seats_that_cost_something():
    order = sell((1, 1200, 180), (1, 0, 0), tax=180)

    assert order.choose_at_paypal(1379) == {}
    assert order.choose_at_paypal(1380) == {0: 1}


def test_money_that_came_back_and_went_again_ends_them_whatever_the_shop_learns_first():
    order = sell((1, 1200, 180), (1, 0, 0), tax=180)
    reversal = refund(order, 1380, kind="reversal")

    assert (order.choose_at_paypal(1379), order.choose_at_paypal(1380)) == ({}, {0: 1})
    refund(order, 1380, Part(0, 1, 0), kind="paypal")
    order.undo(reversal)

    assert (order.where, order.get_settled_status()) == (Money(), "partly_refunded")


def test_another_amount_scales_prices_and_tax():
    order = sell((2, 2400, 360), tax=360)
    order.capture(2300, "paypal")

    assert order.where == Money(2000, 300)
    assert order.get_values({0: 1}) == {0: 1150}
