"""Run the consistency checks of seats, orders and money. Exit with code 1 if there are violations."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from attention.selectors.attention import list_attention_items
from payments.reports.consistency_checks import list_violations
from payments.reports.paypal_comparison import compare
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.transaction_search import CLOCK_DRIFT

FORBIDDEN = 403


class Command(BaseCommand):
    help = "Run the consistency checks: no date oversold, no money lost, no paid order without seats, no line changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--paypal", action="store_true", help="Also compare with PayPal's transactions.")
        parser.add_argument(
            "--days", type=int, default=31, help="How many days --paypal compares (default 31, at most 3 years)."
        )

    def handle(self, *args: Any, paypal: bool, days: int, **options: Any) -> None:
        found = list_violations()
        if paypal:
            found += self.differences(days)
        for message in found:
            self.stderr.write(message)
        self.stdout.write(f"Waiting for staff: {len(list_attention_items())}.")
        if found:
            raise CommandError(f"{len(found)} violation(s).")
        self.stdout.write("No violations.")

    def differences(self, days: int) -> list[str]:
        now = timezone.now()
        try:
            seen = compare(start=now - timedelta(days=days), end=now + CLOCK_DRIFT)
        except (PayPalUnclear, PayPalRefused) as problem:
            if getattr(problem, "status", None) != FORBIDDEN:
                return [f"PayPal does not list its transactions now, so they were not compared: {problem}"]
            return [
                f"PayPal does not list its transactions: {problem}. Switch “Transaction search” on for your app at "
                "developer.paypal.com; it may take nine hours to work."
            ]
        self.stdout.write(
            f"At PayPal in the last {days} days: {seen.captures} capture(s), {seen.refunds} refund(s); "
            f"{seen.unrecorded} not recorded yet."
        )
        return seen.differences
