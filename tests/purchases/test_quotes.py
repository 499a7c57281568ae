"""What an order would cost."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bookings.models import Booking
from orders.models import Order
from tests.orders.api_calls import build_order, create_order, get_order
from tests.orders.discounted import build_case, create_member, get_prices, quote
from tests.orders.test_pricing import DISCOUNTED
from tests.support.factories import OccurrenceFactory, PlaceFactory, VoucherFactory, get_day_in


@pytest.mark.parametrize("case", DISCOUNTED, ids=[case["name"] for case in DISCOUNTED])
def test_the_shared_cases_hold_in_quotes_and_orders(as_visitor, visitor, settings, case):
    body = build_case(case, visitor, settings)

    quoted = as_visitor.post("/api/orders/quote", body, format="json").json()
    order = as_visitor.post("/api/orders", body | {"totalPrice": quoted["totalPrice"]}, format="json")

    expected = {name: float(amount) for name, amount in case["expected"].items() if name.endswith("Price")}
    assert {name: quoted[name] for name in expected} == expected
    off = {each["kind"]: each["amount"] for each in quoted["discounts"]}
    assert off == {kind: float(amount) for kind, amount in case["expected"]["discounts"].items() if amount}
    assert order.status_code == 201, order.content
    used = {name for name in ("listPrice", "discounts") if off} | ({"giftPrice"} if expected["giftPrice"] else set())
    unused = {"listPrice", "discounts", "giftPrice"} - used
    assert get_prices(order.json()) == {name: value for name, value in quoted.items() if name not in unused}


def test_visitors_who_are_not_signed_in_get_quotes_without_member_prices_which_hold_nothing(
    as_anonymous, as_visitor, visitor
):
    create_member(visitor)
    VoucherFactory(code="SPRING", kind="amount", value=5)
    date = OccurrenceFactory(event__member_price="10.00")

    answer = quote(as_anonymous, date, voucher="Spring", giftPrice="1.50")

    by_code = {"kind": "voucher", "label": "Discount code SPRING", "amount": 5.0}
    assert get_prices(answer.json()) == {
        "listPrice": 24.0,
        "discounts": [by_code],
        "itemsPrice": 19.0,
        "shippingPrice": 0.0,
        "taxPrice": 2.85,
        "giftPrice": 1.5,
        "totalPrice": 23.35,
    }
    members = quote(as_visitor, date, voucher="SPRING").json()["discounts"]
    assert members == [{"kind": "member", "label": "Member price", "amount": 2.0}, by_code]
    assert not Booking.objects.exists()
    assert not Order.objects.exists()


def test_the_tax_of_several_rates_is_told_apart_in_quotes_and_orders(as_visitor, settings):
    settings.TAX_RATE = Decimal("0.15")
    here = OccurrenceFactory()
    elsewhere = OccurrenceFactory(
        event=here.event,
        starts_at=here.starts_at + timedelta(days=1),
        place=PlaceFactory(name="Kettle", tax_rate="0.1"),
    )
    free = OccurrenceFactory(event__price=0, place=PlaceFactory(name="Attic", tax_rate="0.05"))
    taxes = [{"rate": 0.15, "amount": 3.6}, {"rate": 0.1, "amount": 2.4}]

    quoted = quote(as_visitor, here, elsewhere, free).json()
    order = create_order(as_visitor, here, elsewhere, free)

    assert (quoted["taxPrice"], quoted["taxes"]) == (6.0, taxes)
    assert (order["taxPrice"], order["taxes"]) == (6.0, taxes)
    assert get_order(as_visitor, order)["taxes"] == taxes
    assert "taxes" not in quote(as_visitor, elsewhere).json()
    assert "taxes" not in create_order(as_visitor, elsewhere)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"code": "OTHER"}, "voucher_unknown"),
        ({"off": True}, "voucher_unknown"),
        ({"valid_until": get_day_in(-1)}, "voucher_expired"),
        ({"valid_from": get_day_in(2)}, "voucher_expired"),
        ({"formats": ["Nobody's format"]}, "voucher_not_here"),
    ],
)
def test_a_code_that_is_not_for_this_order_is_refused_and_holds_nothing(as_visitor, fields, code):
    VoucherFactory(**{"code": "SPRING", **fields})
    body = build_order(OccurrenceFactory(), voucher="SPRING")

    for path in ("/api/orders/quote", "/api/orders"):
        answer = as_visitor.post(path, body, format="json")
        assert (answer.status_code, answer.json()["code"]) == (409, code), path
    assert not Booking.objects.exists()


@pytest.mark.parametrize("path", ["/api/orders/quote", "/api/orders"])
def test_after_20_wrong_codes_in_an_hour_none_is_looked_up(as_visitor, path):
    VoucherFactory(code="SPRING")
    body = build_order(OccurrenceFactory())
    for n in range(20):
        assert as_visitor.post(path, body | {"voucher": f"WRONG{n}"}, format="json").status_code == 409

    answer = as_visitor.post(path, body | {"voucher": "SPRING"}, format="json")

    assert answer.status_code == 429
    assert as_visitor.post(path, body, format="json").status_code in (200, 201)  # without a code


@pytest.mark.parametrize("path", ["/api/orders/quote", "/api/orders"])
def test_a_gift_is_an_amount_up_to_10_000_dollars_and_alone_a_dollar_or_more(as_visitor, path):
    cart = build_order(OccurrenceFactory())
    for gift in ("-0.01", "1.005", 10_000.01, "NaN", "1_0", True):
        answer = as_visitor.post(path, cart | {"giftPrice": gift}, format="json")
        assert answer.status_code == 400, gift
        assert answer.json()["errors"]["giftPrice"] == ["Enter a gift up to $10,000.00."]

    for gift in (None, 0, 0.99):
        answer = as_visitor.post(path, {"orderItems": [], "giftPrice": gift}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (400, "empty_cart"), gift
