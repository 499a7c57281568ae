"""Seats have the sales tax of their date's place: on every page, at the door, in carts with several rates, and back."""

import csv
import io
from collections.abc import Sequence
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.posts import write_event_published
from bookings.selectors.events import get_event_with_dates
from bookings.site.first_view import describe_date, describe_event_page
from bookings.site.json_ld import describe_event
from charityshop.branding.shop import current_shop
from events.models import Event, Occurrence
from orders.models import OrderLine
from outbox.models import Outgoing
from payments.models import Transfer
from payments.reports.consistency_checks import list_violations
from tests.door.phones import create_date
from tests.door.till_calls import TillClient, open_door
from tests.orders.api_calls import create_order, get_order, list_booking_ids, pay_with_paypal
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.answers import json_of
from tests.support.factories import EventFactory, OccurrenceFactory, PlaceFactory, in_days

PRICE = Decimal("9.99")


@pytest.fixture
def dear() -> Any:
    return PlaceFactory(name="Fermata", address="1 Main St", tax_rate=Decimal("0.2"))


@pytest.fixture
def event() -> Event:
    """At 8.25 %; the shop has 15 %."""
    return EventFactory(price=PRICE, place=PlaceFactory(name="Barge", address="", tax_rate=Decimal("0.0825")))


@pytest.fixture
def here(event: Event) -> Occurrence:
    return OccurrenceFactory(event=event, starts_at=in_days(2))


@pytest.fixture
def elsewhere(event: Event, here: Occurrence, dear: Any) -> Occurrence:
    """A date of the same event at another place, with 20 %."""
    return OccurrenceFactory(event=event, starts_at=in_days(3), place=dear)


@pytest.fixture
def dates(here: Occurrence, elsewhere: Occurrence) -> list[Occurrence]:
    """Dates with three rates: 8.25 %, 20 % and the shop's 15 %."""
    return [here, elsewhere, OccurrenceFactory(event__price=PRICE, starts_at=in_days(4))]


def count_text(client: APIClient, path: str, text: str) -> int:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode().count(text)


def test_pages_feeds_and_posts_show_the_price_with_the_tax_of_the_place(as_anonymous, event, dates):
    product = json_of(as_anonymous.get(f"/api/products/{event.public_id}"))
    at_home, away = product["occurrences"]
    assert product["taxRate"] == 0.0825
    assert "elsewhere" not in at_home
    assert away["elsewhere"] == {
        "eventLocation": "Fermata, 1 Main St",
        "stepFree": False,
        "accessibleToilet": False,
        "quietCorner": False,
        "parking": False,
        "accessNote": "",
        "taxRate": 0.2,
    }
    rows = json_of(as_anonymous.get("/api/products?view=dates"))["products"]
    assert [row.get("taxRate") for row in rows] == [0.0825, 0.2, None]
    assert rows[1]["eventLocation"] == "Fermata, 1 Main St"

    assert [describe_date({**row, "price": PRICE})["price"] for row in rows] == ["$10.81", "$11.99", "$11.49"]
    for path in ("/embed/events", "/events.rss"):
        for price in ("$10.81", "$11.99", "$11.49"):
            assert count_text(as_anonymous, path, price) == 1, (path, price)
    offers = describe_event(event, get_event_with_dates(event, timezone.now())[1], current_shop())["@graph"]
    assert [offer["offers"]["price"] for offer in offers] == ["10.81", "11.99"]
    page = describe_event_page({**product, "price": PRICE, **away, **away["elsewhere"]})
    assert (page["price"], page["place"]) == ("$11.99", ["Fermata,", "1 Main St"])
    assert "$10.81" in write_event_published(Outgoing(about=event.public_id))


def test_with_the_shops_rate_alone_answers_are_as_before(as_anonymous):
    date = OccurrenceFactory()
    path = f"/api/products/{date.event.public_id}"
    assert "taxRate" not in json_of(as_anonymous.get(path)) | json_of(as_anonymous.get("/api/products"))["products"][0]
    (row,) = json_of(as_anonymous.get("/api/products?view=dates"))["products"]
    assert row.keys() & {"taxRate", "elsewhere", "seats"} == set()


def test_the_door_sells_at_the_rate_of_the_place(as_admin, dear):
    date = create_date(event__price=PRICE, place=dear)
    till = TillClient(as_admin, open_door(as_admin, date))
    till.open_drawer()

    sold = json_of(till.sell(2))

    assert sold["total"] == 23.98
    assert OrderLine.objects.get().tax_rate == Decimal("0.2")


@pytest.fixture
def paid(paypal: Any, as_visitor: APIClient, dates: Sequence[Occurrence]) -> dict[str, Any]:
    return pay_with_paypal(paypal, as_visitor, create_order(as_visitor, *dates))


def sum_tax() -> dict[Decimal, Decimal]:
    """Return the tax that the journal holds, by the rate of its lines."""
    held: dict[Decimal, Decimal] = {}
    for row in Transfer.objects.select_related("line"):
        if row.line and "tax" in (row.credit, row.debit):
            sign = 1 if row.credit == "tax" else -1
            held[row.line.tax_rate] = held.get(row.line.tax_rate, Decimal(0)) + sign * row.amount
    return held


def test_an_orders_tax_is_the_sum_over_its_rates_everywhere(paypal, as_admin, paid):
    assert (paid["itemsPrice"], paid["taxPrice"], paid["totalPrice"]) == (59.94, 8.65, 68.59)
    assert sum_tax() == {Decimal("0.0825"): Decimal("1.65"), Decimal("0.2"): Decimal(4), Decimal("0.15"): Decimal(3)}
    (unit,) = paypal.state()["orders"][0]["purchase_units"]
    breakdown = {name: each["value"] for name, each in unit["amount"]["breakdown"].items()}
    assert (breakdown["item_total"], breakdown["tax_total"], unit["amount"]["value"]) == ("59.94", "8.65", "68.59")
    year = json_of(as_admin.get(f"/api/ledger/years/{timezone.localdate().year}"))
    assert {each["rate"]: each["totalTax"] for each in year["rates"]} == {0.0825: 1.65, 0.2: 4.0, 0.15: 3.0}
    assert list_violations() == []


@pytest.mark.parametrize("places", list(permutations(range(3))))
def test_refunds_in_any_order_return_exactly_what_was_paid_at_each_rate(paypal, as_admin, as_visitor, paid, places):
    bookings = list_booking_ids(paid)
    values = ["21.63", "23.98", "22.98"]

    for at in places:
        assert post_refund(as_admin, paid, lines=[bookings[at]]).status_code == 200

    assert list_refunded_amounts(paypal) == [values[at] for at in places]
    assert get_order(as_visitor, paid)["refundedPrice"] == 68.59
    assert set(sum_tax().values()) == {Decimal(0)}
    assert list_violations() == []


def test_a_sold_seat_keeps_the_tax_that_was_paid_when_its_place_gets_another_rate(as_admin, paypal, paid, dear):
    dear.tax_rate = Decimal("0.05")
    dear.save()

    assert post_refund(as_admin, paid, lines=[list_booking_ids(paid)[1]]).status_code == 200

    assert list_refunded_amounts(paypal) == ["23.98"]
    assert list_violations() == []


def read_csv(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))


def test_exports_have_the_tax_of_all_rates(as_admin, paid):
    row, _ = read_csv(as_admin.get("/api/orders/export"))
    assert (row["Sales tax"], row["Total"], row["Captured"]) == ("8.65", "68.59", "68.59")
    month = f"{timezone.localdate():%Y-%m}"
    journal = as_admin.get(f"/api/ledger/{month}/journal.csv").getvalue().decode()
    public = as_admin.get(f"/ledger/{month}.csv").getvalue().decode()
    year = read_csv(as_admin.get(f"/api/ledger/years/{month[:4]}.csv"))

    assert (journal.count("Liabilities:Sales-Tax"), journal.count(",,8.65")) == (1, 1)
    assert ",sales_tax,8.65," in public
    rates = {each["Name"]: each["Total"] for each in year if each["Part"] == "sales tax by rate"}
    assert rates == {"8.25 %": "1.65", "20 %": "4.00", "15 %": "3.00"}
