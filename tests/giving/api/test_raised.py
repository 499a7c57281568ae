"""What a date, an event or a season has raised so far, as visitors see it."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.models import Event
from giving.models import Goal
from ledger.calendar import LedgerMonth
from tests.giving.api.raised_calls import get_raised
from tests.ledger.ledger_calls import add_entry, get_ledger, get_month
from tests.orders.api_calls import format_start
from tests.orders.gifts import give_alone
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.paid_orders import create_paid_order


@pytest.fixture
def date():
    return OccurrenceFactory(event__price="10.00")


@pytest.fixture
def goal(date):
    return Goal.objects.create(
        title="School lunches",
        event=date.event,
        target="3000.00",
        unit_name="school lunches",
        unit_cost="1.80",
        source="USDA",
    )


@pytest.fixture
def season():
    today = timezone.localdate()
    return Goal.objects.create(title="Winter", starts_on=today, ends_on=today + timedelta(days=30))


def test_a_date_shows_what_it_raised_and_what_that_pays_for(as_anonymous, as_visitor, paypal, date, goal):
    create_paid_order(paypal, as_visitor, date)

    found = get_raised(as_anonymous, product=date.event.public_id, startTime=format_start(date))

    as_of = found.pop("asOf")
    assert as_of.endswith("Z")
    assert found == {
        "raised": 18.71,
        "tickets": 20,
        "gifts": 0,
        "shipping": 0,
        "other": 0,
        "fees": 1.29,
        "costs": 0,
        "returned": 0,
        "target": 3000,
        "unit": {"name": "school lunches", "cost": 1.8, "count": 10, "source": "USDA"},
    }


def test_a_season_has_what_came_in_on_its_days_less_their_costs(
    as_admin, as_anonymous, as_visitor, paypal, date, season
):
    """By day: of dates after the season, too, and gifts alone. Money that only moved changes nothing."""
    late = OccurrenceFactory(event__price="5.00", starts_at=in_days(60), ends_at=in_days(60, hours=3))
    orders = [create_paid_order(paypal, as_visitor, each) for each in (date, late)]
    post_refund(as_admin, orders[0], amount="3.33")
    give_alone("25.00", fee="1.36")
    month, today = LedgerMonth.of(season.starts_on), str(season.starts_on)
    for kind, amount in (("cost", 12.5), ("paid_out", 10), ("transfer", 20), ("other", -1)):
        add_entry(as_admin, month, kind=kind, amount=amount, date=today)

    found = get_raised(as_anonymous, season="current")

    assert found["raised"] == get_ledger(as_anonymous)["forCharity"] == get_month(as_anonymous, month)["balance"] + 10
    assert (found["gifts"], found["costs"], found["other"], found["shipping"]) == (25, 12.5, -1, 0)
    parts = [found[name] for name in ("tickets", "gifts", "shipping", "other", "fees", "costs")]
    assert found["raised"] == round(sum(parts[:4]) - sum(parts[4:]), 2)
    assert get_raised(as_anonymous, season=season.public_id) | {"asOf": found["asOf"]} == found
    Goal.objects.create(title="A date", event=date.event)
    Goal.objects.create(title="A date that brought nothing", event=OccurrenceFactory().event)
    of_date = get_raised(as_anonymous, product=date.event.public_id)["raised"]
    listed = as_admin.get("/api/giving/goals").json()["goals"]
    assert [goal["raised"] for goal in listed] == [0, of_date, found["raised"]]


def test_refunds_lower_the_tickets_and_what_is_raised_is_what_the_simulator_has_without_tax(
    as_admin, as_anonymous, as_visitor, paypal, date, goal
):
    order = create_paid_order(paypal, as_visitor, date, seats=3)
    post_refund(as_admin, order, amount="11.50")
    (capture,), (refund,) = paypal.captures(), paypal.refunds()
    net = Decimal(capture["seller_receivable_breakdown"]["net_amount"]["value"]) - Decimal(refund["amount"]["value"])

    found = get_raised(as_anonymous, product=date.event.public_id)

    assert (found["tickets"], found["fees"], found["returned"]) == (20, 1.69, 11.5)
    assert Decimal(str(found["raised"])) == net - Decimal("3.00")  # the tax that is left


def test_an_event_says_whether_it_has_a_goal(as_anonymous, date):
    path = f"/api/products/{date.event.public_id}"
    assert as_anonymous.get(path).json()["hasGoal"] is False

    Goal.objects.create(title="A date", event=date.event)

    assert as_anonymous.get(path).json()["hasGoal"] is True


@pytest.mark.parametrize("status", [Event.Status.DRAFT, Event.State.ARCHIVED])
def test_only_published_events_show_what_they_raised(as_anonymous, date, goal, status):
    Event.objects.update(status=status)

    assert as_anonymous.get("/api/giving/raised", {"product": date.event.public_id}).status_code == 404


def test_browsers_keep_it_for_a_minute_and_ask_whether_it_changed(as_anonymous, as_visitor, paypal, date, goal):
    asked = {"product": date.event.public_id}
    first = as_anonymous.get("/api/giving/raised", asked)
    same = as_anonymous.get("/api/giving/raised", asked, headers={"If-None-Match": first["ETag"]})
    create_paid_order(paypal, as_visitor, date)
    later = as_anonymous.get("/api/giving/raised", asked, headers={"If-None-Match": first["ETag"]})

    assert (same.status_code, same.content) == (304, b"")
    assert first["Cache-Control"] == same["Cache-Control"] == "public, max-age=60"
    assert (later.status_code, later.json()["tickets"]) == (200, 20)


def test_reading_takes_as_many_queries_for_many_orders(as_anonymous, as_visitor, paypal, date, goal):
    def count_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            get_raised(as_anonymous, product=date.event.public_id)
        return len(queries)

    create_paid_order(paypal, as_visitor, date, seats=1)
    once = count_queries()
    for _ in range(3):
        create_paid_order(paypal, as_visitor, date, seats=1)

    assert count_queries() == once <= 9
