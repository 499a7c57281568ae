"""Count what PayPal has not decided or reported yet, so that a month can't be closed."""

from django.conf import settings
from django.db.models import Q

from ledger.calendar import LedgerMonth
from ledger.selectors.settlement import get_bounds
from orders.models import Payment, Refund

UNDECIDED = (Payment.Status.CAPTURING, Payment.Status.PENDING)
UNFINISHED = (Refund.Status.REQUESTED, Refund.Status.PENDING)


def count_unsettled(month: LedgerMonth) -> int:
    """Return how many payments and refunds may still be booked in this month, or have no known fee yet."""
    end = get_bounds(month)[1]
    unbooked = Q(booked_on=None, created_at__lt=end)
    in_month = Q(booked_on__gte=month.first_day, booked_on__lte=month.last_day)  # the shop may learn of it later
    undecided = Payment.objects.filter(status__in=UNDECIDED, created_at__lt=end)
    payments = Payment.objects.filter(status=Payment.Status.COMPLETED, currency=settings.CURRENCY)
    unknown = payments.filter(unbooked | in_month & Q(fee=None))
    unfinished = Refund.objects.filter(status__in=UNFINISHED, amount__gt=0, created_at__lt=end)
    by_paypal = Q(fee_back=None, payment__currency=settings.CURRENCY, paypal_refund_id__isnull=False)
    unknown_back = Refund.objects.filter(status=Refund.Status.COMPLETED).filter(unbooked | in_month & by_paypal)
    return sum(rows.count() for rows in (undecided, unknown, unfinished, unknown_back))
