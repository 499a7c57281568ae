"""Refund an order: store the refund under the lock, and send it after the commit."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TypedDict, Unpack

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.selectors.inside import NOBODY, read_inside
from charityshop import audit
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, Changed, DomainError, InvalidField
from charityshop.money import format_dollars
from orders.models import Order
from orders.pricing import ZERO, split_amount
from orders.selectors.orders import list_lines
from orders.services.locks import lock_order_and_dates
from payments.models import Payment, Refund, RefundPart
from payments.selectors.order_money import (
    LIVE,
    count_open_seats,
    find_failed,
    format_reason,
    get_counting_payment,
    get_gift_part,
    get_refundable_amount,
    get_refundable_gift,
    is_paid_in_cash,
    read_values,
    sum_up,
)
from payments.services.refunds.record_refund import add_parts
from payments.services.refunds.send_refund import push_refund
from paypal.endpoints import new_request_key

PAYPAL_REFUNDS_FOR = timedelta(days=180)  # after the capture; PayPal answers REFUND_TIME_LIMIT_EXCEEDED from then on


class NotRefundable(DomainError):
    code = "not_refundable"


class TooOld(DomainError):
    """PayPal no longer refunds the payment, so staff have to return the money by hand."""

    code = "too_old"
    message = "PayPal returns money for 180 days only. Write to us, we'll sort it out."


class RefundInCash(DomainError):
    """The order was paid in cash, so PayPal can't refund it: see `give_back_cash`."""

    code = "refund_in_cash"
    message = "This was paid in cash. Give it back from a drawer."


class Wanted(TypedDict, total=False):
    """What to refund: see `value_refund`, which takes each of them."""

    lines: Collection[str] | None
    seats: Mapping[str, int] | None
    amount: Decimal | None
    gift: bool


def refund_order(
    *,
    order_id: int,
    reason: str,
    outside: bool = False,
    note: str = "",
    shown: Decimal | None = None,
    request_key: RequestKey | None = None,
    by: User,
    **wanted: Unpack[Wanted],
) -> Order:
    """Refund lines, single seats, an amount, the gift, or everything that is left.

    An amount keeps all seats. Everything includes free seats, the gift, and what the club kept of returned seats.
    `shown` is the sum that staff confirmed: raise Changed if it is another one now. With `outside`, record money that
    staff returned without PayPal, as the `note` describes. A repeated request key refunds nothing more. Raise
    RefundInCash, NotRefundable, TooOld or BadRequest before PayPal is called. Seats return to sale when the refund
    completes.
    """
    order = Order.objects.get(pk=order_id)
    refuse_cash(order)
    try:
        refund = request_refund(
            order_id=order_id,
            reason=reason,
            outside=outside,
            note=note,
            shown=shown,
            request_key=request_key,
            by=by,
            **wanted,
        )
    except TooOld:
        list_for_refund_by_hand(order)
        raise
    push_refund(refund_id=refund.pk)
    return Order.objects.get(pk=order_id)


def refuse_cash(order: Order) -> None:
    """Raise RefundInCash for an order that was paid in cash."""
    if is_paid_in_cash(order):
        raise RefundInCash


def is_too_old(payment: Payment | None, now: datetime) -> bool:
    if payment is None or payment.is_cash:
        return False
    return (payment.captured_at or payment.created_at) + PAYPAL_REFUNDS_FOR <= now


def is_due_by_hand(order: Order, bookings: Collection[str]) -> bool:
    """Return whether these bookings cost money that only staff can return: cash, or what is too old for PayPal."""
    if is_paid_in_cash(order) or is_too_old(get_counting_payment(order), timezone.now()):
        return value_refund(order, lines=bookings).amount > 0
    return False


def list_for_refund_by_hand(order: Order) -> None:
    """Store that somebody asked for a refund, or that it is due, which PayPal would refuse. Staff's list has it."""
    Order.objects.filter(pk=order.pk).update(by_hand_at=timezone.now())


@in_one_transaction
def request_refund(
    *,
    order_id: int,
    reason: str,
    outside: bool = False,
    note: str = "",
    shown: Decimal | None = None,
    request_key: RequestKey | None = None,
    by: User,
    **wanted: Unpack[Wanted],
) -> Refund:
    order = lock_order_and_dates(order_id)
    if earlier := get_earlier_refund(request_key, by=by):
        return earlier
    if order.status not in Order.SOLD:
        raise NotRefundable("Only a paid order can be refunded.", status=order.status)
    payment, asked = get_counting_payment(order), value_refund(order, **wanted)
    if shown not in (None, asked.amount):
        problem = f"This refund returns {format_dollars(asked.amount)} by now. Look at it again, then confirm."
        raise Changed(problem, current={"shown": asked.amount})
    if asked.amount and not outside and is_too_old(payment, timezone.now()):
        raise TooOld
    if wanted.get("gift") and not asked.gift:
        raise NotRefundable("Nothing is left of this order's gift.")
    chosen, values, left = asked.seats, asked.values, get_refundable_amount(order)
    if asked.amount > left or (not asked.amount and not chosen):
        raise NotRefundable(f"Only ${left:.2f} of this order can still be refunded.")
    if wanted.get("amount") is not None and values:
        worth = sum(values.values(), ZERO)
        for_seats = min(asked.amount - asked.gift, worth)
        if for_seats < worth and asked.amount < left:  # nobody could say what the rest is
            problem = f"These seats are worth {format_dollars(worth)}. Refund that, or an amount without seats."
            raise InvalidField("amount", problem)
        values = dict(zip(values, split_amount(for_seats, list(values.values())), strict=True))
    refund = create_refund(
        payment,
        asked.amount,
        order=order,
        gift=asked.gift,
        reason=reason,
        by=by,
        outside=outside,
        note=note,
    )
    add_parts(refund, [RefundPart(line_id=pk, seats=chosen[pk], amount=value) for pk, value in values.items()])
    bookings = format_parts(refund)
    audit.record(
        "refund requested",
        order,
        by=by,
        refund=refund.pk,
        amount=asked.amount,
        reason=reason,
        bookings=bookings,
        gift=asked.gift or None,
        note=note or None,
    )
    store_result(request_key, owner_id=by.pk, result=[refund.request_key])
    return refund


def format_parts(refund: Refund) -> str | None:
    """Return the bookings and seats for the audit log."""
    parts = refund.parts.select_related("line__booking")
    return ", ".join(f"{part.line.booking.public_id} × {part.seats}" for part in parts) or None


@dataclass(frozen=True, slots=True)
class RefundRequest:
    """What a refund returns: seats by line with their values, and the amount, of which a part is the gift."""

    seats: Mapping[int, int]
    values: Mapping[int, Decimal]
    amount: Decimal
    gift: Decimal


def value_refund(
    order: Order,
    *,
    lines: Collection[str] | None = None,
    seats: Mapping[str, int] | None = None,
    amount: Decimal | None = None,
    gift: bool = False,
) -> RefundRequest:
    """Return what a refund of these seats, of this amount or of everything that is left would return now.

    `lines` are the public IDs of bookings, and `seats` maps such IDs to numbers of seats. With `gift`, also refund the
    order's gift, which refunds of seats leave.
    """
    everything = amount is None and not gift and lines is None and seats is None
    chosen = choose_seats(order, lines=lines, seats=seats, everything=everything)
    values = read_values(order).get_each(chosen) if chosen else {}
    if amount is not None:
        return RefundRequest(chosen, values, amount, get_gift_part(order, amount))
    refunded_gift = get_refundable_gift(order) if gift or everything else ZERO
    if everything:
        return RefundRequest(chosen, values, get_refundable_amount(order), refunded_gift)
    return RefundRequest(chosen, values, sum(values.values(), refunded_gift), refunded_gift)


def choose_seats(
    order: Order, *, lines: Collection[str] | None, seats: Mapping[str, int] | None, everything: bool
) -> dict[int, int]:
    """Return the seats by line: those of `lines` or `seats`, or all that are left if `everything` is refunded."""
    left = count_open_seats(order)
    by_booking = {line.booking.public_id: line.pk for line in list_lines(order) if left[line.pk]}
    if seats is not None:
        if not seats or not seats.keys() <= by_booking.keys():
            raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
        if any(not 0 < count <= left[by_booking[public_id]] for public_id, count in seats.items()):
            raise BadRequest("Choose seats of this order that were not refunded yet.", code="unknown_line")
        return {by_booking[public_id]: count for public_id, count in seats.items()}
    if lines is not None:
        if not lines or not set(lines) <= by_booking.keys():
            raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
        return {by_booking[public_id]: left[by_booking[public_id]] for public_id in lines}
    return {pk: count for pk, count in left.items() if count} if everything else {}


def get_earlier_refund(request_key: RequestKey | None, *, by: User) -> Refund | None:
    """Return the refund of a request that is repeated. Call it with the order locked."""
    earlier = get_earlier_result(request_key, owner_id=by.pk)
    return Refund.objects.get(request_key=earlier[0]) if earlier else None


def create_refund(
    payment: Payment | None,
    amount: Decimal,
    *,
    order: Order | None,
    reason: str = "",
    by: User | None,
    gift: Decimal = ZERO,
    outside: bool = False,
    note: str = "",
) -> Refund:
    """Store a refund of this amount, with its idempotency key. `outside`: staff return it without PayPal.

    Money that staff return another way than it came is of no payment. Cash is of the cash that paid the order.
    """
    if outside and not (payment and payment.is_cash):
        payment = None
    return Refund.objects.create(
        order=order,
        payment=payment,
        kind=Refund.Kind.BY_HAND if outside else Refund.Kind.REQUESTED,
        retry_of=None if outside else find_failed(payment, amount),
        amount=amount,
        of_gift=gift,
        reason=reason,
        note=note,
        by=by,
        request_key=new_request_key(),
    )


def refund_everything(order: Order, payment: Payment, reason: str = "", by: User | None = None) -> Refund:
    """Store a refund of everything left of a payment, with its idempotency key. `push_refund` sends it later."""
    amount = payment.amount - get_refunds_total(payment)
    gift = get_gift_part(order, amount, payment)
    refund = create_refund(payment, amount, order=order, gift=gift, reason=reason, by=by)
    why, capture = format_reason(refund), payment.capture_id
    audit.record("refund requested", order, by=by, refund=refund.pk, amount=amount, reason=why, capture=capture)
    return refund


def get_refunds_total(payment: Payment) -> Decimal:
    """Return the sum of the payment's refunds that did not fail, without reversals whose money was returned."""
    return sum_up(payment.refunds.effective(*LIVE), "amount")


# --- What a refund would return, for staff to see before they confirm it ---------------------------------------------


@dataclass(frozen=True, slots=True)
class RefundPreview:
    """`amount` is for what was chosen, and `left` is the most that can still be refunded."""

    amount: Decimal
    left: Decimal
    inside: int  # people who came in with the chosen seats
    currency: str
    is_too_old: bool  # PayPal no longer refunds the payment, so staff return the money by hand


def preview_refund(*, order_id: int, **wanted: Unpack[Wanted]) -> RefundPreview:
    """Return what `refund_order` would refund now. Nothing is stored.

    Raise RefundInCash, NotRefundable or BadRequest like it.
    """
    order = Order.objects.get(pk=order_id)
    refuse_cash(order)
    if order.status not in Order.SOLD:
        raise NotRefundable("Only a paid order can be refunded.", status=order.status)
    payment = get_counting_payment(order)
    asked = value_refund(order, **wanted)
    return RefundPreview(
        amount=asked.amount,
        left=get_refundable_amount(order),
        inside=count_inside(order, asked.seats),
        currency=payment.currency if payment else settings.CURRENCY,
        is_too_old=asked.amount > 0 and is_too_old(payment, timezone.now()),
    )


def count_inside(order: Order, chosen: Mapping[int, int]) -> int:
    """Return how many people are inside with the chosen seats, which are numbers by line."""
    bookings = [(line.booking, chosen[line.pk]) for line in list_lines(order) if line.pk in chosen]
    inside = read_inside([booking.pk for booking, _ in bookings])
    return sum(inside.get(booking.pk, NOBODY).count_among(seats, booking) for booking, seats in bookings)
