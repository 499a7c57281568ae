"""Several processes that run upkeep at once, and dates whose guests are the same."""

from functools import partial

import pytest

from notices.models import Notice
from outbox.models import Outgoing
from recaps.models import Recap
from recaps.services import send_recap, send_recaps
from tests.orders.event_dates import create_date
from tests.recaps.recap_calls import SATURDAY_AT_TEN, get_user
from tests.support.factories import BookingFactory
from tests.support.races import ATTEMPTS, run_together

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_upkeeps_at_once_thank_each_guest_once():
    date = create_date()
    for number in range(8):
        BookingFactory(occurrence=date, user=get_user(f"guest{number}"))

    counts = run_together(*[partial(send_recaps, now=SATURDAY_AT_TEN)] * 2)

    assert sorted(counts) == [0, 8]
    assert Recap.objects.get().sent_at == SATURDAY_AT_TEN
    assert Outgoing.objects.filter(kind="recap").count() == 8


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_two_dates_at_once_thank_the_same_guest_once(attempt):
    dates = [create_date(name) for name in ("Draft", "Chess")]
    for date in dates:
        BookingFactory(occurrence=date, user=get_user("ana"))

    counts = run_together(*[partial(send_recap, date.pk, now=SATURDAY_AT_TEN) for date in dates])

    assert sorted(counts) == [0, 1]
    assert Notice.objects.filter(kind="recap").count() == 1
