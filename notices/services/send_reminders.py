"""Remind buyers, and guests who gave an email address, of the dates of the next day.

Each reminder is a row, stored in the same transaction as its email: upkeep may run late, twice or several times at
once. The text is written when the email is sent, and dropped if it is no longer true (`notices.mails`).
"""

from datetime import datetime
from functools import partial

from django.conf import settings

from accounts.models import User
from bookings.models import Booking, SeatLink
from bookings.services.seats import lock_booked_dates
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DeadLink
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from events.models import Occurrence
from notices.models import Notice
from notices.selectors.recipients import filter_unreminded_bookings, filter_unreminded_guests
from notices.services.send_notices import send_notices

BUYER_JOB, GUEST_JOB = "reminder", "guest_reminder"


def send_reminders(*, now: datetime) -> int:
    """Post the reminders that are due. Return how many."""
    bookings = filter_unreminded_bookings(now).order_by("occurrence__starts_at", "pk").values_list("pk", flat=True)
    guests = filter_unreminded_guests(now).order_by("booking__occurrence__starts_at", "pk").values_list("pk", flat=True)
    posted = run_each(BUYER_JOB, list(bookings), partial(remind_buyer, now=now))
    return sum(posted) + sum(run_each(GUEST_JOB, list(guests), partial(remind_guest, now=now)))


@in_one_transaction
def remind_buyer(booking_id: int, *, now: datetime) -> bool:
    """Return whether the buyer is reminded now: another process may have done so, or the seats may be gone."""
    lock_booked_dates([booking_id])
    booking = filter_unreminded_bookings(now).select_related("user", "occurrence").filter(pk=booking_id).first()
    if booking is None:
        return False
    send_reminder(booking.occurrence, now, booking=booking)
    return True


@in_one_transaction
def remind_guest(link_id: int, *, now: datetime) -> bool:
    """Like `remind_buyer`, for a guest."""
    lock_booked_dates([SeatLink.objects.values_list("booking_id", flat=True).get(pk=link_id)])
    link = filter_unreminded_guests(now).select_related("booking__occurrence").filter(pk=link_id).first()
    if link is None:
        return False
    send_reminder(link.booking.occurrence, now, seat_link=link)
    return True


def send_reminder(date: Occurrence, now: datetime, **to: Booking | SeatLink) -> None:
    notice = Notice(kind=Notice.Kind.REMINDER, occurrence=date, starts_at=date.starts_at, **to)
    send_notices([notice], useful_for=date.starts_at - now)


# --- Links that turn reminders off ------------------------------------------------------------------------------------


Recipient = User | SeatLink
KIND = "mail off"
GENERATION = 0  # the links of all reminders stay valid: they give access to nothing


def get_mail_off_url(recipient: Recipient) -> str:
    return f"{settings.SITE_URL}/mail-off/{make_link_token(KIND, recipient.public_id, GENERATION)}"


def find_recipient(token: str) -> Recipient:
    """Return the user or guest whose reminders this token turns off. Raise DeadLink."""
    if not is_valid_link_token(token, KIND, GENERATION):
        raise DeadLink
    public_id = get_public_id(token)
    user = User.objects.filter(public_id=public_id).first()
    recipient = user or SeatLink.objects.filter(public_id=public_id, state=SeatLink.State.CLAIMED).first()
    if recipient is None:
        raise DeadLink
    return recipient


@in_one_transaction
def turn_off_reminders(*, token: str) -> Recipient:
    """Turn the reminders of the token's user or guest off, and return whose. Raise DeadLink."""
    recipient = find_recipient(token)
    recipient.reminders = False
    recipient.save(update_fields=["reminders"])
    return recipient
