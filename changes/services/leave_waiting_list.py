"""Leave a waiting list, or remove an entry as staff. Here, because unpaid orders of offered seats are canceled."""

from accounts.models import User
from bookings.models import Booking, WaitingEntry
from bookings.services import offers, seats
from charityshop import audit
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import BadRequest
from orders.services.cancel_order import cancel_unpaid, list_held_orders
from orders.services.locks import lock_orders


@in_one_transaction
def leave_waiting_list(*, entry_id: int, by: User | None, reason: str = "") -> WaitingEntry:
    """End an entry and pass its offer on immediately. Safe to repeat; entries that have ended stay as they are.

    `by` is None for the link in an email, and with a reason for the shop. Staff remove the entries of others and give a
    reason. Seats whose payment is in progress stay with the order.
    """
    entry = WaitingEntry.objects.select_related("user").get(pk=entry_id)
    is_removed = by.pk != entry.user_id if by else bool(reason)
    if is_removed and not reason:
        raise BadRequest("Enter a reason.", errors={"reason": ["Enter a reason."]})
    lock_rows(User.objects.filter(pk=entry.user_id))  # so that no order of the offer is placed meanwhile
    orders = lock_orders(list_held_orders(Booking.objects.filter(waiting_entry=entry)))
    seats.lock_dates([entry.occurrence_id])
    entry.refresh_from_db(fields=["status", "occurrence"])
    before = entry.status
    offers.close_entries([entry.pk], WaitingEntry.Status.REMOVED if is_removed else WaitingEntry.Status.LEFT)
    entry.refresh_from_db(fields=["status"])
    if entry.status != before:
        cancel_unpaid(orders, by if is_removed else entry.user)
        offers.offer_seats(occurrence_ids=[entry.occurrence_id])
        if is_removed:
            audit.record(
                "removed from waiting list",
                entry,
                by=by,
                before={"status": before},
                after={"status": entry.status},
                reason=reason,
            )
    return entry


def remove_deactivated() -> int:
    """Remove deactivated accounts from all waiting lists: they can't order their offers. Return how many entries."""
    entries = WaitingEntry.objects.live().filter(user__is_active=False).order_by("pk").values_list("pk", flat=True)
    reason = "The account is deactivated."
    removed = run_each(
        "deactivated account on a waiting list",
        list(entries),
        lambda entry_id: leave_waiting_list(entry_id=entry_id, by=None, reason=reason),
    )
    return len(removed)
