"""What a buyer can still do with the bookings of a paid order: return seats, or move a booking to another date."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from bookings.deadlines import end_on_full_hour
from bookings.models import Booking
from bookings.selectors.events import DateSeats, has_room, list_dates_by_event
from bookings.selectors.inside import NOBODY, AlreadyIn, Inside, get_inside, read_inside
from bookings.services import seat_links, seats
from bookings.services.seat_links import count_claimed
from changes.models import Change, Entitlement
from changes.services.change_booking import get_line, move_line
from charityshop import audit
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError
from charityshop.money import format_dollars
from events.formatting import format_deadline, format_seats
from events.models import Event, RefundPolicy
from events.selectors import find_date_by_text
from orders.models import Order, OrderLine
from orders.pricing import ZERO
from orders.services.locks import NotHeld, lock_buyer_of, lock_order_and_dates
from payments.models import RefundPart
from payments.selectors.order_money import Values, format_reason, get_counting_payment, is_paid_in_cash, read_values
from payments.services.refunds.record_refund import add_parts, apply_refund
from payments.services.refunds.refund_order import (
    RefundInCash,
    TooOld,
    create_refund,
    is_too_old,
    list_for_refund_by_hand,
)
from payments.services.refunds.send_refund import push_refund


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
    is_shortened: bool  # the date starts earlier than when the ticket was sold, and with it the deadline
    refusal: DomainError | None  # why there is no refund, and no gift either
    dates: list[DateSeats]  # other dates of the event

    @property
    def can_move(self) -> bool:
        return not self.move_refusal and has_room(self.dates, self.booking)

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
                is_shortened=not entitlement and is_shortened(line),
                refusal=refusal or (AlreadyIn() if inside.total and not free else None),
                dates=[date for date in dates[occurrence.event_id] if date.occurrence.pk != occurrence.pk],
            )
        )
    return found


def count_free_seats(booking: Booking, entitlement: Entitlement | None, inside: Inside) -> int:
    """Return how many seats the buyer can return: not being returned, not a guest's, and of nobody who is inside.

    Guests no longer have seats of a canceled date.
    """
    occupied = inside.total if entitlement and entitlement.is_off else count_claimed(booking) + inside.own
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


def is_shortened(line: OrderLine) -> bool:
    """Return whether staff moved the line's date to an earlier start, and so ended the time for refunds earlier."""
    is_earlier = line.booking.occurrence.starts_at < line.starts_at
    return is_earlier and line.refund_policy != RefundPolicy.NONE and not line.booking.changes.all()


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
        why = ": it starts earlier than when you bought the ticket" if is_shortened(line) else ""
        return NotByPolicy(f"Refunds for this date ended on {format_deadline(deadline)}{why}.")
    return None


# --- What the buyer asks for ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeRequest:
    """What the buyer asked for. `amount` is the amount that the buyer was shown."""

    booking: str  # public ID
    kind: str  # one of Change.Kind
    amount: Decimal
    seats: int | None = None  # None: all that can be returned
    to: str = ""  # a move's new date


def request_change(
    *, order_id: int, change_request: ChangeRequest, request_key: RequestKey | None = None, by: User
) -> Change:
    """Store the change while the order and its dates are locked, and then send a refund to PayPal.

    If PayPal's answer is unclear, the refund stays requested and `upkeep` sends it again. A repeated request key
    returns the existing change. Raise Missing, BadRequest, NotHeld, DateUnavailable, SoldOut, NotByPolicy, TooOld,
    AlreadyIn or DomainError (such as `amount_changed`) without changing anything.
    """
    try:
        change = store_change(order_id=order_id, change_request=change_request, request_key=request_key, by=by)
    except TooOld:
        list_for_refund_by_hand(Order.objects.get(pk=order_id))
        raise
    if change.refund_id is not None:
        push_refund(refund_id=change.refund_id)
    return Change.objects.select_related("refund", "booking").get(pk=change.pk)


@in_one_transaction
def store_change(*, order_id: int, change_request: ChangeRequest, request_key: RequestKey | None, by: User) -> Change:
    lock_buyer_of(order_id)
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return Change.objects.get(public_id=earlier[0])
    order = lock_order_and_dates(order_id, besides=find_new_date(change_request))
    if order.status not in Order.SOLD:
        raise NotHeld("Only the seats of a paid order can be changed.", status=order.status)
    line = get_line(order_id, change_request.booking)
    if line.booking.status != Booking.Status.CONFIRMED:
        raise NotHeld("This ticket is no longer valid.", status=line.booking.status)
    entitlement = line.entitlements.select_related("date_change").get_open()
    if not (entitlement and entitlement.is_off):
        seats.refuse_unless_ahead({line.booking.occurrence_id: line.booking.occurrence}, timezone.now())
    if change_request.kind == Change.Kind.MOVE:
        change = move_to_date(order, line, entitlement, change_request, by)
    else:
        change = refund_line_seats(order, line, entitlement, change_request, by)
    store_result(request_key, owner_id=by.pk, result=[change.public_id])
    return change


def find_new_date(change_request: ChangeRequest) -> list[int]:
    """Return the date that a booking moves to: it is locked together with the others."""
    event = Event.objects.filter(occurrences__bookings__public_id=change_request.booking).first()
    date = find_date_by_text(event.occurrences.all(), change_request.to) if event and change_request.to else None
    return [date.pk] if date else []


# --- Returning seats -------------------------------------------------------------------------------------------------


def refund_line_seats(
    order: Order, line: OrderLine, entitlement: Entitlement | None, change_request: ChangeRequest, by: User
) -> Change:
    """Store a refund with one part. A gift or a return is a refund of $0 and completes immediately."""
    kind = Change.Kind(change_request.kind)
    count = get_seats_to_return(line.booking, change_request.seats, entitlement)
    has_value = kind != Change.Kind.RETURN
    now = timezone.now()
    if has_value and (refusal := find_refusal(line, entitlement, find_payment_refusal(order, now), now)):
        raise refusal
    worth = get_amount(line, read_values(order), count, entitlement) if has_value else Amount(ZERO, ZERO)
    refuse_changed_amount(shown=change_request.amount, now=worth.amount)
    refunded, gift = (worth.amount, ZERO) if kind == Change.Kind.REFUND else (ZERO, worth.amount)
    refund = create_refund(get_counting_payment(order), refunded, order=order, by=by)
    change = Change.objects.create(
        order=order, booking=line.booking, kind=kind, seats=count, amount=worth.amount, refund=refund, by=by
    )
    add_parts(refund, [RefundPart(line=line, seats=count, amount=refunded, fee=worth.fee, donated=gift)])
    if has_value and entitlement and not entitlement.is_off:
        entitlement.settle(Entitlement.Outcome.REFUNDED, refund)
    audit.record(
        "refund requested",
        order,
        by=by,
        refund=refund.pk,
        amount=refunded,
        reason=format_reason(refund),
        bookings=f"{line.booking.public_id} × {count}",
        gift=gift or None,
        fee=worth.fee or None,
    )
    if not refunded:
        apply_refund(refund_id=refund.pk, made=None)
    return change


def get_seats_to_return(booking: Booking, asked: int | None, entitlement: Entitlement | None) -> int:
    """Return how many seats to return. Raise BadRequest, AlreadyIn or DomainError."""
    if asked is not None and not 0 < asked <= booking.seats:
        raise BadRequest(f"This ticket has {format_seats(booking.seats)}.")
    inside = get_inside(booking.pk)
    free, left = count_free_seats(booking, entitlement, inside), booking.seats - booking.returning
    count = free if asked is None else asked
    if inside.total and free < (count or 1) <= left:
        raise AlreadyIn
    if free < (count or 1) <= left:
        names = seat_links.list_guest_names(booking)
        has = "has one" if len(names) == 1 else "have some"
        raise DomainError(f"{' and '.join(names)} {has} of these seats.", code="seats_claimed")
    if not 0 < count <= free:
        raise DomainError("These seats are being returned.", code="being_returned")
    return count


def refuse_changed_amount(*, shown: Decimal, now: Decimal) -> None:
    if shown != now:
        raise DomainError(f"The amount is now {format_dollars(now)}.", code="amount_changed", amount=now)


# --- Moving ----------------------------------------------------------------------------------------------------------


def move_to_date(
    order: Order, line: OrderLine, entitlement: Entitlement | None, change_request: ChangeRequest, by: User
) -> Change:
    """Move a booking to another date of its event. No money moves, and the refund deadline doesn't become later.

    It does if the buyer moves because staff changed the date. Raise AlreadyIn if anybody of the booking is inside.
    """
    if get_inside(line.booking_id).total:
        raise AlreadyIn
    refuse_changed_amount(shown=change_request.amount, now=ZERO)
    booking, was = line.booking, line.booking.occurrence
    deadline = None if entitlement else get_deadline(line)
    if not line.price and (date := find_date_by_text(was.event.occurrences.all(), change_request.to)):
        seats.refuse_too_many_free_seats({date.pk: booking.seats}, by, besides=[booking.pk])
    move_line(order, line, to=change_request.to, reason="", by=by)
    return Change.objects.create(
        order=order,
        booking=booking,
        kind=Change.Kind.MOVE,
        seats=booking.seats,
        amount=ZERO,
        moved_from=was,
        refund_until=deadline,
        by=by,
    )
