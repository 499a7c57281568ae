"""Keep a booking's passes in step with its seats, and split or replace them.

Each change of seats is recorded as a move, because the door and the figures ask who had which seats at a time. Each
function runs in the caller's transaction, which has locked the booking's date: a booking's seats, links
and passes change only under that lock.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Case, Count, F, Q, QuerySet, Sum, When
from django.utils import timezone

from bookings.models import Booking, Pass, SeatLink, SeatMove
from bookings.selectors.inside import get_inside

CONFIRMED = Booking.Status.CONFIRMED
CLAIMED = SeatLink.State.CLAIMED
Reason = Pass.Reason


def create_passes(*, booking_ids: Collection[int], sold_at: datetime | None = None) -> None:
    """Create a pass for each booking that was just confirmed. One that was sold before gets its seats again, now.

    The shop may learn of a sale later: of a payment that came, or of what a phone sold without a connection.
    """
    confirmed = Booking.objects.filter(pk__in=booking_ids, status=CONFIRMED).order_by("pk")
    rows = list(confirmed.annotate(sold=Count("passes")).values_list("pk", "seats", "sold"))
    Pass.objects.bulk_create(Pass.build(Booking(pk=pk), seats) for pk, seats, sold in rows if not sold)
    record_moves(booking_ids=[pk for pk, _, sold in rows if not sold], at=sold_at)
    for pk, _, sold in rows:
        if sold:
            update_passes(booking_id=pk)


def update_passes(*, booking_id: int) -> None:
    """Give each guest who claimed a seat a pass, and the buyer the other seats of the booking.

    Call it after the booking's seats or guests have changed. Seats are taken from unlabeled passes first, and the
    oldest keeps its code as long as it has a seat; seats of people who are inside are taken last. Bookings that are
    not confirmed keep their passes, which admit nobody.
    """
    booking = Booking.objects.get(pk=booking_id)
    if booking.status == CONFIRMED:
        share_seats(booking)
    record_moves(booking_ids=[booking_id])


def share_seats(booking: Booking) -> None:
    """Change the passes of a confirmed booking as `update_passes` says."""
    links = {link.pk: link for link in booking.seat_links.filter(state=CLAIMED)}
    live = list(booking.passes.live())
    own = [each for each in live if each.seat_link_id is None]
    guests = [each for each in live if each.seat_link_id in links]
    end_passes([each for each in live if each not in own and each not in guests], Reason.REPLACED)
    missing = links.keys() - {each.seat_link_id for each in guests}
    surplus = sum_seats(own) - (booking.seats - len(links))
    if surplus > 0:
        reason = Reason.RETURNED if sum_seats(live) > booking.seats else Reason.REPLACED
        take_seats(own, surplus, inside=get_inside(booking.pk).by_pass, because=reason)
    elif surplus < 0:
        add_seats(booking, own, -surplus)
    Pass.objects.bulk_create(Pass.build(booking, 1, links[pk].first_name, links[pk]) for pk in sorted(missing))


def take_seats(passes: Sequence[Pass], count: int, *, inside: Mapping[int, int], because: Pass.Reason) -> None:
    """Take seats from unlabeled passes, oldest first, and then from labeled ones, newest first. End the empty ones.

    Seats of people who are `inside` (numbers by pass) are taken after all others.
    """
    in_order = sorted(passes, key=lambda each: (bool(each.label), -each.pk if each.label else each.pk))
    occupied = {each: min(inside.get(each.pk, 0), each.seats) for each in in_order}
    taken = Counter[Pass]()
    for each, seats in [(each, each.seats - occupied[each]) for each in in_order] + list(occupied.items()):
        taken[each] += min(seats, count - taken.total())
    for each in in_order:
        if taken[each] == each.seats:
            end_passes([each], because)
        elif taken[each]:
            set_seats(each, each.seats - taken[each])


def add_seats(booking: Booking, passes: Iterable[Pass], count: int) -> None:
    """Add seats to the buyer's oldest unlabeled pass, or create one."""
    found = next((each for each in passes if not each.label), None)
    if found is None:
        Pass.build(booking, count).save()
        return
    set_seats(found, found.seats + count)


def set_seats(ticket: Pass, seats: int) -> None:
    ticket.seats = seats
    ticket.save(update_fields=["seats"])


def split_pass(old: Pass, seats: int, label: str) -> None:
    """Move seats of a live pass, at least one fewer than it has, to a new one. The old code keeps the others."""
    set_seats(old, old.seats - seats)
    new = Pass.build(old.booking, seats, label)
    new.save()
    old.answers.filter(seat__gte=old.seats).update(ticket=new, seat=F("seat") - old.seats)
    record_moves(booking_ids=[old.booking_id])


def replace_pass(old: Pass) -> None:
    """Give a live pass a new code, because somebody else may know the old one."""
    end_passes([old], Reason.REPLACED)
    new = Pass.build(old.booking, old.seats, old.label, old.seat_link)
    new.save()
    old.answers.update(ticket=new)
    record_moves(booking_ids=[old.booking_id])


def end_passes(passes: Iterable[Pass], because: Pass.Reason) -> None:
    ids = [each.pk for each in passes]
    if ids:
        Pass.objects.filter(pk__in=ids).update(ended_because=because)


def sum_seats(passes: Iterable[Pass]) -> int:
    return sum(each.seats for each in passes)


def record_moves(*, booking_ids: Collection[int], at: datetime | None = None) -> None:
    """Record how the seats of the bookings' passes, or their date, have changed since the last moves."""
    moves, at = list_unrecorded(Pass.objects.filter(booking__in=booking_ids)), at or timezone.now()
    for move in moves:
        move.at = at
    SeatMove.objects.bulk_create(moves)


def list_unrecorded(passes: QuerySet[Pass]) -> list[SeatMove]:
    """Return unsaved moves without a time: what recorded ones lack. A date is left before another one is reached.

    Passes that have ended have no seats, nor have those of bookings that are not confirmed.
    """
    is_valid = Q(ended_because="", booking__status=CONFIRMED)
    found = passes.order_by("pk").annotate(has=Case(When(is_valid, then="seats"), default=0))
    rows = found.values_list("pk", "has", "booking__occurrence", "moves__occurrence").annotate(had=Sum("moves__seats"))
    missing, recorded = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for ticket, has, here, there, had in rows:
        missing[ticket, here] = has
        recorded[ticket, there] = had or 0
    missing.subtract(recorded)
    in_order = sorted(missing.items(), key=lambda change: change[1])
    return [SeatMove(ticket_id=pk, occurrence_id=date, seats=seats) for (pk, date), seats in in_order if seats]
