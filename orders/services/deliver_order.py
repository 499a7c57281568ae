"""Mark an order as delivered."""

from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders.models import Order
from orders.services.locks import NotHeld, lock_order


@in_one_transaction
def deliver_order(*, order_id: int, by: User) -> Order:
    """Mark a paid order as delivered: the seats were used or handed over. Raise NotHeld if it isn't paid."""
    order = lock_order(order_id)
    if order.status not in Order.SOLD:
        raise NotHeld("Only a paid order can be marked as delivered.", code="not_paid", status=order.status)
    if order.delivered_at is None:
        order.delivered_at = timezone.now()
        order.save(update_fields=["delivered_at"])
        audit.record("order delivered", order, by=by, after={"delivered_at": order.delivered_at})
    return order
