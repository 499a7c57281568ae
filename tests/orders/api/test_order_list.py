"""The staff's order list, and a buyer's own orders."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from orders.models import Order
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, create_paypal_order, expire_hold, pay, pay_test_order
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


def get_list(client, query=""):
    answer = client.get(f"/api/orders{query}")
    assert answer.status_code == 200, answer.content
    return [order["_id"] for order in answer.json()["orders"]]


def list_ids(*orders):
    return [order["_id"] for order in orders]


# --- The staff's list ------------------------------------------------------------------------------------------------


def test_all_buyers_orders_are_listed_newest_first(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    orders = [create_order(client, date, seats=1) for client in (as_visitor, as_other_visitor, as_admin)]

    answer = as_admin.get("/api/orders").json()

    assert [order["_id"] for order in answer["orders"]] == list_ids(*reversed(orders))
    assert {key: answer[key] for key in ("page", "pages", "total")} == {"page": 1, "pages": 1, "total": 3}
    assert answer["orders"][2] == as_visitor.get(f"/api/orders/{orders[0]['_id']}").json()


@pytest.mark.parametrize(
    ("field", "ascending"),
    [
        ("_id", [0, 1, 2]),
        ("createdAt", [0, 1, 2]),
        ("user", [0, 2, 1]),
        ("user._id", [0, 2, 1]),
        ("reservations", [0, 2, 1]),
        ("orderItems", [0, 2, 1]),
        ("totalPrice", [2, 1, 0]),
        ("paymentMethod", [1, 0, 2]),
    ],
)
def test_the_list_is_sorted_by_the_displayed_values(as_admin, field, ascending):
    def by(first_name, last_name, prices, method):
        client = signed_in(UserFactory(first_name=first_name, last_name=last_name))
        dates = [OccurrenceFactory(event__price=price) for price in prices]
        return create_order(client, *dates, seats=1, paymentMethod=method)

    orders = [by("ana", "zimmer", ["30"], "Paypal"), by("Ben", "Ode", ["5", "6", "7"], "Card")]
    orders.append(by("ana", "Zorn", ["1", "2"], "Transfer"))
    wanted = list_ids(*(orders[number] for number in ascending))

    assert get_list(as_admin, f"?sortField={field}&sortOrder=asc") == wanted
    assert get_list(as_admin, f"?sortField={field}&sortOrder=desc") == wanted[::-1]


@pytest.mark.parametrize("query", ["sortField=user__password", "sortOrder=up", "pageNumber=0", "status=lost",
                                   "from=Friday", "to=9999-99-99", "keyword=%00", "product=%00"])  # fmt: skip
def test_unknown_parameter_values_are_refused(as_admin, query):
    answer = as_admin.get(f"/api/orders?{query}")

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert query.partition("=")[0] in answer.json()["errors"]


def test_empty_parameters_use_the_defaults(as_admin, as_visitor):
    order = create_order(as_visitor, OccurrenceFactory())

    query = "?sortField=&sortOrder=&pageNumber=&status=&from=&to=&keyword=&product=&gift="
    assert get_list(as_admin, query) == list_ids(order)


def test_pages_have_the_configured_size_and_a_page_past_the_end_returns_the_last(as_admin, as_visitor, settings):
    settings.PAGE_SIZE = 2
    date = OccurrenceFactory()
    orders = [create_order(as_visitor, date, seats=1) for _ in range(3)]

    assert get_list(as_admin) == list_ids(orders[2], orders[1])
    last = as_admin.get("/api/orders?pageNumber=99").json()
    assert (list_ids(*last["orders"]), last["page"], last["pages"], last["total"]) == (list_ids(orders[0]), 2, 2, 3)


def test_an_expired_hold_is_found_as_expired_before_that_is_stored(as_admin, as_visitor):
    date = OccurrenceFactory()
    live, expired, written = (create_order(as_visitor, date, seats=1) for _ in range(3))
    expire_hold(expired)
    expire_hold(written)
    Order.objects.filter(public_id=written["_id"]).update(status="expired")

    assert get_list(as_admin, "?status=held") == list_ids(live)
    assert get_list(as_admin, "?status=expired") == list_ids(written, expired)
    assert get_list(as_admin, "?status=held&status=expired") == list_ids(written, expired, live)
    assert {row["status"] for row in as_admin.get("/api/orders?status=expired").json()["orders"]} == {"expired"}


def test_orders_are_found_by_status(as_admin, as_visitor):
    date = OccurrenceFactory()
    paid, cancelled = create_test_order(as_visitor, date), create_order(as_visitor, date)
    as_visitor.post(f"/api/orders/{cancelled['_id']}/cancel")

    assert get_list(as_admin, "?status=paid") == list_ids(paid)
    assert get_list(as_admin, "?status=cancelled") == list_ids(cancelled)
    assert get_list(as_admin, "?status=refund_due") == []


def test_orders_are_found_by_their_gift(as_admin, as_visitor):
    without, with_gift = create_order(as_visitor, OccurrenceFactory()), create_order(as_visitor, giftPrice="5")

    assert get_list(as_admin, "?gift=true") == list_ids(with_gift)
    assert get_list(as_admin, "?gift=false") == list_ids(without)


def test_orders_are_found_by_event(as_admin, as_visitor):
    friday, saturday = OccurrenceFactory(), OccurrenceFactory()
    next_friday = OccurrenceFactory(event=friday.event, starts_at=friday.starts_at + timedelta(days=7))
    both_fridays, mixed = create_order(as_visitor, friday, next_friday), create_order(as_visitor, friday, saturday)
    create_order(as_visitor, saturday)

    answer = as_admin.get(f"/api/orders?product={friday.event.public_id}").json()

    assert list_ids(*answer["orders"]) == list_ids(mixed, both_fridays)
    assert answer["total"] == 2


def test_filtering_by_event_does_not_change_the_number_of_reservations_for_sorting(as_admin, as_visitor):
    friday, saturday = OccurrenceFactory(), OccurrenceFactory()
    next_friday = OccurrenceFactory(event=friday.event, starts_at=friday.starts_at + timedelta(days=7))
    three = create_order(as_visitor, friday, saturday, OccurrenceFactory())
    two = create_order(as_visitor, friday, next_friday)

    query = f"?product={friday.event.public_id}&sortField=reservations"
    assert get_list(as_admin, f"{query}&sortOrder=asc") == list_ids(two, three)
    assert get_list(as_admin, f"{query}&sortOrder=desc") == list_ids(three, two)


def test_orders_are_found_by_buyer_and_by_id(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    anas, bens = create_order(as_visitor, date), create_order(as_other_visitor, date)

    assert get_list(as_admin, "?keyword=okafor") == list_ids(bens)
    assert get_list(as_admin, "?keyword=BEN%20oka") == list_ids(bens)
    assert get_list(as_admin, "?keyword=ana@example") == list_ids(anas)
    assert get_list(as_admin, f"?keyword={anas['_id'].upper()}") == list_ids(anas)
    assert get_list(as_admin, "?keyword=%25") == []
    assert get_list(as_admin, "?keyword=nobody") == []


def test_an_order_is_found_by_parts_of_its_id_and_of_a_name_together(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    anas, bens = create_order(as_visitor, date), create_order(as_other_visitor, date)

    assert get_list(as_admin, f"?keyword=okafor%20{bens['_id'][:20]}") == list_ids(bens)
    assert get_list(as_admin, f"?keyword=okafor%20{anas['_id'][:23]}") == []


def test_an_order_is_found_by_its_number_however_it_is_typed(as_admin, as_visitor, as_other_visitor):
    wanted, other = (create_order(client, OccurrenceFactory()) for client in (as_visitor, as_other_visitor))
    Order.objects.filter(public_id=wanted["_id"]).update(number="C-7K0M1")

    for typed in ("C-7K0M1", "c-7k0m1", "7K0M1", "7k0m1", "7KOMI", "c-7kOMl ana"):
        assert get_list(as_admin, f"?keyword={typed}") == [wanted["_id"]], typed
    for typed in ("C-7K0M", "7K0M12", "C-7K0M1 ben", "C7K0M1"):
        assert get_list(as_admin, f"?keyword={typed}") == [], typed
    assert get_list(as_admin, f"?keyword={other['number']}") == [other["_id"]]


def test_a_name_that_is_also_the_number_of_an_order_finds_both(as_admin, as_visitor):
    hanna = create_order(signed_in(UserFactory(first_name="Hanna")), OccurrenceFactory())
    numbered = create_order(as_visitor, OccurrenceFactory())
    Order.objects.filter(public_id=numbered["_id"]).update(number="C-HANNA")

    assert get_list(as_admin, "?keyword=hanna") == list_ids(numbered, hanna)


def test_a_name_that_looks_like_an_id_is_found_as_a_name(as_admin):
    for name in ("Ada", "Deadbeefa"):
        create_order(signed_in(UserFactory(first_name=name)), OccurrenceFactory())

    assert len(get_list(as_admin, "?keyword=ada")) == 1
    assert len(get_list(as_admin, "?keyword=deadbeefa")) == 1


def test_orders_are_found_by_when_they_were_placed(as_admin, as_visitor):
    date = OccurrenceFactory()
    old, young = create_order(as_visitor, date), create_order(as_visitor, date)
    three_days_ago = timezone.now() - timedelta(days=3)
    Order.objects.filter(public_id=old["_id"]).update(created_at=three_days_ago)
    day, yesterday = (f"{timezone.localtime(when):%Y-%m-%d}" for when in
                      (three_days_ago, timezone.now() - timedelta(days=1)))  # fmt: skip

    assert get_list(as_admin, f"?from={yesterday}") == list_ids(young)
    assert get_list(as_admin, f"?to={yesterday}") == list_ids(old)
    assert get_list(as_admin, f"?from={day}&to={day}") == list_ids(old)
    assert get_list(as_admin, f"?from={day}") == list_ids(young, old)


def test_the_list_takes_a_constant_number_of_queries(as_admin, as_visitor):
    date = OccurrenceFactory()
    create_order(as_visitor, date, seats=1)
    with CaptureQueriesContext(connection) as for_one:
        get_list(as_admin)
    for _ in range(9):
        create_order(as_visitor, date, OccurrenceFactory(), seats=1)

    with CaptureQueriesContext(connection) as for_ten:
        assert len(get_list(as_admin)) == 10

    assert len(for_ten) == len(for_one)


# --- A buyer's own orders --------------------------------------------------------------------------------------------


def test_my_orders_are_a_plain_list_newest_first(as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    first, second = create_order(as_visitor, date), create_order(as_visitor, date)
    create_order(as_other_visitor, date)

    answer = as_visitor.get("/api/orders/my_orders")

    assert answer.status_code == 200
    assert answer.json() == [as_visitor.get(f"/api/orders/{order['_id']}").json() for order in (second, first)]


def test_my_orders_leave_out_abandoned_holds(as_visitor):
    date = OccurrenceFactory()
    live, paid, expired, written, cancelled = (create_order(as_visitor, date, seats=1) for _ in range(5))
    pay_test_order(as_visitor, paid)
    expire_hold(expired)
    expire_hold(written)
    Order.objects.filter(public_id=written["_id"]).update(status="expired")
    as_visitor.post(f"/api/orders/{cancelled['_id']}/cancel")

    assert list_ids(*as_visitor.get("/api/orders/my_orders").json()) == list_ids(paid, live)


def test_my_orders_include_an_order_whose_payment_is_in_progress(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "error_500_before", times=2)
    pay(as_visitor, order, paypal_order_id)

    (shown,) = as_visitor.get("/api/orders/my_orders").json()
    assert shown["status"] == "capturing"


def test_an_admins_my_orders_are_only_their_own(as_admin, as_visitor):
    date = OccurrenceFactory()
    mine = create_order(as_admin, date)
    create_order(as_visitor, date)

    assert list_ids(*as_admin.get("/api/orders/my_orders").json()) == list_ids(mine)
