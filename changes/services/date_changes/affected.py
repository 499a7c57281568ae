"""Count whom a change of dates concerns: what staff read before they confirm it, and what they confirm.

The dialog changes one date, and the form of an event as many as its rule moves; both show these numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Count, F
from django.utils import timezone

from accounts.models import DELETED_EMAIL_SUFFIX, User
from bookings.models import ACTIVE, Booking, SeatLink, WaitingEntry
from bookings.selectors.inside import read_inside
from bookings.services import events as event_services
from charityshop.digests import make_digest, refuse_other_digest
from events.models import Occurrence
from events.recurrence import Span
from orders.models import Order, OrderLine
from payments.selectors.order_money import count_open_seats, read_values

CONCERNED_CHANGED = "Whom this concerns has changed since you looked. Look at it again, then confirm."


@dataclass(frozen=True, kw_only=True)
class Affected:
    """Whom a change concerns, of one date or of several together."""

    people: frozenset[int]  # accounts to notify: buyers, those who hold seats, and staff who booked by hand
    lines: Sequence[OrderLine]  # paid seats
    by_hand: Sequence[Booking]
    money: Decimal  # what full refunds would return now
    guests: int
    inside: int  # people who came in
    waiting: int

    @property
    def users(self) -> int:
        return len(self.people)

    @property
    def orders(self) -> int:
        return len({line.order_id for line in self.lines})

    @property
    def seats(self) -> int:
        """Return the seats that were bought, or booked by hand."""
        return sum(booking.live_seats for booking in (*(line.booking for line in self.lines), *self.by_hand))

    @property
    def numbers(self) -> tuple[object, ...]:
        """Return what the page shows, for its digest."""
        by_hand = [booking.pk for booking in self.by_hand]
        return (self.users, self.orders, self.seats, self.money, self.guests, self.inside, self.waiting, by_hand)


NOBODY = Affected(people=frozenset(), lines=(), by_hand=(), money=Decimal(0), guests=0, inside=0, waiting=0)


@dataclass(frozen=True, kw_only=True)
class AffectedDate(Affected):
    """A date that saving its event would change."""

    date: Occurrence
    kind: str  # moved: it starts at another time. relocated: it is at another place at that time.
    # end: only its end changes. dropped: the rule no longer gives it.
    # Its status, of a date that is canceled, brought back, or hidden with its event.
    to: Span | None
    was_place: str = ""  # empty if it stays
    now_place: str = ""

    @property
    def choice(self) -> bool:
        """Whether its buyers would choose."""
        return self.kind in ("moved", "relocated") and bool(self.lines)

    @property
    def shown(self) -> tuple[object, ...]:
        """Return what the page shows, for its digest."""
        times = (self.date.starts_at, self.date.ends_at, self.to)
        return (self.date.pk, self.kind, *times, self.was_place, self.now_place, *self.numbers)


@dataclass(frozen=True, kw_only=True)
class AffectedDates(Affected):
    dates: Sequence[AffectedDate]

    @property
    def digest(self) -> str:
        """Return the digest of what the page shows before staff confirm."""
        return make_digest([each.shown for each in self.dates])


def read_affected(date_ids: Collection[int]) -> dict[int, Affected]:
    """Read whom a change of each of these dates concerns. A few queries, and some for each order."""
    lines: dict[int, list[OrderLine]] = {pk: [] for pk in date_ids}
    for line in list_sold_lines(date_ids):
        lines[line.booking.occurrence_id].append(line)
    by_hand: dict[int, list[Booking]] = {pk: [] for pk in date_ids}
    for booking in list_staff_bookings(date_ids):
        by_hand[booking.occurrence_id].append(booking)
    users: dict[int, set[int]] = {pk: set() for pk in date_ids}
    told = Booking.objects.taken(timezone.now()).filter(occurrence__in=date_ids, seats__gt=F("returning"))
    for date_id, user_id in told.exclude(kind=Booking.Kind.OFFER).values_list("occurrence", "user"):
        users[date_id].add(user_id)
    people = list_people(set().union(*users.values()))
    money = read_refundable_values([line for each in lines.values() for line in each])
    here = Booking.objects.filter(occurrence__in=date_ids, status=Booking.Status.CONFIRMED)
    sold = dict(here.values_list("pk", "occurrence_id"))
    inside: Counter[int] = Counter()
    for booking_id, found in read_inside(list(sold)).items():
        inside[sold[booking_id]] += found.total
    claimed = SeatLink.objects.filter(booking__in=sold, state=SeatLink.State.CLAIMED)
    guests = dict(claimed.order_by().values_list("booking__occurrence").annotate(Count("pk")))
    live = WaitingEntry.objects.live().filter(occurrence__in=date_ids, user__is_active=True)
    waiting = dict(live.order_by().values_list("occurrence").annotate(Count("pk")))
    return {
        pk: Affected(
            people=people & users[pk],
            lines=lines[pk],
            by_hand=by_hand[pk],
            money=sum((money[line.pk] for line in lines[pk]), Decimal(0)),
            guests=guests.get(pk, 0),
            inside=inside[pk],
            waiting=waiting.get(pk, 0),
        )
        for pk in date_ids
    }


def read_concerned(event_id: int, when: date | datetime | None = None) -> AffectedDates:
    """Return whom canceling or restoring a date concerns, or, without `when`, hiding the event with dates to come."""
    if when is not None:
        dates = [event_services.get_date_to_change(event_id, when)]
    else:
        scheduled = event_services.list_dates(event_id).filter(status=Occurrence.Status.SCHEDULED)
        dates = list(scheduled.filter(ends_at__gt=timezone.now()).order_by("starts_at"))
    affected = read_affected([each.pk for each in dates])
    return add_up([AffectedDate(**vars(affected[each.pk]), date=each, kind=each.status, to=None) for each in dates])


def refuse_other_people(digest: str | None, event_id: int, when: date | datetime | None = None) -> None:
    """Raise Changed if a page with this digest showed others, or other seats or dollars, than are concerned now."""
    if digest is not None:
        refuse_other_digest(digest, read_concerned(event_id, when).digest, CONCERNED_CHANGED)


def add_up(dates: Sequence[AffectedDate]) -> AffectedDates:
    return AffectedDates(
        dates=dates,
        people=frozenset().union(*(each.people for each in dates)),
        lines=[line for each in dates for line in each.lines],
        by_hand=[booking for each in dates for booking in each.by_hand],
        money=sum((each.money for each in dates), Decimal(0)),
        guests=sum(each.guests for each in dates),
        inside=sum(each.inside for each in dates),
        waiting=sum(each.waiting for each in dates),
    )


def list_sold_lines(date_ids: Collection[int]) -> list[OrderLine]:
    """Return the lines of paid orders with seats on these dates that are not being returned already."""
    lines = OrderLine.objects.select_related("booking", "order").filter(
        order__status__in=Order.SOLD,
        booking__occurrence__in=date_ids,
        booking__status=Booking.Status.CONFIRMED,
        booking__seats__gt=F("booking__returning"),
    )
    return list(lines.order_by("pk"))


def list_staff_bookings(date_ids: Collection[int]) -> list[Booking]:
    """Return bookings made by staff without an order."""
    by_hand = Booking.objects.filter(occurrence__in=date_ids, kind=Booking.Kind.BY_HAND, status__in=ACTIVE)
    return list(by_hand.select_related("user", "occurrence__event").order_by("pk"))


def read_refundable_values(lines: Iterable[OrderLine]) -> dict[int, Decimal]:
    """Return what refunding these lines in full returns, by the values at which they were sold."""
    by_order: dict[Order, set[int]] = defaultdict(set)
    for line in lines:
        by_order[line.order].add(line.pk)
    values: dict[int, Decimal] = defaultdict(Decimal)
    for order, ids in by_order.items():
        values |= read_values(order).get_each({pk: n for pk, n in count_open_seats(order).items() if n and pk in ids})
    return values


def list_people(user_ids: Collection[int]) -> frozenset[int]:
    """Return those who get an email, without deleted accounts and that of the door."""
    users = User.objects.filter(pk__in=user_ids).exclude(email__endswith=DELETED_EMAIL_SUFFIX)
    return frozenset(users.values_list("pk", flat=True))
