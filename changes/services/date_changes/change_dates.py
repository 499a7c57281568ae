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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings import mails as booking_mails
from bookings.deadlines import DEFAULT_ANSWER_HOURS, end_on_full_hour
from bookings.models import ACTIVE, CLOSES_BEFORE, Booking, WaitingEntry
from bookings.services import door_seats, offers, seat_links, seats
from changes.services.date_changes.affected import list_staff_bookings
from changes.services.date_changes.choices import give_choices, take_back_notices
from changes.services.date_changes.date_mails import email_news, email_staff_bookings
from changes.services.date_changes.locks import filter_orders, refuse_undecided
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
    ended = [prepare(date, to, terms, by) for date, to in settings.items()]
    written = write()
    changes = []
    for (date, to), told in zip(settings.items(), ended, strict=True):
        changes.append(change := read_newest(date))
        for user, is_waiting in told:
            email_news(change, user, is_waiting)
        give_choices(change, to, change.at)
        if to:
            follow_move(change, to)
        else:
            follow_cancellation(change)
        tell_staff_bookings(change)
    return changes, written


def read_newest(date: Occurrence) -> DateChange:
    """Return what happened to a date last, with the date as it is now."""
    return date.history.select_related("occurrence__event", "by").latest("pk")


def prepare(date: Occurrence, to: Setting | None, terms: Terms, by: User) -> list[tuple[User, bool]]:
    """End what can't move with a date. Return who is to be told so, and whether they waited for seats."""
    refuse_undecided(date)
    take_back_notices(date)
    now = timezone.now()
    orders = list(filter_orders([date.pk]))
    held = [order for order in orders if order.status_at(now) == Order.Status.HELD]
    waiting = list_waiting(date, besides=held) if to is None else []
    if to is None:
        offers.end_lines(occurrence_ids=[date.pk])  # first, so that canceled orders don't restore their offers
        release_allotments(date)
    end_unpaid_orders(orders, terms.reason or "The date moves.", by, now)
    if to and to.starts_at - now <= CLOSES_BEFORE:
        waiting = [entry for entry in list_waiting(date) if entry.status == Waiting]
    return [*dict.fromkeys((order.user, False) for order in held), *((entry.user, True) for entry in waiting)]


def follow_move(change: DateChange, to: Setting) -> None:
    """Let the waiting list and the door follow a date that has moved, and tell guests and those who wait."""
    date, was = change.occurrence, change.was
    guest_mails.dates_moved({date.pk: was}, change.reason)
    door_seats.renew_allotments(date.pk, to.ends_at - was.ends_at)
    offers.renew_offers(occurrence_id=date.pk, was=was, reason=change.reason)
    offers.offer_seats(occurrence_ids=[date.pk])
    for entry in list_waiting(date):
        if entry.status == Waiting:
            booking_mails.waiting_date_moved(entry, was=was, reason=change.reason)


def follow_cancellation(change: DateChange) -> None:
    """Tell guests now: their seats may be returned before the buyers are told."""
    guest_mails.date_canceled(change.occurrence, reason=change.reason)
    if not change.answer_until:  # otherwise the seats may move to another date with their guests
        seat_links.end_links_of_date(change.occurrence)


def tell_staff_bookings(change: DateChange) -> None:
    """Tell staff who booked by hand, and end their seats of a canceled date."""
    by_hand = list_staff_bookings([change.occurrence_id])
    email_staff_bookings(change, by_hand)
    for booking in by_hand if change.kind == DateChange.Kind.CANCELED else ():
        seats.release_seats(booking_ids=[booking.pk], ended_at=timezone.now())
        seat_links.revoke_surplus_links(booking)  # its guests were told about the date
        before, after = {"status": booking.status}, {"status": Booking.Status.CANCELLED}
        audit.record("booking canceled", booking, by=change.by, before=before, after=after, reason=change.reason)


def tell_waiting_list(date: Occurrence, entries: Sequence[WaitingEntry]) -> None:
    """Tell those who waited for seats on a date that is gone that its list has ended."""
    for entry in entries:
        email_news(read_newest(date), entry.user, True)


def list_waiting(date: Occurrence, *, besides: Sequence[Order] = ()) -> list[WaitingEntry]:
    """Return who waits for seats or has an offer, except buyers of these orders, who hear that those end."""
    entries = WaitingEntry.objects.live().filter(occurrence=date, user__is_active=True)
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
