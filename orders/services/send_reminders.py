"""Remind buyers of the dates of the next day.

Each reminder is a row, stored in the same transaction as its email: upkeep may run late, twice or several times at
once. The text is rendered when the email is sent, and dropped if it is no longer true (`orders.reminder_mails`).
"""

from datetime import datetime
from functools import partial

from bookings.services.seats import lock_booked_dates
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction
from charityshop.mail.outbox import announce_mail
from orders.models import Reminder
from orders.selectors.reminders import filter_unreminded_bookings

JOB = "reminder"


def send_reminders(*, now: datetime) -> int:
    """Write the reminders that are due. Return how many."""
    due = filter_unreminded_bookings(now).order_by("occurrence__starts_at", "pk")
    return sum(run_each(JOB, list(due.values_list("pk", flat=True)), partial(write_reminder, now=now)))


@in_one_transaction
def write_reminder(booking_id: int, *, now: datetime) -> bool:
    """Return whether the buyer is reminded now: another process may have done so, or the seats may be gone."""
    lock_booked_dates([booking_id])
    booking = filter_unreminded_bookings(now).select_related("user", "occurrence").filter(pk=booking_id).first()
    if booking is None:
        return False
    starts_at = booking.occurrence.starts_at
    reminder = Reminder.objects.create(booking=booking, starts_at=starts_at)
    announce_mail(
        "reminder",
        to=booking.user.email,
        owner_id=booking.user.pk,
        about=reminder.public_id,
        useful_for=starts_at - now,
    )
    return True
