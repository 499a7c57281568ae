"""Checks what must never be true of seats, orders and money; exit code 1 and a sentence for each violation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from orders.books import violations
from orders.models import Order, Refund, UnmatchedPayment

WAITING = (Order.Status.REVIEW, Order.Status.REFUND_DUE)


class Command(BaseCommand):
    help = "Checks the books: no date oversold, no money lost, no paid order without seats, no line changed."

    def handle(self, *args: Any, **options: Any) -> None:
        found = violations()
        for sentence in found:
            self.stderr.write(sentence)
        self.stdout.write(f"Waiting for a person: {waiting_for_a_person()}.")
        if found:
            raise CommandError(f"{len(found)} violation(s).")
        self.stdout.write("The books are in order.")


def waiting_for_a_person() -> int:
    """Not lost, but somebody has to look: orders in review or due a refund, failed refunds, unmatched payments."""
    orders = Order.objects.filter(status__in=WAITING).count()
    refunds = Refund.objects.filter(status=Refund.Status.FAILED, order__status__in=WAITING).count()
    return orders + refunds + UnmatchedPayment.objects.filter(refunded_at=None).count()
