"""Seats that are limited by date, and were moved: they count for the date they were sold for, and where they are."""

import pytest

from tests.changes.change_calls import create_another_date, create_date, move_to
from tests.orders.api_calls import (
    build_order,
    create_order,
    format_start,
    list_booking_ids,
    pay_with_paypal,
    post_order,
)
from tests.orders.discounted import create_member, quote
from tests.support.factories import VoucherFactory

pytestmark = pytest.mark.django_db


def has_member_price(client, date):
    return "Member price" in [each["label"] for each in quote(client, date, seats=1).json()["discounts"]]


@pytest.fixture
def dates():
    """Three dates of one event."""
    first = create_date(event__member_price="5.00")
    return [first, create_another_date(first, days=14), create_another_date(first, days=21)]


@pytest.mark.parametrize("by_staff", [False, True])
def test_a_moved_member_seat_frees_no_member_price(as_visitor, as_admin, visitor, paypal, dates, by_staff):
    create_member(visitor)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, dates[0], seats=1))

    for date in dates[1:]:
        if by_staff:
            body = {"booking": list_booking_ids(order)[0], "to": format_start(date), "reason": "Asked by phone."}
            assert as_admin.post(f"/api/orders/{order['_id']}/move", body, format="json").status_code == 200
        else:
            assert move_to(as_visitor, order, date).status_code == 201

    assert [has_member_price(as_visitor, date) for date in dates] == [False, True, False]
    assert "discounts" not in create_order(as_visitor, dates[0], seats=1)


def test_a_returned_member_seat_frees_the_member_price_of_both_dates(as_visitor, as_admin, visitor, paypal, dates):
    create_member(visitor)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, dates[0], seats=1))
    move_to(as_visitor, order, dates[1])

    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Rain."}, format="json")

    assert [has_member_price(as_visitor, date) for date in dates] == [True, True, True]


def test_a_moved_free_seat_counts_toward_the_limit_of_both_dates(as_visitor, settings):
    settings.MAX_FREE_SEATS = 2
    first = create_date(event__price="0")
    dates = [first, create_another_date(first, days=14), create_another_date(first, days=21)]
    order = create_order(as_visitor, first, seats=2)
    for date in dates[1:]:
        assert move_to(as_visitor, order, date).status_code == 201

    answers = [post_order(as_visitor, build_order(date, seats=1)) for date in dates]

    assert [answer.status_code for answer in answers] == [409, 201, 409]
    assert answers[0].json()["code"] == "free_seat_limit"
    assert move_to(as_visitor, order, first).status_code == 201


def test_a_seat_moved_away_from_the_dates_of_its_code_still_uses_it(as_visitor, as_other_visitor, paypal):
    date = create_date()
    other = create_another_date(date)
    day = date.starts_at.date()
    VoucherFactory(code="SPRING", value=10, max_uses=1, dates_from=None, dates_to=day)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, voucher="SPRING"))

    assert move_to(as_visitor, order, other).status_code == 201

    assert quote(as_other_visitor, date, voucher="SPRING").json()["code"] == "voucher_used"
