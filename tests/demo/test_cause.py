"""The demo's cause: goals that are partly reached, codes and members, and a ledger with two closed months."""

from datetime import datetime, time
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from demo.cause import seed_cause
from demo.clock import at
from demo.data import DATA
from events.datetimes import get_shop_zone
from events.models import Event
from ledger.calendar import LedgerMonth
from tests.conftest import signed_in
from tests.orders.conftest import PayPal

pytestmark = pytest.mark.django_db
EVENT = DATA["goals"][1]["event"]
MEMBERS_EVENT = DATA["members"]["event"]


def find_public_id(event: str) -> str:
    return Event.objects.get(name=event).public_id


def test_the_ledger_has_two_closed_months_and_an_open_one_on_the_first_day_of_a_month(
    demo: PayPal, client: Any
) -> None:
    begins = LedgerMonth.of(timezone.localdate()).next.first_day
    with at(datetime.combine(begins, time(9), tzinfo=get_shop_zone())):
        seed_cause()
        months = [month for month in client.get("/api/ledger").json()["months"] if month["lines"]]

    assert [month["closedAt"] is None for month in months] == [True, False, False]
    for month in months:
        amounts = {line["kind"]: line["amount"] for line in month["lines"]}
        assert amounts["cost"] > 0
        assert amounts["gifts"] > 0
        assert month["balance"] > 0
    kinds = {line["kind"] for line in months[2]["lines"]}
    assert kinds == {"tickets", "gifts", "fees", "sales_tax", "cost", "paid_out"}


def test_goals_are_partly_reached_and_visitors_use_a_code_and_members_pay_less(demo: PayPal, client: Any) -> None:
    seed_cause()

    event = client.get(f"/api/giving/raised?product={find_public_id(EVENT)}").json()
    season = client.get("/api/giving/raised?season=current").json()
    assert 0 < event["raised"] < event["target"]
    assert event["raised"] < season["raised"] < season["target"]
    assert season["unit"]["count"] > 0
    june = signed_in(User.objects.get(email="june@example.com"))
    date = june.get(f"/api/products/{find_public_id(MEMBERS_EVENT)}").json()["occurrences"][0]["startTime"]
    booking = {"bookingDate": date, "reservationSeats": {"qty": 2}}
    items = [{"_id": find_public_id(MEMBERS_EVENT), "bookings": [booking]}]
    quote = june.post("/api/orders/quote", {"orderItems": items, "voucher": "lantern"}, format="json").json()
    assert [discount["amount"] for discount in quote["discounts"]] == [2.0, 1.8]
