"""Change dates that people hold seats on. One promise, for one date or forty, from whatever page:

| | The date is at another time or place | It is canceled |
|---|---|---|
| Paid seats | choice until a given time, with a full refund; silence keeps them | choice; silence refunds |
| Held seats | the orders end, their buyers are told | the same |
| Waiting list | stays and is told; the time to answer an offer starts again | ends and is told |
| Seats by hand, friends | told | told; the seats end |
| Phones at the door | keep their seats | give them back |

If only the end changes, everybody is told (`save_event`), and of another number of seats nobody is.
`process_date_changes` tells the buyers of paid seats and settles what they don't choose, in small steps.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings import mails as booking_mails
from bookings.deadlines import DEFAULT_ANSWER_HOURS, end_on_full_hour
from bookings.models import ACTIVE, CLOSES_BEFORE, Booking, WaitingEntry
from bookings.services import door_seats, offers, seat_links, seats
from changes.services.date_changes.affected import list_staff_bookings
from changes.services.date_changes.choices import give_choices, take_back_notices
from changes.services.date_changes.date_mails import email_news, email_staff_booking
from changes.services.date_changes.locks import list_orders_by_date, refuse_undecided
from charityshop import audit
from events.models import DateChange, Occurrence, Setting
from orders.models import Order
from orders.services.cancel_order import cancel_order, expire_order

Written = TypeVar("Written")
Waiting = WaitingEntry.Status.WAITING


@dataclass(frozen=True, slots=True)
class Terms:
    """What staff tell everybody about a change of dates."""

    reason: str = ""
    answer_hours: int = DEFAULT_ANSWER_HOURS  # 0: nobody chooses

    def get_answer_until(self, now: datetime) -> datetime | None:
        """Return when the choice ends, if not before: that of a date that moves ends when it starts."""
        return end_on_full_hour(now + timedelta(hours=self.answer_hours)) if self.answer_hours else None


def change_dates(
    settings: Mapping[Occurrence, Setting | None], *, terms: Terms, by: User, write: Callable[[], Written]
) -> tuple[list[DateChange], Written]:
    """Give everybody on these dates what the table says, and let `write` store when and where they take place.

    None: they are canceled. It writes down what happened, which is returned. The dates are as they were, and locked
    with their orders. Raise DomainError (`payment_in_progress`).
    """
    ended = prepare(settings, terms, by)
    written = write()
    changes = read_newest([date.pk for date in settings])
    for date, user, is_waiting in ended:
        email_news(changes[date.pk], user, is_waiting)
    give_choices(list(changes.values()))
    follow_moves([change for change in changes.values() if change.takes_place], terms.reason)
    for change in changes.values():
        if not change.takes_place:
            follow_cancellation(change)
    tell_staff_bookings(changes)
    return list(changes.values()), written


def read_newest(date_ids: Collection[int]) -> dict[int, DateChange]:
    """Return what happened to dates last, by their IDs and in this order, with the dates as they are now."""
    newest = DateChange.objects.filter(occurrence__in=date_ids).order_by().values("occurrence").annotate(last=Max("pk"))
    rows = DateChange.objects.filter(pk__in=newest.values("last")).select_related("occurrence__event", "by")
    by_date = {change.occurrence_id: change for change in rows}
    return {pk: by_date[pk] for pk in date_ids}


def prepare(
    settings: Mapping[Occurrence, Setting | None], terms: Terms, by: User
) -> list[tuple[Occurrence, User, bool]]:
    """End what can't move with the dates. Return who is to be told so of which, and whether they waited for seats."""
    now, date_ids = timezone.now(), [date.pk for date in settings]
    orders = list_orders_by_date(date_ids)
    for date in settings:
        refuse_undecided(date, orders[date.pk])
    take_back_notices(date_ids)
    told: list[tuple[Occurrence, User, bool]] = []
    for date, to in settings.items():
        held = [order for order in orders[date.pk] if order.status_at(now) == Order.Status.HELD]
        told += dict.fromkeys((date, order.user, False) for order in held)
        if to is None:
            told += ((date, entry.user, True) for entry in list_waiting([date.pk], besides=held))
            offers.end_lines(occurrence_ids=[date.pk])  # first, so that canceled orders don't restore their offers
            release_allotments(date)
    all_orders = {order.pk: order for of_date in orders.values() for order in of_date}
    end_unpaid_orders([all_orders[pk] for pk in sorted(all_orders)], terms.reason or "The date moves.", by, now)
    for date, to in settings.items():
        if to and to.starts_at - now <= CLOSES_BEFORE:
            told += ((date, entry.user, True) for entry in list_waiting([date.pk]) if entry.status == Waiting)
    return told


def follow_moves(moves: Sequence[DateChange], reason: str) -> None:
    """Let the waiting lists and the doors follow dates that have moved, and tell guests and those who wait."""
    was = {change.occurrence_id: change.was for change in moves}
    guest_mails.dates_moved(was, reason)
    door_seats.renew_allotments({each.occurrence_id: each.now_end - each.was_end for each in moves})
    offers.renew_offers(was=was, reason=reason)
    offers.offer_seats(occurrence_ids=was)
    for entry in list_waiting(was):
        if entry.status == Waiting:
            booking_mails.waiting_date_moved(entry, was=was[entry.occurrence_id], reason=reason)


def follow_cancellation(change: DateChange) -> None:
    """Tell guests now: their seats may be returned before the buyers are told."""
    guest_mails.date_canceled(change.occurrence, reason=change.reason)
    if not change.answer_until:  # otherwise the seats may move to another date with their guests
        seat_links.end_links_of_date(change.occurrence)


def tell_staff_bookings(changes: Mapping[int, DateChange]) -> None:
    """Tell staff who booked by hand, and end their seats of canceled dates."""
    by_hand = list_staff_bookings(changes)
    for booking in by_hand:
        change = changes[booking.occurrence_id]
        email_staff_booking(change, booking)
        if not change.takes_place:
            seats.release_seats(booking_ids=[booking.pk], ended_at=timezone.now())
            seat_links.revoke_surplus_links(booking)  # its guests were told about the date
            before, after = {"status": booking.status}, {"status": Booking.Status.CANCELLED}
            audit.record("booking canceled", booking, by=change.by, before=before, after=after, reason=change.reason)


def tell_waiting_lists(entries: Sequence[WaitingEntry]) -> None:
    """Tell those who waited for seats on dates that are gone that the lists have ended."""
    changes = read_newest({entry.occurrence_id for entry in entries})
    for entry in entries:
        email_news(changes[entry.occurrence_id], entry.user, True)


def list_waiting(date_ids: Collection[int], *, besides: Sequence[Order] = ()) -> list[WaitingEntry]:
    """Return who waits for seats or has an offer, except buyers of these orders, who hear that those end."""
    entries = WaitingEntry.objects.live().filter(occurrence__in=date_ids, user__is_active=True)
    entries = entries.exclude(user__in=[order.user_id for order in besides])
    return list(entries.select_related("user", "occurrence__event").order_by("pk"))


def end_unpaid_orders(orders: Sequence[Order], reason: str, by: User, now: datetime) -> None:
    """Cancel locked orders that are only held, as a whole, and store that others have expired."""
    for order in orders:
        if order.status_at(now) == Order.Status.HELD:
            cancel_order(order_id=order.pk, by=by, reason=reason)
        elif order.status_at(now) == Order.Status.EXPIRED:
            expire_order(order_id=order.pk)


def release_allotments(date: Occurrence) -> None:
    """Take the seats of a canceled date from the phones that sell at its door. They can ask for seats again."""
    allotted = date.bookings.filter(kind=Booking.Kind.ALLOTMENT, status__in=ACTIVE)
    seats.release_seats(booking_ids=list(allotted.values_list("pk", flat=True)))
