"""Calculate sold and refunded amounts: for a list of orders, and per month and event.

Monthly amounts count the payments and refunds that the ledger counts, each on the day on which that books it, so that
both say the same of every month. The return of a reversal's money lowers the refunds of its month. Gifts have a row of
their own. The rest of a payment is split over the order's lines by price, to the cent, so that all rows add up to what
PayPal and the drawers of the door have. What refunds return for no seats is taken from what is left of the lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from charityshop.money import to_cents
from orders.models import Order, OrderLine, Payment, Refund
from orders.pricing import split_amount
from orders.selectors.booked_payments import get_paid_totals, list_counted_payments

ZERO = Decimal(0)
GIFTS = "gifts"  # in place of an event's public ID
BATCH_SIZE = 200  # orders in memory


@dataclass(slots=True)
class Revenue:
    sold: Decimal = ZERO
    refunded: Decimal = ZERO

    @property
    def net(self) -> Decimal:
        return self.sold - self.refunded


@dataclass(slots=True)
class OrderRevenue(Revenue):
    """Amounts in the shop's currency."""

    other_currencies: int = 0  # number of orders paid in other currencies, whose amounts are left out


def get_order_revenue(orders: QuerySet[Order]) -> OrderRevenue:
    """Return the totals of these orders' spreadsheet, in one query.

    Use subqueries per order, because SQLite would run a join by scanning all payments.
    """
    came = Payment.objects.counting().filter(order=OuterRef("pk")).order_by()  # at most one: one_capture_per_order
    went = Refund.objects.of_order().effective().filter(order=OuterRef("pk")).order_by()
    went_in_ours = went.filter(Q(payment=None) | Q(payment__currency=settings.CURRENCY)).values("order")
    found = (
        orders.order_by()
        .annotate(
            came=Subquery(came.filter(currency=settings.CURRENCY).values("amount")),
            went=Subquery(went_in_ours.annotate(sum=models.Sum("amount")).values("sum")),
            is_other=Exists(came.exclude(currency=settings.CURRENCY)),
        )
        .aggregate(sold=models.Sum("came"), refunded=models.Sum("went"), other=Count("pk", filter=Q(is_other=True)))
    )
    return OrderRevenue(round_sum(found["sold"]), round_sum(found["refunded"]), found["other"])


def round_sum(found: Decimal | None) -> Decimal:
    """Round a sum to cents, because SQLite adds in floating point."""
    return to_cents(found or ZERO)


@dataclass(slots=True)
class Month:
    """The amounts of a month, by event and in total."""

    first_day: date
    events: dict[str, Revenue] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[tuple[str, Revenue]]:
        """The events' names and amounts by name, then those of the gifts."""
        keys = sorted(self.events, key=lambda key: (key == GIFTS, self.names[key], key))
        return [(self.names[key], self.events[key]) for key in keys]

    @property
    def total(self) -> Revenue:
        return add_up(list(self.events.values()))


@dataclass(frozen=True, slots=True)
class Movement:
    """What one line or gift has of a payment or a refund, with the day on which it is booked."""

    product: str  # the event's public ID, or GIFTS
    name: str
    day: date
    sold: Decimal = ZERO
    refunded: Decimal = ZERO


def list_months() -> list[Month]:
    """Return all months with sales or refunds, newest first."""
    found: dict[date, Month] = {}
    for movement in list_movements():
        first_day = movement.day.replace(day=1)
        month = found.setdefault(first_day, Month(first_day))
        sums = month.events.setdefault(movement.product, Revenue())
        month.names[movement.product] = movement.name
        sums.sold += movement.sold
        sums.refunded += movement.refunded
    return [found[day] for day in sorted(found, reverse=True)]


def add_up(sums: Sequence[Revenue]) -> Revenue:
    return Revenue(sum((row.sold for row in sums), ZERO), sum((row.refunded for row in sums), ZERO))


def list_movements() -> Iterator[Movement]:
    """Yield each line's and each gift's share of every payment and refund."""
    ids = Payment.objects.filter(status=Payment.Status.COMPLETED, order__isnull=False).values("order")
    paid = Order.objects.filter(pk__in=ids).order_by("pk")
    shown = ("lines", "payments", "refunds__parts__line")
    for order in paid.prefetch_related(*shown).iterator(chunk_size=BATCH_SIZE):
        for payment, refunds in list_counted_payments(order):
            if payment.booked_on:
                yield from split_payment(order, payment, payment.booked_on, refunds)


def split_payment(order: Order, payment: Payment, day: date, refunds: Sequence[Refund]) -> Iterator[Movement]:
    """Yield the shares of a payment that was booked on this day, and of its refunds."""
    prices = {line: line.line_price for line in order.lines.all()}
    gift = get_paid_totals(order, payment).gift if prices else payment.amount
    left = share_over_lines(payment.amount - gift, prices)
    for product, name, share in list_shares(left, gift):
        yield Movement(product, name, day, sold=share)
    returns = {refund.returns_id: refund for refund in refunds if refund.returns_id}  # of money to the shop
    for refund in refunds:
        if refund.returns_id:
            continue
        gift, back = refund.gift_amount if prices else refund.amount, returns.get(refund.pk)
        shares = share_refund(refund.amount - gift, {part.line: part.amount for part in refund.parts.all()}, left)
        if not back:
            left = {line: left[line] - shares[line] for line in left}
        returned = {line: share for line, share in shares.items() if share}
        for product, name, share in list_shares(returned, gift):
            if refund.booked_on:
                yield Movement(product, name, refund.booked_on, refunded=share)
            if refund.booked_on and back and back.booked_on:
                yield Movement(product, name, back.booked_on, refunded=-share)


def share_refund(
    amount: Decimal, parts: Mapping[OrderLine, Decimal], left: Mapping[OrderLine, Decimal]
) -> dict[OrderLine, Decimal]:
    """Return what a refund returns of each line: its parts, and of the rest a share of what is left of the line."""
    weights = {line: max(rest - parts.get(line, ZERO), ZERO) for line, rest in left.items()}
    shares = share_over_lines(amount - sum(parts.values(), ZERO), weights)
    return {line: share + parts.get(line, ZERO) for line, share in shares.items()}


def share_over_lines(amount: Decimal, weights: Mapping[OrderLine, Decimal]) -> dict[OrderLine, Decimal]:
    shares = split_amount(amount, list(weights.values())) if weights else []
    return dict(zip(weights, shares, strict=True))


def list_shares(shares: Mapping[OrderLine, Decimal], gift: Decimal) -> Iterator[tuple[str, str, Decimal]]:
    """Yield the product, name and share of each line, and of the gift."""
    for line, share in shares.items():
        yield line.product, line.name, share
    if gift:
        yield GIFTS, "Gifts", gift
