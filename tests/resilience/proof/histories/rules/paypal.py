"""PayPal moves money, fails and sends webhooks; upkeep runs, and time passes."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.core.management import call_command
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.resilience.proof.histories.history_base import HistoryBase, choose, picks
from tests.resilience.proof.histories.seat_checks import SeatCount

WITHOUT_END = 1_000_000  # calls
PART, CENT = Decimal("2.00"), Decimal("0.01")
HOUR, DAY = 60, 24 * 60  # minutes


class PayPalRules(HistoryBase):
    """The simulator holds its webhooks until a rule delivers one to this shop."""

    @rule(pick=picks, completed=st.booleans())
    def paypal_ends_its_review(self, pick: int, completed: bool) -> None:
        if capture := self.choose_at_paypal("captures", "PENDING", pick):
            self.paypal.control(f"captures/{capture['id']}/{'complete' if completed else 'deny'}")

    @rule(pick=picks, how=st.sampled_from(["complete", "complete", "fail", "cancel"]))
    def paypal_ends_a_refund(self, pick: int, how: str) -> None:
        if refund := self.choose_at_paypal("refunds", "PENDING", pick):
            self.paypal.control(f"refunds/{refund['id']}/{how}")

    @rule(pick=picks, how=st.sampled_from(["refund", "reverse"]), part=st.booleans())
    def paypal_returns_money(self, pick: int, how: str, part: bool) -> None:
        capture = self.choose_at_paypal("captures", "COMPLETED", pick)
        if capture and self.is_refundable(capture, PART if part else CENT):
            amount = {"amount": {"currency_code": "USD", "value": str(PART)}} if part else {}
            self.paypal.control(f"captures/{capture['id']}/{how}", **amount)

    @rule(pick=picks, times=st.integers(1, 2))
    def paypal_sends_a_webhook(self, pick: int, times: int) -> None:
        """Deliver any webhook, however late, for the first time or again."""
        if webhook := choose(pick, self.paypal.state()["webhooks"]):
            self.paypal.control(f"webhooks/{webhook['id']}/redeliver", times=times)

    @precondition(lambda self: not self.outage)
    @rule(fault=st.sampled_from(["error_500_before", "error_500_after"]))
    def paypal_goes_down(self, fault: str) -> None:
        """From now on every call fails: without effect, or after it took effect."""
        self.outage = fault
        self.paypal.fault("any", fault, times=WITHOUT_END)

    @precondition(lambda self: self.outage)
    @rule()
    def paypal_comes_back(self) -> None:
        self.end_outage()

    @rule()
    def upkeep(self) -> None:
        """Run the jobs. Afterwards no free seats are left that somebody waits for."""
        call_command("upkeep")
        count = SeatCount.read(timezone.now())
        assert [str(date) for pk, date in count.dates.items() if count.count_promised(pk)] == []

    @rule(minutes=st.sampled_from([1, 6, 16, HOUR + 1, 6 * HOUR, DAY, 10 * DAY]))
    def time_passes(self, minutes: int) -> None:
        self.clock.ahead += timedelta(minutes=minutes)

    def is_refundable(self, capture: dict[str, Any], amount: Decimal) -> bool:
        """Return whether PayPal can return this amount of a capture. Pending refunds count as returned."""
        refunds = [refund for refund in self.paypal.state()["refunds"] if refund["capture_id"] == capture["id"]]
        returned = [refund for refund in refunds if refund["status"] in ("COMPLETED", "PENDING")]
        left = Decimal(capture["amount"]["value"]) - sum(Decimal(refund["amount"]["value"]) for refund in returned)
        return left >= amount

    def choose_at_paypal(self, kind: str, status: str, pick: int) -> dict[str, Any] | None:
        return choose(pick, [row for row in self.paypal.state()[kind] if row["status"] == status])
