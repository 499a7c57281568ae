"""Read what the whole ledger adds up to: what was received, what it cost, what is for the charity, and what is left."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from django.db.models import Case, Value, When
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
    took_place: Decimal  # received for seats on dates that have started
    to_come: Decimal  # and on those that haven't
    gifts_alone: Decimal  # and without seats
    refundable: Decimal  # what refunds would take of that now
    for_staff: Sums | None  # these sums again, for those who may read where the money is

    @property
    def other(self) -> Decimal:
        """The rest of what was received: of canceled dates, entered by staff, and fees of nobody's money."""
        return self.sums.received - self.took_place - self.to_come - self.gifts_alone

    @property
    def to_come_left(self) -> Decimal:
        """The part of what is still to be paid out that was received for dates to come: what took place is paid first.

        It is never more than what is left, however much of that money was paid out or spent.
        """
        return max(min(self.to_come, self.sums.left), ZERO)

    @property
    def to_come_spent(self) -> Decimal:
        """What was received for dates to come, but was paid out or spent already."""
        return max(self.to_come - self.to_come_left, ZERO)


def get_overview(*, for_staff: bool) -> Overview:
    rows, now = Transfer.objects.all(), timezone.now()
    sums, parts = sum_rows(rows), sum_rows_by(rows.annotate(part=get_part(now)), "part")
    took_place, to_come, gifts, entered = (parts.get((part,), Sums()) for part in Part)
    received = (took_place.received, to_come.received, gifts.received + entered.gifts)
    return Overview(sums, *received, get_refundable(now), sums if for_staff else None)


class Part(StrEnum):
    TOOK_PLACE = "took place"
    TO_COME = "to come"
    GIFTS = "gifts"
    ENTERED = "entered"


def get_part(now: datetime) -> Case:
    """Return an expression of what a row is for: seats on a date, a gift alone, or what staff entered."""
    date = "line__booking__occurrence__"
    return Case(
        When(**{f"{date}starts_at__gt": now}, then=Value(Part.TO_COME)),
        When(**{f"{date}status": Occurrence.Status.CANCELED}, then=Value("")),
        When(line__isnull=False, then=Value(Part.TOOK_PLACE)),
        When(order__isnull=False, then=Value(Part.GIFTS)),
        When(entry__isnull=False, then=Value(Part.ENTERED)),
        default=Value(""),
    )


def get_refundable(now: datetime) -> Decimal:
    """Return what buyers could get back now of what was received for seats on dates that haven't started.

    That is the price of their seats without sales tax, less the fee that the refund policy keeps. PayPal keeps its own.
    """
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
            refundable += min(sums.tickets, max(sums.received, ZERO))
        elif (deadline := get_deadline(line)) and now < deadline:
            value = sums.tickets + sums.tax_held
            fee = get_fee(policy=line.refund_policy, fee_per_seat=line.refund_fee_per_seat, seats=seats, value=value)
            refundable += min(max(sums.tickets - fee, ZERO), max(sums.received, ZERO))
    return refundable
