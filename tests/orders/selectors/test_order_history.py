"""GET /api/orders/{id}/history: an order's history, for staff."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.orders.api_calls import create_order, create_paypal_order, pay
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=10, event__price="12.00")


def get_history(client, order):
    return client.get(f"/api/orders/{order['_id']}/history")


def post_refund(client, order, **body):
    return client.post(f"/api/orders/{order['_id']}/refund", {"reason": "Sorry."} | body, format="json")


def test_entries_are_in_chronological_order_with_their_actors(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    post_refund(as_admin, order, amount="7.60", reason="Late start.")

    happened = get_history(as_admin, order).json()

    assert [row["at"] for row in happened] == sorted(row["at"] for row in happened)
    assert [row["did"] for row in happened if row["kind"] == "audit"] == [
        "payment settled",
        "refund requested",
    ]
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


def test_a_refusal_is_shown_with_paypals_message(paypal, as_admin, as_visitor, date):
    order = create_order(as_visitor, date)
    paypal_order = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order)
    paypal.fault("capture", "decline")
    pay(as_visitor, order, paypal_order)

    refused = next(row for row in get_history(as_admin, order).json() if row["kind"] == "payment")

    assert refused["did"] == "payment refused"
    assert refused["problem"].startswith("INSTRUMENT_DECLINED")


@pytest.mark.parametrize(("kind", "status"), [("unprocessable", "failed"), ("pending", "pending")])
def test_a_refunds_status_follows_its_request(paypal, as_admin, as_visitor, date, kind, status):
    order = create_paid_order(paypal, as_visitor, date)
    paypal.fault("refund", kind)
    post_refund(as_admin, order, amount="7.60")

    happened = get_history(as_admin, order).json()

    kinds = [(row["kind"], row["did"]) for row in happened]
    assert kinds.index(("audit", "refund requested")) < kinds.index(("refund", f"refund {status}"))
    assert [row["at"] for row in happened] == sorted(row["at"] for row in happened)


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
    assert [row["changes"] for row in ends] == [
        [],
        [{"field": "status", "before": "paid", "after": "partly_refunded"}],
        [],
    ]


def test_a_cancellation_has_its_actor(as_admin, as_visitor, date):
    order = create_order(as_visitor, date)
    as_admin.post(f"/api/orders/{order['_id']}/cancel")

    last = get_history(as_admin, order).json()[-1]

    assert (last["did"], last["by"]["email"]) == ("order canceled", "staff@example.com")
    assert last["changes"] == [{"field": "status", "before": "held", "after": "cancelled"}]


def test_the_history_takes_a_constant_number_of_queries(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    post_refund(as_admin, order, amount="1.00")
    with CaptureQueriesContext(connection) as for_a_short_one:
        get_history(as_admin, order)
    for _ in range(3):
        post_refund(as_admin, order, amount="1.00")

    with CaptureQueriesContext(connection) as for_a_long_one:
        get_history(as_admin, order)

    assert len(for_a_long_one) == len(for_a_short_one)


def test_a_refund_by_hand_shows_how_the_money_was_returned(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    post_refund(as_admin, order, outside=True, note="Bank transfer, December 3")

    refunded = next(row for row in get_history(as_admin, order).json() if row["kind"] == "refund")

    assert (refunded["reason"], refunded["amount"]) == ("Sorry. (Bank transfer, December 3)", 27.6)
