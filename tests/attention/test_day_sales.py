"""The email about a day's sales, to staff who want it."""

from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from attention.services.send_day_sales import send_day_sales
from charityshop.models import Retry
from events.datetimes import get_shop_zone
from events.formatting import format_day
from events.models import Occurrence
from outbox.models import Outgoing
from payments.models import PaymentAlert
from tests.ledger.ledger_calls import buy
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_test_order

HOUR = timedelta(hours=1)


@pytest.fixture
def wanting(admin: User) -> User:
    User.objects.filter(pk=admin.pk).update(sales_emails=True)
    return admin


@pytest.fixture
def sold(paypal, as_visitor, db) -> Occurrence:
    buy(paypal, as_visitor, event__name="Lantern Night")
    create_order(as_visitor, OccurrenceFactory(event__name="Free Night", event__price=0), seats=3)
    return Occurrence.objects.get(event__name="Lantern Night")


def morning(hour: int = 8, days: int = 1) -> datetime:
    """Return a time on the day after today."""
    return datetime.combine(timezone.localdate() + timedelta(days=days), time(hour), tzinfo=get_shop_zone())


def tell(now: datetime) -> int:
    send_day_sales(now=now)
    return len(delivered("day_sales"))


def test_staff_read_seats_and_money_by_date_and_what_needs_a_decision(sold, wanting, settings):
    PaymentAlert.objects.create(amount=0, currency="USD", message="PayPal opened a dispute.")

    assert tell(morning()) == 1
    (message,) = delivered("day_sales")

    today = timezone.localdate()
    assert message.to == [wanting.email]
    assert message.subject.startswith(f"Sales of {today:%a, %b} {today.day}")
    for text in (str(message.body), html_of(message)):
        text = " ".join(text.replace("<br>", " ").split())
        for part in (
            f"Lantern Night, {format_day(sold.starts_at)}", "2 seats sold · received $18.71", "3 free · received $0.00",
            "received $18.71", "PayPal opened a dispute.", f"{settings.SITE_URL}/admin/orders",
            f"{settings.SITE_URL}/user/{wanting.public_id}",
        ):  # fmt: skip
            assert part in text, text


def test_it_goes_once_from_eight_on_and_late_until_the_day_is_over(sold, wanting):
    assert tell(morning() - HOUR / 60) == 0
    assert tell(morning(23)) == 1
    assert tell(morning(23)) == 1
    assert tell(morning(8, days=2)) == 1
    assert not Retry.objects.exists()


def test_on_a_day_without_sales_nobody_reads_anything(wanting):
    assert tell(morning()) == 0


def test_test_orders_are_no_sales(as_visitor, wanting):
    create_test_order(as_visitor, OccurrenceFactory())

    assert tell(morning()) == 0


def test_staff_who_did_not_ask_for_it_get_none(sold, admin):
    assert tell(morning()) == 0


@pytest.mark.parametrize("change", [{"is_staff": False}, {"is_active": False}, {"sales_emails": False}])
@pytest.mark.parametrize("is_queued", [False, True])
def test_who_is_no_staff_any_more_gets_none(sold, wanting, change, is_queued):
    if is_queued:
        assert send_day_sales(now=morning()) == 1
    User.objects.filter(pk=wanting.pk).update(**change)

    assert tell(morning()) == 0


def test_each_of_several_gets_one(sold, wanting, other_visitor):
    User.objects.filter(pk=other_visitor.pk).update(sales_emails=True, is_staff=True)

    assert tell(morning()) == 2
    assert {mail.owner_id for mail in Outgoing.objects.filter(kind="day_sales")} == {wanting.pk, other_visitor.pk}


def test_staff_switch_it_on_in_their_profile_and_others_are_refused(as_admin, as_visitor, admin):
    on = {"salesEmails": True, "seen": {"salesEmails": False}}

    assert as_admin.put("/api/users/profile", on, format="json").json()["salesEmails"] is True
    again = as_admin.put("/api/users/profile", on | {"salesEmails": False}, format="json")
    refused = as_visitor.put("/api/users/profile", on, format="json")

    assert (again.status_code, again.json()["code"]) == (409, "changed")
    assert (refused.status_code, refused.json()["errors"]) == (
        400,
        {"salesEmails": ["Only staff get each day's sales. Turn this off."]},
    )
