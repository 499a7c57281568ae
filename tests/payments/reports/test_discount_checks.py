"""`check_books` reports codes that were used too often, and prices that don't add up."""

import pytest

from discounts.models import Voucher
from orders.models import AppliedDiscount, Order, OrderLine, hash_lines
from tests.orders.api_calls import create_order, expire_hold
from tests.orders.consistency import check_books, get_only_violation
from tests.orders.discounted import create_member
from tests.support.factories import OccurrenceFactory, VoucherFactory


@pytest.fixture
def orders(as_visitor, as_other_visitor):
    """Three orders with a code, two of them of one buyer, and one whose hold expired."""
    VoucherFactory(code="SPRING", value=10)
    dates = [OccurrenceFactory(), OccurrenceFactory()]
    buyers = (as_visitor, as_visitor, as_other_visitor, as_other_visitor)
    placed = [create_order(buyer, *dates, voucher="SPRING") for buyer in buyers]
    expire_hold(placed[-1])
    return placed


@pytest.mark.parametrize("limits", [{"max_uses": 3, "per_person": 2}, {}])
def test_uses_up_to_the_limit_are_right(orders, limits):
    Voucher.objects.update(**limits)

    assert check_books() == (0, [])


@pytest.mark.parametrize(
    ("limits", "violation"),
    [
        ({"max_uses": 2}, "Code SPRING: 3 orders use it, and it allows 2."),
        ({"per_person": 1}, "Code SPRING: 2 orders of a buyer use it, and it allows 1 each."),
    ],
)
def test_one_use_too_many_is_reported(orders, limits, violation):
    Voucher.objects.update(**limits)

    assert violation in get_only_violation(check_books())


def test_a_late_payment_that_staff_decide_on_or_accepted_does_not_count(orders):
    Voucher.objects.update(max_uses=2, per_person=1)

    Order.objects.filter(public_id=orders[0]["_id"]).update(review_because="code_used")

    assert check_books() == (0, [])


@pytest.fixture
def line(as_visitor, visitor):
    create_member(visitor)
    VoucherFactory(code="SPRING", value=10)
    create_order(as_visitor, OccurrenceFactory(event__member_price="10.00"), voucher="SPRING", giftPrice=5)
    return OrderLine.objects.get()


@pytest.mark.parametrize("price_per", ["seat", "booking"])
def test_discounted_prices_add_up(as_visitor, visitor, settings, price_per):
    settings.PRICE_PER = price_per
    create_member(visitor)
    VoucherFactory(code="SPRING", value=10)
    create_order(as_visitor, OccurrenceFactory(event__member_price="10.00"), voucher="SPRING")

    assert check_books() == (0, [])


def test_a_lost_discount_is_reported(line):
    AppliedDiscount.objects.filter(kind="member").delete()

    assert "add up to 22.00" in get_only_violation(check_books())


def test_a_changed_discount_is_reported(line):
    AppliedDiscount.objects.filter(kind="voucher").update(amount="2.21")

    assert "add up to 24.01" in get_only_violation(check_books())


def test_items_other_than_the_sum_of_the_lines_are_reported(line):
    OrderLine.objects.update(line_price="9.90", price="7.05")
    Order.objects.update(lines_digest=hash_lines(list(OrderLine.objects.all())))
    AppliedDiscount.objects.filter(kind="voucher").update(amount="2.20")

    assert "its lines cost 9.90, and its items 19.80" in get_only_violation(check_books())
