"""Sell seats to late guests by the link that a till shows, and end what they hold when the door is closed."""

from collections.abc import Set
from decimal import Decimal

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from bookings.services import seats
from charityshop.api.idempotency import RequestKey
from charityshop.db.transactions import Conflict
from door.models import Door
from door.selectors.pay_links import find_till
from events.datetimes import format_utc
from orders.models import Order, OrderLine
from orders.pricing import SentSums
from orders.services.locks import lock_orders
from orders.services.place_order import CartItem, OrderRequest, place_order


def order_by_link(*, token: str, count: int, total: Decimal, request_key: RequestKey | None, by: User) -> Order:
    """Hold seats of the link's date, which is on sale until it ends. `total` is what the guest saw.

    Raise PayLinkEnded, and what `place_order` raises, without holding any seats.
    """
    date = find_till(token).door.occurrence
    item = CartItem(date.event.public_id, date.event.name, None, [(format_utc(date.starts_at), count)])
    return place_order(
        order_request=OrderRequest([item], SentSums(total=total)),
        request_key=request_key,
        refuse_ended_link=lambda: find_till(token),
        by=by,
    )


def lock_unpaid_orders(door_id: int) -> set[int]:
    """Lock the orders of late guests who hold seats and have not paid. Call it before locking their date."""
    return {order.pk for order in lock_orders(list(list_unpaid(door_id).values_list("pk", flat=True)))}


def end_holds(door: Door, locked: Set[int]) -> None:
    """End the holds of late guests who have not paid, because nobody would let them in. Call it with the date locked.

    Raise Conflict, to try again, if an order was placed before that and after `locked` were.
    """
    orders = set(list_unpaid(door.pk).values_list("pk", flat=True))
    if not orders <= locked:
        raise Conflict
    now = timezone.now()
    Order.objects.filter(pk__in=orders).update(held_until=now)
    bookings = OrderLine.objects.filter(order__in=orders).values_list("booking_id", flat=True)
    seats.set_hold_end(booking_ids=list(bookings), until=now)


def list_unpaid(door_id: int) -> QuerySet[Order]:
    date = Door.objects.filter(pk=door_id).values("occurrence_id")
    held = Order.objects.filter(status=Order.Status.HELD, held_until__gt=timezone.now())
    return held.filter(source=Order.Source.DOOR_LINK, lines__booking__occurrence__in=date)
