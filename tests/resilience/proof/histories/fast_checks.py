"""Consistency checks after every step of a history, fast enough for many histories."""

from collections.abc import Callable, Sequence

from orders.models import Payment
from orders.reports.consistency_checks import list_violations
from tests.ledger.movement_checks import find_ledger_violations
from tests.resilience.proof.histories.order_checks import find_order_violations
from tests.resilience.proof.histories.tables import Rows, read_rows

TABLES = (
    "door_allotment",
    "door_device",
    "door_drawer",
    "door_move",
    "door_night",
    "events_event",
    "events_occurrence",
    "bookings_booking",
    "bookings_pass",
    "bookings_seatlink",
    "orders_applieddiscount",
    "orders_cashpayment",
    "orders_order",
    "orders_orderline",
    "orders_payment",
    "orders_refund",
    "orders_refundpart",
    "orders_change",
    "waiting_entry",
)
"""Every table that the checks read, as test_fast_checks.py verifies."""


class FastChecks:
    """Runs the checks only if a row has changed since they last found nothing.

    This is safe while time moves forward: the checks depend only on these rows and the clock, and time alone can only
    let a hold expire, which frees seats.
    """

    def __init__(self, consistent_rows: Rows, checks: Sequence[Callable[[], list[str]]] = ()) -> None:
        """`consistent_rows` are from an earlier time at which the checks found nothing, or empty."""
        self.consistent_rows = {table: consistent_rows[table] for table in TABLES if table in consistent_rows}
        self.checks = checks or (find_violations,)

    def run(self) -> list[str]:
        rows = read_rows(TABLES)
        if rows == self.consistent_rows:
            return []
        if not (found := [message for check in self.checks for message in check()]):
            self.consistent_rows = rows
        return found


def find_violations() -> list[str]:
    return list_violations() + find_overcharges() + find_order_violations() + find_ledger_violations()


def find_overcharges() -> list[str]:
    """Find orders for which more than their price was captured, or more than one payment."""
    counting = Payment.objects.filter(status=Payment.Status.COMPLETED, is_extra=False).select_related("order")
    payments = list(counting)
    twice = len(payments) - len({payment.order_id for payment in payments})
    wrong = [f"{pay.order}: {pay.amount} was captured." for pay in payments if pay.amount > pay.order.total_price]
    return wrong + ([f"{twice} order(s) were paid twice."] if twice else [])
