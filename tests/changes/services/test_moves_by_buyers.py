"""Buyers move a paid booking to another date of its event."""

from datetime import timedelta

import pytest

from events.models import Occurrence
from orders.models import Change
from tests.changes.change_calls import buy, create_another_date, create_date, get_options, move_to
from tests.orders.api_calls import format_start
from tests.payments.refund_calls import list_refunded_amounts
from tests.support.factories import OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=8)


@pytest.fixture
def paid(as_visitor, paypal, date):
    return buy(as_visitor, paypal, date)


def test_a_booking_moves_to_another_date_without_money(as_visitor, as_anonymous, paypal, date, paid):
    later = create_another_date(date)

    assert get_options(as_visitor, paid)[0]["move"] == {
        "allowed": True,
        "dates": [{"startTime": format_start(later), "countInStock": 8}],
    }
    answer = move_to(as_visitor, paid, later)

    assert answer.status_code == 201, answer.content
    assert (answer.json()["change"]["kind"], answer.json()["change"]["status"]) == ("move", "done")
    booking = answer.json()["order"]["orderItems"][0]["bookings"][0]
    assert (booking["bookingDate"], booking["movedFrom"]) == (format_start(later), format_start(date))
    assert list_refunded_amounts(paypal) == []


def test_a_move_does_not_extend_the_refund_deadline(as_visitor, paypal):
    soon = create_date(event__starts_at=in_days(0, hours=30))
    paid = buy(as_visitor, paypal, soon)
    before = get_options(as_visitor, paid)[0]["refund"]["until"]

    move_to(as_visitor, paid, create_another_date(soon))

    assert get_options(as_visitor, paid)[0]["refund"]["until"] == before


def test_a_move_to_an_earlier_date_brings_the_deadline_forward(as_visitor, paypal, date, paid):
    sooner = create_another_date(date, days=3)

    move_to(as_visitor, paid, sooner)

    until = get_options(as_visitor, paid)[0]["refund"]["until"]
    assert until == f"{sooner.starts_at - timedelta(hours=24):%Y-%m-%dT%H:%M:%SZ}"


@pytest.mark.parametrize("which", ["past", "skipped", "other event", "same", "nothing"])
def test_a_booking_moves_only_to_upcoming_dates_of_its_event(as_visitor, paypal, date, paid, which):
    to = {
        "past": lambda: create_another_date(date, days=-1),
        "skipped": lambda: OccurrenceFactory(event=date.event, starts_at=in_days(9), status="skipped"),
        "other event": lambda: create_date(event__starts_at=in_days(9)),
        "same": lambda: date,
        "nothing": lambda: Occurrence(starts_at=in_days(40)),
    }[which]()

    answer = move_to(as_visitor, paid, to)

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert not Change.objects.exists()
