"""The demo's past dates: one with its page, emails and answers of its guests, and a season of figures."""

from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone

from accounts.models import User
from demo.data import DATA
from demo.evenings import list_addresses
from door.models import Door
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Transfer
from recaps.models import Recap
from tests.conftest import signed_in
from tests.demo.conftest import add_tables
from tests.orders.api_calls import format_start
from tests.orders.conftest import PayPal
from tests.support.messages import delivered


def test_the_demo_shows_a_past_date_with_its_emails_and_answers(demo: PayPal, client: Any, as_admin: Any) -> None:
    add_tables("shop", "goals", "recaps")

    address = urlsplit(list_addresses()[0].split()[-1])
    assert client.get(f"{address.path}?{address.query}").status_code == 200
    date = Recap.objects.get().occurrence
    recap = client.get("/api/recaps", {"product": date.event.public_id, "startTime": format_start(date)}).json()
    assert recap["buyers"] == 3
    assert recap["raised"] > 50
    emails = delivered("recap")
    assert "june@example.com" in {address for email in emails for address in email.to}
    assert all(DATA["recaps"][0]["note"] in email.body for email in emails)
    named = {"product": date.event.public_id, "bookingDate": format_start(date)}
    answers = as_admin.get("/api/recaps/draft", named).json()["answers"]
    assert (answers["good"], answers["better"], len(answers["texts"])) == (1, 1, 2)
    rows = as_admin.get("/api/figures").json()["events"]
    assert [row["figures"]["sold"] for row in rows if row["name"] == DATA["recaps"][0]["event"]] == [9]


def read_figures() -> dict[str, dict[str, Any]]:
    staff = signed_in(User.objects.get(email="admin@example.com"))
    month = f"{timezone.localdate():%Y-%m}"
    return {row["name"]: row["figures"] for row in staff.get("/api/figures", {"month": month}).json()["events"]}


def test_the_demo_has_a_season_of_figures(demo_users: PayPal) -> None:
    add_tables("past")

    draft, free = (read_figures()[name] for name in ("Saturday Draft on the Pier", "Learn to Play by the Fire"))
    assert (draft["dates"], draft["seats"], draft["sold"]) == (5, 80, 70)
    assert (draft["came"], draft["didNotCome"], draft["waitedInVain"], draft["returning"]) == (64, 6, 15, 4)
    assert draft["raisedPerSeat"] > 13
    assert (free["dates"], free["canceled"], free["sold"], free["came"]) == (4, 1, 12, None)
    assert (free["returning"], free["raisedPerSeat"]) == (2, None)


def test_the_season_was_sold_before_it_began_and_its_door_closed_after_each_date(demo_users: PayPal) -> None:
    add_tables("past")

    for order in Order.objects.all():
        begins = order.lines.earliest("starts_at").starts_at
        assert order.created_at == order.paid_at < begins < timezone.now()
        assert all(row.day < begins.date() for row in Transfer.objects.filter(order=order))
    assert all(door.closed_at == door.occurrence.ends_at for door in Door.objects.all())
    assert not Outgoing.objects.filter(sent_at=None).exists()
