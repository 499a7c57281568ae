"""The number of queries doesn't depend on the number of rows."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from bench.data import make_orders
from bookings.models import WaitingEntry
from events.models import Occurrence
from outbox.models import Outgoing
from payments.models import Refund
from purchases.api.serializers.orders import NextUpSerializer
from purchases.selectors.next_up import get_next_up
from tests.changes.change_calls import begin_cancel, create_date, get_options
from tests.conftest import signed_in
from tests.orders.api_calls import build_order, create_order, create_paypal_order, pay, post_money
from tests.orders.discounted import create_member, quote
from tests.orders.waiting_lists import create_offered_date
from tests.payments.refund_calls import post_refund
from tests.payments.services.test_review_payment import put_in_review
from tests.support.factories import BookingFactory, OccurrenceFactory, UserFactory, VoucherFactory, in_days
from tests.support.paid_orders import create_paid_order, create_test_order

MAX_QUERIES_TO_CREATE, MAX_QUERIES_TO_PAY = 21, 51  # statements, with BEGIN and COMMIT; 8 of the journal, 2 of moves
LOCKS_TO_OPEN, LOCKS_TO_PAY = 2, 4  # of the dates and discounts and, for paying, the buyer; not needed on SQLite


def measure_payment(paypal: Any, client: APIClient, events: int) -> tuple[list[str], list[str]]:
    """Return the statements of POST /paypal and PUT /pay for an order with this many events."""
    order = create_order(client, *(OccurrenceFactory() for _ in range(events)), seats=1)
    with CaptureQueriesContext(connection) as to_open:
        paypal_order_id = create_paypal_order(client, order)
    paypal.approve(paypal_order_id)
    with CaptureQueriesContext(connection) as to_pay:
        answer = pay(client, order, paypal_order_id)
    assert answer.json()["status"] == "paid", answer.content
    return [query["sql"] for query in to_open], [query["sql"] for query in to_pay]


@pytest.mark.django_db(transaction=True)
def test_creating_and_capturing_a_payment_take_two_transactions_each_and_a_constant_number_of_queries(
    paypal, as_visitor
):
    measure_payment(paypal, as_visitor, 1)  # the first payment of a process fetches a token

    to_open_one, to_pay_one = measure_payment(paypal, as_visitor, 1)
    to_open_twelve, to_pay_twelve = measure_payment(paypal, as_visitor, 12)

    assert to_open_one.count("COMMIT") == 2  # store the key before the call to PayPal, its ID after it
    assert to_pay_one.count("COMMIT") == 2  # store the key before the call to PayPal, settle after it
    has_locks = connection.features.has_select_for_update
    assert len(to_open_twelve) == len(to_open_one) <= MAX_QUERIES_TO_CREATE + LOCKS_TO_OPEN * has_locks
    assert len(to_pay_twelve) == len(to_pay_one) <= MAX_QUERIES_TO_PAY + LOCKS_TO_PAY * has_locks


MAX_QUERIES_TO_HOLD = {  # statements, with BEGIN and COMMIT
    "sqlite": 15,
    "postgresql": 17,  # also locks the rows of the buyer and the dates
}


@pytest.mark.django_db(transaction=True)
def test_a_hold_takes_one_transaction_and_a_constant_number_of_queries(as_visitor):
    one, twelve = build_order(OccurrenceFactory()), build_order(*(OccurrenceFactory() for _ in range(12)))

    with CaptureQueriesContext(connection) as for_one:
        assert post_money(as_visitor, one, **{"Idempotency-Key": "one"}).status_code == 201
    with CaptureQueriesContext(connection) as for_twelve:
        assert post_money(as_visitor, twelve, **{"Idempotency-Key": "twelve"}).status_code == 201

    assert [query["sql"] for query in for_one].count("COMMIT") == 1
    assert len(for_twelve) == len(for_one) <= MAX_QUERIES_TO_HOLD[connection.vendor]


def add_groups(date: Occurrence, number: int) -> None:
    """Let groups wait that are larger than the seats left, so that the public can still buy those."""
    WaitingEntry.objects.bulk_create(
        WaitingEntry(occurrence=date, user=UserFactory(), seats=10, at_least=10) for _ in range(number)
    )


def test_a_waiting_list_adds_no_query_to_a_hold(as_visitor: APIClient, as_other_visitor: APIClient) -> None:
    plain, awaited = (OccurrenceFactory(event__maximum_event_capacity=9) for _ in range(2))
    add_groups(awaited, 3)

    without = count_queries(lambda: create_order(as_visitor, plain, seats=1))
    assert count_queries(lambda: create_order(as_other_visitor, awaited, seats=1)) == without


def read(client: APIClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.content)
    if answer.streaming:
        assert answer.getvalue()


def count_queries(call: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def test_lists_and_orders_take_a_constant_number_of_queries(paypal, as_visitor, as_admin, visitor, settings):
    settings.PAGE_SIZE = 100
    date = OccurrenceFactory(event__maximum_event_capacity=100)
    paid = create_paid_order(paypal, as_visitor, date)

    def grow(number: int) -> str:
        """Add orders of every kind and refunds; return an order with so many dates."""
        for each in range(number):
            create_test_order(signed_in(UserFactory()), date)
            post_refund(as_admin, paid, amount="1.00")
            put_in_review(paypal, as_visitor, date, amount=f"{20 + each}.00")
        make_orders(number, [Occurrence.objects.select_related("event").get(pk=date.pk)], [visitor])
        return str(create_order(as_visitor, *(OccurrenceFactory() for _ in range(number)), seats=1)["_id"])

    lists = ["", "/attention", f"/{paid['_id']}/history", "/{order}"]
    paths = [f"/api/orders{path}" for path in lists] + ["/api/products/{event}/guests"]
    few = grow(1)
    read(as_admin, "/api/orders")  # and whatever only the first look costs
    named = [path.format(event=date.event.public_id, order=few) for path in paths]
    with_few = [count_queries(lambda path=path: read(as_admin, path)) for path in named]
    many = grow(4)
    named = [path.format(event=date.event.public_id, order=many) for path in paths]
    with_many = [count_queries(lambda path=path: read(as_admin, path)) for path in named]

    assert dict(zip(paths, with_many, strict=True)) == dict(zip(paths, with_few, strict=True))
    assert with_few[3] <= 11


def test_an_export_of_personal_data_takes_a_constant_number_of_queries(paypal, as_admin, as_visitor, as_other_visitor):
    def export_orders(client: APIClient, number: int) -> int:
        for _ in range(number):
            paid = create_paid_order(paypal, client, date)
            post_refund(as_admin, paid, amount="1.00")
        Refund.objects.update(reason="")  # which is then that of the buyer's change, if there is one
        Outgoing.objects.update(sent_at=timezone.now())  # the others are written for the export, one by one
        return count_queries(lambda: read(client, "/api/users/profile/data"))

    date = OccurrenceFactory(event__maximum_event_capacity=100)
    export_orders(as_admin, 1)  # and whatever only the first export costs

    assert export_orders(as_other_visitor, 5) == export_orders(as_visitor, 1)


def test_the_options_of_an_order_take_a_constant_number_of_queries(paypal, as_visitor):
    def count(dates: int) -> int:
        paid = create_paid_order(paypal, as_visitor, *(create_date() for _ in range(dates)))
        return count_queries(lambda: get_options(as_visitor, paid))

    count(1)  # and whatever only the first look costs

    assert count(4) == count(1)


def test_a_quote_a_free_order_and_what_comes_next_take_a_constant_number_of_queries(as_visitor, as_admin, visitor):
    create_member(visitor)
    VoucherFactory(code="SPRING", max_uses=5, per_person=2)
    dates = [OccurrenceFactory(event__member_price="10.00") for _ in range(12)]
    free = [OccurrenceFactory(event__price="0") for _ in range(21)]
    ran_out = {"user": visitor, "status": "cancelled", "held_until": timezone.now() - timedelta(minutes=10)}
    for date in free:
        BookingFactory(occurrence=date, **ran_out)
    quote(as_visitor, dates[0], seats=1)  # the first request reads what is cached afterward

    for some in (dates[:1], dates):
        assert count_queries(lambda some=some: quote(as_visitor, *some, seats=1, voucher="SPRING")) == 18
    one = count_queries(lambda: create_order(as_visitor, free[0], seats=1))
    assert count_queries(lambda: create_order(as_visitor, *free[1:], seats=1)) == one

    create_test_order(as_visitor, OccurrenceFactory(starts_at=in_days(0, hours=1)))
    create_test_order(as_visitor, canceled := OccurrenceFactory())
    OccurrenceFactory(event=canceled.event, starts_at=in_days(30))
    begin_cancel(as_admin, canceled)
    create_offered_date(as_visitor, as_admin)
    assert all(as_visitor.get("/api/orders/next").json().values())
    assert count_queries(lambda: NextUpSerializer(get_next_up(visitor, timezone.now())).data) == 10
