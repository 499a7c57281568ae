"""Several processes that run upkeep at once, and changes while reminders are written."""

from datetime import timedelta

import pytest

from changes.services.send_reminders import send_reminders
from charityshop.models import OutgoingMail
from orders.models import Reminder
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.orders.event_dates import FRIDAY_EVENING, create_date
from tests.payments.refund_calls import post_refund
from tests.support.factories import UserFactory
from tests.support.races import run_together

pytestmark = pytest.mark.django_db(transaction=True)

AT_TEN = FRIDAY_EVENING - timedelta(hours=33)


def write() -> int:
    return send_reminders(now=AT_TEN)


def test_two_upkeeps_at_once_write_each_reminder_once():
    date = create_date(price="0")
    buyers = [UserFactory() for _ in range(10)]
    for buyer in buyers:
        create_order(signed_in(buyer), date, seats=1)

    counts = run_together(write, write)

    assert sum(counts) == len(buyers)
    assert Reminder.objects.count() == len(buyers)
    mails = OutgoingMail.objects.filter(kind="reminder").values_list("owner_id", flat=True)
    assert sorted(mails) == sorted(buyer.pk for buyer in buyers)


def test_a_refund_and_a_reminder_at_once_both_happen_without_a_deadlock(as_visitor, as_admin):
    order = create_order(as_visitor, create_date(price="0"))

    _, refund = run_together(write, lambda: post_refund(as_admin, order))

    assert refund.json()["status"] == "refunded"
    assert Reminder.objects.count() == OutgoingMail.objects.filter(kind="reminder").count()
