"""Changes, date changes and reminders at the same time as others, on real connections."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bookings.models import Booking
from changes.models import Change, Entitlement
from changes.selectors.date_changes import get_progress
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from changes.services.date_changes.process_date_changes import process_date_changes, process_entitlement
from changes.services.request_change import ChangeRequest, store_change
from events.models import DateChange, Event, Occurrence
from notices.models import Notice
from notices.services.send_reminders import send_reminders
from orders.models import Order
from orders.services import place_order as placing
from orders.services.place_order import CartItem, OrderRequest, place_order
from outbox.models import Outgoing
from payments.models import Refund
from tests.changes.change_calls import (
    begin_cancel,
    buy,
    count_outcomes,
    create_another_date,
    create_date,
    end_answers,
    format_time,
    move_to,
    post_change,
    post_date_change,
)
from tests.conftest import signed_in
from tests.orders import event_dates
from tests.orders.api_calls import (
    approve_payment,
    build_order,
    create_order,
    format_start,
    list_booking_ids,
    pay,
    post_money,
)
from tests.orders.event_dates import FRIDAY_EVENING
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.factories import UserFactory, in_days
from tests.support.races import ATTEMPTS, run_during, run_together

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_change_sent_twice_at_once_is_made_once(visitor, as_visitor, paypal):
    paid = buy(as_visitor, paypal, create_date())

    answers = run_together(
        *[lambda: post_change(signed_in(visitor), paid, "refund", seats=1, amount="12.42", key="tap")] * 2
    )

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["change"]["_id"] == answers[1].json()["change"]["_id"]
    assert list_refunded_amounts(paypal) == ["12.42"]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_key_that_is_sent_for_two_orders_at_once_refunds_one(admin, as_visitor, paypal, attempt):
    orders = [buy(as_visitor, paypal, create_date()) for _ in range(2)]

    answers = run_together(*[lambda order=order: post_refund(signed_in(admin), order, key="tap") for order in orders])

    refunded, refused = sorted(answers, key=lambda answer: answer.status_code)
    assert (refunded.status_code, refused.status_code, refused.json()["code"]) == (200, 409, "key_reused")
    assert list_refunded_amounts(paypal) == ["37.26"]


def test_a_move_and_a_refund_by_staff_leave_a_booking_on_one_date_or_refunded(visitor, admin, as_visitor, paypal):
    date = create_date()
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)

    run_together(lambda: move_to(signed_in(visitor), paid, later), lambda: post_refund(signed_in(admin), paid))

    assert list_refunded_amounts(paypal) == ["37.26"]
    assert Booking.objects.get().status == "refunded"


def test_two_moves_to_the_last_seats_leave_one_booking_there(
    visitor, other_visitor, as_visitor, as_other_visitor, paypal
):
    date = create_date(event__maximum_event_capacity=6)
    later = create_another_date(date)
    mine = buy(as_visitor, paypal, date)
    yours = buy(as_other_visitor, paypal, date)
    create_order(as_visitor, later, seats=2)

    answers = run_together(
        lambda: move_to(signed_in(visitor), mine, later), lambda: move_to(signed_in(other_visitor), yours, later)
    )

    assert sorted(answer.status_code for answer in answers) == [201, 409]


def test_a_move_and_a_smaller_capacity_never_overfill_a_date(visitor, admin, as_visitor, paypal):
    date = create_date(event__maximum_event_capacity=6)
    later = create_another_date(date)
    mine = buy(as_visitor, paypal, date)
    create_order(as_visitor, later, seats=2)
    event = f"/api/products/{date.event.public_id}"

    run_together(
        lambda: move_to(signed_in(visitor), mine, later),
        lambda: signed_in(admin).put(event, {"maximumEventCapacity": 3}, format="json"),
    )

    taken = sum(Booking.objects.filter(occurrence=later).values_list("seats", flat=True))
    assert taken <= Event.objects.get().maximum_event_capacity


KINDS = pytest.mark.parametrize("kind", ["cancel", "move"])


@pytest.fixture
def date():
    return create_date(event__maximum_event_capacity=20, event__refund_policy="none")


def begin(date, kind, staff):
    wanted = DateChangeRequest(date.starts_at, in_days(9) if kind == "move" else None)
    begin_date_change(event_id=date.event_id, change_request=wanted, by=staff)


@KINDS
def test_an_order_that_is_being_placed_is_canceled_with_the_change(date, kind):
    staff, buyer = UserFactory(is_staff=True), UserFactory()
    item = CartItem(product=date.event.public_id, name="", price=None, bookings=[(format_start(date), 2)])

    run_during(
        lambda: place_order(order_request=OrderRequest(items=[item]), by=buyer), lambda: begin(date, kind, staff)
    )

    assert Order.objects.get().status == "cancelled"
    assert get_progress(DateChange.objects.get()).status == "done"


def test_a_date_that_moves_while_it_is_ordered_is_not_sold_at_its_new_time(date, as_visitor, admin, monkeypatch):
    find = placing.find_date_ids

    def find_and_move(references):
        found = find(list(references))
        begin(date, "move", admin)
        return found

    monkeypatch.setattr(placing, "find_date_ids", find_and_move)

    answer = post_money(as_visitor, build_order(date))

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert not Order.objects.exists()


@KINDS
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_payment_in_progress_is_paid_with_a_choice_or_refused(
    visitor, admin, as_visitor, paypal, date, kind, attempt
):
    order = create_order(as_visitor, date)
    paypal_order = approve_payment(paypal, as_visitor, order)

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
    assert refused.json()["code"] == "date_unavailable"
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


@pytest.mark.parametrize("answer", ["move", "refund"])
def test_upkeep_waits_for_an_answer_that_is_being_stored(
    visitor, as_visitor, as_admin, paypal, date, monkeypatch, answer
):
    """The time to answer ends while the buyer's transaction is open."""
    later = create_another_date(date)
    paid = buy(as_visitor, paypal, date)
    change_id = begin_cancel(as_admin, date)
    order, entitlement = Order.objects.get(), Entitlement.objects.get()
    amount = Decimal("37.26") if answer == "refund" else Decimal(0)
    wanted = ChangeRequest(list_booking_ids(paid)[0], answer, amount=amount, to=format_start(later))

    def store_until_the_time_ends() -> None:
        store_change(order_id=order.pk, change_request=wanted, request_key=None, by=visitor)
        monkeypatch.setattr(timezone, "now", lambda: entitlement.until + timedelta(seconds=1))

    run_during(store_until_the_time_ends, lambda: process_entitlement(entitlement.pk))

    assert Change.objects.get().kind == answer
    assert Refund.objects.count() == (1 if answer == "refund" else 0)
    outcome = {"move": "moved", "refund": "refunded"}[answer]
    assert count_outcomes(as_admin, change_id) == {"total": 1, outcome: 1}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_upkeep_twice_at_once_tells_and_refunds_each_buyer_once(as_admin, paypal, date, attempt):
    for _ in range(4):
        buy(signed_in(UserFactory()), paypal, date, seats=1)
    begin_cancel(as_admin, date)
    end_answers()

    run_together(*[process_date_changes] * 3)

    assert list_refunded_amounts(paypal) == ["12.42"] * 4
    assert Outgoing.objects.filter(kind="date_canceled").count() == 4
    assert Booking.objects.filter(status="refunded").count() == 4
    assert get_progress(DateChange.objects.get()).status == "done"


AT_TEN = FRIDAY_EVENING - timedelta(hours=33)


def write() -> int:
    return send_reminders(now=AT_TEN)


def test_two_upkeeps_at_once_write_each_reminder_once():
    date = event_dates.create_date(price="0")
    buyers = [UserFactory() for _ in range(10)]
    for buyer in buyers:
        create_order(signed_in(buyer), date, seats=1)

    counts = run_together(write, write)

    assert sum(counts) == len(buyers)
    assert Notice.objects.count() == len(buyers)
    mails = Outgoing.objects.filter(kind="reminder").values_list("owner_id", flat=True)
    assert sorted(mails) == sorted(buyer.pk for buyer in buyers)


def test_a_refund_and_a_reminder_at_once_both_happen_without_a_deadlock(as_visitor, as_admin):
    order = create_order(as_visitor, event_dates.create_date(price="0"))

    _, refund = run_together(write, lambda: post_refund(as_admin, order))

    assert refund.json()["status"] == "refunded"
    assert Notice.objects.count() == Outgoing.objects.filter(kind="reminder").count()
