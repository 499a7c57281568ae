"""The books after every step of a season, at a price that allows many seasons."""

from orders.models import Payment
from orders.reports.consistency_checks import violations
from tests.resilience.proof.histories.tables import Rows, rows_of

TABLES = (
    "events_event",
    "events_occurrence",
    "bookings_booking",
    "orders_order",
    "orders_orderline",
    "orders_payment",
    "orders_refund",
)
"""Every table that the books are made of; tests/resilience/proof/histories/test_fast_checks.py holds them to that."""


class QuickBooks:
    """What is wrong, looked for again only where a row has changed since nothing was.

    That is safe while time goes forward: the books are made of these rows and of the clock, and all that time alone
    can do is to let a hold run out, which frees seats and takes none.
    """

    def __init__(self, in_order: Rows) -> None:
        """`in_order` has rows of a moment that is not later, at which nothing was wrong; or nothing."""
        self.in_order = {table: in_order[table] for table in TABLES if table in in_order}

    def wrongs(self) -> list[str]:
        rows = rows_of(TABLES)
        if rows == self.in_order:
            return []
        if not (found := all_wrongs()):
            self.in_order = rows
        return found


def all_wrongs() -> list[str]:
    return violations() + overcharged()


def overcharged() -> list[str]:
    """Nobody is charged more than they were shown, or twice for one order."""
    kept = list(Payment.objects.filter(status=Payment.Status.COMPLETED, is_extra=False).select_related("order"))
    twice = len(kept) - len({payment.order_id for payment in kept})
    wrong = [f"{pay.order}: {pay.amount} was taken." for pay in kept if pay.amount > pay.order.total_price]
    return wrong + ([f"{twice} order(s) were paid twice."] if twice else [])
