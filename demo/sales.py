"""Create the demo's sales: orders and what buyers do with them, goals and prices, and months of the ledger.

Orders are paid at the PayPal simulator, so that they can be refunded like any other.
"""

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal
from itertools import cycle
from typing import Any
from unittest.mock import patch
from urllib.request import Request, urlopen

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.posts import PUBLISHED_AFTER
from bookings.services import returns, seat_links
from bookings.services.waiting_list import join_waiting_list
from changes.models import Change
from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from changes.services.date_changes.change_dates import Terms
from changes.services.request_change import ChangeRequest, list_options, request_change
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from demo.data import DATA, SEASON_MONTHS, Row, book_seats, get_month, list_dates_ahead, seed_users
from discounts.models import Membership
from events.datetimes import format_utc, get_day_bounds
from events.models import Event, Occurrence
from giving.services import create_goal
from ledger.calendar import LedgerMonth
from ledger.selectors.settlement import get_settlement, read_report
from ledger.services.add_entry import add_entry
from ledger.services.close_month import close_month
from ledger.services.explain_line import explain_line
from notices.services.send_outbox import send_outbox
from orders.models import Order
from orders.services.place_order import CartItem, OrderRequest, place_order
from outbox.models import Outgoing
from payments.accounts import Account
from payments.models import LedgerEntry, Transfer
from payments.selectors.sums import sum_rows
from payments.services.create_paypal_order import create_paypal_order
from payments.services.pay_order import pay_order
from recaps.selectors.drafts import TOO_LATE

log = logging.getLogger(__name__)

DAY = timedelta(days=1)
TIMEOUT = 30  # seconds
PARTIES = (2, 1, 4, 2, 3)  # seats that guests book, in turn


def add_all(add: Callable[[Row], object], rows: Iterable[Row]) -> int:
    """Add what these rows say, and return how many could be added.

    What the shop refuses is left out, and so is what is about an event that data.toml no longer contains.
    """
    added = 0
    for row in rows:
        try:
            add(row)
            added += 1
        except (DomainError, ObjectDoesNotExist) as error:  # for example, PayPal doesn't answer
            log.warning("demo: %s: %s", row.get("event") or row.get("name") or row.get("by"), error)
    return added


def get_user(email: str) -> User:
    return User.objects.get(email=email)


def get_organizer() -> User:
    return get_user(next(row["email"] for row in DATA["users"] if row.get("admin")))


def get_date(event: str, number: int = 1) -> Occurrence:
    """Return the event's date with this number, from 1, among those ahead. Raise Occurrence.DoesNotExist."""
    dates = Occurrence.objects.bookable().filter(event__name=event).select_related("event").order_by("starts_at")
    return dates[number - 1 : number].get()


# --- The clock -------------------------------------------------------------------------------------------------------
#
# Services and models read Django's clock: the `datetime` in `django.utils.timezone`. Columns with
# `default=timezone.now` are bound to that function, so replacing the function itself would not reach them.


class AnyDatetime(type):
    """Of a clock, in whose place Django asks whether a value is a datetime."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let something happen at this moment. Its emails and posts are sent, because later it would be too late.

    A new event is posted a while after it is published.
    """

    class Clock(datetime, metaclass=AnyDatetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment.astimezone(tz)

    with patch.object(timezone, "datetime", Clock):
        yield
        send_outbox(now=moment + PUBLISHED_AFTER)


# --- Buying ----------------------------------------------------------------------------------------------------------


def seed_purchase(row: Row) -> None:
    """Let the member buy the seats or make the gift, or both."""
    seats = {get_date(row["event"], row.get("date", 1)): row["seats"]} if "event" in row else {}
    order = buy(get_user(row["by"]), seats, gift=Decimal(row.get("gift", 0)), voucher=row.get("voucher", ""))
    if "then" in row:
        THEN[row["then"]](order)


def buy(buyer: User, seats: Mapping[Occurrence, int], *, gift: Decimal = Decimal(0), voucher: str = "") -> Order:
    """Place an order and pay it, at the time of the clock."""
    items = [
        CartItem(date.event.public_id, date.event.name, None, [(format_utc(date.starts_at), count)])
        for date, count in seats.items()
        if count
    ]
    address = {"fName": buyer.first_name, "lName": buyer.last_name}
    request = OrderRequest(items, shipping_address=address, gift=gift, voucher=voucher)
    order = place_order(order_request=request, by=buyer)
    if not order.total_price:
        return order
    paypal_order_id = create_paypal_order(order_id=order.pk)
    # As its buyer does in PayPal's window. The simulator has no other clock for the capture.
    call_simulator(f"orders/{paypal_order_id}/approve", captured_at=format_utc(timezone.now()))
    return pay_order(order=order, paypal_order_id=paypal_order_id)


def seed_crowd(row: Row) -> None:
    """Let guests buy the seats of the past months' dates as each month begins, and those that are taken now this month.

    An order has many dates, because a payment takes most of its time.
    """
    names = [name.split() for name in row["names"]]
    guests = seed_users(
        {"email": f"{first.lower()}@example.com", "first_name": first, "last_name": last} for first, last in names
    )
    now = timezone.now()
    for ago in reversed(range(SEASON_MONTHS + 1)):
        begins = get_day_bounds(get_month(ago).first_day)[0]
        seats = share_seats_among(guests[: row["regulars"]], list_past_seats(get_month(ago)))
        add_all(seed_order, list_orders(seats, from_time=begins, step=timedelta(minutes=40)))
    book_by_hand()
    seats = share_seats_among(guests, list_seats_ahead())
    add_all(seed_order, list_orders(seats, from_time=begins, step=(now - begins) / (len(guests) + 1)))


def list_past_seats(month: LedgerMonth) -> Counter[Occurrence]:
    """Return how many seats were bought of this month's dates whose guests were thanked already."""
    seats: Counter[Occurrence] = Counter()
    first, last = get_day_bounds(month.first_day)[0], get_day_bounds(month.last_day)[1]
    for row in DATA["events"]:
        dates = Occurrence.objects.filter(event__name=row["name"], ends_at__lt=timezone.now() - TOO_LATE)
        dates = dates.filter(starts_at__gte=first, starts_at__lt=last).select_related("event").order_by("starts_at")
        seats.update(dict(zip(dates, cycle(row.get("past", [])), strict=False)))
    return seats


@in_one_transaction
def book_by_hand() -> None:
    """Let staff book seats that nobody pays for."""
    organizer = get_organizer()
    for row in DATA["events"]:
        for booked in row.get("by_hand", []):
            date = get_date(row["name"])
            book_seats(date, booked["seats"], [organizer], reason=booked["reason"], by=organizer)


def list_seats_ahead() -> Counter[Occurrence]:
    """Return how many seats of the next dates are taken, without those that were booked by hand."""
    seats: Counter[Occurrence] = Counter()
    for row in DATA["events"]:
        dates = list_dates_ahead(Event.objects.get(name=row["name"]))
        seats.update(dict(zip(dates, row.get("taken", []), strict=False)))
        for booked in row.get("by_hand", []):
            seats[dates[0]] -= booked["seats"]
    return seats


def share_seats_among(guests: Sequence[User], seats: Counter[Occurrence]) -> dict[User, Counter[Occurrence]]:
    """Return which of these seats each guest buys, in parties."""
    wanted: dict[User, Counter[Occurrence]] = {guest: Counter() for guest in guests}
    buyers, parties = cycle(guests), cycle(PARTIES)
    for occurrence, left in seats.items():
        while left > 0:
            party = min(left, next(parties))
            wanted[next(buyers)][occurrence] += party
            left -= party
    return wanted


def list_orders(
    seats: Mapping[User, Counter[Occurrence]], *, from_time: datetime, step: timedelta
) -> Iterator[dict[str, Any]]:
    """Yield an order of each guest who buys seats, one after the other."""
    for number, (buyer, wanted) in enumerate(seats.items(), 1):
        if wanted:
            yield {"by": buyer.email, "at": from_time + number * step, "seats": wanted}


def seed_order(row: Row) -> None:
    """Let a guest buy seats. Nobody reads the emails, and writing them would take a third of the time."""
    buyer = get_user(row["by"])
    with at(row["at"]):
        buy(buyer, row["seats"])
        Outgoing.objects.filter(owner_id=buyer.pk).delete()


def call_simulator(path: str, **body: Any) -> None:
    """Make something happen at the PayPal simulator."""
    url, content = f"{settings.PAYPAL_SIMULATOR_URL}/_control/{path}", json.dumps(body).encode()
    request = Request(url, data=content, headers={"Content-Type": "application/json"})  # noqa: S310 - our own address
    with urlopen(request, timeout=TIMEOUT):  # noqa: S310
        pass


# --- What becomes of seats -------------------------------------------------------------------------------------------


def share_seats(order: Order) -> None:
    """Send links for two seats to friends, one of whom takes the seat."""
    claimed, _ = seat_links.create_links(booking_id=order.lines.get().booking_id, count=2, by=order.user)
    seat_links.claim_seat(token=claimed.claim_token, first_name="Sam", email="sam@example.com")


def refund_one_seat(order: Order) -> None:
    (options,) = list_options(order)
    change_request = ChangeRequest(options.booking.public_id, Change.Kind.REFUND, options.amounts[0], seats=1)
    request_change(order_id=order.pk, change_request=change_request, by=order.user)


def move_to_next_date(order: Order) -> None:
    (options,) = list_options(order)
    to = format_utc(options.dates[0].occurrence.starts_at)
    change_request = ChangeRequest(options.booking.public_id, Change.Kind.MOVE, Decimal(0), to=to)
    request_change(order_id=order.pk, change_request=change_request, by=order.user)


THEN = {"share_seats": share_seats, "refund_one_seat": refund_one_seat}


@in_one_transaction
def seed_waiting_list(row: Row) -> None:
    """Let members wait for a full date. Then return seats that staff booked, which are offered to the first of them."""
    date = get_date(row["event"])
    for place in row["places"]:
        where = {"product": date.event.public_id, "booking_date": format_utc(date.starts_at)}
        join_waiting_list(**where, count=place["seats"], at_least=place["at_least"], by=get_user(place["by"]))
    booking = date.bookings.filter(kind=Booking.Kind.BY_HAND, seats__gt=row["offered"]).latest("pk")
    returns.request_return(seats={booking.pk: row["offered"]})
    returns.complete_return(seats={booking.pk: row["offered"]})


def cancel_date(row: Row) -> None:
    """Cancel a date that members booked. One of them moves to another date; the others have not answered."""
    order = Order.objects.get(user=get_user(row["moves"]), lines__name=row["event"])
    cancel(order.lines.get().booking.occurrence, row["reason"])
    move_to_next_date(order)


def cancel(date: Occurrence, reason: str) -> None:
    change_request = DateChangeRequest(date.starts_at, terms=Terms(reason))
    begin_date_change(event_id=date.event_id, change_request=change_request, by=get_organizer())


# --- The cause: goals, codes, members and months ---------------------------------------------------------------------


def seed_goal(row: Row) -> None:
    """Set a goal for an event, or for the season."""
    begins = get_month(SEASON_MONTHS).first_day
    season = {"starts_on": begins, "ends_on": begins + timedelta(days=300)}
    about = {"event": Event.objects.get(name=row["event"])} if "event" in row else season
    create_goal(fields={**row, **about}, by=get_organizer())


def seed_member(row: Row) -> None:
    """Create a member, who may have linked the membership to an account."""
    user = get_user(row["email"]) if row.get("linked") else None
    until = get_month(0).first_day + timedelta(days=400)
    Membership.objects.create(number=row["number"], email=row["email"], user=user, valid_until=until)


def seed_month(row: Row) -> None:
    """Let members give in a month, enter its lines, and close it."""
    month, organizer = get_month(row["ago"]), get_organizer()
    for position, gift in enumerate(row["gifts"]):
        day = min(month.first_day + timedelta(days=3 + 7 * position), timezone.localdate())
        with at(get_day_bounds(day)[0]):
            add_all(seed_purchase, [gift])
    for line in row["lines"]:
        day = min(month.first_day + (line["day"] - 1) * DAY, month.last_day, timezone.localdate())
        amount = get_all(line["kind"], day) if line["amount"] == "all" else Decimal(line["amount"])
        if not amount:  # on a month's first days
            continue
        named = {"source": line.get("from", ""), "target": line.get("to", ""), "text": line["text"]}
        if "event" in line:
            named["occurrence"] = Occurrence.objects.filter(event__name=line["event"]).earliest("starts_at")
        add_entry(month=month, kind=line["kind"], day=day, amount=amount, by=organizer, **named)
    if row["ago"]:
        report = read_report(month)
        for line in get_settlement(month, report).lines:
            if line.is_open:
                explain_line(
                    month=month,
                    paypal_id=line.paypal_id,
                    fields={"text": "Made by the demo", "entry": ""},
                    by=organizer,
                )
        close_month(month=month, digest=get_settlement(month, report).digest, by=organizer)


def get_all(kind: str, day: date) -> Decimal:
    """Return all that was at PayPal on that day, the tax of the months before, or whole tens of what could be paid out.

    That is what was left, without what was received for dates to come.
    """
    rows = Transfer.objects.filter(day__lte=day)
    if kind == LedgerEntry.Kind.TRANSFER:
        return sum_rows(rows).money[Account.PAYPAL]
    if kind == LedgerEntry.Kind.TAX_PAID:
        return sum_rows(Transfer.objects.filter(day__lt=day.replace(day=1))).tax_held
    to_come = rows.filter(line__booking__occurrence__starts_at__gte=get_day_bounds(day)[1])
    return max(sum_rows(rows).left - sum_rows(to_come).received, Decimal(0)) // 10 * 10
