"""Date changes at the same time as purchases, answers and other changes, on real connections."""

import time
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bookings.models import Booking
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from changes.services.date_changes.process_date_changes import process_date_changes, process_entitlement
from changes.services.request_change import ChangeRequest, store_change
from charityshop.models import OutgoingMail
from events.models import Occurrence
from orders.carts import CartItem, OrderRequest
from orders.models import Change, DateChange, Entitlement, Order, Refund
from orders.services import place_order as placing
from orders.services.place_order import place_order
from tests.changes.change_calls import buy, create_another_date, create_date
from tests.changes.date_change_calls import call_off, count_outcomes, end_answers, format_time, post_date_change
from tests.conftest import signed_in
from tests.orders.api_calls import (
    build_order,
    create_order,
    create_paypal_order,
    format_start,
    list_booking_ids,
    pay,
    post_order,
)
from tests.payments.refund_calls import list_refunded_amounts
from tests.support.factories import UserFactory, in_days
from tests.support.races import ATTEMPTS, run_during, run_together

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = pytest.mark.parametrize("kind", ["cancel", "move"])


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=20, event__refund_policy="none")


def begin(date, kind, staff):
    wanted = DateChangeRequest(when=date.starts_at, kind=kind, reason="Flooded.", to=in_days(9))
    begin_date_change(event_id=date.event_id, change_request=wanted, by=staff)


def place(date, buyer, seats=2):
    item = CartItem(product=date.event.public_id, name="", price=None, bookings=[(format_start(date), seats)])
    return place_order(order_request=OrderRequest(items=[item]), by=buyer)


# --- Purchases -------------------------------------------------------------------------------------------------------


@KINDS
def test_an_order_that_is_being_placed_is_canceled_with_the_change(date, kind):
    staff, buyer = UserFactory(is_staff=True), UserFactory()

    run_during(lambda: place(date, buyer), lambda: begin(date, kind, staff))

    assert Order.objects.get().status == "cancelled"
    assert DateChange.objects.get().status == "done"


def test_a_date_that_moves_while_it_is_ordered_is_not_sold_at_its_new_time(date, as_visitor, admin, monkeypatch):
    find = placing.find_date_ids

    def find_and_move(references):
        found = find(list(references))
        begin(date, "move", admin)
        return found

    monkeypatch.setattr(placing, "find_date_ids", find_and_move)

    answer = post_order(as_visitor, build_order(date))

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert not Order.objects.exists()


@KINDS
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_payment_in_progress_is_paid_with_a_choice_or_refused(
    visitor, admin, as_visitor, paypal, date, kind, attempt
):
    order = create_order(as_visitor, date)
    paypal_order = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order)

    paid, changed = run_together(
        lambda: pay(signed_in(visitor), order, paypal_order),
        lambda: post_date_change(signed_in(admin), date, kind, to=format_time(in_days(9))),
    )

    stored = Order.objects.get()
    if changed.status_code == 409:
        assert (changed.json()["code"], stored.status) == ("payment_in_progress", "paid")
        assert not Entitlement.objects.exists()
    elif stored.status == "paid":
        assert Entitlement.objects.get().line.order == stored
    else:
        assert (paid.status_code, stored.status) == (409, "cancelled")
        assert paypal.captures() == []


# --- Other changes ---------------------------------------------------------------------------------------------------


@KINDS
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_of_two_changes_at_once_one_begins(as_visitor, paypal, date, kind, attempt):
    buy(as_visitor, paypal, date)
    staff = [UserFactory(is_staff=True) for _ in range(2)]

    answers = run_together(
        *(lambda user=user: post_date_change(signed_in(user), date, kind, to=format_time(in_days(9))) for user in staff)
    )

    assert sorted(answer.status_code for answer in answers) == [202, 409]
    (refused,) = [answer for answer in answers if answer.status_code == 409]
    assert refused.json()["code"] == "change_running"
    assert (DateChange.objects.count(), Entitlement.objects.count()) == (1, 1)


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_of_two_dates_that_move_to_one_time_one_moves(admin, date, attempt):
    other = create_another_date(date)

    answers = run_together(
        *(
            lambda moved=moved: post_date_change(signed_in(admin), moved, "move", to=format_time(in_days(9)))
            for moved in (date, other)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [202, 409]
    assert {answer.json().get("code") for answer in answers} == {None, "clash"}
    assert Occurrence.objects.filter(starts_at=in_days(9), status="scheduled").count() == 1


# --- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["move", "refund"])
def test_upkeep_waits_for_an_answer_that_is_being_stored(visitor, as_visitor, as_admin, paypal, date, answer):
    """The time to answer ends while the buyer's transaction is open."""
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)
    change_id = call_off(as_admin, date)
    order, entitlement = Order.objects.get(), Entitlement.objects.get()
    amount = Decimal("37.26") if answer == "refund" else Decimal(0)
    wanted = ChangeRequest(list_booking_ids(paid)[0], answer, amount=amount, to=format_start(later))
    Entitlement.objects.update(until=timezone.now() + timedelta(seconds=2))

    def store_slowly() -> None:
        store_change(order_id=order.pk, change_request=wanted, request_key=None, by=visitor)
        time.sleep(2)

    run_during(store_slowly, lambda: process_entitlement(entitlement.pk))

    assert Change.objects.get().kind == answer
    assert Refund.objects.count() == (1 if answer == "refund" else 0)
    outcome = {"move": "moved", "refund": "refunded"}[answer]
    assert count_outcomes(as_admin, change_id) == {"total": 1, outcome: 1}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_upkeep_twice_at_once_tells_and_refunds_each_buyer_once(as_admin, paypal, date, attempt):
    for _ in range(4):
        buy(signed_in(UserFactory()), paypal, date, seats=1)
    call_off(as_admin, date)
    end_answers()

    run_together(*[process_date_changes] * 3)

    assert list_refunded_amounts(paypal) == ["12.42"] * 4
    assert OutgoingMail.objects.filter(kind="date_cancelled").count() == 4
    assert Booking.objects.filter(status="refunded").count() == 4
    assert DateChange.objects.get().status == "done"
