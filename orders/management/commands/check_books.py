"""Checks what must never be true of seats, orders and money; exit code 1 and a sentence for each violation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from orders.attention import matters
from orders.books import violations


class Command(BaseCommand):
    help = "Checks the books: no date oversold, no money lost, no paid order without seats, no line changed."

    def handle(self, *args: Any, **options: Any) -> None:
        found = violations()
        for sentence in found:
            self.stderr.write(sentence)
        self.stdout.write(f"Waiting for a person: {len(matters())}.")
        if found:
            raise CommandError(f"{len(found)} violation(s).")
        self.stdout.write("The books are in order.")
