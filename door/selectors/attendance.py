"""Read who was let in on many dates whose doors were closed. The number of queries is constant.

Most tickets never change, so the database adds up the people of their entries. Entries with the others, and those that
arrived after the door was closed, are judged one by one, by the rules of `door/conflicts.py`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, QuerySet, Sum, When

from accounts.models import HOUSE_EMAIL, User
from bookings.models import Booking, Pass, SeatMove
from door.conflicts import Attendance
from door.models import Door, DoorEntry
from door.selectors.log import ADMISSIONS, derive, list_undone, read_tickets
from events.models import Occurrence, is_before_move
from orders.models import OrderLine

WAS_SENT_IN_TIME = Q(received_at__lt=F("phone__door__closed_at"))
HAS_VALID_TICKET = Q(
    ticket__ended_because="",
    ticket__booking__status=Booking.Status.CONFIRMED,
    ticket__booking__occurrence=F("phone__door__occurrence"),
)
IS_GUEST = Q(kind=DoorEntry.Kind.GUEST)  # without a ticket
IS_SIMPLE = ExpressionWrapper(WAS_SENT_IN_TIME & (IS_GUEST | HAS_VALID_TICKET), BooleanField())


def has_visitor(booking: str) -> Q:
    """Match bookings, by the path to them, whose user comes with them: not what is sold to nobody at the door."""
    house = User.objects.filter(email=HOUSE_EMAIL)
    return Q(**{f"{booking}kind": Booking.Kind.ORDER}) & ~Q(**{f"{booking}user__in": house})


# Users came if somebody was let in with a ticket that they bought and no guest has claimed.
VISITOR = Case(When(has_visitor("ticket__booking__") & Q(ticket__seat_link=None), then="ticket__booking__user"))


@dataclass(slots=True)
class LetIn:
    """How many people were let in at the door of a date."""

    without_ticket: int = 0
    by_booking: Counter[int] = field(default_factory=Counter)
    visitors: set[int] = field(default_factory=set)  # users

    @property
    def people(self) -> int:
        return self.without_ticket + self.by_booking.total()


def count_let_in(dates: QuerySet[Occurrence]) -> dict[int, LetIn]:
    """Return who was let in, by the ID of the date, for those of these dates whose door was opened and closed."""
    closed, admissions = filter_closed(dates), filter_admissions(dates)
    let_in = defaultdict[int, LetIn](LetIn, {date: LetIn() for date in closed.values_list("occurrence", flat=True)})
    columns = ("phone__door__occurrence", "ticket__booking", "ticket", "ticket__seats", "is_simple", "visitor")
    groups = admissions.annotate(is_simple=IS_SIMPLE, visitor=VISITOR).values_list(*columns).order_by()
    rows = list(groups.annotate(people=Sum("seats")))
    changed = list_changed_bookings(dates) | {booking for _, booking, *_, is_simple, _, _ in rows if not is_simple}
    for date, booking, _, seats, is_simple, visitor, people in rows:
        if booking is None and is_simple:
            let_in[date].without_ticket += people
        elif booking not in changed:
            let_in[date].by_booking[booking] += min(people, seats)
        if visitor:
            let_in[date].visitors.add(visitor)
    is_judged = Q(ticket__booking__in=changed - {None})
    if None in changed:
        is_judged |= IS_GUEST & ~WAS_SENT_IN_TIME
    for date, attendance in judge(admissions.filter(is_judged)):
        let_in[date].without_ticket += attendance.without_ticket
        let_in[date].by_booking.update(attendance.by_booking)
    return let_in


def filter_closed(dates: QuerySet[Occurrence]) -> QuerySet[Door]:
    return Door.objects.current().filter(occurrence__in=dates, closed_at__isnull=False)


def filter_admissions(dates: QuerySet[Occurrence]) -> QuerySet[DoorEntry]:
    """Filter the entries at closed doors that let somebody in and were not undone, without those of test orders.

    Who came in before the date moved to another evening did not visit it.
    """
    entries = DoorEntry.objects.filter(phone__door__in=filter_closed(dates))
    entries = entries.exclude(is_before_move("at", "phone__door__occurrence"))
    admissions = entries.filter(Q(ticket__isnull=False) | IS_GUEST, kind__in=ADMISSIONS)
    tests = OrderLine.objects.filter(order__is_test=True).values("booking")
    return admissions.exclude(Q(pk__in=find_undone(entries)) | Q(ticket__booking__in=tests))


def find_undone(entries: QuerySet[DoorEntry]) -> list[int]:
    undos = list(entries.filter(kind=DoorEntry.Kind.UNDO).select_related("phone"))
    keys = {(undo.phone.door_id, *key) for undo, key in zip(undos, list_undone(undos), strict=True)}
    others = DoorEntry.objects.filter(phone__door__in={door for door, *_ in keys}, kind__in=ADMISSIONS)
    rows = others.values_list("pk", "phone__door", "phone__uuid", "seq")
    return [pk for pk, door, uuid, seq in rows if (door, str(uuid), seq) in keys]


def list_changed_bookings(dates: QuerySet[Occurrence]) -> set[int | None]:
    """Return bookings of these dates of which a ticket lost seats, or came here with them from another date."""
    lost = SeatMove.objects.filter(seats__lt=0, ticket__booking__occurrence__in=dates)
    return set(lost.values_list("ticket__booking", flat=True))


def judge(found: QuerySet[DoorEntry]) -> Iterator[tuple[int, Attendance]]:
    """Yield by date who is inside. The entries are all admissions of their bookings on its evening, not undone."""
    entries = list(found.select_related("phone__door__occurrence").order_by("phone__door"))
    ids = {entry.ticket_id for entry in entries}
    tickets = read_tickets(Booking.objects.filter(passes__in=ids - {None}).distinct())
    passes = defaultdict[int, list[Pass]](list)
    for each in tickets.passes:
        passes[each.booking_id].append(each)
    booking_of = {each.pk: each.booking_id for each in tickets.passes}
    for door, group in groupby(entries, key=lambda entry: entry.phone.door):
        of_door = list(group)
        here = {booking_of[entry.ticket_id] for entry in of_door if entry.ticket_id is not None}
        bookings = {pk: tickets.bookings[pk] for pk in here}
        own = replace(tickets, bookings=bookings, passes=[each for pk in here for each in passes[pk]])
        yield door.occurrence_id, derive(door, of_door, own, None)
