"""Tills, the shop and organizers at the same time, on real connections."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import Sum
from django.utils import timezone

from accounts.services.users import get_house_account
from bookings.models import Booking
from door.models import Count, Door, Drawer, Move, Phone
from door.services.allotments import set_allotment
from door.services.drawers import close_drawer, count_drawer
from door.services.sell_at_door import sell_at_door
from orders.models import Order
from payments.models import Refund
from payments.reports.consistency_checks import list_violations
from tests.conftest import signed_in
from tests.door.till_calls import (
    PRICE,
    TillClient,
    build_cash,
    build_sale,
    get_token,
    give_back,
    open_door,
    post_door,
)
from tests.orders.api_calls import build_order, format_start, post_money
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.races import ATTEMPTS, run_during, run_together

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = 4


@pytest.fixture(autouse=True)
def check_consistency(transactional_db: None) -> Iterator[None]:
    """Check before the entries are deleted."""
    yield
    assert list_violations() == []


@pytest.fixture
def date() -> Any:
    return OccurrenceFactory(event__price=PRICE, event__maximum_event_capacity=SEATS)


@pytest.fixture
def door_id(as_admin: Any, date: Any) -> str:
    return open_door(as_admin, date)


@pytest.fixture
def tills(as_admin: Any, door_id: str) -> list[TillClient]:
    phones = [TillClient(as_admin, door_id, name=name) for name in ("Ana", "Ben")]
    assert phones[0].open_drawer().status_code == 200
    return phones


def buy(date: Any) -> Callable[[], Any]:
    client = signed_in(UserFactory())
    return lambda: post_money(client, build_order(date, seats=1))


def test_no_door_is_opened_for_a_date_that_is_deleted_meanwhile(as_admin: Any, date: Any) -> None:
    body = {"product": date.event.public_id, "bookingDate": format_start(date)}
    as_admin.get("/api/products")  # the first request is slow

    answer = run_during(date.delete, lambda: as_admin.post("/api/door/nights", body, format="json"))

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def count_taken(date: Any) -> int:
    taken = Booking.objects.taken(timezone.now()).filter(occurrence=date)
    return int(taken.aggregate(sum=Sum("seats"))["sum"] or 0)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_two_tills_and_the_shop_sell_each_seat_once(date, tills, attempt):
    phones = [*tills, *tills]
    calls = [lambda phone=phone, seq=seq: phone.sell(seq=seq) for seq, phone in enumerate(phones, 1)]

    answers = run_together(*calls, *(buy(date) for _ in range(3)))

    assert sorted(answer.status_code for answer in answers) == [201] * SEATS + [409] * 3
    assert count_taken(date) == SEATS


def pay_late(till: TillClient) -> Callable[[], Any]:
    client, path = signed_in(UserFactory()), f"/api/door/late/{get_token(till)}"
    return lambda: client.post(path, {"seats": 1, "totalPrice": 13.8}, format="json")


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_last_seat_is_sold_once_by_a_link_a_till_or_the_shop(date, tills, attempt):
    assert tills[0].keep(SEATS - 1).status_code == 200
    late = [pay_late(till) for till in tills]

    answers = run_together(*late, lambda: tills[1].sell(), buy(date))

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert count_taken(date) == SEATS


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_no_late_guest_holds_seats_once_the_door_is_closed(date, as_admin, door_id, tills, attempt):
    tills[0].count_and_close_drawer()
    order = pay_late(tills[1])

    ordered, closed = run_together(order, lambda: post_door(as_admin, door_id, "close"))

    assert (ordered.status_code in (201, 404, 409), closed.status_code) == (True, 200)
    assert count_taken(date) == 0


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_two_phones_and_the_shop_keep_each_seat_once(date, tills, attempt):
    answers = run_together(*(lambda phone=phone: phone.keep(3) for phone in tills), buy(date), buy(date))

    assert {answer.status_code for answer in answers} <= {200, 201, 409}
    assert count_taken(date) <= SEATS


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_sale_that_is_sent_twice_at_once_is_made_once(tills, attempt):
    phone = tills[0]

    first, second = run_together(lambda: phone.sell(seq=1), lambda: phone.sell(seq=1))

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert (Order.objects.count(), Move.objects.count()) == (1, 1)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_sale_that_is_sent_and_reported_at_once_is_made_once(tills, attempt):
    phone = tills[0]

    sold, (result,) = run_together(lambda: phone.sell(given=20, seq=1), lambda: report_as(phone, 1))

    assert sold.status_code in (201, 409)
    assert result["answer"] in ("stored", "repeated")
    assert (Order.objects.count(), Move.objects.count()) == (1, 1)


def report_as(phone: TillClient, seq: int) -> Any:
    return phone.report(build_sale(allotment=False) | {"seq": seq})


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_two_phones_that_count_at_once_find_each_other(tills, attempt):
    answers = run_together(lambda: tills[0].count("A", 50), lambda: tills[1].count("B", 50))

    assert [answer.status_code for answer in answers] == [200, 200]
    assert sorted(Count.objects.values_list("name", flat=True)) == ["A", "B"]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_drawer_that_two_phones_open_at_once_is_opened_once(as_admin, door_id, attempt):
    phones = [TillClient(as_admin, door_id) for _ in range(2)]

    answers = run_together(*(lambda phone=phone, n=n: phone.open_drawer(n) for n, phone in enumerate(phones, 1)))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert Drawer.objects.count() == 1


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_sale_is_in_the_drawer_that_closes_or_is_refused(tills, attempt):
    for name in "AB":
        tills[0].count(name, 50)

    sold, _ = run_together(lambda: tills[1].sell(given=20), lambda: tills[0].close_drawer(reason="A sale came in"))

    drawer = Drawer.objects.get()
    assert (float(drawer.expected), sold.status_code) in ((63.8, 201), (50, 409))
    assert not Move.objects.filter(is_late=True).exists()
    assert list_violations() == []


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_cash_that_two_organizers_give_back_at_once_is_given_back_once(admin, tills, door_id, attempt):
    order = tills[0].sell(given=20).json()["order"]
    clients = [signed_in(admin), signed_in(UserFactory(is_staff=True))]

    answers = run_together(*(lambda client=client: give_back(client, door_id, order) for client in clients))

    assert sorted(answer.status_code for answer in answers)[0] == 201
    assert sorted(answer.status_code for answer in answers)[1] in (400, 409)
    assert (Refund.objects.count(), Move.objects.filter(kind="refund").count()) == (1, 1)


def sell(phone: TillClient) -> object:
    return sell_at_door(phone_id=Phone.objects.get(uuid=phone.uuid).pk, seq=1, seats=1, given=Decimal(20))


def count(name: str, total: int) -> Drawer:
    return count_drawer(door=Door.objects.get(), name=name, total=Decimal(total))


def test_a_sale_waits_for_the_seats_that_another_phone_keeps(tills):
    get_house_account()  # otherwise the second waits for the first one to create it
    keeper = Phone.objects.get(uuid=tills[0].uuid)

    code = run_during(lambda: set_allotment(phone_id=keeper.pk, count=SEATS), lambda: sell(tills[1]))

    assert code == "sold_out"
    assert not Order.objects.exists()


def test_a_drawer_that_closes_waits_for_a_sale(tills):
    for name in ("Ana", "Ben"):
        tills[0].count(name, 50)

    code = run_during(lambda: sell(tills[0]), lambda: close_drawer(door=Door.objects.get()))

    assert code == "reason_needed"  # the sale was not counted
    assert Drawer.objects.get().closed_at is None


def test_cash_that_is_reported_while_the_drawer_closes_is_late(tills):
    for name in ("Ana", "Ben"):
        tills[0].count(name, 50)

    run_during(lambda: close_drawer(door=Door.objects.get()), lambda: tills[1].report(build_cash(-5, "Ice")))

    assert Move.objects.get().is_late
    assert Drawer.objects.get().expected == 50
