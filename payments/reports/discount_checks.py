"""Check that codes are used no more often than they may be."""

from collections import Counter
from collections.abc import Iterator

from django.utils import timezone

from bookings.models import Booking
from discounts.models import Voucher
from orders.models import AppliedDiscount, Refund


def codes_used_too_often() -> Iterator[str]:
    """Check that no more orders use a code than it allows, to anybody and to each buyer.

    Late payments that staff accepted, or still decide on, don't count. Nor do orders with a reversal, whose seats stay
    booked until staff release them.
    """
    limited = Voucher.objects.exclude(max_uses=None, per_person=None)
    uses = AppliedDiscount.objects.filter(voucher__in=limited, line__order__review_because="")
    uses = uses.filter(line__order__lines__booking__in=Booking.objects.taken(timezone.now()))
    uses = uses.exclude(line__order__in=Refund.objects.filter(is_reversal=True).values("order"))
    rows = set(uses.order_by().values_list("voucher", "line__order", "line__order__user"))
    orders = Counter(voucher for voucher, _, _ in rows)
    of_buyers = Counter((voucher, user) for voucher, _, user in rows)
    for voucher in limited:
        if voucher.max_uses and orders[voucher.pk] > voucher.max_uses:
            yield f"Code {voucher.code}: {orders[voucher.pk]} orders use it, and it allows {voucher.max_uses}."
        most = max((count for (pk, _), count in of_buyers.items() if pk == voucher.pk), default=0)
        if voucher.per_person and most > voucher.per_person:
            yield f"Code {voucher.code}: {most} orders of a buyer use it, and it allows {voucher.per_person} each."
