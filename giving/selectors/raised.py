"""Calculate what was raised so far: on dates, or in a season.

Only money that PayPal confirmed with its fee counts, and cash of the door. Test orders and other currencies are left
out. A public group of gifts counts if all of its gifts were given with these dates, or in this season.
"""

from collections.abc import Callable
from datetime import date

from django.db.models import QuerySet

from events.datetimes import get_day_bounds
from events.models import Occurrence
from giving.gifts import Gift
from giving.models import Goal
from giving.proceeds import NOTHING, Raised, convert_gifts, spread_raised
from giving.selectors.gifts import read_gifts
from giving.selectors.paid_orders import list_orders, list_paid_orders
from orders.models import Order, Payment


def get_raised_on_dates(dates: QuerySet[Occurrence]) -> Raised:
    """Return what the order lines on these dates raised."""
    sold, lines = sum_lines(dates)
    return sold + sum_public_gifts(lambda gift: gift.line in lines)


def get_raised_in_season(goal: Goal) -> Raised:
    """Return what the dates and the gifts alone between the goal's first and last day raised."""
    first, last = goal.starts_on, goal.ends_on
    if first is None or last is None:
        raise ValueError("A goal for an event has no season.")
    sold, lines = sum_lines(list_dates_of_season(first, last))
    gifts = sum_public_gifts(lambda gift: gift.line in lines or (gift.line is None and first <= gift.paid_on <= last))
    return sold + sum_alone(first, last) + gifts


def list_dates_of_season(first: date, last: date) -> QuerySet[Occurrence]:
    """Return the dates that start on these days, in the shop's time zone."""
    return Occurrence.objects.filter(starts_at__gte=get_day_bounds(first)[0], starts_at__lt=get_day_bounds(last)[1])


def sum_lines(dates: QuerySet[Occurrence]) -> tuple[Raised, set[int]]:
    """Return what the order lines on these dates raised without gifts, and the IDs of these lines."""
    raised, lines = NOTHING, set[int]()
    date_ids = set(dates.values_list("pk", flat=True))
    for order in list_orders(Order.objects.filter(lines__booking__occurrence__in=dates)):
        here = {line.pk for line in order.lines.all() if line.booking.occurrence_id in date_ids}
        lines |= here
        for paid in list_paid_orders(order):
            raised += sum((found for line, found in spread_raised(paid).items() if line in here), NOTHING)
    return raised, lines


def sum_alone(first: date, last: date) -> Raised:
    """Return what payments without seats raised besides their gifts, if they were booked on these days."""
    payments = Payment.objects.filter(booked_on__range=(first, last), order__lines=None)
    orders = list_orders(Order.objects.filter(payments__in=payments))
    every = (spread_raised(paid) for order in orders for paid in list_paid_orders(order))
    return sum((raised for lines in every for raised in lines.values()), NOTHING)


def sum_public_gifts(is_counted: Callable[[Gift], bool]) -> Raised:
    """Return what the public groups raised that have only gifts of this kind."""
    public = read_gifts().public
    counted = [convert_gifts(group.amounts) for group in public if all(map(is_counted, group.gifts))]
    return sum(counted, NOTHING)
