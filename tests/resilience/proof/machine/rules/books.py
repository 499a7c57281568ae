"""Time passes, upkeep runs, and months close."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from operations.management.commands import upkeep
from tests.ledger.movement_checks import find_other_revenue
from tests.resilience.proof.machine.money import TAX_RATES
from tests.resilience.proof.machine.news import NewsChecks
from tests.resilience.proof.machine.observer import SHOP

HOUR, DAY = 60, 24 * 60  # minutes


# The others send mails, delete old rows and check at night what is checked here at the end.
LEFT_OUT = {
    "reminder(s) written",
    "thank-you email(s) written",
    "message(s) sent",
    "old message(s) deleted",
    "expired session(s) deleted",
    "old sign-in place(s) deleted",
    "violation(s) found",
}
assert upkeep.JOBS.keys() > LEFT_OUT
JOBS = [job for what, job in upkeep.JOBS.items() if what not in LEFT_OUT]


class BookRules(NewsChecks):
    closed: dict[str, list[Any]]
    """What each closed month said."""

    @rule(minutes=st.sampled_from([1, 16, HOUR + 1, 6 * HOUR, DAY]))
    def time_passes(self, minutes: int) -> None:
        self.clock.advance(minutes=minutes)

    @rule()
    def upkeep(self) -> None:
        self.run_upkeep()

    @precondition(lambda self: len(self.closed) < 2)
    @rule()
    def close_month(self) -> None:
        """Go to the day on which the last month can be closed, settle everything, and close it."""
        local = self.clock.now().astimezone(SHOP)
        month = f"{local.replace(day=1) - timedelta(days=1):%Y-%m}" if local.day > 1 and self.closed_any(local) else ""
        if not month:
            first = (local.replace(day=1, hour=0, minute=0, second=0, microsecond=0) + timedelta(days=32)).replace(
                day=1
            )
            month = f"{local:%Y-%m}"
            self.jump_to(first + timedelta(hours=25))
        self.settle()
        path = f"/api/ledger/{month}"
        lines = self.call(self.staff, "get", f"{path}/settlement").json()["lines"]
        wrong = [line for line in lines if line["state"] != "matched"]
        assert not wrong, f"The month differs from PayPal's report: {wrong}"
        settlement = self.call(self.staff, "get", f"{path}/settlement").json()
        answer = self.call(self.staff, "post", f"{path}/close", {"digest": settlement["digest"]})
        if answer.status_code == 200:
            self.closed[month] = self.read_month(month)
        else:
            assert self.has_undecided_money(), f"The month can't be closed: {answer.json()}"

    def has_undecided_money(self) -> bool:
        facts = self.observer.facts
        rows = [*facts.payments.values(), *facts.refunds.values()]
        return any(row.status in ("capturing", "pending", "requested") for row in rows)

    def closed_any(self, local: datetime) -> bool:
        """Return whether the month before this day is still open, and can be closed now."""
        before = f"{local.replace(day=1) - timedelta(days=1):%Y-%m}"
        return before not in self.closed and before >= "2026-11"

    def settle(self) -> None:
        """Deliver all webhooks and run upkeep, so that the shop knows what PayPal knows."""
        self.clock.advance(hours=2)
        self.deliver_all()
        self.observe()
        self.run_upkeep()

    def run_upkeep(self) -> None:
        """Do the jobs of the command that change seats or money. An error in one ends the history.

        Look after each: what one refund is worth depends on whether another failed before it was requested.
        """
        for job in JOBS:
            job()
            self.observe()
        self.send_emails()

    def read_month(self, month: str) -> list[Any]:
        return [self.staff.get(f"/api/ledger/{month}").json()["lines"], self.read_journal(month)]

    def read_journal(self, month: str) -> str:
        return self.staff.get(f"/api/ledger/{month}/journal.csv").getvalue().decode()

    def jump_to(self, when: datetime) -> None:
        """Set the clock to a minute after this time, unless that is over. Emails don't wait so long."""
        self.send_emails()
        self.clock.advance(seconds=max((when - self.clock.now()).total_seconds() + 60, 0))

    # --- Comparing ---------------------------------------------------------------------------------------------------

    def compare_books(self) -> list[str]:
        """Compare journals and revenue with the model's movements. Cents may be rounded between tickets and tax."""
        found = [*find_other_revenue()]
        for month in sorted({each.month for each in self.shop.movements if each.month}):
            journal = self.read_journal(month)
            if month in self.closed and self.read_month(month) != self.closed[month]:
                found.append(f"{month} has changed after it was closed")
            money, accounts, fees, refunds = self.shop.sum_month(month)
            booked: dict[str, int] = {}
            for row in journal.splitlines()[1:]:
                _, _, account, _, debit, credit = row.split(",")
                booked[account] = (
                    booked.get(account, 0) + round(float(debit or 0) * 100) - round(float(credit or 0) * 100)
                )
            expected = {
                "Assets:PayPal": accounts["paypal"],
                "Assets:Cash": accounts["cash"],
                "Assets:Bank": accounts["bank"],
                "Expenses:PayPal-Fees": fees,
                "Income:Gifts": -money.gifts,
                "Income:Return-Fees": -money.fees,
            }
            for account, amount in expected.items():
                if booked.get(account, 0) != amount:
                    found.append(f"{month}: {account} has {booked.get(account, 0)} cents, and not {amount}")
            if abs(booked.get("Liabilities:Sales-Tax", 0) + money.tax) > refunds:
                found.append(
                    f"{month}: {-booked.get('Liabilities:Sales-Tax', 0)} cents of sales tax, and not {money.tax}"
                )
            sold = -booked.get("Income:Tickets", 0) - booked.get("Liabilities:Owed", 0)  # debts too
            if abs(sold - money.tickets) > refunds:
                found.append(f"{month}: {sold} cents of tickets, and not {money.tickets}")
        return [*found, *self.compare_tax_rates()]

    def compare_tax_rates(self) -> Iterator[str]:
        """Compare the sales tax at each rate with the model's."""
        held: dict[int, int] = defaultdict(int)
        for year in sorted({each.month[:4] for each in self.shop.movements if each.month}):
            for row in self.staff.get(f"/api/ledger/years/{year}").json()["rates"]:
                held[round(row["rate"] * 10_000)] += round(row["totalTax"] * 100)
        for rate in TAX_RATES:
            tax, movements = self.shop.sum_tax(rate)
            if abs(held[rate] - tax) > movements:
                yield f"at {rate / 100} %: {held[rate]} cents of sales tax, and not {tax}"
