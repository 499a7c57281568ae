"""`check_books` reports prices that don't add up, which the tests write to the database directly."""

import pytest

from orders.models import AppliedDiscount, Order, OrderLine, hash_lines
from tests.orders.api_calls import create_order
from tests.orders.consistency import check_books, get_only_violation
from tests.orders.discounted import create_member
from tests.support.factories import OccurrenceFactory, VoucherFactory


@pytest.fixture(autouse=True)
def check_consistency():
    """Override the check: these tests create violations on purpose."""


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
