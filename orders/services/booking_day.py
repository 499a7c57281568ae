"""Choose the day on which a payment or refund is booked, and lock what says which months are closed.

Locks are taken in this order: the buyer, orders, dates, and last the row of BooksClosed.
"""

from datetime import date, datetime

from django.utils import timezone

from orders.models import BooksClosed


def lock_closed_months() -> BooksClosed:
    """Lock the row that says what is closed, and then read it. Needs a transaction."""
    BooksClosed.objects.get_or_create(pk=BooksClosed.ONLY)
    return BooksClosed.objects.select_for_update(no_key=True).get(pk=BooksClosed.ONLY)


def choose_booking_day(when: datetime) -> date:
    """Return the day on which money that moved at this time is booked: that day, or today if its month is closed.

    Call it in the transaction that stores the day. It locks the books only for earlier months, since the current month
    can't be closed: closing and booking then wait for each other.
    """
    today, day = timezone.localdate(), timezone.localdate(when)
    if day > today or day.replace(day=1) == today.replace(day=1):
        return min(day, today)
    closed = lock_closed_months().through
    return today if closed is not None and day <= closed else day


def choose_open_day(day: date) -> date:
    """Return the day on which rows of the journal that happened on this day are posted: today if it is closed.

    Like `choose_booking_day`, it locks the books only for earlier months.
    """
    today = timezone.localdate()
    if day >= today or day.replace(day=1) == today.replace(day=1):
        return min(day, today)
    closed = lock_closed_months().through
    return today if closed is not None and day <= closed else day
