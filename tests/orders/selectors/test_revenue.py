"""GET /api/orders/sums: captured, refunded and net amounts of the filtered orders."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.data import make_orders
from events.models import Occurrence
from orders.models import Order
from tests.orders.api_calls import create_order
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


def test_held_test_and_free_orders_are_left_out(as_admin, as_visitor, date):
    free = OccurrenceFactory(event=date.event, starts_at=date.starts_at + timedelta(days=7))
    create_order(as_visitor, date)
    create_test_order(as_visitor, free)

    assert get_date_sums(as_admin, date) == NO_REVENUE


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
