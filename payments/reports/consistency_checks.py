"""Read-only consistency checks of seats, orders and money; one message per violation.

Seats and money are separate facts: reversals count as refunded, but their bookings stay confirmed until staff release
them (docs/decisions/0009-seats-and-money-are-separate-facts.md).
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from bookings.models import Booking
from charityshop.db.triggers import list_missing_triggers
from events.formatting import format_seats_are
from events.journal import STATUSES
from events.models import DateChange, Occurrence
from orders.models import Order, OrderLine
from payments.models import Payment, Refund
from payments.reports.money_checks import JOURNAL_CHECKS, MONEY_CHECKS
from payments.reports.seat_checks import SEAT_CHECKS
from payments.selectors.order_money import LIVE

REFUNDED = (Order.Status.PARTLY_REFUNDED, Order.Status.REFUNDED)
ENDED = (Order.Status.EXPIRED, Order.Status.CANCELLED, Order.Status.REFUNDED, Order.Status.REFUND_DUE)
MAY_HAVE_MONEY = (
    Order.Status.PAID,
    Order.Status.PARTLY_REFUNDED,
    Order.Status.REFUNDED,
    Order.Status.REFUND_DUE,
    Order.Status.REVIEW,
)

RETURNED = Coalesce(Sum("parts__seats", filter=Q(parts__refund__status=Refund.Status.COMPLETED)), 0)
BEING_RETURNED = Coalesce(Sum("parts__seats", filter=Q(parts__refund__status__in=Refund.UNDECIDED)), 0)


def list_violations() -> list[str]:
    """Return a message for each violation."""
    return [message for check in CHECKS for message in check()]


def overfull_dates() -> Iterator[str]:
    """Check that confirmed seats and live holds don't exceed any date's capacity.

    Staff may lower it below the seats of dates that are over.
    """
    now = timezone.now()
    taken = Booking.objects.taken(now).seats_per_date()
    for date in Occurrence.objects.filter(pk__in=taken, ends_at__gt=now).select_related("event").iterator():
        if taken[date.pk] > date.capacity:
            seats = format_seats_are(taken[date.pk])
            yield f"{date}: {seats} taken, and there are {date.capacity}."


def dates_unlike_their_history() -> Iterator[str]:
    """Check that each date is as the newest entries about it say: nothing else changes dates."""
    newest = DateChange.objects.filter(occurrence=OuterRef("pk")).order_by("-pk")
    kind = newest.filter(kind__in=STATUSES).values("kind")
    said = {"said_start": newest.values("now_start"), "said_end": newest.values("now_end"), "said_kind": kind}
    said |= {"said_seats": newest.values("now_seats")}
    dates: QuerySet[Any] = Occurrence.objects.annotate(**{name: Subquery(rows[:1]) for name, rows in said.items()})
    is_so = Q(starts_at=F("said_start"), ends_at=F("said_end"))
    for date in dates.exclude(said_start=None).exclude(is_so).select_related("event").iterator():
        yield f"{date}: it is at another time than its history says."
    other_seats = dates.exclude(said_seats=None).exclude(seats=None).exclude(seats=F("said_seats"))
    for date in other_seats.select_related("event").iterator():
        yield f"{date}: it has {date.seats} seats of its own, and by its history {date.said_seats}."
    for date in dates.exclude(said_kind=None, status=Occurrence.Status.SCHEDULED).select_related("event").iterator():
        by_history = STATUSES[DateChange.Kind(date.said_kind)] if date.said_kind else Occurrence.Status.SCHEDULED
        if by_history != date.status:
            yield f"{date}: it is {date.status}, and by its history it is {by_history}."


def money_without_an_order() -> Iterator[str]:
    """Check that captures and cash belong to orders that are paid, refunded or waiting for staff."""
    counting = Payment.objects.counting()
    for payment in counting.exclude(order__status__in=MAY_HAVE_MONEY).select_related("order").iterator():
        has = "a drawer has" if payment.is_cash else f"capture {payment.capture_id} took"
        yield f"{payment.order} is not paid, but {has} {payment.amount} for it."


def money_that_does_not_add_up() -> Iterator[str]:
    """Check that captured minus refunded amounts match each order's status. Cash counts as captured.

    Staff may return money by hand that PayPal or a bank then returns again. Staff are alerted to that; it is no
    mismatch. Refunds at PayPal alone never exceed what was captured.
    """
    done, asked = Refund.objects.of_order().effective(), Refund.objects.of_order().effective(*LIVE)
    refunded = sum_per_order(done)
    requested = sum_per_order(asked.filter(kind__in=[Refund.Kind.REQUESTED, Refund.Kind.BY_HAND]))
    refunded_at_paypal = sum_per_order(done.exclude(kind=Refund.Kind.BY_HAND))
    captured = sum_per_order(Payment.objects.counting())
    free = Refund.objects.of_order().filter(
        amount=0, status=Refund.Status.COMPLETED
    )  # refunds of free bookings, and releases
    with_free_refunds = set(free.values_list("order", flat=True))
    for order in Order.objects.filter(status__in=MAY_HAVE_MONEY, is_test=False, total_price__gt=0).iterator():
        amount = captured.get(order.pk, Decimal(0))
        net = amount - refunded.get(order.pk, Decimal(0))
        at_paypal = refunded_at_paypal.get(order.pk, Decimal(0))
        if mismatch := describe_mismatch(order, amount, net, at_paypal, order.pk in with_free_refunds):
            yield f"{order}: captured {amount}, {net} of it not refunded: {mismatch}"
        elif requested.get(order.pk, Decimal(0)) > amount:
            yield f"{order}: captured {amount}, and refunds of more than that were requested."


def sum_per_order(rows: QuerySet[Any]) -> dict[int, Decimal]:
    return dict(rows.order_by().values_list("order").annotate(Sum("amount")))


def describe_mismatch(order: Order, captured: Decimal, net: Decimal, at_paypal: Decimal, has_free_refund: bool) -> str:
    if net < 0:
        is_returned_twice = order.status in REFUNDED and at_paypal <= captured
        return "" if is_returned_twice else "more was refunded than captured."
    if order.status in Order.SOLD and captured != order.due_price:
        return f"it is paid, and should have captured {order.due_price}."
    if order.status == Order.Status.PAID and net != order.due_price:
        return "it is paid, yet something was refunded."
    if order.status == Order.Status.PARTLY_REFUNDED and net == order.due_price and not has_free_refund:
        return "it is partly refunded, yet nothing was refunded."
    if order.status == Order.Status.REFUNDED and net:
        return "it is refunded, yet not all of it was."
    return ""


def free_orders_with_money() -> Iterator[str]:
    """Check that test orders and free orders have no captures."""
    for payment in Payment.objects.counting().filter(Q(order__is_test=True) | Q(order__total_price=0)):
        yield f"{payment.order} is a test or free order, and capture {payment.capture_id} took {payment.amount}."


def paid_orders_without_seats() -> Iterator[str]:
    """Check that each booking of an order that was sold is confirmed, unless refunds returned all of its seats.

    An order whose payment was refused was not sold, or its seats were returned before.
    """
    was_sold = Q(order__status=Order.Status.REFUNDED, order__paid_at__isnull=False, order__refund_reason="")
    sold = OrderLine.objects.filter(Q(order__status__in=Order.SOLD) | was_sold)
    unconfirmed = sold.exclude(booking__status=Booking.Status.CONFIRMED)
    lost = unconfirmed.annotate(returned=RETURNED).exclude(returned=F("seats"))
    for order in Order.objects.filter(pk__in=lost.values("order")).iterator():
        yield f"{order} is paid, but not all of its seats are confirmed."


def orders_without_seats_and_money() -> Iterator[str]:
    """Check that an order is refunded once it has neither seats nor money."""
    sold = OrderLine.objects.filter(order__status__in=Order.SOLD)
    left = sold.annotate(returned=RETURNED).exclude(returned=F("seats"))
    captured = sum_per_order(Payment.objects.counting())
    refunded = sum_per_order(Refund.objects.of_order().effective())
    orders = Order.objects.filter(status__in=Order.SOLD).exclude(pk__in=left.values("order"))
    for order in orders.exclude(is_test=True, lines=None).iterator():  # a gift of a test order never had either
        if captured.get(order.pk, Decimal(0)) <= refunded.get(order.pk, Decimal(0)):
            yield f"{order} has neither seats nor money left, and should be refunded."


def live_orders_without_seats() -> Iterator[str]:
    """Check that each booking of an order that can be paid, or is being paid, is held."""
    live = OrderLine.objects.filter(order__status__in=[Order.Status.HELD, Order.Status.CAPTURING])
    gone = live.filter(booking__status__in=[Booking.Status.CANCELLED, Booking.Status.REFUNDED])
    for line in gone.select_related("order", "booking").iterator():
        yield f"{line.order} can be paid, but its booking {line.booking.public_id} is {line.booking.status}."


def seats_held_by_ended_orders() -> Iterator[str]:
    """Check that ended orders hold no seats."""
    held = Booking.objects.taken(timezone.now()).filter(status=Booking.Status.PENDING)
    for booking in held.filter(order_line__order__status__in=ENDED).select_related("order_line__order").iterator():
        yield f"{booking.order_line.order} has ended, but its booking {booking.public_id} still holds seats."


def seats_other_than_sold() -> Iterator[str]:
    """Check that each line's seats are those of its booking and those that were returned.

    A booking without seats left keeps its last number.
    """
    lines = OrderLine.objects.annotate(returned=RETURNED).exclude(booking__seats=F("seats") - F("returned"))
    ended = Q(booking__status__in=[Booking.Status.CANCELLED, Booking.Status.REFUNDED], returned=F("seats"))
    for line in lines.exclude(ended).select_related("order", "booking").iterator():
        booking, returned = line.booking, line.returned
        yield (
            f"{line.order}: {line.seats} seats were sold and {returned} returned, and booking {booking.public_id} has "
            f"{booking.seats}."
        )


def seats_being_returned() -> Iterator[str]:
    """Check that each booking counts the seats of its open refunds."""
    lines = OrderLine.objects.annotate(asked=BEING_RETURNED).exclude(booking__returning=F("asked"))
    for line in lines.select_related("order", "booking").iterator():
        booking = line.booking
        yield f"{line.order}: open refunds return {line.asked} seats of {booking.public_id}, not {booking.returning}."


def seats_without_a_paid_order() -> Iterator[str]:
    """Check that unpaid orders have no confirmed seats, and neither have refunded ones."""
    confirmed = Booking.objects.filter(status=Booking.Status.CONFIRMED, order_line__isnull=False)
    unpaid = confirmed.exclude(order_line__order__status__in=Order.SOLD)
    for booking in unpaid.select_related("order_line__order"):
        yield f"{booking.order_line.order} is not paid, but booking {booking.public_id} is confirmed."


def holds_that_disagree() -> Iterator[str]:
    """Check that bookings are held as long as their order, and without expiry while the order waits for PayPal."""
    order = "order_line__order"
    other_end = Q(order_line__order__status=Order.Status.HELD) & ~Q(held_until=F(f"{order}__held_until"))
    expires = Q(order_line__order__status__in=Order.UNDECIDED) & Q(held_until__isnull=False)
    pending = Booking.objects.filter(other_end | expires, status=Booking.Status.PENDING)
    for booking in pending.select_related(order):
        yield f"{booking.order_line.order} and its booking {booking.public_id} disagree about when the hold ends."


def missing_triggers() -> Iterator[str]:
    """Check that the database refuses what it has to refuse, such as changes of sold lines and of closed months."""
    for name in list_missing_triggers(connection):
        yield f"The database lacks the trigger {name}, which `migrate` creates."


CHECKS: list[Callable[[], Iterator[str]]] = [
    overfull_dates,
    dates_unlike_their_history,
    money_without_an_order,
    money_that_does_not_add_up,
    free_orders_with_money,
    paid_orders_without_seats,
    orders_without_seats_and_money,
    live_orders_without_seats,
    seats_held_by_ended_orders,
    seats_other_than_sold,
    seats_being_returned,
    seats_without_a_paid_order,
    holds_that_disagree,
    *MONEY_CHECKS,
    *JOURNAL_CHECKS,
    *SEAT_CHECKS,
    missing_triggers,
]
"""Apps that import this one add theirs."""
