"""Lock what is closed before anything of a month is written."""

from datetime import date

from charityshop.exceptions import DomainError
from ledger.calendar import LedgerMonth
from payments.journal import lock_closed_months
from payments.models import Books


class MonthClosed(DomainError):
    """A closed month never changes."""

    code = "month_closed"

    def __init__(self, month: LedgerMonth, first_open: LedgerMonth) -> None:
        is_same_year = month.first_day.year == first_open.first_day.year
        name = f"{first_open.first_day:%B}" if is_same_year else first_open.name
        super().__init__(f"{month.name} is closed. Enter a correction in {name}.")


def lock_open_month(month: LedgerMonth) -> Books:
    """Lock what is closed, and then read it: nobody can close the month meanwhile. Raise MonthClosed."""
    closed = lock_closed_months()
    refuse_closed_month(month, closed.through)
    return closed


def refuse_closed_month(month: LedgerMonth, through: date | None) -> None:
    """Raise MonthClosed if the books are closed `through` the month's last day. None: no month is closed yet."""
    if through is not None and month.last_day <= through:
        raise MonthClosed(month, LedgerMonth.of(through).next)
