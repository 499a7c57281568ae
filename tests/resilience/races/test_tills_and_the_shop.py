"""Two phones that sell with and without a connection, and the shop: nobody pays for a seat that doesn't exist.

If both sell the seats that are kept for one of them, some are sold twice, and the door says so. TILL_ROUNDS makes the
race longer.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models import Sum
from django.utils import timezone

from bookings.models import Booking
from door.models import Move
from payments.reports.consistency_checks import list_violations
from tests.conftest import signed_in
from tests.door.till_calls import PRICE, TillClient, build_sale, open_door
from tests.orders.api_calls import build_order, post_money
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)

SEATS, ALLOTTED, BUYERS = 12, 4, 8
ROUNDS = int(os.environ.get("TILL_ROUNDS", "3"))


@pytest.fixture(autouse=True)
def check_consistency(transactional_db: None) -> Iterator[None]:
    """Check before the entries are deleted."""
    yield
    assert list_violations() == []


def sell_all_evening(admin: Any, *, shared: bool) -> int:
    """Let both phones sell what they believe they keep, while the shop sells too. Return the seats sold twice."""
    date = OccurrenceFactory(event__price=PRICE, event__maximum_event_capacity=SEATS)
    door_id = open_door(admin, date)
    phones = [TillClient(admin, door_id, name=name) for name in ("Ana", "Ben")]
    phones[0].open_drawer()
    for phone in phones[:1] if shared else phones:
        assert phone.keep(ALLOTTED).status_code == 200
    clients = [signed_in(UserFactory()) for _ in range(BUYERS)]
    run_together(
        lambda: phones[0].report(*[build_sale()] * ALLOTTED) and sell_online(phones[0]),
        lambda: phones[1].report(*[build_sale()] * 2) and sell_online(phones[1]),
        *(lambda client=client: post_money(client, build_order(date, seats=1)) for client in clients),
    )
    phones[1].report(
        *[build_sale()] * (ALLOTTED - 2)
    )  # sold at the same time, and reported when the connection is back
    taken = Booking.objects.taken(timezone.now()).aggregate(sum=Sum("seats"))["sum"]
    assert taken == SEATS
    assert list_violations() == []
    return Move.objects.filter(kind=Move.Kind.OVER).count()  # one seat each


def sell_online(phone: TillClient) -> None:
    """Sell a seat that nobody keeps, if there is one."""
    if (answer := phone.sell()).status_code != 201:
        assert answer.status_code == 409, answer.content
        phone.seq -= 1  # the number is free again


@pytest.mark.parametrize("attempt", range(ROUNDS))
def test_two_tills_and_the_shop_sell_no_seat_twice(as_admin, attempt):
    assert sell_all_evening(as_admin, shared=False) == 0


def test_phones_that_share_their_seats_sell_some_twice(as_admin):
    assert sell_all_evening(as_admin, shared=True) > 0
