"""Price a cart without holding anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils import timezone

from accounts.models import User
from bookings.services import seats
from events.models import Occurrence
from events.selectors.occurrences import find_date_ids
from orders.carts import OrderRequest, count_wanted_seats, refuse_empty_cart, refuse_moved_dates
from orders.pricing import Totals
from orders.services.order_prices import find_sources, price_dates
from orders.services.place_order import refuse_too_large_total


@dataclass(frozen=True, slots=True)
class Quote:
    list_price: Decimal
    discounts: Sequence[Mapping[str, Any]]
    totals: Totals


def quote_order(*, order_request: OrderRequest, by: User | None) -> Quote:
    """Return what this order would cost now. `by` is None for visitors who are not signed in.

    Raise BadRequest, DateUnavailable, VoucherUnknown, VoucherExpired, VoucherNotHere or VoucherUsed.
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
