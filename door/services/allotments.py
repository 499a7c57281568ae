"""Seats that phones keep, so that they can sell them without a connection."""

from django.utils import timezone

from accounts.services.users import get_house_account
from bookings.models import Booking
from bookings.services import seats
from bookings.services.door_seats import count_allotted, hold_for_phone
from charityshop.db.transactions import in_one_transaction, lock_rows
from door.closed_doors import refuse_closed
from door.models import OPEN_AFTER_END, Allotment, Phone
from door.selectors.drawers import find_allotment


@in_one_transaction
def set_allotment(*, phone_id: int, count: int) -> int:
    """Keep exactly this number of seats for a phone; 0 gives all back. Return how many it has.

    Raise SoldOut or DateUnavailable without changing anything, and DoorClosed unless seats are given back.
    """
    phone = lock_phone(phone_id)
    date = phone.door.occurrence
    now, allotment = timezone.now(), find_allotment(phone)
    had = count_allotted(allotment.booking, now) if allotment else 0
    if count > had:
        refuse_closed(phone.door)
    allotted = hold_for_phone(
        date=date,
        count=count,
        allotted=allotment.booking if allotment else None,
        until=date.ends_at + OPEN_AFTER_END,
        now=now,
        by=get_house_account(),
    )
    replace_allotment(phone, allotment, allotted)
    return count


def lock_phone(phone_id: int, *, is_selling: bool = True) -> Phone:
    """Lock a phone, whose entries arrive one after the other, and return it as read after that.

    A phone that is selling locks its date first, which closing the door does, too.
    """
    phone = Phone.objects.filter(pk=phone_id)
    if is_selling:
        seats.lock_dates(phone.values_list("door__occurrence_id", flat=True))
    lock_rows(phone)
    return phone.select_related("door__occurrence__event", "link").get()


def replace_allotment(phone: Phone, allotment: Allotment | None, allotted: Booking | None) -> None:
    """End the allotment unless this booking still keeps its seats, and create another one for a new booking."""
    if allotment and (allotted is None or allotted.pk != allotment.booking_id):
        end_allotment(allotment)
    if allotted and (allotment is None or allotted.pk != allotment.booking_id):
        Allotment.objects.create(phone=phone, booking=allotted)


def end_if_sold(allotment: Allotment) -> None:
    """End an allotment whose last seat was sold."""
    if allotment.booking.status != Booking.Status.PENDING:
        end_allotment(allotment)


def end_allotment(allotment: Allotment) -> None:
    allotment.ended_at = timezone.now()
    allotment.save(update_fields=["ended_at"])
