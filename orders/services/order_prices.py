"""Price the seats of an order: at the list price, then for members, then with the buyer's code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.services import seats
from charityshop.exceptions import BadRequest, DomainError
from discounts.exceptions import VoucherUnknown, describe_dates
from discounts.models import Membership, Voucher
from discounts.selectors import (
    check_voucher_dates,
    count_member_seats,
    find_membership,
    find_voucher,
    is_for,
    refuse_used,
)
from discounts.services.memberships import lock_membership
from discounts.services.vouchers import lock_voucher
from events.datetimes import get_shop_zone
from events.models import Occurrence
from events.selectors import find_date_ids
from orders.carts import OrderRequest, count_wanted_seats, refuse_empty_cart, refuse_moved_dates
from orders.models import AppliedDiscount
from orders.pricing import (
    Benefits,
    Code,
    CodeKind,
    Line,
    MemberPrice,
    PricedCart,
    PriceRules,
    Totals,
    price_cart,
    sum_discounts,
)

MAX_TOTAL = Decimal("99999999.99")  # USD; what the database columns can store


@dataclass(frozen=True, slots=True)
class Sources:
    """What may lower the price: the code that the buyer entered, and the buyer's membership."""

    voucher: Voucher | None = None
    membership: Membership | None = None


@dataclass(frozen=True, slots=True)
class PricedDates:
    """A priced cart, and where its discounts come from."""

    cart: PricedCart
    sources: Sources
    tax_rate: Decimal

    def list_discounts(self) -> list[tuple[int, AppliedDiscount]]:
        """Return a row for each discount that is not stored yet, with the position of its line."""
        return [
            (
                position,
                AppliedDiscount(
                    kind=discount.kind,
                    voucher=self.sources.voucher if discount.kind == "voucher" else None,
                    membership=self.sources.membership if discount.kind == "member" else None,
                    seats=discount.seats,
                    amount=discount.amount,
                ),
            )
            for position, line in enumerate(self.cart.lines)
            for discount in line.discounts
        ]

    def sum_discounts(self) -> list[dict[str, Any]]:
        return sum_discounts(discount for _, discount in self.list_discounts())


def find_sources(*, code: str, by: User | None) -> Sources:
    """Read the voucher and the membership without locking them. Raise VoucherUnknown."""
    voucher = find_voucher(code) if code else None
    return Sources(voucher, find_membership(by, get_day(timezone.now())))


def lock_sources(*, code: str, by: User, is_member: bool) -> Sources:
    """Lock the voucher, whose uses are counted, and then the membership. Raise VoucherUnknown.

    Call it with the buyer locked, before orders and dates are.
    """
    voucher = lock_voucher(find_voucher(code).pk) if code else None
    if voucher and voucher.off:  # since it was found
        raise VoucherUnknown
    found = find_membership(by, get_day(timezone.now())) if is_member else None
    return Sources(voucher, lock_membership(found.pk) if found else None)


def price_dates(
    *,
    dates: Mapping[int, Occurrence],
    wanted: Mapping[int, int],
    gift: Decimal,
    sources: Sources,
    by: User | None,
    now: datetime,
) -> PricedDates:
    """Return what the wanted seats by date cost, in this order. `by` is None for visitors who are not signed in.

    Raise VoucherExpired, VoucherUsed or DomainError (`voucher_not_here`). A membership that is not valid now takes
    nothing off.
    """
    chosen = [dates[pk] for pk in wanted]
    benefits = Benefits(get_member_prices(chosen, sources, by, now), get_code(chosen, sources, by, now))
    lines = [Line(dates[pk].event.price, count) for pk, count in wanted.items()]
    rules = get_price_rules()
    return PricedDates(price_cart(lines, benefits, gift, rules), sources, rules.tax_rate)


def get_price_rules() -> PriceRules:
    return PriceRules(
        tax_rate=settings.TAX_RATE or Decimal(0),
        shipping_flat=settings.SHIPPING_FLAT or Decimal(0),
        shipping_free_over=settings.SHIPPING_FREE_OVER,
        price_per="booking" if settings.PRICE_PER == "booking" else "seat",
    )


def refuse_too_large_total(totals: Totals) -> None:
    if totals.total > MAX_TOTAL:
        raise BadRequest("This order is too large. Place several smaller ones.", code="too_large")


def get_member_prices(
    dates: Sequence[Occurrence], sources: Sources, by: User | None, now: datetime
) -> dict[int, MemberPrice]:
    """Return the price for members by the position of the date, for the seats that the member has left there."""
    membership = sources.membership
    if not (membership and by and membership.user_id == by.pk and membership.is_valid_on(get_day(now))):
        return {}
    priced = {at: date for at, date in enumerate(dates) if date.event.member_price is not None}
    had = count_member_seats(membership, [date.pk for date in priced.values()], now=now) if priced else {}
    return {
        at: MemberPrice(date.event.member_price or Decimal(0), max(date.event.member_seats - had.get(date.pk, 0), 0))
        for at, date in priced.items()
    }


def get_code(dates: Sequence[Occurrence], sources: Sources, by: User | None, now: datetime) -> Code | None:
    """Return what the voucher takes off. Raise VoucherExpired, VoucherUsed or DomainError (`voucher_not_here`)."""
    voucher = sources.voucher
    if voucher is None:
        return None
    check_voucher_dates(voucher, get_day(now))
    eligible = {at for at, date in enumerate(dates) if is_for(voucher, date.event, get_day(date.starts_at))}
    if dates and not eligible:
        raise DomainError(f"This code is for {describe_dates(voucher)}.", code="voucher_not_here")
    refuse_used(voucher, by, now)
    kind: CodeKind = voucher.kind  # type: ignore[assignment]  # a constraint limits it to these kinds
    return Code(kind, voucher.value, eligible)


def get_day(when: datetime) -> date:
    """Return the day in the shop's time zone."""
    return timezone.localdate(when, get_shop_zone())


# --- A cart that is priced without holding anything ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quote:
    list_price: Decimal
    discounts: Sequence[Mapping[str, Any]]
    totals: Totals


def quote_order(*, order_request: OrderRequest, by: User | None) -> Quote:
    """Return what this order would cost now. `by` is None for visitors who are not signed in.

    Raise BadRequest, DateUnavailable, VoucherUnknown, VoucherExpired, VoucherUsed or DomainError.
    """
    refuse_empty_cart(order_request)
    items = order_request.items
    date_ids = find_date_ids((item.product, date) for item in items for date, _ in item.bookings)
    wanted = count_wanted_seats(items, date_ids)
    sources = find_sources(code=order_request.voucher, by=by)
    dates = Occurrence.objects.select_related("event").in_bulk(wanted)
    now = timezone.now()
    seats.refuse_unless_on_sale(dates, wanted, now)
    refuse_moved_dates(items, date_ids, dates)
    priced = price_dates(dates=dates, wanted=wanted, gift=order_request.gift, sources=sources, by=by, now=now)
    refuse_too_large_total(priced.cart.totals)
    return Quote(priced.cart.list_price, priced.sum_discounts(), priced.cart.totals)
