"""GET /api/orders/{id}/history: an order's history, for staff.

What its page and email say about it for taxes is as of the sale.
"""

from decimal import Decimal

import pytest
from django.utils import timezone

from charityshop.branding import defaults
from charityshop.models import ShopSettings
from events.models import Event
from payments.models import Refund
from tests.changes.change_calls import POLICY, begin_cancel, post_change
from tests.door.till_calls import TillClient, open_door
from tests.orders.api_calls import create_order, get_order, list_booking_ids, pay_test_order, pay_with_paypal
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, PlaceFactory, VoucherFactory
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order


def get_history(client, order):
    return client.get(f"/api/orders/{order['_id']}/history")


def test_entries_are_in_chronological_order_with_their_actors(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    post_refund(as_admin, order, amount="7.60", reason="Late start.")
    refund = Refund.objects.get()
    Refund.objects.update(completed_at=refund.created_at.replace(microsecond=0))  # PayPal reports whole seconds

    happened = get_history(as_admin, order).json()

    assert [row["at"] for row in happened] == sorted(row["at"] for row in happened)
    dids = ["order placed", "payment captured", "payment settled", "refund requested", "refund completed"]
    assert [row["did"] for row in happened] == dids
    asked = next(row for row in happened if row["did"] == "refund requested")
    assert (asked["by"]["firstName"], asked["reason"], asked["amount"]) == ("Sam", "Late start.", 7.6)
    settled = next(row for row in happened if row["did"] == "payment settled")
    assert (settled["by"], settled["amount"]) == (None, None)
    assert {"field": "status", "before": "capturing", "after": "paid"} in settled["changes"]
    payment = next(row for row in happened if row["kind"] == "payment")
    assert (payment["status"], payment["amount"], payment["currency"]) == ("completed", 27.6, "USD")
    assert payment["paypalId"] == paypal.captures()[0]["id"]
    refunded = next(row for row in happened if row["kind"] == "refund")
    assert (refunded["status"], refunded["paypalId"]) == ("completed", paypal.refunds()[0]["id"])
    assert refunded["changes"] == [{"field": "status", "before": "paid", "after": "partly_refunded"}]
    assert (happened[0]["did"], happened[0]["by"]["firstName"]) == ("order placed", "Ana")


def test_each_refund_appears_once_even_if_two_are_equal(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    paypal.fault("refund", "unprocessable")
    for _ in range(3):
        post_refund(as_admin, order, amount="6.90")

    ends = [row for row in get_history(as_admin, order).json() if row["did"] in ("refund completed", "refund failed")]

    assert [(row["did"], row["kind"], row["amount"]) for row in ends] == [
        ("refund failed", "refund", 6.9),
        ("refund completed", "refund", 6.9),
        ("refund completed", "refund", 6.9),
    ]
    assert ends[0]["problem"]
    expected = [[], [{"field": "status", "before": "paid", "after": "partly_refunded"}], []]
    assert [row["changes"] for row in ends] == expected


def test_what_was_sold_at_the_door_was_ordered_before_it_was_paid(as_admin, date):
    till = TillClient(as_admin, open_door(as_admin, date))
    till.open_drawer()

    happened = get_history(as_admin, {"_id": till.sell().json()["order"]}).json()

    assert [row["did"] for row in happened] == ["order placed", "paid in cash", "sold at the door"]


def test_a_buyer_who_chooses_on_a_canceled_date_is_not_said_to_be_unable_to_come(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    begin_cancel(as_admin, date)
    assert post_change(as_visitor, order, "gift", amount="27.60").status_code == 201

    (*_, last) = get_history(as_admin, order).json()

    assert (last["did"], last["reason"]) == ("refund completed", "The buyer left the money as a gift.")


ORGANIZATION = {"receipts": True, "is_501c3": True, "legal_name": "Cards for a Cause, Inc.", "ein": "12-3456789"}
NOTE = (
    "You paid $80.20. You received 4 seats with an estimated fair market value of $55.20. The amount deductible for "
    "federal income tax purposes is limited to the excess of your payment over that value: $25.00."
)


@pytest.fixture
def receipts():
    ShopSettings.objects.create(pk=ShopSettings.ONLY, **ORGANIZATION)


def buy(client, paypal, *, seats=4, gift=25, **fields):
    """Buy seats at $12 with 15% tax, and give."""
    date = OccurrenceFactory(**POLICY, **fields)
    return create_paid_order(paypal, client, date, seats=seats, gift=gift)


def give(client, paypal, gift):
    return create_paid_order(paypal, client, gift=gift)


def get_note(client, order):
    return get_order(client, order).get("giftNote", "")


@pytest.mark.django_db(transaction=True)
def test_without_receipts_the_page_and_the_email_say_that_they_are_none(as_visitor, paypal):
    order = buy(as_visitor, paypal, seats=1)

    listed = as_visitor.get("/api/orders/my_orders").json()[0]
    (message,) = delivered("order_paid")

    assert get_note(as_visitor, order) == "This is not a tax receipt."
    assert "giftNote" not in listed
    assert get_note(as_visitor, order) in message.body
    assert get_note(as_visitor, order) in html_of(message)


@pytest.mark.parametrize(
    ("asked", "note"),
    [
        ({}, NOTE),
        ({"gift": 19.80}, ""),  # $75.00 in all
        ({"gift": 19.81}, ": $19.81."),
        ({"event__fair_value": "8.00"}, "estimated fair market value of $36.80. The amount deductible for"),
        ({"event__fair_value": "8.00"}, ": $43.40."),
        ({"event__fair_value": "50.00"}, ": $0.00."),
        ({"gift": 0, "event__price": "20.00"}, ""),
        ({"gift": 0, "event__price": "20.00", "event__fair_value": "20.00"}, ""),
        ({"gift": 0, "event__price": "20.00", "event__fair_value": "25.00"}, ""),
        ({"gift": 0, "event__price": "20.00", "event__fair_value": "5.00", "seats": 3}, ""),  # $69
    ],
)
def test_a_payment_above_75_dollars_for_more_than_the_seats_are_worth_is_disclosed(
    as_visitor, paypal, receipts, asked, note
):
    found = get_note(as_visitor, buy(as_visitor, paypal, **asked))

    assert note in found if note else found == ""


@pytest.mark.parametrize(("per", "value"), [("seat", "$55.20"), ("booking", "$13.80")])
def test_discounted_seats_are_worth_their_list_price(as_visitor, paypal, receipts, settings, per, value):
    settings.PRICE_PER = per
    VoucherFactory(code="SPRING", kind="percent", value=50)
    order = create_order(as_visitor, OccurrenceFactory(), seats=4, giftPrice=70, voucher="SPRING")

    assert f"fair market value of {value}" in get_note(as_visitor, pay_with_paypal(paypal, as_visitor, order))


def test_seats_at_places_with_other_taxes_are_worth_their_price_with_these_taxes(as_visitor, paypal, receipts):
    rates = (("Barge", "0.0825"), ("Fermata", "0.2"))
    dates = [OccurrenceFactory(event__place=PlaceFactory(name=name, tax_rate=rate)) for name, rate in rates]
    order = create_order(as_visitor, *dates, giftPrice=30)

    note = get_note(as_visitor, pay_with_paypal(paypal, as_visitor, order))

    assert (order["taxPrice"], order["totalPrice"]) == (6.78, 84.78)
    assert "fair market value of $54.78." in note
    assert note.endswith(": $30.00.")


def test_shipping_is_no_gift(as_visitor, paypal, receipts, settings):
    settings.SHIPPING_FLAT, settings.SHIPPING_FREE_OVER = Decimal(10), None
    order = buy(as_visitor, paypal, gift=0, event__price="20.00", event__fair_value="20.00")

    assert (order["shippingPrice"], get_note(as_visitor, order)) == (10.0, "")


def test_a_gift_from_250_dollars_names_the_organization_and_the_amount(as_visitor, paypal, receipts):
    note = get_note(as_visitor, give(as_visitor, paypal, 250))

    today = timezone.localtime()
    assert note == (
        f"Cards for a Cause, Inc. (EIN 12-3456789) received your gift of $250.00 on {today:%a, %b} {today.day}, "
        f"{today.year}. {defaults.GIFT_ALONE}"
    )
    assert "EIN" not in get_note(as_visitor, give(as_visitor, paypal, 249.99))


LATER = {
    "event": lambda: Event.objects.update(fair_value="5.00", price="99.00", member_price="1.00", name="Renamed"),
    "wording": lambda: ShopSettings.objects.update(disclosure_text="New.", no_receipt_text="New."),
    "organization": lambda: ShopSettings.objects.update(legal_name="Another", ein="98-7654321", charity="Another"),
    "receipts off": lambda: ShopSettings.objects.update(receipts=False),
}


@pytest.mark.parametrize("setting", LATER)
@pytest.mark.django_db(transaction=True)
def test_later_settings_change_neither_the_page_nor_the_email(as_visitor, paypal, receipts, settings, setting):
    order = buy(as_visitor, paypal, gift=300)
    before = get_order(as_visitor, order)
    assert before["giftNote"].startswith("Cards for a Cause, Inc. (EIN 12-3456789) received your gift of $300.00")

    LATER[setting]()
    settings.TAX_RATE, settings.PRICE_PER = Decimal("0.07"), "booking"

    (message,) = delivered("order_paid")  # rendered only now
    assert get_order(as_visitor, order) == before
    assert before["giftNote"] in message.body
    assert f"Gift to {before['charity']}: $300.00" in message.body


def test_after_a_refund_of_seats_what_is_left_counts(as_visitor, as_admin, paypal, receipts):
    order = buy(as_visitor, paypal)

    post_refund(as_admin, order, seats={list_booking_ids(order)[0]: 1})

    assert get_note(as_visitor, order) == (
        "You paid $66.40. You received 3 seats with an estimated fair market value of $41.40. The amount deductible "
        "for federal income tax purposes is limited to the excess of your payment over that value: $25.00. "
        "The $13.80 that was refunded is left out."
    )


def test_a_gift_that_was_refunded_in_part_is_acknowledged_as_what_is_left(as_visitor, as_admin, paypal, receipts):
    order = give(as_visitor, paypal, 300)

    post_refund(as_admin, order, amount="100.00")

    assert "received your gift of $200.00 on" in get_note(as_visitor, order)
    assert get_note(as_visitor, order).endswith(f"{defaults.GIFT_ALONE} The $100.00 that was refunded is left out.")


@pytest.mark.parametrize("seats", [4, 0])
def test_after_a_full_refund_nothing_is_deductible(as_visitor, as_admin, paypal, receipts, seats):
    order = buy(as_visitor, paypal) if seats else give(as_visitor, paypal, 300)

    post_refund(as_admin, order)

    assert get_note(as_visitor, order) == "Nothing of this payment is deductible, because it was refunded."


def test_there_is_no_receipt_for_a_test_or_before_the_payment(as_visitor, receipts):
    order = create_order(as_visitor, OccurrenceFactory(), seats=4, giftPrice=25)
    assert "giftNote" not in order

    assert get_note(as_visitor, pay_test_order(as_visitor, order)) == ""
