"""The staff's list of orders, and a buyer's own."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from orders.models import Order
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, create_paypal_order, expire_hold, pay, pay_test_order
from tests.support.factories import OccurrenceFactory, UserFactory

pytestmark = pytest.mark.django_db


def listed(client, query=""):
    answer = client.get(f"/api/orders{query}")
    assert answer.status_code == 200, answer.content
    return [order["_id"] for order in answer.json()["orders"]]


def ids(*orders):
    return [order["_id"] for order in orders]


# --- The staff's -----------------------------------------------------------------------------------------------------


def test_only_staff_see_the_list(as_visitor, as_nobody):
    assert as_visitor.get("/api/orders").status_code == 403
    assert as_nobody.get("/api/orders").status_code == 401


def test_everybodys_orders_are_listed_newest_first(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    orders = [create_order(client, date, seats=1) for client in (as_visitor, as_other_visitor, as_admin)]

    answer = as_admin.get("/api/orders").json()

    assert [order["_id"] for order in answer["orders"]] == ids(*reversed(orders))
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
def test_the_list_is_sorted_by_what_its_columns_show(as_admin, field, ascending):
    def by(first_name, last_name, prices, method):
        client = signed_in(UserFactory(first_name=first_name, last_name=last_name))
        dates = [OccurrenceFactory(event__price=price) for price in prices]
        return create_order(client, *dates, seats=1, paymentMethod=method)

    orders = [by("ana", "zimmer", ["30"], "Paypal"), by("Ben", "Ode", ["5", "6", "7"], "Card")]
    orders.append(by("ana", "Zorn", ["1", "2"], "Transfer"))
    wanted = ids(*(orders[number] for number in ascending))

    assert listed(as_admin, f"?sortField={field}&sortOrder=asc") == wanted
    assert listed(as_admin, f"?sortField={field}&sortOrder=desc") == wanted[::-1]


@pytest.mark.parametrize("query", ["sortField=password", "sortField=user__password", "sortOrder=up", "pageNumber=0",
                                   "pageNumber=-1", "pageNumber=abc", "status=lost",
                                   "from=Friday", "to=9999-99-99", "keyword=%00", "product=%00"])  # fmt: skip
def test_what_the_list_does_not_know_is_refused(as_admin, query):
    answer = as_admin.get(f"/api/orders?{query}")

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert query.partition("=")[0] in answer.json()["errors"]


def test_empty_parameters_mean_the_default(as_admin, as_visitor):
    order = create_order(as_visitor, OccurrenceFactory())

    query = "?sortField=&sortOrder=&pageNumber=&status=&from=&to=&keyword=&product="
    assert listed(as_admin, query) == ids(order)


def test_pages_have_the_shops_size_and_past_the_end_is_the_last(as_admin, as_visitor, settings):
    settings.PAGE_SIZE = 2
    date = OccurrenceFactory()
    orders = [create_order(as_visitor, date, seats=1) for _ in range(3)]

    assert listed(as_admin) == ids(orders[2], orders[1])
    last = as_admin.get("/api/orders?pageNumber=99").json()
    assert (ids(*last["orders"]), last["page"], last["pages"], last["total"]) == (ids(orders[0]), 2, 2, 3)


def test_a_hold_that_ran_out_is_found_as_expired_before_anything_wrote_it_down(as_admin, as_visitor):
    date = OccurrenceFactory()
    live, lapsed, written = (create_order(as_visitor, date, seats=1) for _ in range(3))
    expire_hold(lapsed)
    expire_hold(written)
    Order.objects.filter(public_id=written["_id"]).update(status="expired")

    assert listed(as_admin, "?status=held") == ids(live)
    assert listed(as_admin, "?status=expired") == ids(written, lapsed)
    assert listed(as_admin, "?status=held&status=expired") == ids(written, lapsed, live)
    assert {row["status"] for row in as_admin.get("/api/orders?status=expired").json()["orders"]} == {"expired"}


def test_orders_are_found_by_status(as_admin, as_visitor):
    date = OccurrenceFactory()
    paid, cancelled = pay_test_order(as_visitor, create_order(as_visitor, date)), create_order(as_visitor, date)
    as_visitor.post(f"/api/orders/{cancelled['_id']}/cancel")

    assert listed(as_admin, "?status=paid") == ids(paid)
    assert listed(as_admin, "?status=cancelled") == ids(cancelled)
    assert listed(as_admin, "?status=refund_due") == []


def test_orders_are_found_by_the_night_they_are_for(as_admin, as_visitor):
    friday, saturday = OccurrenceFactory(), OccurrenceFactory()
    next_friday = OccurrenceFactory(event=friday.event, starts_at=friday.starts_at + timedelta(days=7))
    both_fridays, mixed = create_order(as_visitor, friday, next_friday), create_order(as_visitor, friday, saturday)
    create_order(as_visitor, saturday)

    answer = as_admin.get(f"/api/orders?product={friday.event.public_id}").json()

    assert ids(*answer["orders"]) == ids(mixed, both_fridays)
    assert answer["total"] == 2


def test_a_night_does_not_change_how_many_reservations_an_order_is_sorted_by(as_admin, as_visitor):
    friday, saturday = OccurrenceFactory(), OccurrenceFactory()
    next_friday = OccurrenceFactory(event=friday.event, starts_at=friday.starts_at + timedelta(days=7))
    three = create_order(as_visitor, friday, saturday, OccurrenceFactory())
    two = create_order(as_visitor, friday, next_friday)

    query = f"?product={friday.event.public_id}&sortField=reservations"
    assert listed(as_admin, f"{query}&sortOrder=asc") == ids(two, three)
    assert listed(as_admin, f"{query}&sortOrder=desc") == ids(three, two)


def test_orders_are_found_by_who_placed_them_and_by_their_id(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    anas, bens = create_order(as_visitor, date), create_order(as_other_visitor, date)

    assert listed(as_admin, "?keyword=okafor") == ids(bens)
    assert listed(as_admin, "?keyword=BEN%20oka") == ids(bens)
    assert listed(as_admin, "?keyword=ana@example") == ids(anas)
    assert listed(as_admin, f"?keyword={anas['_id'].upper()}") == ids(anas)
    assert listed(as_admin, "?keyword=%25") == []
    assert listed(as_admin, "?keyword=nobody") == []


def test_an_order_is_found_by_a_part_of_its_id_and_of_a_name_together(as_admin, as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    anas, bens = create_order(as_visitor, date), create_order(as_other_visitor, date)

    assert listed(as_admin, f"?keyword=okafor%20{bens['_id'][:20]}") == ids(bens)
    assert listed(as_admin, f"?keyword=okafor%20{anas['_id'][:23]}") == []


def test_a_name_that_could_begin_an_id_is_a_name_all_the_same(as_admin):
    for name in ("Ada", "Deadbeefa"):
        create_order(signed_in(UserFactory(first_name=name)), OccurrenceFactory())

    assert len(listed(as_admin, "?keyword=ada")) == 1
    assert len(listed(as_admin, "?keyword=deadbeefa")) == 1


def test_orders_are_found_by_when_they_were_placed(as_admin, as_visitor):
    date = OccurrenceFactory()
    old, young = create_order(as_visitor, date), create_order(as_visitor, date)
    three_days_ago = timezone.now() - timedelta(days=3)
    Order.objects.filter(public_id=old["_id"]).update(created_at=three_days_ago)
    day, yesterday = (f"{timezone.localtime(when):%Y-%m-%d}" for when in
                      (three_days_ago, timezone.now() - timedelta(days=1)))  # fmt: skip

    assert listed(as_admin, f"?from={yesterday}") == ids(young)
    assert listed(as_admin, f"?to={yesterday}") == ids(old)
    assert listed(as_admin, f"?from={day}&to={day}") == ids(old)
    assert listed(as_admin, f"?from={day}") == ids(young, old)


def test_the_list_takes_as_many_queries_for_ten_orders_as_for_one(as_admin, as_visitor):
    date = OccurrenceFactory()
    create_order(as_visitor, date, seats=1)
    with CaptureQueriesContext(connection) as for_one:
        listed(as_admin)
    for _ in range(9):
        create_order(as_visitor, date, OccurrenceFactory(), seats=1)

    with CaptureQueriesContext(connection) as for_ten:
        assert len(listed(as_admin)) == 10

    assert len(for_ten) == len(for_one)


# --- A buyer's own ---------------------------------------------------------------------------------------------------


def test_my_orders_are_a_bare_list_newest_first(as_visitor, as_other_visitor):
    date = OccurrenceFactory()
    first, second = create_order(as_visitor, date), create_order(as_visitor, date)
    create_order(as_other_visitor, date)

    answer = as_visitor.get("/api/orders/my_orders")

    assert answer.status_code == 200
    assert answer.json() == [as_visitor.get(f"/api/orders/{order['_id']}").json() for order in (second, first)]


def test_my_orders_leave_out_the_holds_i_walked_away_from(as_visitor):
    date = OccurrenceFactory()
    live, paid, lapsed, written, cancelled = (create_order(as_visitor, date, seats=1) for _ in range(5))
    pay_test_order(as_visitor, paid)
    expire_hold(lapsed)
    expire_hold(written)
    Order.objects.filter(public_id=written["_id"]).update(status="expired")
    as_visitor.post(f"/api/orders/{cancelled['_id']}/cancel")

    assert ids(*as_visitor.get("/api/orders/my_orders").json()) == ids(paid, live)


def test_my_orders_show_one_whose_payment_is_on_its_way(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "error_500_before", times=2)
    pay(as_visitor, order, paypal_order_id)

    (shown,) = as_visitor.get("/api/orders/my_orders").json()
    assert shown["status"] == "capturing"


def test_an_admins_own_orders_are_only_their_own(as_admin, as_visitor, as_nobody):
    date = OccurrenceFactory()
    mine = create_order(as_admin, date)
    create_order(as_visitor, date)

    assert ids(*as_admin.get("/api/orders/my_orders").json()) == ids(mine)
    assert as_nobody.get("/api/orders/my_orders").status_code == 401


def test_an_order_is_read_by_its_buyer_and_staff_alone(as_visitor, as_other_visitor, as_admin, as_nobody):
    order = create_order(as_visitor, OccurrenceFactory())
    people = (as_visitor, as_admin, as_other_visitor, as_nobody)

    assert [client.get(f"/api/orders/{order['_id']}").status_code for client in people] == [200, 200, 404, 401]
