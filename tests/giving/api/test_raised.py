"""What a date, an event or a season has raised so far, as visitors see it."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from events.models import Event
from giving.models import Goal
from orders.models import Payment
from payments.journal import post_what_is_missing
from tests.conftest import signed_in
from tests.giving.api.raised_calls import get_raised
from tests.orders.api_calls import format_start
from tests.orders.gifts import give_alone
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, UserFactory, in_days
from tests.support.paid_orders import create_paid_order, create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clear_cache():
    cache.clear()
    yield
    cache.clear()


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
        "fees": 1.29,
        "returned": 0,
        "target": 3000,
        "unit": {"name": "school lunches", "cost": 1.8, "count": 10, "source": "USDA"},
    }


def test_refunds_lower_the_tickets_and_leave_paypals_fee(as_admin, as_anonymous, as_visitor, paypal, date, goal):
    order = create_paid_order(paypal, as_visitor, date)
    post_refund(as_admin, order, amount="11.50")

    found = get_raised(as_anonymous, product=date.event.public_id)

    assert (found["tickets"], found["fees"], found["returned"], found["raised"]) == (10, 1.29, 11.5, 8.71)


def test_payments_count_once_their_fee_is_known(as_anonymous, as_visitor, paypal, date, goal):
    paypal.control("rules", fee_lag=3600)
    create_paid_order(paypal, as_visitor, date)
    assert get_raised(as_anonymous, product=date.event.public_id)["tickets"] == 0

    Payment.objects.update(fee="1.29")
    post_what_is_missing()

    assert get_raised(as_anonymous, product=date.event.public_id)["tickets"] == 20


def test_test_orders_are_left_out(as_anonymous, as_admin, date, goal):
    create_test_order(as_admin, date)

    assert get_raised(as_anonymous, product=date.event.public_id)["raised"] == 0


def test_dates_and_gifts_alone_add_up_to_the_season(as_admin, as_anonymous, as_visitor, paypal, season):
    dates = [OccurrenceFactory(event__price=price) for price in ("10.00", "7.77", "0.99")]
    for number in (1, 2, 3):
        order = create_paid_order(paypal, as_visitor, *dates[:number], seats=number)
    post_refund(as_admin, order, amount="3.33")
    late = OccurrenceFactory(event__price="5.00", starts_at=in_days(60), ends_at=in_days(60, hours=3))
    create_paid_order(paypal, as_visitor, late)
    for _ in range(3):
        give_alone("25.00", fee="1.36")
    for one in dates:
        Goal.objects.create(title="A date", event=one.event)

    alone = 3 * Decimal("23.64")
    parts = [get_raised(as_anonymous, product=one.event.public_id, startTime=format_start(one)) for one in dates]
    whole = get_raised(as_anonymous, season=season.public_id)

    assert sum((Decimal(str(part["raised"])) for part in parts), alone) == Decimal(str(whole["raised"]))
    assert get_raised(as_anonymous, season="current") | {"asOf": whole["asOf"]} == whole


@pytest.fixture
def buy_with_gift(paypal):
    """Buy a seat of a date with a gift, as another user each time."""

    def buy(date, gift: str) -> None:
        buyer = signed_in(UserFactory())
        create_paid_order(paypal, buyer, date, gift=gift)
        cache.clear()

    return buy


def test_gifts_count_once_three_people_gave(as_anonymous, date, goal, buy_with_gift):
    seen = []
    for gift in ("37.00", "2.00", "1.00"):
        buy_with_gift(date, gift)
        seen.append(get_raised(as_anonymous, product=date.event.public_id)["gifts"])

    assert seen == [0, 0, 40]


def test_a_gift_that_a_date_hides_is_not_the_difference_to_its_season(as_anonymous, date, season, buy_with_gift):
    other = OccurrenceFactory(event__price="10.00")
    for one in (date, other):
        Goal.objects.create(title="A date", event=one.event)
    for gift in ("1.00", "1.00", "1.00"):
        buy_with_gift(date, gift)
    buy_with_gift(other, "37.00")

    gifts = [get_raised(as_anonymous, product=one.event.public_id)["gifts"] for one in (date, other)]

    assert [*gifts, get_raised(as_anonymous, season=season.public_id)["gifts"]] == [3, 0, 3]


def test_what_the_simulator_has_is_what_was_raised_with_tax(as_admin, as_anonymous, as_visitor, paypal, date, goal):
    order = create_paid_order(paypal, as_visitor, date, seats=3)
    post_refund(as_admin, order, amount="4.44")
    net = Decimal(0)
    for capture in paypal.captures():
        net += Decimal(capture["seller_receivable_breakdown"]["net_amount"]["value"])
    net -= sum(Decimal(refund["amount"]["value"]) for refund in paypal.refunds())

    raised = Decimal(str(get_raised(as_anonymous, product=date.event.public_id)["raised"]))

    assert raised == net - (Decimal("4.50") - Decimal("0.58"))  # the tax that is left


def test_an_event_says_whether_it_has_a_goal(as_anonymous, date):
    path = f"/api/products/{date.event.public_id}"
    assert as_anonymous.get(path).json()["hasGoal"] is False

    Goal.objects.create(title="A date", event=date.event)

    assert as_anonymous.get(path).json()["hasGoal"] is True


@pytest.mark.parametrize("status", [Event.Status.DRAFT, Event.Status.ARCHIVED])
def test_only_published_events_show_what_they_raised(as_anonymous, date, goal, status):
    Event.objects.update(status=status)

    assert as_anonymous.get("/api/giving/raised", {"product": date.event.public_id}).status_code == 404


def test_it_is_cached_for_a_minute_and_has_an_etag(as_anonymous, as_visitor, paypal, date, goal):
    asked = {"product": date.event.public_id}
    first = as_anonymous.get("/api/giving/raised", asked)
    create_paid_order(paypal, as_visitor, date)

    again = as_anonymous.get("/api/giving/raised", asked)
    same = as_anonymous.get("/api/giving/raised", asked, headers={"If-None-Match": first["ETag"]})
    cache.clear()
    later = as_anonymous.get("/api/giving/raised", asked, headers={"If-None-Match": first["ETag"]})

    assert again.json() == first.json()
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

    assert count_queries() == once <= 14
