"""Give numbers to the orders that the previous release placed during a rolling deploy."""

from collections.abc import Callable

from django.db import IntegrityError

from charityshop.db.transactions import in_one_transaction
from orders.models import Order
from orders.order_number import new_order_number


def number_orders(*, new_number: Callable[[], str] = new_order_number) -> int:
    """Number the orders without a number, and return how many there were. The next run retries a taken number."""
    ids = Order.objects.filter(number=None).values_list("pk", flat=True)
    return sum(number_order(order_id=pk, number=new_number()) for pk in list(ids))


def number_order(*, order_id: int, number: str) -> bool:
    try:
        return set_number(order_id, number)
    except IntegrityError:
        return False


@in_one_transaction
def set_number(order_id: int, number: str) -> bool:
    return bool(Order.objects.filter(pk=order_id, number=None).update(number=number))
