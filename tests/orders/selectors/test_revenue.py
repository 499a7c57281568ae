"""GET /api/orders/sums: captured, refunded and net amounts of the filtered orders."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.data import make_orders
from events.models import Occurrence
from orders.models import Order, Payment, Refund
from payments.services.refunds.send_refund import push_refund
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from tests.orders.api_calls import create_order, create_paypal_order, pay_test_order
from tests.orders.selectors.test_order_export import export, parse_rows
from tests.orders.test_query_counts import count_rows_read
from tests.payments.refund_calls import post_refund
from tests.payments.services.test_review_payment import put_in_review
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_paid_order, create_test_order

pytestmark = pytest.mark.django_db

NO_REVENUE = {"captured": 0, "refunded": 0, "kept": 0, "otherCurrencies": 0}


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=100, event__price="12.00")


@pytest.fixture
def other_date():
    return OccurrenceFactory(event__maximum_event_capacity=100, event__price="3.00")


def get_sums(client, **filters):
    answer = client.get("/api/orders/sums", filters)
    assert answer.status_code == 200, answer.content
    return answer.json()


def get_date_sums(client, date):
    return get_sums(client, product=date.event.public_id)


def export_orders(client, **filters):
    """Add up the spreadsheet's rows."""
    rows = parse_rows(export(client, **filters))
    names = {"captured": "Captured", "refunded": "Refunded", "kept": "Kept"}
    return {key: float(sum(Decimal(row[name] or 0) for row in rows)) for key, name in names.items()}


def test_an_events_captured_amount_is_what_was_paid_for_it(paypal, as_admin, as_visitor, date, other_date):
    create_paid_order(paypal, as_visitor, date)
    create_paid_order(paypal, as_visitor, other_date, seats=1)

    assert get_date_sums(as_admin, date) == NO_REVENUE | {"captured": 27.6, "kept": 27.6}
    assert get_date_sums(as_admin, other_date) == NO_REVENUE | {"captured": 3.45, "kept": 3.45}


def test_a_partial_refund_reduces_the_net_amount(paypal, as_admin, as_visitor, date, other_date):
    order = create_paid_order(paypal, as_visitor, date)
    create_paid_order(paypal, as_visitor, date, other_date, seats=1)
    post_refund(as_admin, order, amount="6.90")
    post_refund(as_admin, order, amount="0.05")

    assert get_date_sums(as_admin, date) == {"captured": 44.85, "refunded": 6.95, "kept": 37.9, "otherCurrencies": 0}
    assert get_date_sums(as_admin, other_date) == NO_REVENUE | {"captured": 17.25, "kept": 17.25}


def test_a_requested_refund_does_not_count_yet(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    paypal.fault("refund", "error_500_before", times=9)
    post_refund(as_admin, order)

    assert get_date_sums(as_admin, date) == NO_REVENUE | {"captured": 27.6, "kept": 27.6}


def test_a_refunded_second_payment_is_left_out(paypal, as_admin, as_visitor, date):
    order = create_order(as_visitor, date)
    second = create_paypal_order(as_visitor, order)
    paypal.approve(second)
    pay_test_order(as_visitor, order)
    endpoints.capture_order(second, key="from elsewhere")
    settle_payment(payment_id=Payment.objects.get().pk, paypal_order=endpoints.get_order(second))
    push_refund(refund_id=Refund.objects.get().pk)
    assert Refund.objects.get().status == Refund.Status.COMPLETED

    assert get_date_sums(as_admin, date) == NO_REVENUE


def test_held_test_and_free_orders_are_left_out(as_admin, as_visitor, date):
    free = OccurrenceFactory(event=date.event, starts_at=date.starts_at + timedelta(days=7))
    create_order(as_visitor, date)
    create_test_order(as_visitor, free)

    assert get_date_sums(as_admin, date) == NO_REVENUE


def test_orders_in_another_currency_are_left_out_and_counted(paypal, as_admin, as_visitor, date):
    create_paid_order(paypal, as_visitor, date, seats=1)
    in_euro = put_in_review(paypal, as_visitor, date, fault="wrong_currency", currency="EUR")
    assert get_date_sums(as_admin, date) == {"captured": 13.8, "refunded": 0, "kept": 13.8, "otherCurrencies": 1}

    as_admin.post(f"/api/orders/{in_euro['_id']}/decide", {"accept": False, "reason": "Wrong."}, format="json")

    assert Refund.objects.get().status == Refund.Status.COMPLETED
    assert get_date_sums(as_admin, date) == {"captured": 13.8, "refunded": 0, "kept": 13.8, "otherCurrencies": 1}


def test_the_totals_equal_those_of_the_spreadsheet_with_the_same_filters(
    paypal, as_admin, as_visitor, as_other_visitor, date, other_date, settings
):
    settings.PAGE_SIZE = 1
    theirs = create_paid_order(paypal, as_other_visitor, date, other_date)
    old = create_paid_order(paypal, as_visitor, date, seats=3)
    create_test_order(as_visitor, date, seats=1)
    whole = create_paid_order(paypal, as_visitor, other_date)
    put_in_review(paypal, as_visitor, date, amount="20.00")
    post_refund(as_admin, theirs, amount="1.01")
    post_refund(as_admin, whole)
    three_days_ago = timezone.now() - timedelta(days=3)
    Order.objects.filter(public_id=old["_id"]).update(created_at=three_days_ago)
    day = f"{timezone.localtime(three_days_ago):%Y-%m-%d}"

    found = []
    for filters in (
        {"from": "2001-01-01"},
        {"from": day, "to": day},
        {"product": other_date.event.public_id},
        {"product": date.event.public_id, "from": day},
        {"product": date.event.public_id, "status": ["partly_refunded", "review"]},
        {"from": day, "keyword": "okafor"},
    ):
        found.append(get_sums(as_admin, **filters))
        assert found[-1] == export_orders(as_admin, **filters) | {"otherCurrencies": 0}, filters

    assert [row["captured"] for row in found] == [102.8, 41.4, 41.4, 95.9, 54.5, 34.5]
    assert [row["refunded"] for row in found] == [7.91, 0, 7.91, 1.01, 1.01, 1.01]


@pytest.mark.parametrize("query", ["?status=paid", "?from=&to=&product=%20"])
def test_a_filter_is_required(as_admin, query):
    answer = as_admin.get(f"/api/orders/sums{query}")

    assert (answer.status_code, answer.json()["message"]) == (400, "Say for which days or for which event.")
    assert set(answer.json()["errors"]) == {"from", "to", "product"}


def test_an_invalid_filter_is_refused(as_admin):
    for wrong in ({"from": "yesterday"}, {"from": "2026-01-01", "status": "gone"}):
        assert as_admin.get("/api/orders/sums", wrong).status_code == 400


def test_the_totals_take_a_constant_number_of_queries(as_admin, as_visitor, visitor, date):
    date = Occurrence.objects.select_related("event").get(pk=date.pk)
    make_orders(1, [date], [visitor])
    with CaptureQueriesContext(connection) as for_one:
        assert get_date_sums(as_admin, date)["captured"] == 27.6
    make_orders(9, [date], [visitor])

    with CaptureQueriesContext(connection) as for_ten:
        assert get_date_sums(as_admin, date)["captured"] == 276

    assert len(for_ten) == len(for_one)


@pytest.mark.parametrize("by", ["days", "event"])
def test_orders_outside_the_filter_cost_nothing(as_admin, paypal, as_visitor, date, by):
    order = create_paid_order(paypal, as_visitor, date)
    post_refund(as_admin, order, amount="1.00")
    today = {"from": f"{timezone.localdate():%Y-%m-%d}"}
    event = {"product": date.event.public_id}
    filters = {"days": today, "event": event}[by]
    get_sums(as_admin, **filters)  # and whatever only the first look costs

    with_few = count_rows_read(lambda: get_sums(as_admin, **filters))
    elsewhere = Occurrence.objects.select_related("event").get(
        pk=OccurrenceFactory(event__maximum_event_capacity=2000).pk
    )
    others = UserFactory()
    make_orders(600, [elsewhere], [others])
    Order.objects.filter(user=others).update(created_at=timezone.now() - timedelta(days=30))
    with_many = count_rows_read(lambda: get_sums(as_admin, **filters))

    assert with_many - with_few < 50
