"""Calculate what was raised so far: on dates, or in a season.

Only money that PayPal confirmed with its fee counts, and cash of the door. Test orders and other currencies are left
out. The dates and the gifts alone of a season add up to the season, to the cent.
"""

from collections.abc import Iterator
from datetime import date

from django.conf import settings
from django.db.models import Q, QuerySet

from events.datetimes import get_day_bounds
from events.models import Occurrence
from giving.models import Goal
from giving.proceeds import PaidBack, PaidOrder, Part, Raised, spread_raised
from orders.models import Order, Payment, Refund
from orders.pricing import ZERO, Totals, build_sold_lines

BATCH_SIZE = 200  # orders in memory


def get_raised_on_dates(dates: QuerySet[Occurrence]) -> Raised:
    """Return what the order lines on these dates raised."""
    wanted = set(dates.values_list("pk", flat=True))
    total = Raised()
    for order in list_orders(Order.objects.filter(lines__booking__occurrence__in=dates)):
        date_ids = {line.pk: line.booking.occurrence_id for line in order.lines.all()}
        for paid in list_paid_orders(order):
            for line_id, raised in spread_raised(paid).items():
                total += raised if line_id and date_ids[line_id] in wanted else Raised()
    return total


def get_raised_alone(first: date, last: date) -> Raised:
    """Return what gifts without seats raised that were booked on these days."""
    days = {"booked_on__gte": first, "booked_on__lte": last}
    payments = Payment.objects.filter(**days, order__lines=None)
    total = Raised()
    for order in list_orders(Order.objects.filter(payments__in=payments)):
        for paid in list_paid_orders(order):
            total += sum(spread_raised(paid).values(), Raised())
    return total


def get_raised_in_season(goal: Goal) -> Raised:
    """Return what the dates and the gifts alone between the goal's first and last day raised."""
    if goal.starts_on is None or goal.ends_on is None:
        raise ValueError("A goal for an event has no season.")
    return get_raised_on_dates(list_dates_of_season(goal.starts_on, goal.ends_on)) + get_raised_alone(
        goal.starts_on, goal.ends_on
    )


def list_dates_of_season(first: date, last: date) -> QuerySet[Occurrence]:
    """Return the dates that start on these days, in the shop's time zone."""
    return Occurrence.objects.filter(starts_at__gte=get_day_bounds(first)[0], starts_at__lt=get_day_bounds(last)[1])


def list_orders(orders: QuerySet[Order]) -> Iterator[Order]:
    """Read orders that have money, each once, with everything that `list_paid_orders` needs."""
    has_money = Q(payments__status=Payment.Status.COMPLETED) | Q(cash_payment__isnull=False)
    ids = Order.objects.filter(has_money, pk__in=orders.values("pk"), is_test=False).values("pk")
    read = Order.objects.filter(pk__in=ids).select_related("cash_payment").order_by("pk")
    read = read.prefetch_related("lines__booking", "payments", "refunds__parts")
    return read.iterator(chunk_size=BATCH_SIZE)


def list_paid_orders(order: Order) -> Iterator[PaidOrder]:
    """Yield an order's payments whose fees are known, and its cash, from prefetched rows.

    A second payment is refunded in full, but PayPal keeps its fee; it counts as tickets until then.
    """
    totals = Totals(items=order.items_price, tax=order.tax_price, shipping=order.shipping_price)
    lines = build_sold_lines({line.pk: (line.line_price, line.seats) for line in order.lines.all()}, totals)
    done = [refund for refund in order.refunds.all() if refund.status == Refund.Status.COMPLETED]
    done.sort(key=lambda refund: (refund.booked_on or date.max, refund.pk))
    for payment in order.payments.all():
        if payment.status != Payment.Status.COMPLETED or payment.currency != settings.CURRENCY or payment.fee is None:
            continue
        refunds = [refund for refund in done if belongs_to(refund, payment)]
        if payment.is_extra:
            yield PaidOrder(payment.amount, lines, fee=payment.fee, refunds=build_refunds(refunds))
        else:
            yield PaidOrder(
                payment.amount, lines, order.tax_price, order.shipping_price, order.gift_price, payment.fee,
                build_refunds(refunds),
            )  # fmt: skip
    if cash := getattr(order, "cash_payment", None):
        yield PaidOrder(
            cash.amount, lines, order.tax_price, order.shipping_price, order.gift_price, ZERO, build_refunds(done)
        )


def belongs_to(refund: Refund, payment: Payment) -> bool:
    """Return whether the refund is of this payment. Money that staff returned by hand is of the one that counts."""
    return refund.payment_id == payment.pk or (refund.payment_id is None and not payment.is_extra)


def build_refunds(refunds: list[Refund]) -> list[PaidBack]:
    return [
        PaidBack(
            refund.amount,
            refund.gift_amount,
            refund.fee_back or ZERO,
            [Part(part.line_id, part.seats, part.amount, part.fee, part.gift) for part in refund.parts.all()],
        )
        for refund in refunds
    ]
