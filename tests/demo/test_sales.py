"""The demo's sales, with the events and members of the demo data."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from rest_framework.test import APIClient

from accounts.models import User
from bookings.models import Booking
from changes.models import Entitlement
from charityshop import audit
from demo.data import DATA, seed_events
from demo.evenings import seed_tonight
from demo.management.commands.seed_demo import ADDS
from events.datetimes import get_day_bounds
from events.models import Occurrence
from ledger.calendar import LedgerMonth
from payments.accounts import Account
from payments.models import LedgerEntry, Transfer
from payments.reports.consistency_checks import list_violations
from payments.selectors.sums import sum_rows
from tests.conftest import signed_in
from tests.demo.conftest import add_tables
from tests.orders.conftest import PayPal

JUNE, THEO, WREN = (row["email"] for row in DATA["users"][1:])


def as_member(email: str) -> APIClient:
    return signed_in(User.objects.get(email=email))


def list_orders(client: APIClient) -> dict[str, dict[str, Any]]:
    """Return the user's orders by the name of their event."""
    return {order["orderItems"][0]["name"]: order for order in client.get("/api/orders/my_orders").json()}


def test_the_demo_shows_what_buyers_can_do_with_their_seats(demo: PayPal, admin: User) -> None:
    add_tables("orders", "waiting", "canceled")

    check_a_seat_given_to_a_friend()
    check_a_returned_seat(demo)
    check_a_waiting_list()
    check_a_canceled_date(admin)


def test_most_seats_are_paid_and_the_ledger_says_where_the_money_went(demo_users: PayPal, admin: User) -> None:
    seed_events(DATA["events"])
    add_tables(*ADDS)
    seed_tonight()

    check_who_paid()
    check_what_the_charity_got(admin)
    assert list_violations() == []


def check_who_paid() -> None:
    taken = Booking.objects.filter(status=Booking.Status.CONFIRMED)
    paid = taken.filter(order_line__order__in=Transfer.objects.filter(credit=Account.TICKETS).values("order"))
    by_hand = taken.filter(kind=Booking.Kind.BY_HAND)
    assert count_seats(paid) >= 0.8 * count_seats(taken)
    assert count_seats(by_hand) > 0
    assert [booking for booking in by_hand if not audit.entries_about(booking).first().additional_data["reason"]] == []


def count_seats(bookings: QuerySet[Booking]) -> int:
    return sum(bookings.values_list("seats", flat=True))


def check_what_the_charity_got(admin: User) -> None:
    ledger = signed_in(admin).get("/api/ledger").json()
    current = ledger["months"][0]  # on its first day, the one before it isn't closed either
    closed = [month for month in ledger["months"] if month["closedAt"]]
    season = signed_in().get("/api/giving/raised?season=current").json()
    assert season["raised"] == ledger["sums"]["forCharity"] > 5000
    assert (current["closedAt"], len(closed)) == (None, 2)
    for month in closed:
        assert 2000 < month["paidOut"] > 0.75 * month["received"]
        check_what_was_kept(LedgerMonth.of(date.fromisoformat(month["month"] + "-01")))
    assert current["paidOut"] < ledger["sums"]["paidOut"]
    assert ledger["sums"]["toCome"] == ledger["sums"]["toComeLeft"] > 3000
    assert min(ledger["sums"]["where"].values()) >= 0
    assert LedgerEntry.objects.filter(kind=LedgerEntry.Kind.COST, occurrence__isnull=False).exists()


def check_what_was_kept(month: LedgerMonth) -> None:
    """All was paid out but for less than ten dollars, and for what was received for dates of later months."""
    rows = Transfer.objects.filter(day__lte=month.last_day)
    later = rows.filter(line__booking__occurrence__starts_at__gte=get_day_bounds(month.last_day)[1])
    assert 0 <= sum_rows(rows).left - sum_rows(later).received < 10


def check_a_seat_given_to_a_friend() -> None:
    june = as_member(JUNE)
    order = list_orders(june)["First and Last Friday Tournament"]
    booking = order["orderItems"][0]["bookings"][0]
    links = june.get(f"/api/bookings/{booking['_id']}/links").json()["links"]
    (options,) = june.get(f"/api/orders/{order['_id']}/options").json()["bookings"]
    assert (order["status"], booking["reservationSeats"]["qty"]) == ("paid", 4)
    assert sorted((link["status"], link.get("firstName")) for link in links) == [("claimed", "Sam"), ("open", None)]
    assert (options["freeSeats"], options["refund"]["allowed"], options["move"]["allowed"]) == (3, True, True)


def check_a_returned_seat(demo: PayPal) -> None:
    order = list_orders(as_member(JUNE))["Commander at the Kettle"]
    assert (order["status"], order["orderItems"][0]["bookings"][0]["reservationSeats"]["qty"]) == ("partly_refunded", 2)
    assert [(change["kind"], change["status"]) for change in order["changes"]] == [("refund", "done")]
    assert [refund["amount"]["value"] for refund in demo.refunds()] == [f"{order['refundedPrice']:.2f}"] != ["0.00"]


def check_a_waiting_list() -> None:
    date = Occurrence.objects.get(event__name=DATA["waiting"][0]["event"])
    places = {email: as_member(email).get("/api/waiting").json()[0] for email in (JUNE, THEO, WREN)}
    event = signed_in().get(f"/api/products/{date.event.public_id}").json()
    assert [place["seats"] for place in places.values()] == [2, 3, 1]
    assert places[JUNE]["offer"]["seats"] == 2
    assert [places[email]["position"] for email in (THEO, WREN)] == [1, 2]
    assert event["occurrences"][0]["countInStock"] == 0


def check_a_canceled_date(admin: User) -> None:
    change = Entitlement.objects.first().date_change
    progress = signed_in(admin).get(f"/api/date-changes/{change.public_id}").json()
    junes = list_orders(as_member(JUNE))[DATA["canceled"][0]["event"]]["orderItems"][0]["bookings"][0]
    wrens = list_orders(as_member(WREN))[DATA["canceled"][0]["event"]]["orderItems"][0]["bookings"][0]
    assert [progress[name] for name in ("total", "undecided", "moved", "refunded")] == [3, 2, 1, 0]
    assert junes["dateChange"]["kind"] == "cancel"
    assert wrens["bookingDate"] != junes["bookingDate"]
