"""Keep a booking's passes in step with its seats, and split or replace them.

Except for upkeep, each function runs in the caller's transaction, which has locked the booking's date: a booking's
seats, links and passes change only under that lock.
"""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from bookings.models import Booking, Pass, SeatLink

CONFIRMED = Booking.Status.CONFIRMED
CLAIMED = SeatLink.State.CLAIMED
Reason = Pass.Reason
LIVE_SEATS = Coalesce(Sum("passes__seats", filter=Q(passes__ended_at=None)), 0)


def create_passes(*, booking_ids: Collection[int]) -> None:
    """Create a pass for each booking that was just confirmed. One that was sold before has its passes already."""
    confirmed = Booking.objects.filter(pk__in=booking_ids, status=CONFIRMED).order_by("pk")
    rows = list(confirmed.annotate(live=LIVE_SEATS).values_list("pk", "seats", "live"))
    Pass.objects.bulk_create(Pass.build(Booking(pk=pk), seats) for pk, seats, live in rows if not live)
    for pk, _, live in rows:
        if live:
            update_passes(booking_id=pk)


def update_passes(*, booking_id: int) -> None:
    """Give each guest who claimed a seat a pass, and the buyer the other seats of the booking.

    Call it after the booking's seats or guests have changed. Seats are taken from unlabeled passes first, and the
    oldest keeps its code as long as it has a seat. Bookings that are not confirmed keep their passes, which admit
    nobody.
    """
    booking = Booking.objects.get(pk=booking_id)
    if booking.status != CONFIRMED:
        return
    links = {link.pk: link for link in booking.seat_links.filter(state=CLAIMED)}
    live = list(booking.passes.live())
    own = [each for each in live if each.seat_link_id is None]
    guests = [each for each in live if each.seat_link_id in links]
    end_passes([each for each in live if each not in own and each not in guests], Reason.REPLACED)
    missing = links.keys() - {each.seat_link_id for each in guests}
    surplus = sum_seats(own) - (booking.seats - len(links))
    if surplus > 0:
        take_seats(own, surplus, because=Reason.RETURNED if sum_seats(live) > booking.seats else Reason.REPLACED)
    elif surplus < 0:
        add_seats(booking, own, -surplus)
    Pass.objects.bulk_create(Pass.build(booking, 1, links[pk].first_name, links[pk]) for pk in sorted(missing))


def take_seats(passes: Sequence[Pass], count: int, *, because: Pass.Reason) -> None:
    """Take seats from unlabeled passes, oldest first, and then from labeled ones, newest first. End the empty ones."""
    for each in sorted(passes, key=lambda each: (bool(each.label), -each.pk if each.label else each.pk)):
        taken = min(count, each.seats)
        count -= taken
        if taken == each.seats:
            end_passes([each], because)
        elif taken:
            each.seats -= taken
            each.save(update_fields=["seats"])


def add_seats(booking: Booking, passes: Iterable[Pass], count: int) -> None:
    """Add seats to the buyer's oldest unlabeled pass, or create one."""
    found = next((each for each in passes if not each.label), None)
    if found is None:
        Pass.build(booking, count).save()
        return
    found.seats += count
    found.save(update_fields=["seats"])


def split_pass(old: Pass, seats: int, label: str) -> None:
    """Move seats of a live pass, at least one fewer than it has, to a new one. The old code keeps the others."""
    old.seats -= seats
    old.save(update_fields=["seats"])
    Pass.build(old.booking, seats, label).save()


def replace_pass(old: Pass) -> None:
    """Give a live pass a new code, because somebody else may know the old one."""
    end_passes([old], Reason.REPLACED)
    Pass.build(old.booking, old.seats, old.label, old.seat_link).save()


def end_passes(passes: Iterable[Pass], because: Pass.Reason) -> None:
    ids = [each.pk for each in passes]
    if ids:
        Pass.objects.filter(pk__in=ids).update(ended_at=timezone.now(), ended_because=because)


def sum_seats(passes: Iterable[Pass]) -> int:
    return sum(each.seats for each in passes)
