"""Leave a waiting list, or remove an entry as staff. Here, because unpaid orders of offered seats are canceled."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import offers, seats
from bookings.services.locks import lock_rows
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest
from orders.models import Order
from orders.services.locks import lock_orders
from orders.services.orders.cancel_order import cancel_order
from waiting.models import Entry


@in_one_transaction
def leave_waiting_list(*, entry_id: int, by: User | None, reason: str = "") -> Entry:
    """End an entry and pass its offer on at once. Safe to repeat; entries that have ended stay as they are.

    `by` is None for the link in an email. Staff remove the entries of others and give a reason. Seats whose payment is
    in progress stay with the order.
    """
    entry = Entry.objects.select_related("user").get(pk=entry_id)
    is_removed = by is not None and by.pk != entry.user_id
    if is_removed and not reason:
        raise BadRequest("Enter a reason.", errors={"reason": ["Enter a reason."]})
    lock_rows(User.objects.filter(pk=entry.user_id))  # so that no order of the offer is placed meanwhile
    orders = lock_orders(list_held_orders(Booking.objects.filter(waiting_entry=entry)))
    seats.lock_dates([entry.occurrence_id])
    entry.refresh_from_db(fields=["status", "occurrence"])
    before = entry.status
    offers.close_entries([entry.pk], Entry.Status.REMOVED if is_removed else Entry.Status.LEFT)
    entry.refresh_from_db(fields=["status"])
    if entry.status != before:
        cancel_unpaid(orders, by or entry.user)
        offers.offer_seats(occurrence_ids=[entry.occurrence_id])
        if is_removed:
            audit.record(
                "removed from waiting list", entry, by=by, before={"status": before}, after={"status": entry.status},
                reason=reason,
            )  # fmt: skip
    return entry


def cancel_order_of_offer(*, wanted: Collection[int], by: User) -> None:
    """Cancel an unpaid order of the buyer's offer on this date, so that the offer can be ordered again.

    Otherwise a checkout that was closed would keep the seats from their own buyer until the offer ends. Call it with
    the buyer locked, before the date is. Orders of several dates contain no offers.
    """
    if len(wanted) == 1:
        offered = Booking.objects.filter(
            user=by, occurrence__in=list(wanted), waiting_entry__status=Entry.Status.OFFERED
        )
        cancel_unpaid(lock_orders(list_held_orders(offered)), by)


def list_held_orders(bookings: QuerySet[Booking]) -> set[int]:
    held = Order.objects.filter(status=Order.Status.HELD, lines__booking__in=bookings)
    return set(held.filter(lines__booking__status=Booking.Status.PENDING).values_list("pk", flat=True))


def cancel_unpaid(orders: Collection[Order], by: User) -> None:
    for order in orders:
        if order.status_at(timezone.now()) == Order.Status.HELD:
            cancel_order(order_id=order.pk, by=by)
