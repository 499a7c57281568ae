"""Choose the day on which money is posted to the journal, and lock what says which months are closed.

Locks are taken in this order: the buyer, orders, dates, and last the row of Books.
"""

from datetime import date

from django.utils import timezone

from payments.models import Books


def lock_closed_months() -> Books:
    """Lock the row that says what is closed, and then read it. Needs a transaction."""
    Books.objects.get_or_create(pk=Books.ONLY)
    return Books.objects.select_for_update(no_key=True).get(pk=Books.ONLY)


def choose_open_day(day: date) -> date:
    """Return the day on which rows of what happened on this day are posted: that day, or today if its month is closed.

    Call it in the transaction that stores the rows. It locks the books only for earlier months, since the current month
    can't be closed: closing and posting then wait for each other.
    """
    today = timezone.localdate()
    if day >= today or day.replace(day=1) == today.replace(day=1):
        return min(day, today)
    closed = lock_closed_months().through
    return today if closed is not None and day <= closed else day
