"""Read what was received for a date, as everybody may read it, what it cost, and who paid.

With fewer than three buyers, or if nothing was received, there is no number.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import F, QuerySet
from django.utils import timezone

from bookings.models import Booking
from events.models import Occurrence
from giving.models import Goal
from giving.selectors import find_current_goal, list_rows_of_dates
from orders.models import Order, OrderLine
from payments.models import Payment, Refund, Transfer
from payments.selectors.order_money import list_own_refunds
from payments.selectors.sums import sum_rows

MIN_BUYERS = 3


@dataclass(frozen=True, slots=True)
class Figures:
    received: Decimal | None  # None: no number is told
    costs: Decimal  # that staff have entered for it
    buyers: int  # who paid for seats that they still have
    goal: Goal | None  # that says what the money buys
    as_of: datetime

    @property
    def unit_count(self) -> int:
        """How many whole units the money pays for, without the costs that are known."""
        return self.goal.count_units(self.for_charity) if self.goal and self.for_charity else 0

    @property
    def for_charity(self) -> Decimal | None:
        return None if self.received is None else self.received - self.costs

    @property
    def unit(self) -> "Figures | None":
        """These figures, for the serializer of what the money buys. None: it buys nothing."""
        return self if self.unit_count else None


def get_figures(date: Occurrence) -> Figures:
    """Read them as they are now. Pass the date with its event."""
    buyers = count_buyers(date)
    received = sum_rows(list_rows_of_dates(Occurrence.objects.filter(pk=date.pk))).received
    is_told = buyers >= MIN_BUYERS and received > 0
    return Figures(received if is_told else None, get_costs(date), buyers, find_goal(date), timezone.now())


def get_costs(date: Occurrence) -> Decimal:
    """Return the costs that staff have entered for the date."""
    return sum_rows(Transfer.objects.filter(entry__occurrence=date)).costs


def find_goal(date: Occurrence) -> Goal | None:
    """Return the event's goal, or else the season's, if it says what the money buys."""
    goal = date.event.goals.first() or find_current_goal(timezone.localdate(date.starts_at))
    return goal if goal and goal.unit_cost else None


def count_buyers(date: Occurrence) -> int:
    """Return how many people paid for seats on the date. Each sale at the door is one, since nobody has an account."""
    orders = dict(filter_paid_lines(date).values_list("order", "order__user"))
    in_cash = set(Payment.objects.in_cash().filter(order__in=orders).values_list("order", flat=True))
    return len(in_cash) + len({user for order, user in orders.items() if order not in in_cash})


def filter_paid_lines(date: Occurrence) -> QuerySet[OrderLine]:
    """Return the order lines of seats on the date that cost something, and were neither returned nor refunded."""
    lines = OrderLine.objects.filter(
        booking__occurrence=date,
        booking__status=Booking.Status.CONFIRMED,
        booking__seats__gt=F("booking__returning"),
        line_price__gt=0,
        order__status__in=Order.SOLD,
        order__is_test=False,
    )
    return lines.exclude(order__in=list_refunded_orders(date))


def list_refunded_orders(date: Occurrence) -> set[int]:
    """Return the orders of which all money was returned, or is on its way back. Their seats may be left."""
    refunded = Order.objects.filter(lines__booking__occurrence=date, refunds__amount__gt=0).distinct()
    return {order.pk for order in refunded.prefetch_related("refunds__payment") if is_refunded(order)}


def is_refunded(order: Order) -> bool:
    returned = sum(refund.amount for refund in list_own_refunds(order) if refund.status != Refund.Status.FAILED)
    return returned >= order.due_price
