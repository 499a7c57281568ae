"""Join the waiting list of a full date, and offer seats that came free. Leaving it is in `changes`, with its orders."""

from django.utils import timezone

from accounts.models import User
from accounts.services.users import Deactivated
from bookings.models import WaitingEntry, is_open
from bookings.selectors.free_seats import count_left, read_taken_and_lines
from bookings.selectors.waiting import list_dates_to_serve
from bookings.services import offers, seats
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError, Missing
from events.models import Event, Occurrence
from events.selectors import find_date_by_text


class WaitingListClosed(DomainError):
    """The date starts soon, has passed or is canceled."""

    code = "closed"


@in_one_transaction
def join_waiting_list(*, product: str, booking_date: str, count: int, at_least: int, by: User) -> WaitingEntry:
    """Add the user to the waiting list of a full date.

    The account is locked first, so that it isn't deleted meanwhile. Raise Missing for an unknown date, Deactivated,
    and WaitingListClosed, TooManyFreeSeats or DomainError (`already_waiting`, `seats_left`)
    without adding an entry.
    """
    lock_rows(User.objects.filter(pk=by.pk))
    if not User.objects.filter(pk=by.pk, is_active=True).exists():
        raise Deactivated
    found = find_wanted_date(product, booking_date)
    date = seats.lock_dates([found.pk]).get(found.pk)
    if date is None:
        raise build_unknown_date()
    if date.starts_at != found.starts_at:
        raise WaitingListClosed("This date has just moved. Choose again.")
    offers.offer_seats(occurrence_ids=[date.pk])  # first, so that entries and offers that are over don't count
    now = timezone.now()
    if not is_open(date, now) or not date.event.is_public:
        raise WaitingListClosed("The waiting list for this date is closed.")
    if WaitingEntry.objects.live().filter(occurrence=date, user=by).exists():
        raise DomainError("You are already on the waiting list for this date.", code="already_waiting")
    if count_left(date, read_taken_and_lines([date.pk], now), now) > 0:
        raise DomainError("Seats are left: book them now.", code="seats_left")
    if not date.event.price:
        seats.refuse_too_many_free_seats({date.pk: count}, by)
    return WaitingEntry.objects.create(occurrence=date, user=by, seats=count, at_least=at_least)


def find_wanted_date(product: str, booking_date: str) -> Occurrence:
    event = Event.objects.published().filter(public_id=product).first()
    date: Occurrence | None = find_date_by_text(event.occurrences.all(), booking_date) if event else None
    if date is None:
        raise build_unknown_date()
    return date


def build_unknown_date() -> Missing:
    return Missing("This event isn't scheduled for that date.", code="not_found")


@in_one_transaction
def leave_waiting_lists(*, user: User) -> None:
    """Take an account off all waiting lists, and pass its offers on. Its orders keep their seats."""
    entries = dict(WaitingEntry.objects.live().filter(user=user).values_list("pk", "occurrence_id"))
    dates = seats.lock_dates(entries.values())
    offers.close_entries(entries, WaitingEntry.Status.LEFT)
    offers.offer_seats(occurrence_ids=dates)


# --- Upkeep ----------------------------------------------------------------------------------------------------------


def serve_waiting_lists() -> int:
    """End offers and lists that are over, and offer free seats. Return the number of new offers."""
    due = list_dates_to_serve(timezone.now())
    return sum(run_each("waiting list", due, lambda date_id: serve_waiting_list(date_id=date_id)))


@in_one_transaction
def serve_waiting_list(*, date_id: int) -> int:
    seats.lock_dates([date_id])
    return offers.offer_seats(occurrence_ids=[date_id])
