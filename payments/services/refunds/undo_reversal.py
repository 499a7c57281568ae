"""Undo reversals whose money came back, or that PayPal announced with another amount.

What is booked stays: the reversal stays completed, and the return of its money is a separate row in an open month.
"""

from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders.models import Order, Refund
from orders.selectors.order_money import get_refundable_amount, get_settled_status
from orders.services.locks import get_booking_ids, lock_order
from payments.journal import post_money
from payments.services.booked_money import record_reversal_return
from payments.services.refunds.returned_seats import has_seats_to_book_again
from payments.services.refunds.update_order import UNSOLD
from paypal.schemas import Transaction


@in_one_transaction
def cancel_reversal(*, refund_id: int, returned: Transaction) -> None:
    """Undo a reversal whose money PayPal returned to the shop with this transaction.

    If the seats were released in the meantime, put the order in review, where staff accept or refund the payment.
    """
    order = lock_order(Refund.objects.values_list("order_id", flat=True).get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.status != Refund.Status.COMPLETED or has_returned(refund):
        return
    undo_reversal(order, refund, problem=f"PayPal returned the money ({returned.id}).", returned=returned)


def has_returned(reversal: Refund) -> bool:
    """Return whether its money was returned to the shop."""
    return Refund.objects.filter(returns=reversal).exists()


def undo_reversal(order: Order, refund: Refund, *, problem: str, returned: Transaction | None = None) -> None:
    """Book the return of a completed reversal's money. `returned` is PayPal's transaction, if there is one.

    The dates are locked first, because booking may lock the books.
    """
    seats.lock_booked_dates(get_booking_ids(order))
    before = {"status": order.status}
    refund.last_problem = problem
    refund.save(update_fields=["last_problem"])
    record_reversal_return(refund, returned)
    post_money(order)
    if refund.is_of_order:
        restore_order(order)
    after = {"status": order.status}
    audit.record("reversal canceled", order, by=None, before=before, after=after, amount=refund.amount, reason=problem)


def restore_order(order: Order) -> None:
    """Mark the order as paid, as far as nothing else was refunded, or in review if money is left without its seats.

    An order that waits for staff or for a full refund still does.
    """
    if order.status not in UNSOLD:
        is_open = get_refundable_amount(order) > 0 and has_seats_to_book_again(order)
        order.status = Order.Status.REVIEW if is_open else get_settled_status(order)
        order.save(update_fields=["status"])
