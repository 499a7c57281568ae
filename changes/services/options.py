"""What a buyer can still do with the bookings of a paid order."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.utils import timezone

from bookings.deadlines import end_on_full_hour
from bookings.models import Booking
from bookings.selectors.events import DateSeats, list_dates_by_event
from bookings.selectors.inside import NOBODY, AlreadyIn, Inside, read_inside
from bookings.services.seat_links import count_claimed
from changes.models import Entitlement
from charityshop.exceptions import DomainError
from events.formatting import format_deadline
from events.models import RefundPolicy
from orders.models import Order, OrderLine
from orders.pricing import ZERO
from payments.selectors.order_money import Values, get_counting_payment, is_paid_in_cash, read_values
from payments.services.refunds.refund_order import RefundInCash, TooOld, is_too_old


class NotByPolicy(DomainError):
    """The refund policy at the time of sale doesn't allow this, or not any longer."""

    code = "policy"


@dataclass(frozen=True, slots=True)
class Amount:
    """The value of returned seats, divided into what the buyer gets and what the club keeps."""

    amount: Decimal
    fee: Decimal


@dataclass(frozen=True, slots=True)
class BookingOptions:
    """What can be done with a booking. `amounts[n - 1]` is the refund or gift for n seats.

    `entitlement` is the buyer's choice after staff changed the date, which counts instead of the policy.
    """

    booking: Booking
    entitlement: Entitlement | None
    free_seats: int  # that can be returned
    inside: int  # people who came in, as far as there are seats
    amounts: list[Decimal]
    until: datetime | None
    refusal: DomainError | None  # why there is no refund, and no gift either
    dates: list[DateSeats]  # other dates of the event

    @property
    def can_move(self) -> bool:
        return not self.move_refusal and any(date.left >= self.booking.seats for date in self.dates)

    @property
    def move_refusal(self) -> DomainError | None:
        """Return why no date is possible: the whole booking moves, with everybody who came in."""
        return AlreadyIn() if self.inside else None


def get_fee(*, policy: str, fee_per_seat: Decimal, seats: int, value: Decimal) -> Decimal:
    """Return what the club keeps of seats with this value; never more than the value."""
    return min(fee_per_seat * seats, value) if policy == "minus_fee" else ZERO


def list_options(order: Order) -> list[BookingOptions]:
    """Return the options of each booking that can still be changed: sold, and not started or canceled."""
    if order.status not in Order.SOLD:
        return []
    now = timezone.now()
    lines = order.lines.select_related("booking__occurrence__event").filter(booking__status=Booking.Status.CONFIRMED)
    lines = lines.prefetch_related("entitlements__date_change", "booking__seat_links", "booking__changes")
    values, of_payment = read_values(order), find_payment_refusal(order, now)
    insides = read_inside([line.booking_id for line in lines])
    dates = list_dates_by_event({line.booking.occurrence.event_id for line in lines}, now)
    found = []
    for line in lines:
        booking, occurrence, entitlement = line.booking, line.booking.occurrence, line.entitlements.get_open()
        if not entitlement and (occurrence.starts_at <= now or line.is_canceled):
            continue
        inside = insides.get(booking.pk, NOBODY)
        free = count_free_seats(booking, entitlement, inside)
        refusal = find_refusal(line, entitlement, of_payment, now)
        found.append(
            BookingOptions(
                booking=booking,
                entitlement=entitlement,
                free_seats=free,
                inside=min(inside.total, booking.seats),
                amounts=[get_amount(line, values, count, entitlement).amount for count in range(1, free + 1)],
                until=entitlement.until if entitlement else get_deadline(line),
                refusal=refusal or (AlreadyIn() if inside.total and not free else None),
                dates=[date for date in dates[occurrence.event_id] if date.occurrence.pk != occurrence.pk],
            )
        )
    return found


def count_free_seats(booking: Booking, entitlement: Entitlement | None, inside: Inside) -> int:
    """Return how many seats the buyer can return: not being returned, not a guest's, and of nobody who is inside.

    Guests no longer have seats of a canceled date.
    """
    occupied = inside.total if entitlement and entitlement.is_canceled else count_claimed(booking) + inside.own
    return max(booking.seats - booking.returning - occupied, 0)


def get_amount(line: OrderLine, values: Values, count: int, entitlement: Entitlement | None) -> Amount:
    """Return what a refund of so many more seats of the line gives: by its policy, or all after a date change."""
    value = values.get_seats(line.pk, count)
    if entitlement:
        return Amount(value, ZERO)
    fee = get_fee(policy=line.refund_policy, fee_per_seat=line.refund_fee_per_seat, seats=count, value=value)
    return Amount(value - fee, fee)


def get_deadline(line: OrderLine) -> datetime | None:
    """Return until when the line can be refunded, or None if its policy allows no refunds."""
    if line.refund_policy == RefundPolicy.NONE:
        return None
    earlier = [change.refund_until for change in line.booking.changes.all() if change.refund_until]
    # A move never makes the deadline later: those of the dates before it count, too.
    start = line.booking.occurrence.starts_at
    return min([end_on_full_hour(start - timedelta(hours=line.refund_until_hours), start=start), *earlier])


def find_refusal(
    line: OrderLine, entitlement: Entitlement | None, of_payment: DomainError | None, now: datetime
) -> DomainError | None:
    """Return why the line's seats can't be refunded or left as a gift, or None if they can.

    `of_payment` is why its order's payment can't be refunded. A free line needs no refund by PayPal.
    """
    if not entitlement and (refusal := find_policy_refusal(line, now)):
        return refusal
    return None if isinstance(of_payment, TooOld) and not line.line_price else of_payment


def find_payment_refusal(order: Order, now: datetime) -> DomainError | None:
    if is_paid_in_cash(order):
        return RefundInCash()
    return TooOld() if is_too_old(get_counting_payment(order), now) else None


def find_policy_refusal(line: OrderLine, now: datetime) -> DomainError | None:
    deadline = get_deadline(line)
    if deadline is None:
        return NotByPolicy("This ticket can't be refunded.")
    if deadline <= now:
        return NotByPolicy(f"Refunds for this date ended on {format_deadline(deadline)}.")
    return None
