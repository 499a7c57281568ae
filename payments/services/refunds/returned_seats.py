"""The parts of refunds: how many seats of which lines each returns. Seats of a sold order end only with such a part."""

from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import returns
from charityshop.exceptions import BadRequest
from orders.models import Order, OrderLine
from orders.pricing import ZERO, split_amount
from orders.selectors.orders import count_kept_seats, list_lines
from payments import mails
from payments.models import Refund, RefundPart
from payments.selectors.order_money import (
    count_open_seats,
    get_amount_without_reversals,
    get_refundable_amount,
    get_refundable_gift,
    get_seats_by_booking,
    get_settled_status,
    read_values,
)
from paypal.endpoints import new_request_key


def add_parts(refund: Refund, parts: Iterable[RefundPart]) -> None:
    """Store the refund's parts, and mark their seats so that they can't be returned twice."""
    for part in parts:
        part.refund = refund
        part.save(force_insert=True)
    returns.request_return(seats=get_seats_by_booking(refund))
    for line in OrderLine.objects.filter(parts__refund=refund, booking__seats=F("booking__returning")):
        line.entitlements.mark_returned(refund)


def format_parts(refund: Refund) -> str | None:
    """Return the bookings and seats for the audit log."""
    parts = refund.parts.select_related("line__booking")
    return ", ".join(f"{part.line.booking.public_id} × {part.seats}" for part in parts) or None


def update_parts(refund: Refund, amount: Decimal) -> None:
    """Lower the amounts of the parts to this sum in all, because less was refunded than they are worth."""
    parts = list(refund.parts.all())
    weights = [part.amount for part in parts]
    if sum(weights, ZERO) > amount:
        for part, share in zip(parts, split_amount(amount, weights), strict=True):
            part.amount = share
            part.save(update_fields=["amount"])


def choose_seats(
    order: Order, *, lines: Collection[str] | None, seats: Mapping[str, int] | None, everything: bool
) -> dict[int, int]:
    """Return the seats by line: those of `lines` or `seats`, or all that are left if `everything` is refunded."""
    left = count_open_seats(order)
    by_booking = {line.booking.public_id: line.pk for line in list_lines(order) if left[line.pk]}
    if seats is not None:
        if not seats or not seats.keys() <= by_booking.keys():
            raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
        if any(not 0 < count <= left[by_booking[public_id]] for public_id, count in seats.items()):
            raise BadRequest("Choose seats of this order that were not refunded yet.", code="unknown_line")
        return {by_booking[public_id]: count for public_id, count in seats.items()}
    if lines is not None:
        if not lines or not set(lines) <= by_booking.keys():
            raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
        return {by_booking[public_id]: left[by_booking[public_id]] for public_id in lines}
    return {pk: count for pk, count in left.items() if count} if everything else {}


# --- Refunds on PayPal's website -------------------------------------------------------------------------------------


def build_parts_at_paypal(order: Order, amount: Decimal) -> list[RefundPart]:
    """Return the parts of a refund that was made on PayPal's website. Call it before the refund is stored.

    If it returns all that is left, it ends the seats that cost something; free seats stay. Otherwise it ends none.
    PayPal refunds only what it has: a refund of what reversals took shows that they are undone, although the shop may
    learn of that later.
    """
    if not any(0 < rest <= amount for rest in (get_refundable_amount(order), get_amount_without_reversals(order))):
        return []
    left = count_open_seats(order)
    chosen = {line.pk: left[line.pk] for line in list_lines(order) if line.line_price and left[line.pk]}
    values = read_values(order).get_each(chosen) if chosen else {}
    return [RefundPart(line_id=pk, seats=chosen[pk], amount=value) for pk, value in values.items()]


# --- Seats that staff release without money --------------------------------------------------------------------------


def release_left_seats(order: Order, *, lines: Collection[OrderLine] | None = None, by: User) -> None:
    """Return the seats that are left of these lines, or of all, in a refund of $0 that is completed immediately.

    For free and test orders, and after a reversal. The order is locked, and a sold one. Its buyer is told.
    """
    left = count_open_seats(order)
    chosen = {line.pk: left[line.pk] for line in lines or list_lines(order) if left[line.pk]}
    if chosen:
        parts = [RefundPart(line_id=pk, seats=count, amount=ZERO) for pk, count in chosen.items()]
        refund = store_release(order, by)
        add_parts(refund, parts)
        returns.complete_return(seats=get_seats_by_booking(refund), status=Booking.Status.CANCELLED)
        order.status = get_settled_status(order)
        order.save(update_fields=["status"])
        mails.order_refunded(order, refund, reason="", gift_left=get_refundable_gift(order))


def store_release(order: Order, by: User | None) -> Refund:
    """Store a refund of $0 that is completed."""
    return Refund.objects.create(
        order=order,
        amount=ZERO,
        kind=Refund.Kind.RELEASE,
        status=Refund.Status.COMPLETED,
        completed_at=timezone.now(),
        fee_back=ZERO,
        by=by,
        request_key=new_request_key(),
    )


def has_seats_to_book_again(order: Order) -> bool:
    """Return whether the order has no seats, although the buyer gave none of some lines back."""
    if count_kept_seats(order):
        return False
    return list_releases(order).exists() or any(count_open_seats(order).values())


def list_releases(order: Order) -> QuerySet[Refund]:
    """Return the refunds that only returned seats, because the shop did not have their money."""
    return order.refunds.filter(kind=Refund.Kind.RELEASE, status=Refund.Status.COMPLETED)


def withdraw_releases(order: Order) -> None:
    """Undo the releases, because the payment is accepted after all and the seats are booked again.

    Those of dates that have begun stay returned: nobody can come any more.
    """
    releases = list_releases(order)
    parts = RefundPart.objects.filter(refund__in=releases)
    parts.filter(line__booking__occurrence__starts_at__gt=timezone.now()).delete()
    releases.filter(parts=None).update(
        status=Refund.Status.FAILED, fee_back=None, last_problem="The seats are booked again."
    )
