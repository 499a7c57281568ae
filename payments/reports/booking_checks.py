"""Read-only consistency checks of what is booked; one message per violation."""

from collections.abc import Iterator

from django.db.models import F, Q

from orders.models import Payment, Refund


def booked_money_that_is_gone() -> Iterator[str]:
    """Check that every payment and refund that was booked is still completed. A reversal is undone, not removed."""
    for payment in Payment.objects.exclude(booked_on=None).exclude(status=Payment.Status.COMPLETED):
        yield f"Payment {payment.capture_id} was booked on {payment.booked_on}, and it is {payment.status}."
    for refund in Refund.objects.exclude(booked_on=None).exclude(status=Refund.Status.COMPLETED):
        yield f"Refund {refund.paypal_refund_id} was booked on {refund.booked_on}, and it is {refund.status}."


def reversals_undone_too_early() -> Iterator[str]:
    """Check that what undoes a reversal is booked, and not before the reversal."""
    for refund in Refund.objects.exclude(undone_at=None).filter(Q(booked_on=None) | Q(undone_on__lt=F("booked_on"))):
        yield f"Reversal {refund.paypal_refund_id} was booked on {refund.booked_on} and undone on {refund.undone_on}."


BOOKING_CHECKS = (booked_money_that_is_gone, reversals_undone_too_early)
