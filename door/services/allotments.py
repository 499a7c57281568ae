"""Seats that phones keep, so that they can sell them without a connection."""

from django.utils import timezone

from accounts.services.users import get_house_account
from bookings.services import seats
from bookings.services.door_seats import count_allotted, hold_for_phone
from charityshop.db.transactions import in_one_transaction, lock_rows
from door.closed_doors import refuse_closed
from door.models import OPEN_AFTER_END, Phone
from door.selectors.drawers import find_allotted


@in_one_transaction
def set_allotment(*, phone_id: int, count: int) -> int:
    """Keep exactly this number of seats for a phone; 0 gives all back. Return how many it has.

    Raise SoldOut or DateUnavailable without changing anything, and DoorClosed unless seats are given back.
    """
    phone = lock_phone(phone_id)
    date, now, allotted = phone.door.occurrence, timezone.now(), find_allotted(phone)
    if count > count_allotted(allotted, now):
        refuse_closed(phone.door)
    until = date.ends_at + OPEN_AFTER_END
    phone.allotted = hold_for_phone(
        date=date, count=count, allotted=allotted, until=until, now=now, by=get_house_account()
    )
    phone.save(update_fields=["allotted"])
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
