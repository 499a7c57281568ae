"""Read what the whole ledger adds up to: what was received, what it cost, what is for the charity, and what is left."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from bookings.models import Booking
from changes.services.request_change import get_deadline, get_fee
from events.models import Occurrence
from giving.selectors import list_rows_of_dates
from orders.models import OrderLine
from orders.pricing import ZERO
from payments.models import Transfer
from payments.selectors.sums import Sums, sum_rows, sum_rows_by


@dataclass(frozen=True, slots=True)
class Overview:
    sums: Sums
    to_come: Decimal  # received for seats on dates that haven't started
    refundable: Decimal  # what refunds would take of that now
    for_staff: Sums | None  # these sums again, for those who may read where the money is


def get_overview(*, for_staff: bool) -> Overview:
    sums = sum_rows(Transfer.objects.all())
    to_come, refundable = sum_dates_to_come()
    return Overview(sums, to_come, refundable, sums if for_staff else None)


def sum_dates_to_come() -> tuple[Decimal, Decimal]:
    """Return what was received for seats on dates that haven't started, and what buyers could get back of it now.

    That is the price of their seats without sales tax, less the fee that the refund policy keeps. PayPal keeps its own.
    """
    now = timezone.now()
    rows = list_rows_of_dates(Occurrence.objects.filter(starts_at__gt=now))
    by_line = {line: sums for (line,), sums in sum_rows_by(rows, "line").items()}
    lines = OrderLine.objects.filter(pk__in=by_line, booking__status=Booking.Status.CONFIRMED, line_price__gt=0)
    lines = lines.select_related("booking__occurrence").prefetch_related(
        "booking__changes", "entitlements__date_change"
    )
    refundable = ZERO
    for line in lines:
        sums, seats = by_line[line.pk], line.booking.seats - line.booking.returning
        if line.entitlements.all().get_open():
            refundable += sums.tickets
        elif (deadline := get_deadline(line)) and now < deadline:
            value = sums.tickets + sums.tax_held
            fee = get_fee(policy=line.refund_policy, fee_per_seat=line.refund_fee_per_seat, seats=seats, value=value)
            refundable += max(sums.tickets - fee, ZERO)
    return sum((sums.received for sums in by_line.values()), ZERO), refundable
