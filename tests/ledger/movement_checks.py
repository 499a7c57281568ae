"""What is true of the ledger after every step, whatever happened; for tests of whole months."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from events.models import Occurrence
from giving.gifts import sum_amounts
from giving.proceeds import Raised, convert_gifts
from giving.selectors.gifts import read_gifts
from giving.selectors.paid_orders import list_paid_orders
from giving.selectors.raised import sum_alone, sum_lines
from giving.splits import Split
from ledger.calendar import LedgerMonth
from ledger.journal import post_movement
from ledger.lines import Movement, sum_by_kind
from ledger.models import Month
from ledger.selectors.months import build_derived_lines, build_stored_lines
from ledger.selectors.movements import list_movements, split_refunds
from orders.models import Order
from orders.selectors.revenue import list_months

RAISES = ("tickets", "gifts", "shipping", "return_fees", "sales_tax")
LOWERS = ("refunds", "fees")


def find_ledger_violations() -> list[str]:
    movements = list_movements(date.min, date.max)
    return [
        *find_unbalanced(movements),
        *find_wrong_sums(movements),
        *find_overdrawn_orders(),
        *find_other_sums(movements),
        *find_other_revenue(),
        *find_regrouped_gifts(),
    ]


def find_unbalanced(movements: Sequence[Movement]) -> Iterator[str]:
    """Check that each movement is split to the cent, and that its journal entry balances."""
    for movement in movements:
        split = movement.sold.total - movement.refund.amount
        if split != movement.amount:
            yield f"{movement.text}: {movement.amount} moved, and {split} is split."
        if sum(post_movement(movement).debits.values(), Decimal(0)):
            yield f"{movement.text}: its journal entry does not balance."


def find_wrong_sums(movements: Sequence[Movement]) -> Iterator[str]:
    """Check that the lines add up to what moved, less PayPal's fees."""
    sums = sum_by_kind(movements)
    shown = sum((amount * ((kind in RAISES) - (kind in LOWERS)) for kind, amount in sums.items()), Decimal(0))
    moved = sum((movement.amount - movement.fee for movement in movements), Decimal(0))
    if shown != moved:
        yield f"The ledger's lines add up to {shown}, and {moved} moved."


def find_overdrawn_orders() -> Iterator[str]:
    """Check that no order's refunds return more tax, shipping or gift than it paid."""
    shown = ("lines", "payments", "refunds__parts", "refunds__payment")
    for order in Order.objects.filter(refunds__isnull=False).distinct().prefetch_related(*shown):
        back = Split()
        for movement in split_refunds(order):
            back += movement.refund.returned + movement.refund.given
        left = sum((paid.sold for paid in list_paid_orders(order)), Split()) - back
        if min(left.tax, left.shipping, left.gift) < 0:
            yield f"{order}: its refunds return {back}."


def find_other_sums(movements: Sequence[Movement]) -> Iterator[str]:
    """Check that "raised so far", which reads orders by itself, has the sum of the movements without tax and shipping.

    All dates and all payments without seats are everything that was sold, and all gifts are added, also hidden ones.
    """
    raised = sum_lines(Occurrence.objects.all())[0] + sum_alone(date.min, date.max)
    raised += convert_gifts(sum_amounts(read_gifts().every))
    booked = Raised()
    for movement in movements:
        refund, sold = movement.refund, movement.sold
        tickets = sold.tickets - refund.returned.tickets - refund.given.tickets + refund.fees
        booked += Raised(tickets, movement.gift - refund.returned.gift, movement.fee)
    if (raised.tickets, raised.gifts, raised.fees) != (booked.tickets, booked.gifts, booked.fees):
        yield f"Raised so far is {raised}, and the ledger has {booked}."


def find_other_revenue() -> Iterator[str]:
    """Check that the revenue of each month is what the ledger's lines of that month add up to, without PayPal's fees.

    The lines have all gifts, also those that are not public yet.
    """
    revenue = {month.first_day: month.total.net for month in list_months()}
    booked: dict[date, list[Movement]] = defaultdict(list)
    for movement in list_movements(date.min, date.max):
        booked[movement.day.replace(day=1)].append(movement)
    for first_day in sorted(revenue.keys() | booked.keys()):
        sums = sum_by_kind(booked[first_day])
        lines = sum(sums[kind] for kind in RAISES) - sums["refunds"]
        if revenue.get(first_day, 0) != lines:
            yield f"{first_day:%B %Y}: the revenue is {revenue.get(first_day, 0)}, and the ledger has {lines}."


def find_regrouped_gifts() -> list[str]:
    """Check that the gifts of closed months would be grouped now as they were when the months were closed."""
    gifts, found = read_gifts(), []
    for row in Month.objects.exclude(closed_at=None).prefetch_related("entries__corrects"):
        month = LedgerMonth(row.first_day)
        now = build_derived_lines(month, list_movements(month.first_day, month.last_day), gifts)
        was = [line for line in build_stored_lines(row) if line.derived]
        if [(line.kind, line.amount) for line in now] != [(line.kind, line.amount) for line in was]:
            found.append(f"{row} had the lines {was}, and would have {now}.")
    return found
