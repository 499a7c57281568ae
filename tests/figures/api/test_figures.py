"""What organizers read about a season, and what leaves the shop in the spreadsheet.

tests/figures/test_generated_seasons.py compares every figure with separate books.
"""

import csv
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bookings.models import Booking, Pass, SeatMove
from door.models import Door, Phone
from events.models import Occurrence
from giving.models import Goal
from orders.models import Order
from payments.services.place_cash_order import place_cash_order
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, pay_with_paypal
from tests.orders.conftest import paypal, simulator
from tests.support.factories import (
    BookingFactory,
    EventFactory,
    OccurrenceFactory,
    UserFactory,
    VoucherFactory,
    in_days,
)
from tests.support.paid_orders import create_rows

__all__ = ["paypal", "simulator"]


def create_date(days: float = -3, **event: Any) -> Any:
    return OccurrenceFactory(event=EventFactory(**event), starts_at=in_days(days))


def book(date: Any, seats: int, **fields: Any) -> Booking:
    booking: Booking = BookingFactory(occurrence=date, seats=seats, created_at=in_days(-20), **fields)
    SeatMove.objects.filter(ticket__booking=booking).update(at=booking.created_at)
    return booking


def close_door(date: Any, admin: Any, *let_in: Booking) -> None:
    """Let in all guests of these bookings, and close the door."""
    door = Door.objects.create(occurrence=date)
    phone = Phone.objects.create(door=door, uuid=uuid4())
    for seq, ticket in enumerate(Pass.objects.filter(booking__in=let_in), 1):
        now = timezone.now() - timedelta(minutes=5)
        phone.entries.create(seq=seq, at=now, received_at=now, kind="in", ticket=ticket, seats=ticket.seats)
    door.closed_at, door.closed_by = timezone.now(), admin
    door.save()


def get_total(client: Any, **asked: str) -> dict[str, Any]:
    answer = client.get("/api/figures", asked)
    assert answer.status_code == 200, answer.content
    return dict(answer.json()["total"])


def read_rows(client: Any) -> list[dict[str, str]]:
    answer = client.get("/api/figures/export")
    text = answer.getvalue().decode("utf-8-sig")
    return list(csv.DictReader(text.splitlines()))


def test_without_a_door_that_was_closed_nobody_knows_who_came(as_admin):
    date = create_date()
    book(date, 6)
    Door.objects.create(occurrence=date)

    total = get_total(as_admin)

    assert (total["sold"], total["measured"], total["came"], total["didNotCome"]) == (6, 0, None, None)
    shown = {(row["Taken"], row["Came"], row["Didn't come"]) for row in read_rows(as_admin)}
    assert shown == {("6", "not measured", "not measured")}


def test_the_spreadsheet_has_the_numbers_of_the_page_however_few_people_they_are_about(as_admin, admin):
    date = create_date(name="=Draft", format="Draft")
    came = book(date, 20)
    book(date, 2)
    close_door(date, admin, came)

    total = get_total(as_admin)
    rows = read_rows(as_admin)

    assert (total["came"], total["didNotCome"], total["waitedInVain"]) == (20, 2, 0)
    assert [row["By"] for row in rows] == ["format and weekday", "event", "month"]
    assert rows[1]["Group"] == "'=Draft"
    names = ("Taken", "Came", "Didn't come", "Waited in vain", "Received", "Received per seat")
    assert {tuple(row[name] for name in names) for row in rows} == {("22", "20", "2", "0", "0.00", "")}


def test_a_seat_without_money_is_taken_and_never_sold(paypal, as_admin, as_visitor):
    """By hand, by a code for free seats, or with a code that takes all off: no such seat lowers what a seat brings."""
    date = create_date(days=3, price=12)
    VoucherFactory(code="SPRING", kind="free_seats", value=1)
    VoucherFactory(code="WINTER", kind="percent", value=100)
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, seats=3, voucher="SPRING"))
    create_order(as_visitor, date, seats=2, voucher="WINTER")
    book(date, 4)
    SeatMove.objects.update(at=in_days(-20))
    Order.objects.update(paid_at=in_days(-20))
    Occurrence.objects.update(starts_at=in_days(-3), ends_at=in_days(-3, hours=3))

    total = get_total(as_admin)

    assert (total["sold"], total["paid"], total["byHand"], total["free"]) == (9, 2, 4, 3)
    assert total["raisedPerSeat"] == round(total["raised"] / 2, 2)
    columns = ("Taken", "Sold", "By hand", "Free")
    assert {tuple(row[name] for name in columns) for row in read_rows(as_admin)} == {("9", "2", "4", "3")}


def test_a_date_whose_seats_were_free_stays_free_when_its_event_gets_a_price(as_admin):
    """Seats of an order that was never paid were not sold."""
    free = create_date(price=0)
    create_rows(signed_in(UserFactory()), [free], 2, 0)
    Order.objects.update(paid_at=in_days(-20))
    SeatMove.objects.update(at=in_days(-20))
    free.event.price = 12
    free.event.save()
    unpaid = create_rows(signed_in(UserFactory()), [free], 1, 0)
    Booking.objects.filter(order_line__order=unpaid).update(status="cancelled")
    Order.objects.filter(pk=unpaid.pk).update(status="expired", paid_at=None)

    total = get_total(as_admin)

    assert (total["sold"], total["raisedPerSeat"]) == (2, None)


@pytest.mark.parametrize(("minutes", "sold"), [(-90, 2), (-30, 0)])
def test_a_sale_that_a_phone_reports_later_counts_from_when_it_was_made(as_admin, minutes, sold):
    date = Occurrence.objects.get(pk=create_date(days=-1 / 24, price=12).pk)

    with transaction.atomic():
        place_cash_order(date=date, count=2, given=Decimal(50), sold_at=in_days(0) + timedelta(minutes=minutes))

    assert get_total(as_admin)["sold"] == sold


def test_organizers_choose_a_season_or_twelve_months(as_admin):
    today = timezone.localdate()
    create_date()
    season = {"starts_on": today - timedelta(days=9), "ends_on": today - timedelta(days=5)}
    goal = Goal.objects.create(title="Fall", **season)

    summary = as_admin.get("/api/figures", {"month": "2024-02"}).json()

    assert (summary["firstDay"], summary["lastDay"]) == ("2023-03-01", "2024-02-29")
    assert [each["title"] for each in summary["seasons"]] == ["Fall"]
    assert get_total(as_admin)["dates"] == 1
    assert get_total(as_admin, season=goal.public_id)["dates"] == 0
    until = date.fromisoformat(as_admin.get("/api/figures").json()["lastDay"])
    assert (until + timedelta(days=1)).day == 1
    assert until >= today


@pytest.mark.parametrize(
    ("asked", "status", "message"),
    [
        ({"month": "2026-13"}, 400, "Write a month like 2026-11."),
        ({"season": "0" * 24}, 404, "There is no such season."),
        ({"season": "0" * 24, "month": "2026-11"}, 400, "Name a season or a month."),
    ],
)
def test_other_ranges_are_refused_with_a_sentence(as_admin, asked, status, message):
    answer = as_admin.get("/api/figures", asked)

    assert answer.status_code == status
    assert message in answer.content.decode()


def test_the_figures_take_a_constant_number_of_queries(as_admin, admin):
    def count_queries() -> int:
        close_door(date := create_date(), admin, book(date, 2))
        with CaptureQueriesContext(connection) as captured:
            get_total(as_admin)
        return len(captured)

    counts = [count_queries() for _ in range(3)]

    assert counts[0] == counts[2] <= 40
