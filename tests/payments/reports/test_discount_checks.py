"""`check_books` reports codes that were used too often, which the tests write to the database directly."""

import pytest

from discounts.models import Voucher
from orders.models import Order
from tests.orders.api_calls import create_order, expire_hold
from tests.orders.consistency import check_books, get_only_violation
from tests.support.factories import OccurrenceFactory, VoucherFactory


@pytest.fixture(autouse=True)
def check_consistency():
    """Override the check: these tests create violations on purpose."""


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
