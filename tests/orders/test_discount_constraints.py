"""The database refuses gifts and discounts that the services never write."""

import pytest
from django.db import IntegrityError, transaction

from orders.models import AppliedDiscount, Order, OrderLine, Refund
from tests.orders.api_calls import create_order
from tests.support.factories import MembershipFactory, OccurrenceFactory, VoucherFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(as_visitor) -> OrderLine:
    create_order(as_visitor, OccurrenceFactory(), seats=2)
    return OrderLine.objects.get()


def build(line: OrderLine, **fields) -> AppliedDiscount:
    return AppliedDiscount(**{"line": line, "kind": "voucher", "seats": 1, "amount": "1.00"} | fields)


def refuse(name: str, write) -> None:
    with pytest.raises(IntegrityError, match=f"{name}|UNIQUE constraint failed"), transaction.atomic():
        write()


def test_the_total_includes_the_gift(line):
    refuse("order_total_is_its_parts", lambda: Order.objects.update(gift_price="5.00"))
    Order.objects.update(gift_price="5.00", total_price="32.60")
    Order.objects.update(gift_price=0, total_price="27.60")


def test_a_gift_is_not_negative(line):
    refuse("order_gift_not_negative", lambda: Order.objects.update(gift_price="-1.00", total_price="26.60"))


@pytest.mark.parametrize("gift", ["-0.01", "5.01"])
def test_a_refund_includes_its_gift(line, gift):
    fields = {"order": line.order, "amount": 5, "reason": "Ill.", "request_key": "a", "status": "failed"}

    refuse("refund_includes_its_gift", lambda: Refund.objects.create(**fields, gift_amount=gift))


@pytest.mark.parametrize("fields", [{"amount": 0}, {"amount": "-1.00"}, {"seats": 0}])
def test_a_discount_takes_something_off(line, fields):
    refuse("a_discount_takes_something_off", build(line, voucher=VoucherFactory(), **fields).save)


def test_a_discount_has_one_source(line):
    voucher, member = VoucherFactory(), MembershipFactory()
    for fields in (
        {},
        {"membership": member},
        {"voucher": voucher, "membership": member},
        {"kind": "member", "voucher": voucher},
        {"kind": "gold", "voucher": voucher},
    ):
        refuse("a_discount_has_one_source", build(line, **fields).save)


def test_a_line_has_one_discount_of_a_kind(line):
    voucher = VoucherFactory()
    build(line, voucher=voucher).save()

    refuse("one_discount_per_line_and_kind", build(line, voucher=voucher).save)
    AppliedDiscount.objects.all().delete()
