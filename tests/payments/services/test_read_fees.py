"""What is booked: PayPal's fees, the day of payments and refunds, and amounts that staff accepted."""

from decimal import Decimal

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from charityshop.models import Retry
from events.models import Occurrence
from giving.selectors import list_rows_of_dates
from ledger.calendar import LedgerMonth
from orders.models import Order
from payments.accounts import Account
from payments.models import Payment, Refund, Transfer
from payments.reports.consistency_checks import list_violations
from payments.selectors.sums import sum_rows
from paypal.schemas import parse_capture, parse_refund
from tests.changes.change_calls import create_date, get_options, post_change
from tests.ledger.ledger_calls import get_amounts
from tests.ledger.movement_checks import find_other_revenue
from tests.orders.api_calls import approve_payment, create_order, get_order, pay, pay_with_paypal
from tests.payments.refund_calls import list_refunded_amounts, post_refund, post_refund_preview
from tests.payments.services.test_review_payment import decide
from tests.support.factories import OccurrenceFactory
from tests.support.messages import delivered
from tests.support.paid_orders import create_paid_order

USD = {"currency_code": "USD"}


@pytest.fixture
def date():
    return OccurrenceFactory(event__price="10.00")


@pytest.fixture
def paid(as_visitor, paypal, date):
    """Two seats for 23.00, of which PayPal keeps 1.29."""
    return create_paid_order(paypal, as_visitor, date)


def run_upkeep() -> None:
    """Run upkeep as an hour later."""
    cache.clear()
    Retry.objects.update(next_attempt_at=timezone.now())
    call_command("upkeep")


def test_the_fee_that_a_refund_gives_back_is_stored(as_admin, paypal, paid):
    paypal.control("rules", gives_fees_back=True)

    post_refund(as_admin, paid, amount="10.00")

    assert Refund.objects.get().fee_back == Decimal("0.35")


def test_upkeep_asks_for_fees_that_were_unknown_at_first(as_admin, as_visitor, paypal, date):
    paypal.control("rules", fee_lag=3600, gives_fees_back=True)
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date))
    post_refund(as_admin, order, amount="10.00")
    run_upkeep()
    assert (Payment.objects.get().fee, Refund.objects.get().fee_back) == (None, None)

    paypal.control("rules", fee_lag=0)
    call_command("upkeep")
    assert Payment.objects.get().fee is None, "asked once an hour"
    run_upkeep()

    assert (Payment.objects.get().fee, Refund.objects.get().fee_back) == (Decimal("1.29"), Decimal("0.35"))
    assert not Retry.objects.exists()


@pytest.mark.parametrize(
    "breakdown",
    [
        None,
        "none",
        {"paypal_fee": None},
        {"paypal_fee": {"value": "NaN", **USD}},
        {"paypal_fee": {"value": "1.005", **USD}},
        {"paypal_fee": {"value": "-1.00", **USD}},
        {"paypal_fee": {"value": "1.00", "currency_code": "EUR"}},
    ],
)
def test_an_unreadable_fee_is_unknown_and_stops_no_payment(breakdown):
    body = {"id": "C1", "status": "COMPLETED", "amount": {"value": "23.00", **USD}, "update_time": 5}

    capture = parse_capture(body | {"seller_receivable_breakdown": breakdown})
    refund = parse_refund(body | {"seller_payable_breakdown": breakdown})

    assert (capture.fee, refund.fee_back) == (None, None)
    assert (capture.completed_at, refund.completed_at) == (None, None)


# --- Another amount that staff accepted: everything that shows or returns money uses what was paid --------------------


def pay_another_amount(paypal, client, order, amount):
    paypal_order = approve_payment(paypal, client, order)
    paypal.fault("capture", "wrong_amount", amount=amount, times=1)
    answer = pay(client, order, paypal_order)
    assert answer.json()["status"] == "review", answer.content


@pytest.fixture
def accept(paypal, as_visitor, as_admin):
    """Return a function that buys seats at $20 for another amount, which staff then accept."""

    def accept(amount, *, seats=2, dates=1, **more):
        sold = [create_date(event__price="20.00", event__refund_policy="full") for _ in range(dates)]
        order = create_order(as_visitor, *sold, seats=seats, **more)
        pay_another_amount(paypal, as_visitor, order, amount)
        answer = decide(as_admin, order, accept=True)
        assert answer.status_code == 200, answer.content
        return get_order(as_visitor, order)

    yield accept
    assert list_violations() == []
    assert list(find_other_revenue()) == []


def get_this_month(client):
    return get_amounts(client, LedgerMonth.of(timezone.localdate()))


def list_bookings(order):
    return [booking["_id"] for item in order["orderItems"] for booking in item["bookings"]]


def test_one_of_two_seats_is_half_of_what_was_paid(accept, paypal, as_visitor, as_admin):
    order = accept("23.00")
    assert [order[name] for name in ("itemsPrice", "taxPrice", "totalPrice")] == [20, 3, 23]
    (options,) = get_options(as_visitor, order)
    assert options["refund"]["amounts"] == [11.5, 23]
    (booking,) = list_bookings(order)
    assert post_refund_preview(as_admin, order, seats={booking: 1}).json()["amount"] == 11.5

    assert post_change(as_visitor, order, "refund", seats=1, amount=11.5).status_code == 201

    assert list_refunded_amounts(paypal) == ["11.50"]
    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 10, "fees": 1.29, "sales_tax": 1.5}
    assert get_order(as_visitor, order)["status"] == "partly_refunded"
    post_refund(as_admin, order, seats={booking: 1})
    assert list_refunded_amounts(paypal) == ["11.50", "11.50"]
    assert get_this_month(as_admin) == {"tickets": 20, "refunds": 20, "fees": 1.29}


def test_more_than_the_total_is_returned_with_the_seats(accept, paypal, as_admin):
    order = accept("73.00", dates=2, seats=1, giftPrice=4)
    assert [order[name] for name in ("itemsPrice", "taxPrice", "giftPrice", "totalPrice")] == [60, 9, 4, 73]
    first, second = list_bookings(order)

    post_refund(as_admin, order, seats={second: 1})
    post_refund(as_admin, order, seats={first: 1})

    assert list_refunded_amounts(paypal) == ["34.50", "34.50"]
    assert sum_rows(list_rows_of_dates(Occurrence.objects.all())).gifts == 4
    assert {row.amount for row in Transfer.objects.filter(credit=Account.GIFTS)} == {4}


def test_what_was_booked_before_staff_accepted_it_stays_as_it_was_split(paypal, as_visitor, as_admin):
    order = create_order(as_visitor, create_date(event__price="20.00"), seats=2)
    pay_another_amount(paypal, as_visitor, order, "23.00")
    booked = get_this_month(as_admin)
    assert Order.objects.get().status == "review"

    decide(as_admin, order, accept=True)

    assert get_this_month(as_admin) == booked == {"tickets": 20, "fees": 1.29, "sales_tax": 3}


def test_the_pages_and_the_emails_prices_add_up_to_what_was_paid(accept, as_visitor):
    order = accept("34.50", dates=2, seats=1)

    subtotals = [booking["subtotal"] for item in order["orderItems"] for booking in item["bookings"]]
    assert subtotals == [15, 15]
    assert [order[name] for name in ("itemsPrice", "taxPrice", "totalPrice")] == [30, 4.5, 34.5]
    (email,) = delivered("order_paid")
    assert email.body.count("1 seat, $15.00") == 2
