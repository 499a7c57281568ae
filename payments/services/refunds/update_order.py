"""Change an order after a refund has completed: its seats, and then its status."""

from bookings.models import Booking
from bookings.services import returns, seats
from orders.models import Order, Refund
from orders.selectors.order_money import get_net_amount, get_seats_by_booking, get_settled_status

UNSOLD = (Order.Status.REVIEW, Order.Status.REFUND_DUE)


def update_order(order: Order, refund: Refund) -> None:
    """End exactly the seats of the refund's parts. A reversal has none: staff decide whether the seats end."""
    if refund.payment and refund.payment.is_extra:
        return  # second payments don't count toward the order
    returns.complete_return(seats=get_seats_by_booking(refund))
    update_status(order)


def update_status(order: Order) -> None:
    """Set the status after a refund. An order that was not sold ends with its last money, and its seats are free."""
    if order.status not in UNSOLD:
        order.status = get_settled_status(order)
    elif get_net_amount(order) <= 0:  # a partial refund neither ends a review nor is all that is due
        held = Booking.objects.filter(order_line__order=order, status=Booking.Status.PENDING)
        seats.release_seats(booking_ids=list(held.values_list("pk", flat=True)))
        order.status = Order.Status.REFUNDED
    order.save(update_fields=["status"])
