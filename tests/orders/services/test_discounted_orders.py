"""Orders with codes, member prices and gifts."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from charityshop.models import ShopSettings
from discounts.models import Membership
from orders.models import AppliedDiscount, Order
from tests.orders.api_calls import build_order, create_order, create_paypal_order, pay_with_paypal, post_money
from tests.orders.discounted import create_member, quote
from tests.support.factories import EventFactory, OccurrenceFactory, VoucherFactory, get_day_in, in_days

CASE_A = {"voucher": "SPRING", "giftPrice": 0.23}


@pytest.fixture
def date(visitor):
    """A date with a price for members, of which the visitor is one, and a code of 10 percent."""
    create_member(visitor)
    VoucherFactory(code="SPRING", kind="percent", value=10)
    return OccurrenceFactory(event__member_price="10.00")


def test_what_was_taken_off_is_stored_with_its_source(as_visitor, date):
    create_order(as_visitor, date, **CASE_A)

    number = Membership.objects.get().number
    rows = AppliedDiscount.objects.values_list("kind", "seats", "amount", "voucher__code", "membership__number")
    assert list(rows) == [("member", 1, 2, None, number), ("voucher", 2, Decimal("2.20"), "SPRING", None)]
    stored = Order.objects.get()
    assert (float(stored.items_price), float(stored.gift_price), stored.total_price) == (19.8, 0.23, 23)


def test_paypal_is_asked_for_the_discounted_seats_and_the_gift(as_visitor, date, paypal):
    ShopSettings.objects.create(pk=ShopSettings.ONLY, charity="Second Harvest Food Bank")
    free = OccurrenceFactory(event__price="0")

    create_paypal_order(as_visitor, create_order(as_visitor, date, free, **CASE_A))

    unit = paypal.state()["orders"][0]["purchase_units"][0]
    items = [(item["name"].partition(",")[0], item["quantity"], item["unit_amount"]["value"]) for item in unit["items"]]
    assert items == [(date.event.name, "1", "19.80"), ("Gift to Second Harvest Food Bank", "1", "0.23")]
    assert unit["amount"]["value"] == "23.00"
    assert unit["amount"]["breakdown"]["item_total"]["value"] == "20.03"


def test_codes_do_not_count_toward_the_limit_of_free_seats(as_visitor, settings):
    settings.MAX_FREE_SEATS = 2
    VoucherFactory(code="GUEST", kind="percent", value=100)
    date = OccurrenceFactory()

    create_order(as_visitor, date, seats=5, voucher="GUEST")

    assert create_order(as_visitor, date, seats=5, voucher="GUEST")["status"] == "paid"


@pytest.mark.parametrize(("limit", "by_others"), [("max_uses", 409), ("per_person", 201)])
def test_a_code_can_be_used_as_often_as_staff_allow_in_all_or_by_each_buyer(
    as_visitor, as_other_visitor, limit, by_others
):
    VoucherFactory(code="SPRING", **{limit: 1})
    date = OccurrenceFactory()
    create_order(as_visitor, date, voucher="SPRING")

    answer = post_money(as_visitor, build_order(date, voucher="SPRING"))

    assert (answer.status_code, answer.json()["code"]) == (409, "voucher_used")
    assert quote(as_visitor, date, voucher="SPRING").json()["message"] == "This code has been used."
    assert post_money(as_other_visitor, build_order(date, voucher="SPRING")).status_code == by_others


def test_a_use_is_free_again_when_all_seats_of_the_order_are_returned(as_visitor, as_other_visitor, as_admin, paypal):
    VoucherFactory(code="SPRING", max_uses=1)
    friday, saturday = OccurrenceFactory(), OccurrenceFactory()
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, friday, saturday, voucher="SPRING"))
    first, second = (booking["_id"] for item in order["orderItems"] for booking in item["bookings"])

    codes = []
    for booking in (first, second):
        refund = {"reason": "Rain", "lines": [booking]}
        assert as_admin.post(f"/api/orders/{order['_id']}/refund", refund, format="json").status_code == 200
        codes.append(quote(as_other_visitor, friday, voucher="SPRING").status_code)

    assert codes == [409, 200]


def test_members_pay_less_for_some_seats_of_a_date_in_all_their_orders(as_visitor, visitor):
    create_member(visitor)
    VoucherFactory(code="SPRING", kind="percent", value=10)
    event = EventFactory(member_price="10.00", member_seats=3)
    friday, saturday = OccurrenceFactory(event=event), OccurrenceFactory(event=event, starts_at=in_days(8))

    first = create_order(as_visitor, friday, seats=2, voucher="SPRING")
    second = create_order(as_visitor, friday, saturday, seats=2, voucher="SPRING")

    assert [first["discounts"][0]["amount"], second["discounts"][0]["amount"]] == [4.0, 2.0 + 4.0]


@pytest.mark.parametrize("changes", [{"user": None}, {"valid_until": get_day_in(-1)}])
def test_a_membership_that_ended_takes_nothing_off(as_visitor, visitor, changes):
    create_member(visitor)
    Membership.objects.update(**changes)

    assert "discounts" not in create_order(as_visitor, OccurrenceFactory(event__member_price="10.00"))


def test_a_membership_that_ends_between_quote_and_order_changes_the_price(as_visitor, date):
    seen = quote(as_visitor, date, **CASE_A).json()
    Membership.objects.update(valid_until=timezone.localdate() - timedelta(days=1))

    answer = post_money(as_visitor, build_order(date, **CASE_A) | {"totalPrice": seen["totalPrice"]})

    assert (answer.status_code, answer.json()["code"]) == (409, "price_changed")
    assert answer.json()["quote"]["discounts"] == [{"kind": "voucher", "label": "Discount code SPRING", "amount": 2.4}]
    assert (answer.json()["quote"]["listPrice"], answer.json()["quote"]["giftPrice"]) == (24.0, 0.23)
    assert not Order.objects.exists()
